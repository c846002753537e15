; The case file is known from the start: green, knife, lounge.
(define (problem known)
  (:domain clue-lesson)

  (:objects
    green plum - suspect
    knife rope - weapon
    hall lounge - room)

  (:init
    (at hall)
    (murder green)
    (murder knife)
    (murder lounge)
    (held plum)
    (held rope)
    (held hall)
    (= (total-cost) 0)
    (= (walk hall hall) 2)
    (= (walk hall lounge) 6)
    (= (walk lounge hall) 6)
    (= (walk lounge lounge) 2))

  (:goal (and
    (case-closed)))

  (:metric minimize (total-cost)))
