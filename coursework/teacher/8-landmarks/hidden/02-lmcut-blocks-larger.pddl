; From the towers b cdaef to bfed ac, each written from its top.

(define (problem blocks-task)
  (:domain blocks)
  (:objects
    a b c d e f - block)
  (:init
    (grounded b)
    (bare b)
    (upon c d)
    (upon d a)
    (upon a e)
    (upon e f)
    (grounded f)
    (bare c)
    (= (total-cost) 0))
  (:goal (and (upon b f) (upon f e) (upon e d) (grounded d) (bare b) (upon a c) (grounded c) (bare a)))
  (:metric minimize (total-cost)))
