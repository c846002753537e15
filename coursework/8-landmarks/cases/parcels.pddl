; Vans carry parcels on roads; a ferry joins two places that no road joins.

(define (domain parcels)
  (:requirements :typing :action-costs)

  (:types place parcel van - object)

  (:predicates
    ;; Static.

    ; A road leads from ?a to ?b.
    (ROAD ?a ?b - place)
    ; The ferry goes from ?a to ?b.
    (FERRY ?a ?b - place)

    ; Van ?v is at ?a.
    (stands ?v - van ?a - place)
    ; Parcel ?p lies at ?a.
    (lies ?p - parcel ?a - place)
    ; Parcel ?p is in van ?v.
    (loaded ?p - parcel ?v - van))

  (:functions
    (total-cost) - number)

  (:action drive
    :parameters (?v - van ?a ?b - place)
    :precondition (and
      (stands ?v ?a)
      (ROAD ?a ?b))
    :effect (and
      (not (stands ?v ?a))
      (stands ?v ?b)
      (increase (total-cost) 3)))

  (:action cross
    :parameters (?v - van ?a ?b - place)
    :precondition (and
      (stands ?v ?a)
      (FERRY ?a ?b))
    :effect (and
      (not (stands ?v ?a))
      (stands ?v ?b)
      (increase (total-cost) 8)))

  (:action load
    :parameters (?p - parcel ?v - van ?a - place)
    :precondition (and
      (lies ?p ?a)
      (stands ?v ?a))
    :effect (and
      (not (lies ?p ?a))
      (loaded ?p ?v)
      (increase (total-cost) 1)))

  (:action unload
    :parameters (?p - parcel ?v - van ?a - place)
    :precondition (and
      (loaded ?p ?v)
      (stands ?v ?a))
    :effect (and
      (not (loaded ?p ?v))
      (lies ?p ?a)
      (increase (total-cost) 0))))
