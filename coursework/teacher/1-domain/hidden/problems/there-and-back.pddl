; Two questions in one room: the token has to leave it in between.
; Assumed: green, knife, study.
(define (problem there-and-back)
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
    (at study)
    (held hall)
    (open green)
    (open knife)
    (open plum)
    (open rope)
    (open study)
    (= (total-cost) 0)
    (= (walk study study) 2)
    (= (walk study hall) 4)
    (= (walk hall study) 4)
    (= (walk hall hall) 2))

  (:goal (and
    (case-closed)
    (held plum)
    (held rope)))

  (:metric minimize (total-cost)))
