; Clue in positive STRIPS: the first domain to read, and one for any planner.
;
; A case file is assumed. Every other card that could be in the case file is a
; rival. A plan goes from room to room. Each suggestion expects that a rival is
; shown. The last suggestion names the assumed three, and nobody can show any of
; them.
;
; This domain uses only types, and atoms that are added and deleted. It replaces
; other features as follows:
;
;   negation ("not ASSUMED") by a separate predicate, RIVAL;
;   a quantifier ("all rivals are held") by an order of the rivals, which are
;     checked one by one (CHECK-ORDER, checking);
;   costs by the number of actions. The board is left out, so all rooms are
;     equally far. The shortest plan makes the fewest suggestions.

(define (domain clue-strips)
  (:requirements :typing)

  (:types
    card - object
    suspect weapon room - card)

  (:predicates
    ;; Static: what is assumed, and what has to be found.

    ; ?c is in the assumed case file.
    (ASSUMED ?c - card)
    ; ?rival is not assumed, and its place is not known at the start.
    (RIVAL ?rival - card)
    ; None of the three is known to be in a hand, so any shown card is new.
    (OPEN-QUESTION ?s - suspect ?w - weapon ?r - room)
    ; The order of the rivals. The assumed suspect comes after the last one.
    (CHECK-ORDER ?rival ?next - card)

    ;; The token.

    ; The token is in room ?r.
    (at ?r - room)
    ; The token is not in a room.
    (in-hallway)
    ; The token has entered its room, and may make a suggestion.
    (may-suggest)

    ;; The cards: each is unlocated, held or murder.

    ; It is not known yet where ?c is.
    (unlocated ?c - card)
    ; ?c is in a hand.
    (held ?c - card)
    ; ?c is in the case file.
    (murder ?c - card)

    ;; The proof.

    ; The plan may go to a room to make a suggestion.
    (investigating)
    ; The assumed three were suggested, and nobody could show any of them.
    (unanswered)
    ; The rivals before ?c in the order are held.
    (checking ?c - card)
    ; All rivals are held, and the assumed cards are the case file.
    (case-file-proved))

  ; Go to another room, or leave this one and come back. The token may suggest
  ; once each time it enters a room.
  (:action travel
    :parameters (?from ?to - room)
    :precondition (and
      (at ?from)
      (investigating))
    :effect (and
      (not (at ?from))
      (not (investigating))
      (at ?to)
      (may-suggest)))

  ; The same from the hallway.
  (:action travel-from-hallway
    :parameters (?to - room)
    :precondition (and
      (in-hallway)
      (investigating))
    :effect (and
      (not (in-hallway))
      (not (investigating))
      (at ?to)
      (may-suggest)))

  ; Suggest, and expect that the suspect is shown.
  (:action suggest-suspect-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (may-suggest)
      (unlocated ?s)
      (RIVAL ?s)
      (OPEN-QUESTION ?s ?w ?r))
    :effect (and
      (not (may-suggest))
      (not (unlocated ?s))
      (held ?s)
      (investigating)))

  ; Suggest, and expect that the weapon is shown.
  (:action suggest-weapon-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (may-suggest)
      (unlocated ?w)
      (RIVAL ?w)
      (OPEN-QUESTION ?s ?w ?r))
    :effect (and
      (not (may-suggest))
      (not (unlocated ?w))
      (held ?w)
      (investigating)))

  ; Suggest, and expect that the room is shown.
  (:action suggest-room-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (may-suggest)
      (unlocated ?r)
      (RIVAL ?r)
      (OPEN-QUESTION ?s ?w ?r))
    :effect (and
      (not (may-suggest))
      (not (unlocated ?r))
      (held ?r)
      (investigating)))

  ; Suggest the assumed three, and expect that nobody can show any of them. Then
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
      (not (investigating))
      (not (may-suggest))
      (not (unlocated ?s))
      (not (unlocated ?w))
      (not (unlocated ?r))
      (murder ?s)
      (murder ?w)
      (murder ?r)
      (unanswered)))

  ; Check the rivals in order. This one is held.
  (:action check-held
    :parameters (?rival ?next - card)
    :precondition (and
      (unanswered)
      (checking ?rival)
      (held ?rival)
      (CHECK-ORDER ?rival ?next))
    :effect (and
      (not (checking ?rival))
      (checking ?next)))

  ; After the last rival, name the case file.
  (:action accuse
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (checking ?s)
      (murder ?s)
      (murder ?w)
      (murder ?r))
    :effect (case-file-proved)))
