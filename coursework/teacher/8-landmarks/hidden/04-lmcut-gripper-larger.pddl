; Carry 8 balls from here to there; 0 are there.

(define (problem gripper-task)
  (:domain gripper)
  (:objects
    here there - room
    ball0 ball1 ball2 ball3 ball4 ball5 ball6 ball7 - ball
    left right - gripper)
  (:init
    (robot-in here)
    (empty left)
    (empty right)
    (lies-in ball0 here)
    (lies-in ball1 here)
    (lies-in ball2 here)
    (lies-in ball3 here)
    (lies-in ball4 here)
    (lies-in ball5 here)
    (lies-in ball6 here)
    (lies-in ball7 here))
  (:goal (and (lies-in ball0 there) (lies-in ball1 there) (lies-in ball2 there) (lies-in ball3 there) (lies-in ball4 there) (lies-in ball5 there) (lies-in ball6 there) (lies-in ball7 there))))
