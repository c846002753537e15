; From the towers ba cd to bcda, each written from its top.

(define (problem blocks-task)
  (:domain blocks)
  (:objects
    a b c d - block)
  (:init
    (upon b a)
    (grounded a)
    (bare b)
    (upon c d)
    (grounded d)
    (bare c)
    (= (total-cost) 0))
  (:goal (and (upon b c) (upon c d) (upon d a) (grounded a) (bare b)))
  (:metric minimize (total-cost)))
