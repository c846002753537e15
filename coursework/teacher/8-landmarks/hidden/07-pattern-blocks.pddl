; From the towers d abc to d cab, each written from its top.

(define (problem blocks-task)
  (:domain blocks)
  (:objects
    a b c d - block)
  (:init
    (grounded d)
    (bare d)
    (upon a b)
    (upon b c)
    (grounded c)
    (bare a)
    (= (total-cost) 0))
  (:goal (and (grounded d) (bare d) (upon c a) (upon a b) (grounded b) (bare c)))
  (:metric minimize (total-cost)))
