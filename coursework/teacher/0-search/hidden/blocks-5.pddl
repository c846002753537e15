; From the towers abc de to ecda b, each written from its top.

(define (problem blocks-task)
  (:domain blocks)
  (:objects
    a b c d e - block)
  (:init
    (upon a b)
    (upon b c)
    (grounded c)
    (bare a)
    (upon d e)
    (grounded e)
    (bare d)
    (= (total-cost) 0))
  (:goal (and (upon e c) (upon c d) (upon d a) (grounded a) (bare e) (grounded b) (bare b)))
  (:metric minimize (total-cost)))
