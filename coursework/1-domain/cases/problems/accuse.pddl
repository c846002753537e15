; Nothing is left to find but the case file.
; Assumed: green, knife, study.
(define (problem accuse)
  (:domain clue-lesson)

  (:objects
    green plum - suspect
    knife rope - weapon
    study hall - room)

  (:init
    (ASSUMED green)
    (ASSUMED knife)
    (ASSUMED study)
    (RIVAL hall)
    (RIVAL plum)
    (RIVAL rope)
    (at hall)
    (held hall)
    (held plum)
    (held rope)
    (open green)
    (open knife)
    (open study)
    (= (total-cost) 0)
    (= (walk study study) 2)
    (= (walk study hall) 4)
    (= (walk hall study) 4)
    (= (walk hall hall) 2))

  (:goal (and
    (case-closed)))

  (:metric minimize (total-cost)))
