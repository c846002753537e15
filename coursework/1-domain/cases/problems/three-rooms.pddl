; Three rooms; one card of each category is left beside the assumed three.
; Assumed: green, knife, study.
(define (problem three-rooms)
  (:domain clue-lesson)

  (:objects
    green plum - suspect
    knife rope - weapon
    study hall kitchen - room)

  (:init
    (ASSUMED green)
    (ASSUMED knife)
    (ASSUMED study)
    (PASSAGE kitchen study)
    (PASSAGE study kitchen)
    (RIVAL hall)
    (RIVAL kitchen)
    (RIVAL plum)
    (RIVAL rope)
    (at hall)
    (held kitchen)
    (open green)
    (open hall)
    (open knife)
    (open plum)
    (open rope)
    (open study)
    (= (total-cost) 0)
    (= (walk study study) 2)
    (= (walk study hall) 4)
    (= (walk study kitchen) 28)
    (= (walk hall study) 4)
    (= (walk hall hall) 2)
    (= (walk hall kitchen) 19)
    (= (walk kitchen study) 28)
    (= (walk kitchen hall) 19)
    (= (walk kitchen kitchen) 2))

  (:goal (and
    (case-closed)
    (held rope)
    (held hall)
    (held plum)))

  (:metric minimize (total-cost)))
