; The token stands in a room whose card is held: no question there tells anything.
; Assumed: green, knife, lounge.
(define (problem held-room)
  (:domain clue-lesson)

  (:objects
    green plum - suspect
    knife rope wrench - weapon
    hall lounge dining-room - room)

  (:init
    (ASSUMED green)
    (ASSUMED knife)
    (ASSUMED lounge)
    (RIVAL dining-room)
    (RIVAL hall)
    (RIVAL plum)
    (RIVAL rope)
    (RIVAL wrench)
    (at hall)
    (held hall)
    (may-suggest)
    (open dining-room)
    (open green)
    (open knife)
    (open lounge)
    (open plum)
    (open rope)
    (open wrench)
    (= (total-cost) 0)
    (= (walk hall hall) 2)
    (= (walk hall lounge) 8)
    (= (walk hall dining-room) 8)
    (= (walk lounge hall) 8)
    (= (walk lounge lounge) 2)
    (= (walk lounge dining-room) 4)
    (= (walk dining-room hall) 8)
    (= (walk dining-room lounge) 4)
    (= (walk dining-room dining-room) 2))

  (:goal (and
    (case-closed)
    (held plum)
    (held rope)
    (held wrench)))

  (:metric minimize (total-cost)))
