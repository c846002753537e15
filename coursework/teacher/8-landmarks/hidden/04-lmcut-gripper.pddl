; Carry 3 balls from here to there; 1 are there.

(define (problem gripper-task)
  (:domain gripper)
  (:objects
    here there - room
    ball0 ball1 ball2 - ball
    left right - gripper)
  (:init
    (robot-in here)
    (empty left)
    (empty right)
    (lies-in ball0 there)
    (lies-in ball1 here)
    (lies-in ball2 here))
  (:goal (and (lies-in ball0 there) (lies-in ball1 there) (lies-in ball2 there))))
