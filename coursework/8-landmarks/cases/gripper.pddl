; A robot with two grippers carries balls from room to room.

(define (domain gripper)
  (:requirements :typing)

  (:types room ball gripper - object)

  (:predicates
    ; The robot is in room ?r.
    (robot-in ?r - room)
    ; Ball ?b lies in room ?r.
    (lies-in ?b - ball ?r - room)
    ; Gripper ?g holds nothing.
    (empty ?g - gripper)
    ; Gripper ?g holds ball ?b.
    (holds ?g - gripper ?b - ball))

  (:action drive
    :parameters (?from ?to - room)
    :precondition (robot-in ?from)
    :effect (and
      (not (robot-in ?from))
      (robot-in ?to)))

  (:action grasp
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and
      (robot-in ?r)
      (lies-in ?b ?r)
      (empty ?g))
    :effect (and
      (not (lies-in ?b ?r))
      (not (empty ?g))
      (holds ?g ?b)))

  (:action release
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and
      (robot-in ?r)
      (holds ?g ?b))
    :effect (and
      (not (holds ?g ?b))
      (empty ?g)
      (lies-in ?b ?r))))
