; Three rooms; the lounge, white and the wrench are held. Assumed: green, knife, study.
(define (problem house)
  (:domain clue-lesson)

  (:objects
    green plum white - suspect
    knife rope wrench - weapon
    study hall lounge - room)

  (:init
    (ASSUMED green)
    (ASSUMED knife)
    (ASSUMED study)
    (PASSAGE study lounge)
    (RIVAL hall)
    (RIVAL plum)
    (RIVAL rope)
    (at hall)
    (held lounge)
    (held white)
    (held wrench)
    (open green)
    (open hall)
    (open knife)
    (open plum)
    (open rope)
    (open study)
    (= (total-cost) 0)
    (= (walk hall hall) 2)
    (= (walk hall lounge) 6)
    (= (walk hall study) 4)
    (= (walk lounge hall) 6)
    (= (walk lounge lounge) 2)
    (= (walk lounge study) 20)
    (= (walk study hall) 4)
    (= (walk study lounge) 20)
    (= (walk study study) 2))

  (:goal (and
    (case-closed)
    (held hall)
    (held plum)
    (held rope)))

  (:metric minimize (total-cost)))
