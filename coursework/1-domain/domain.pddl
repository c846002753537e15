; Exercise 1: Clue as a classical planning problem, with gaps.
;
; A case file is assumed. A plan finds out who holds some other cards, asks about
; the assumed three, sees that nobody can show any of them, and accuses.
;
; The actions below marked TO DO are not complete. Change nothing else: the cases
; use these predicates, and these actions with these parameters.

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
  ;
  ; TO DO: a passage joins two rooms, not any two. And what is different
  ; afterwards?
  (:action take-passage
    :parameters (?from ?to - room)
    :precondition (and
      (at ?from))
    :effect (and
      (at ?to)
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
  ;
  ; TO DO: what is known after the weapon was shown?
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
      (increase (total-cost) 1)))

  ; The same, and expect to be shown the room.
  ;
  ; TO DO: when can it be asked, and what is known afterwards?
  (:action suggest-room-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and)
    :effect (and
      (increase (total-cost) 1)))

  ; Ask about the assumed three, and expect that nobody can show any of them:
  ; they are the case file.
  ;
  ; TO DO: this is a suggestion like any other.
  (:action suggest-none-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
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
  ;
  ; TO DO: when is it safe?
  (:action accuse
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and)
    :effect (and
      (case-closed)
      (increase (total-cost) 1))))
