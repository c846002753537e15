; Exercise 1, solved. For teachers: this is the reference of the hidden cases.

(define (domain clue-lesson)
  (:requirements :typing :action-costs)

  (:types
    card - object
    suspect weapon room - card)

  (:predicates
    ;; Static: what is assumed, and how rooms are joined.

    ; ?c is in the assumed case file.
    (ASSUMED ?c - card)
    ; ?c is not assumed: it may be shown.
    (RIVAL ?c - card)
    ; A secret passage leads from ?from to ?to.
    (PASSAGE ?from ?to - room)

    ;; The token.

    ; The token is in room ?r.
    (at ?r - room)
    ; The token has come into its room, and no suggestion was made since.
    (may-suggest)

    ;; The cards.

    ; Nobody is known to hold ?c, so a suggestion about it may tell something.
    (open ?c - card)
    ; ?c is in a hand.
    (held ?c - card)
    ; ?c is in the case file.
    (murder ?c - card)

    ; The case file has been named.
    (case-closed))

  (:functions
    (total-cost) - number
    ; The squares from the one room to the other; from a room to itself: out of
    ; the door and in again.
    (walk ?from ?to - room) - number)

  ; Walk to another room, or leave this one and come back. Whoever comes into a
  ; room may make one suggestion there.
  (:action travel
    :parameters (?from ?to - room)
    :precondition (at ?from)
    :effect (and
      (not (at ?from))
      (at ?to)
      (may-suggest)
      (increase (total-cost) (walk ?from ?to))))

  ; Take a secret passage, which costs 1.
  (:action take-passage
    :parameters (?from ?to - room)
    :precondition (and
      (at ?from)
      (PASSAGE ?from ?to))
    :effect (and
      (not (at ?from))
      (at ?to)
      (may-suggest)
      (increase (total-cost) 1)))

  ; Ask about three cards in the room of one of them, and expect to be shown
  ; the suspect. A card that is not assumed is expected to be in a hand; a card
  ; that somebody is known to hold already tells nothing. A suggestion costs 1.
  (:action suggest-suspect-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (may-suggest)
      (open ?s)
      (open ?w)
      (open ?r)
      (RIVAL ?s))
    :effect (and
      (not (may-suggest))
      (not (open ?s))
      (held ?s)
      (increase (total-cost) 1)))

  ; The same, and expect to be shown the weapon.
  (:action suggest-weapon-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (may-suggest)
      (open ?s)
      (open ?w)
      (open ?r)
      (RIVAL ?w))
    :effect (and
      (not (may-suggest))
      (not (open ?w))
      (held ?w)
      (increase (total-cost) 1)))

  ; The same, and expect to be shown the room.
  (:action suggest-room-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (may-suggest)
      (open ?s)
      (open ?w)
      (open ?r)
      (RIVAL ?r))
    :effect (and
      (not (may-suggest))
      (not (open ?r))
      (held ?r)
      (increase (total-cost) 1)))

  ; Ask about the assumed three, and expect that nobody can show any of them:
  ; they are the case file.
  (:action suggest-none-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (may-suggest)
      (ASSUMED ?s)
      (ASSUMED ?w)
      (ASSUMED ?r))
    :effect (and
      (not (may-suggest))
      (murder ?s)
      (murder ?w)
      (murder ?r)
      (increase (total-cost) 1)))

  ; Name the case file. A wrong accusation loses the game.
  (:action accuse
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (murder ?s)
      (murder ?w)
      (murder ?r))
    :effect (and
      (case-closed)
      (increase (total-cost) 1))))
