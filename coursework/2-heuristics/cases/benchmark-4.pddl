; Written by planner-clue 0.2.0: instance 4.
; 6 players, match seed 1, game 1, turn 27 of seat 2.
; Assumed: peacock, revolver, study.
; best known cost: 12 (optimal)
(define (problem clue-strips-problem)
  (:domain clue-strips)

  (:objects
    scarlett mustard white green peacock plum - suspect
    candlestick knife lead-pipe revolver rope wrench - weapon
    study hall lounge library billiard-room dining-room conservatory ballroom
      kitchen - room)

  (:init
    (ASSUMED peacock)
    (ASSUMED revolver)
    (ASSUMED study)
    (CHECK-ORDER kitchen peacock)
    (CHECK-ORDER library kitchen)
    (CHECK-ORDER rope library)
    (OPEN-QUESTION peacock revolver kitchen)
    (OPEN-QUESTION peacock revolver library)
    (OPEN-QUESTION peacock revolver study)
    (OPEN-QUESTION peacock rope kitchen)
    (OPEN-QUESTION peacock rope library)
    (OPEN-QUESTION peacock rope study)
    (RIVAL kitchen)
    (RIVAL library)
    (RIVAL rope)
    (at library)
    (checking rope)
    (held ballroom)
    (held billiard-room)
    (held candlestick)
    (held conservatory)
    (held dining-room)
    (held green)
    (held hall)
    (held knife)
    (held lead-pipe)
    (held lounge)
    (held mustard)
    (held plum)
    (held scarlett)
    (held white)
    (held wrench)
    (investigating)
    (murder peacock)
    (unlocated kitchen)
    (unlocated library)
    (unlocated revolver)
    (unlocated rope)
    (unlocated study)
  )

  (:goal (and
    (case-file-proved))))
