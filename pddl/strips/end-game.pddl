; Written by planner-clue for the domain clue-strips.
; Example end-game: two weapons and rooms are left; the token is in the hall.
; Assumed: green, knife, study.
; best known cost: 9 (optimal)
(define (problem clue-strips-problem)
  (:domain clue-strips)

  (:objects
    scarlett mustard white green peacock plum - suspect
    candlestick knife lead-pipe revolver rope wrench - weapon
    study hall lounge library billiard-room dining-room conservatory ballroom kitchen - room)

  (:init
    (ASSUMED green) (ASSUMED knife) (ASSUMED study)
    (CHECK-ORDER billiard-room green)     (CHECK-ORDER lead-pipe billiard-room)
    (OPEN-QUESTION green knife billiard-room)     (OPEN-QUESTION green knife study)
    (OPEN-QUESTION green lead-pipe billiard-room) (OPEN-QUESTION green lead-pipe study)
    (RIVAL billiard-room) (RIVAL lead-pipe)
    (at hall)            (checking lead-pipe)
    (held ballroom)     (held candlestick)  (held conservatory) (held dining-room)
    (held hall)         (held kitchen)      (held library)      (held lounge)
    (held mustard)      (held peacock)      (held plum)         (held revolver)
    (held rope)         (held scarlett)     (held white)        (held wrench)
    (investigating) (murder green)
    (unlocated billiard-room) (unlocated knife)         (unlocated lead-pipe)
    (unlocated study)
  )

  (:goal (and (case-file-proved))))
