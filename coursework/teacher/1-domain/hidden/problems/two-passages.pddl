; Both passages are useful.
; Assumed: green, knife, lounge.
(define (problem two-passages)
  (:domain clue-lesson)

  (:objects
    green plum - suspect
    knife rope - weapon
    study kitchen lounge conservatory - room)

  (:init
    (ASSUMED green)
    (ASSUMED knife)
    (ASSUMED lounge)
    (PASSAGE conservatory lounge)
    (PASSAGE kitchen study)
    (PASSAGE lounge conservatory)
    (PASSAGE study kitchen)
    (RIVAL conservatory)
    (RIVAL kitchen)
    (RIVAL plum)
    (RIVAL rope)
    (RIVAL study)
    (at study)
    (open conservatory)
    (open green)
    (open kitchen)
    (open knife)
    (open lounge)
    (open plum)
    (open rope)
    (open study)
    (= (total-cost) 0)
    (= (walk study study) 2)
    (= (walk study kitchen) 28)
    (= (walk study lounge) 17)
    (= (walk study conservatory) 20)
    (= (walk kitchen study) 28)
    (= (walk kitchen kitchen) 2)
    (= (walk kitchen lounge) 19)
    (= (walk kitchen conservatory) 20)
    (= (walk lounge study) 17)
    (= (walk lounge kitchen) 19)
    (= (walk lounge lounge) 2)
    (= (walk lounge conservatory) 27)
    (= (walk conservatory study) 20)
    (= (walk conservatory kitchen) 20)
    (= (walk conservatory lounge) 27)
    (= (walk conservatory conservatory) 2))

  (:goal (and
    (case-closed)
    (held plum)
    (held kitchen)
    (held conservatory)))

  (:metric minimize (total-cost)))
