; Blocks are stacked one upon another. To lift a block from the table costs 1,
; from another block 3.

(define (domain blocks)
  (:requirements :typing :action-costs)

  (:types block - object)

  (:predicates
    ; ?x lies upon ?y.
    (upon ?x ?y - block)
    ; ?x lies on the table.
    (grounded ?x - block)
    ; Nothing lies upon ?x.
    (bare ?x - block))

  (:functions
    (total-cost) - number)

  (:action stack-from-table
    :parameters (?x ?to - block)
    :precondition (and
      (grounded ?x)
      (bare ?x)
      (bare ?to))
    :effect (and
      (not (grounded ?x))
      (not (bare ?to))
      (upon ?x ?to)
      (increase (total-cost) 1)))

  (:action unstack-to-table
    :parameters (?x ?from - block)
    :precondition (and
      (upon ?x ?from)
      (bare ?x))
    :effect (and
      (not (upon ?x ?from))
      (grounded ?x)
      (bare ?from)
      (increase (total-cost) 3)))

  (:action move
    :parameters (?x ?from ?to - block)
    :precondition (and
      (upon ?x ?from)
      (bare ?x)
      (bare ?to))
    :effect (and
      (not (upon ?x ?from))
      (not (bare ?to))
      (upon ?x ?to)
      (bare ?from)
      (increase (total-cost) 3))))
