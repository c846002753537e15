; Clue in the formulation of the published planner ("Solving Cluedo: Planning
; and Bayesian Networks Approach"): a complete proof, one suggestion at a time.
;
; A case file is assumed. A plan then finds every other unlocated card. Each
; suggestion expects one of its three cards to be shown, so there are three
; actions for each combination of cards. In the end the assumed three are asked
; about, and nobody shows a card. Unlike in ../clue, everything is proved, and
; the plan goes to the end of the game.
;
; The published planner has one action for a suggestion and the way to it. Here
; these are two actions, so that no cost depends on two rooms and two more cards
; at once. Every suggestion needs its own journey, and both together cost as
; much as the published step:
;
;   travel: the distance from the room of the last suggestion to this room;
;   suggestion: the distance from this room to the assumed room, and a penalty
;     for each time one of the three cards was asked about before.
;
; Costs are squares walked.

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
    ; None of the three is known to be in a hand: any card shown is news.
    (OPEN-QUESTION ?s - suspect ?w - weapon ?r - room)
    ; The fixed order in which the rivals are checked in the end; the assumed
    ; suspect follows the last one.
    (CHECK-ORDER ?rival ?next - card)

    ;; The token.

    ; The token is in room ?r, the room of the last suggestion.
    (at ?r - room)
    ; The token is on a hallway square; the travel costs depend on which one.
    (in-hallway)
    ; The token has come into its room to make a suggestion.
    (may-suggest)

    ;; The cards.

    ; Nobody knows yet where ?c is.
    (unlocated ?c - card)
    ; ?c is in a hand.
    (held ?c - card)
    ; ?c is in the case file.
    (murder ?c - card)

    ;; The proof.

    ; The next step is to go to a room for a suggestion.
    (investigating)
    ; The assumed three were asked about, and nobody could show any of them.
    (unanswered)
    ; The rivals before ?c have been found.
    (checking ?c - card)
    ; Everything is found.
    (case-file-proved)
    ; Somebody has brought tea, which takes nothing but time.
    (tea-served)
    ; There are biscuits: bought, or baked of three things.
    (biscuits-served)
    (flour-bought)
    (sugar-bought)
    (eggs-bought))

  (:functions
    (total-cost) - number
    ; How often the agent suggested ?c before. For heuristics only.
    (times-asked ?c - card) - number
    ; The distance from ?from to ?to; 0 from a room to itself.
    (travel-cost ?from ?to - room) - number
    ; The distance to ?to from the hallway square the token is on.
    (hallway-travel-cost ?to - room) - number
    ; The distance from ?r to the assumed room, plus the penalty.
    (question-cost ?s - suspect ?w - weapon ?r - room) - number)

  ; Go to the room of the next suggestion. From a room to itself: stay there and
  ; ask again, which the rules of the published game allow.
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

  ; Ask, and expect to be shown the suspect.
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

  ; Ask, and expect to be shown the weapon.
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

  ; Ask, and expect to be shown the room.
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

  ; Ask about the assumed three, and expect that nobody can show any of them.
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

  ; Check the rivals in order: this one is found.
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

  ; All rivals are found, and nobody could show the assumed three.
  (:action found-all
    :parameters (?s - suspect)
    :precondition (and
      (unanswered)
      (checking ?s)
      (ASSUMED ?s))
    :effect (case-file-proved))

  ; Wait for the tea: an action without preconditions.
  (:action wait-for-tea
    :parameters ()
    :effect (and
      (tea-served)
      (increase (total-cost) 7)))

  ; Each thing costs less than the biscuits, and all three cost more.
  (:action buy-flour
    :parameters ()
    :effect (and
      (flour-bought)
      (increase (total-cost) 5)))

  (:action buy-sugar
    :parameters ()
    :effect (and
      (sugar-bought)
      (increase (total-cost) 5)))

  (:action buy-eggs
    :parameters ()
    :effect (and
      (eggs-bought)
      (increase (total-cost) 5)))

  (:action bake-biscuits
    :parameters ()
    :precondition (and
      (flour-bought)
      (sugar-bought)
      (eggs-bought))
    :effect (and
      (biscuits-served)
      (increase (total-cost) 1)))

  (:action buy-biscuits
    :parameters ()
    :effect (and
      (biscuits-served)
      (increase (total-cost) 9))))
