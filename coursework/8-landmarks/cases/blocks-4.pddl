; From the towers abc d to dcba, each written from its top.

(define (problem blocks-task)
  (:domain blocks)
  (:objects
    a b c d - block)
  (:init
    (upon a b)
    (upon b c)
    (grounded c)
    (bare a)
    (grounded d)
    (bare d)
    (= (total-cost) 0))
  (:goal (and (upon d c) (upon c b) (upon b a) (grounded a) (bare d)))
  (:metric minimize (total-cost)))
