; Clue in the formulation of the published planner ("Solving Cluedo: Planning
; and Bayesian Networks Approach"): a complete proof, one suggestion at a time.
;
; A case file is assumed. A plan then finds every other unlocated card. Each
; suggestion expects one of its three cards to be shown, so there are three
; actions for each combination of cards. The last suggestion names the assumed
; three, and nobody shows a card. Unlike in ../clue, a plan proves the whole
; case file, and lasts until the end of the game.
;
; The published planner has one action for a suggestion and the travel to it.
; Here these are two actions. A single one would need a cost function of two
; rooms, a suspect and a weapon. The published search counts each action as 1,
; with distances and earlier suggestions as a heuristic. Here they are costs:
;
;   travel: the distance from the room of the last suggestion to this room;
;   suggestion: the distance from this room to the assumed room, and a penalty
;     for each time one of the three cards was asked about before.
;
; In the example problems, costs are squares walked.

(define (domain clue-huji)
  (:requirements :typing :action-costs)

  (:types
    card - object
    suspect weapon room - card)

  (:predicates
    ;; Static: what is assumed, and what has to be found.

    ; ?c is in the assumed case file.
    (ASSUMED ?c - card)
    ; ?rival is unlocated and not assumed: a plan has to find it.
    (RIVAL ?rival - card)
    ; None of the three is known to be in a hand, so any shown card is new.
    (OPEN-QUESTION ?s - suspect ?w - weapon ?r - room)
    ; The fixed order in which the rivals are checked at the end. The assumed
    ; suspect comes after the last one.
    (CHECK-ORDER ?rival ?next - card)

    ;; The token.

    ; The token is in room ?r, the room of the last suggestion.
    (at ?r - room)
    ; The token is on a hallway square; the travel costs depend on which one.
    (in-hallway)
    ; The token has entered its room, and may make a suggestion.
    (may-suggest)

    ;; The cards.

    ; It is not known yet where ?c is.
    (unlocated ?c - card)
    ; ?c is in a hand.
    (held ?c - card)
    ; ?c is in the case file.
    (murder ?c - card)

    ;; The proof.

    ; The next step is to go to a room to make a suggestion.
    (investigating)
    ; The assumed three were suggested, and nobody could show any of them.
    (unanswered)
    ; All rivals before ?c in the order have been found.
    (checking ?c - card)
    ; All cards have been found.
    (case-file-proved))

  (:functions
    (total-cost) - number
    ; The distance from ?from to ?to; 0 from a room to itself.
    (travel-cost ?from ?to - room) - number
    ; The distance to ?to from the hallway square the token is on.
    (hallway-travel-cost ?to - room) - number
    ; The distance from ?r to the assumed room, plus the penalty.
    (question-cost ?s - suspect ?w - weapon ?r - room) - number)

  ; Go to the room of the next suggestion. If it is the same room, stay and
  ; suggest again there, which the rules of the published game allow.
  (:action travel
    :parameters (?from ?to - room)
    :precondition (and
      (at ?from)
      (investigating))
    :effect (and
      (not (at ?from))
      (not (investigating))
      (at ?to)
      (may-suggest)
      (increase (total-cost) (travel-cost ?from ?to))))

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
      (may-suggest)
      (increase (total-cost) (hallway-travel-cost ?to))))

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
      (investigating)
      (increase (total-cost) (question-cost ?s ?w ?r))))

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
      (investigating)
      (increase (total-cost) (question-cost ?s ?w ?r))))

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
      (investigating)
      (increase (total-cost) (question-cost ?s ?w ?r))))

  ; Suggest the assumed three, and expect that nobody can show any of them.
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
      (unanswered)
      (increase (total-cost) (question-cost ?s ?w ?r))))

  ; Check the rivals in order. This one has been found.
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

  ; All rivals have been found, and nobody could show the assumed three.
  (:action found-all
    :parameters (?s - suspect)
    :precondition (and
      (unanswered)
      (checking ?s)
      (ASSUMED ?s))
    :effect (case-file-proved)))
