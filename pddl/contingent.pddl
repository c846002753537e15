; Clue as contingent planning: find out which cards are in the case file.
;
; The hidden cards never change hands, so every hidden atom is true or false
; from the start. The oneof and or clauses of a problem state what is known.
; A suggestion is answered truthfully, player after player. Each player passes,
; or shows one of the three cards, which ends the suggestion. The shown card is
; not observed, because a player who holds two of the three may choose.
; A plan reaches the goal for all answers.
;
; The domain does not model dice, distances (going to a room is one action), the
; suggestions of other players, and probabilities.
;
; The grammar is that of Contingent-FF and CLG: unknown, oneof and or in the
; initial state, actions with :observe.

(define (domain clue-contingent)
  (:requirements :strips :typing :contingent)

  (:types
    card player question - object
    suspect weapon room - card)

  (:predicates
    ; The token is in room ?r, or in the hallway.
    (at ?r - room)
    (in-hallway)
    ; The token has just entered its room: one suggestion may be made.
    (entered)
    ; ?p is asked about suggestion ?q and is about to answer.
    (to-answer ?q - question ?p - player)
    ; The right case file was named.
    (case-file-proved)

    ;; Hidden.

    (holds ?p - player ?c - card)
    (in-case-file ?c - card)
    ; ?p holds at least one of the three cards of ?q, and shows one.
    (shows ?p - player ?q - question)
    ; ?p holds none of the three cards of ?q.
    (passes ?p - player ?q - question)

    ;; Static: no action changes these.

    ; ?q is asked in room ?r.
    (ASKED-IN ?q - question ?r - room)
    ; ?p is asked first.
    (FIRST ?p - player)
    ; After ?p, ?next is asked.
    (NEXT ?p ?next - player))

  ; Go to another room.
  (:action travel
    :parameters (?from ?to - room)
    :precondition (at ?from)
    :effect (and
      (not (at ?from))
      (at ?to)
      (entered)))

  ; Leave a room and come back.
  (:action return
    :parameters (?r - room)
    :precondition (at ?r)
    :effect (entered))

  ; Come from the hallway.
  (:action enter
    :parameters (?r - room)
    :precondition (in-hallway)
    :effect (and
      (not (in-hallway))
      (at ?r)
      (entered)))

  ; Make a suggestion.
  (:action suggest
    :parameters (?q - question ?r - room ?p - player)
    :precondition (and
      (at ?r)
      (entered)
      (ASKED-IN ?q ?r)
      (FIRST ?p))
    :effect (and
      (not (entered))
      (to-answer ?q ?p)))

  ; See whether ?p shows a card.
  (:action watch
    :parameters (?q - question ?p - player)
    :precondition (to-answer ?q ?p)
    :observe (shows ?p ?q))

  ; ?p passed, so the next player is asked.
  (:action go-on
    :parameters (?q - question ?p ?next - player)
    :precondition (and
      (to-answer ?q ?p)
      (passes ?p ?q)
      (NEXT ?p ?next))
    :effect (and
      (not (to-answer ?q ?p))
      (to-answer ?q ?next)))

  ; Name the case file, when it is known.
  (:action accuse
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (in-case-file ?s)
      (in-case-file ?w)
      (in-case-file ?r))
    :effect (case-file-proved)))
