; A passage leads from the study to the lounge, and not back. Assumed: green, knife, lounge.
(define (problem one-way)
  (:domain clue-lesson)

  (:objects
    green - suspect
    knife - weapon
    study hall lounge - room)

  (:init
    (ASSUMED green)
    (ASSUMED knife)
    (ASSUMED lounge)
    (PASSAGE study lounge)
    (at study)
    (open green)
    (open knife)
    (open lounge)
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
    (case-closed)))

  (:metric minimize (total-cost)))
