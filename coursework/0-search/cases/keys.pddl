; A walker on a grid opens doors with keys. To walk costs what the cell costs,
; to take a key or to open a door costs 1.

(define (domain keys)
  (:requirements :typing :action-costs)

  (:types cell key - object)

  (:predicates
    ;; Static: which cells touch, and which key opens which cell.
    (NEXT ?x ?y - cell)
    (OPENS ?k - key ?c - cell)

    ; The walker is on cell ?c.
    (on ?c - cell)
    ; Cell ?c can be entered.
    (open ?c - cell)
    ; Key ?k lies on cell ?c.
    (lies ?k - key ?c - cell)
    ; The walker has key ?k.
    (has ?k - key))

  (:functions
    (total-cost) - number
    ; The cost of entering a cell.
    (effort ?c - cell) - number)

  (:action walk
    :parameters (?from ?to - cell)
    :precondition (and
      (on ?from)
      (NEXT ?from ?to)
      (open ?to))
    :effect (and
      (not (on ?from))
      (on ?to)
      (increase (total-cost) (effort ?to))))

  (:action take
    :parameters (?k - key ?c - cell)
    :precondition (and
      (on ?c)
      (lies ?k ?c))
    :effect (and
      (not (lies ?k ?c))
      (has ?k)
      (increase (total-cost) 1)))

  (:action unlock
    :parameters (?k - key ?here ?there - cell)
    :precondition (and
      (on ?here)
      (NEXT ?here ?there)
      (has ?k)
      (OPENS ?k ?there))
    :effect (and
      (open ?there)
      (increase (total-cost) 1))))
