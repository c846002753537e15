; The assumed room is the kitchen; a passage leads there from the study.
; Assumed: green, knife, kitchen.
(define (problem passage)
  (:domain clue-lesson)

  (:objects
    green plum - suspect
    knife rope - weapon
    study hall kitchen lounge - room)

  (:init
    (ASSUMED green)
    (ASSUMED kitchen)
    (ASSUMED knife)
    (PASSAGE kitchen study)
    (PASSAGE study kitchen)
    (RIVAL hall)
    (RIVAL lounge)
    (RIVAL plum)
    (RIVAL rope)
    (RIVAL study)
    (at hall)
    (held hall)
    (held lounge)
    (open green)
    (open kitchen)
    (open knife)
    (open plum)
    (open rope)
    (open study)
    (= (total-cost) 0)
    (= (walk study study) 2)
    (= (walk study hall) 4)
    (= (walk study kitchen) 28)
    (= (walk study lounge) 17)
    (= (walk hall study) 4)
    (= (walk hall hall) 2)
    (= (walk hall kitchen) 19)
    (= (walk hall lounge) 8)
    (= (walk kitchen study) 28)
    (= (walk kitchen hall) 19)
    (= (walk kitchen kitchen) 2)
    (= (walk kitchen lounge) 19)
    (= (walk lounge study) 17)
    (= (walk lounge hall) 8)
    (= (walk lounge kitchen) 19)
    (= (walk lounge lounge) 2))

  (:goal (and
    (case-closed)
    (held rope)
    (held study)))

  (:metric minimize (total-cost)))
