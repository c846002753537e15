; Tiles slide into the gap of a frame.

(define (domain tiles)
  (:requirements :typing)

  (:types tile cell - object)

  (:predicates
    ;; Static: which cells touch.
    (NEXT ?x ?y - cell)

    ; Tile ?t is on cell ?c.
    (on ?t - tile ?c - cell)
    ; There is no tile on cell ?c.
    (gap ?c - cell))

  (:action slide
    :parameters (?t - tile ?from ?to - cell)
    :precondition (and
      (on ?t ?from)
      (gap ?to)
      (NEXT ?from ?to))
    :effect (and
      (not (on ?t ?from))
      (not (gap ?to))
      (on ?t ?to)
      (gap ?from))))
