; Clue as a classical planning problem, its uncertainty in the costs.
;
; The planner does not know the case file. It assumes one, and it assumes the
; answers of the other players. With these assumptions nothing is left to
; chance, and proving the case file is a deterministic problem (this is called a
; determinization). The agent that carries out the plan watches the answers, and
; plans again when one is unexpected.
;
; A card is unlocated, until it becomes held (in somebody's hand) or murder (in
; the case file). A plan visits a few rooms and makes a suggestion in each. It
; expects to be shown a card, or, in the last room, that nobody can show one.
; What the plan does not prove before its last visit (the horizon), it has to
; trust.
;
; Costs are hundredths of a turn. They add up to the turns that the proof is
; expected to take: for the way, for what each suggestion leaves open, and for
; the rest of the game.

(define (domain clue-priced)
  (:requirements :typing :conditional-effects :action-costs)

  (:types
    card visit - object
    suspect weapon room - card)

  (:predicates
    ;; Static: what is assumed, and the choices the agent gives the planner.

    ; ?c is in the assumed case file.
    (ASSUMED ?c - card)
    ; These three cards are worth asking about; most probably ?s will be shown.
    (SUSPECT-EXPECTED ?s - suspect ?w - weapon ?r - room)
    ; The same, and most probably ?w will be shown.
    (WEAPON-EXPECTED ?s - suspect ?w - weapon ?r - room)
    ; The same, and most probably ?r will be shown.
    (ROOM-EXPECTED ?s - suspect ?w - weapon ?r - room)
    ; Nobody can show any of these three if the assumption is right.
    (CONCLUSIVE ?s - suspect ?w - weapon ?r - room)
    ; A secret passage leads from ?from to ?to.
    (PASSAGE ?from ?to - room)
    ; Nobody else can show ?r, so an answer there is never about the room.
    (SILENT ?r - room)
    ; Visit ?next comes after ?v; counting them limits how far a plan looks.
    (NEXT-VISIT ?v ?next - visit)
    ; ?v is the last visit of a plan.
    (HORIZON ?v - visit)

    ;; The token.

    ; The token is in room ?r.
    (at ?r - room)
    ; The token is on a hallway square; the travel costs depend on which one.
    (in-hallway)
    ; Somebody's suggestion moved the token here: it may stay to suggest.
    (may-stay)
    ; The token may suggest in its room.
    (may-suggest)
    ; The next visit to a room with a suggestion in it is ?v.
    (visit-to-come ?v - visit)
    ; The suggestion of this visit is still to come: the token may move and ask.
    (investigating)
    ; The suggestion of this visit was made.
    (suggested)

    ;; The cards.

    ; Nobody knows yet where ?c is.
    (unlocated ?c - card)
    ; ?c is in a hand.
    (held ?c - card)
    ; ?c is in the case file.
    (murder ?c - card)
    ; A suggestion about ?c can still tell something: in this plan, ?c has not
    ; been shown and, if it is a room, no suggestion has been made in it.
    (askable ?c - card)

    ; The assumed cards are proved to be the case file.
    (case-file-proved))

  (:functions
    (total-cost) - number
    ; Expected turns to enter ?to from ?from under the dice.
    (travel-cost ?from ?to - room) - number
    ; Expected turns to enter ?to from the hallway square the token is on.
    (hallway-travel-cost ?to - room) - number
    ; What the suggestion leaves open, compared with the best suggestion.
    (question-cost ?s - suspect ?w - weapon ?r - room) - number
    ; The same for a suggestion that nobody can disprove, plus the rest of the
    ; game times the probability that the assumption is wrong and somebody can.
    (proof-cost ?s - suspect ?w - weapon ?r - room) - number
    ; The expected rest of the game after the horizon.
    (doubt-cost) - number)

  ; Roll the dice, for as many turns as it takes, until the token enters ?to.
  ; From a room to itself: leave it and come back.
  (:action travel
    :parameters (?from ?to - room)
    :precondition (and
      (at ?from)
      (investigating))
    :effect (and
      (not (at ?from))
      (not (may-stay))
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
      (at ?to)
      (may-suggest)
      (increase (total-cost) (hallway-travel-cost ?to))))

  ; Take the secret passage instead of rolling: one turn.
  (:action take-passage
    :parameters (?from ?to - room)
    :precondition (and
      (at ?from)
      (investigating)
      (PASSAGE ?from ?to))
    :effect (and
      (not (at ?from))
      (not (may-stay))
      (at ?to)
      (may-suggest)
      (increase (total-cost) 100)))

  ; Stay and suggest in the room to which a suggestion moved the token.
  (:action stay
    :parameters (?r - room)
    :precondition (and
      (at ?r)
      (may-stay)
      (investigating))
    :effect (and
      (not (may-stay))
      (may-suggest)
      (increase (total-cost) 100)))

  ; Ask, and expect to be shown the suspect.
  (:action suggest-suspect-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (investigating)
      (may-suggest)
      (unlocated ?s)
      (askable ?s)
      (askable ?w)
      (askable ?r)
      (SUSPECT-EXPECTED ?s ?w ?r))
    :effect (and
      (not (investigating))
      (not (may-suggest))
      (not (unlocated ?s))
      (not (askable ?s))
      (not (askable ?r))
      (suggested)
      (held ?s)
      (increase (total-cost) (question-cost ?s ?w ?r))))

  ; Ask, and expect to be shown the weapon.
  (:action suggest-weapon-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (investigating)
      (may-suggest)
      (unlocated ?w)
      (askable ?s)
      (askable ?w)
      (askable ?r)
      (WEAPON-EXPECTED ?s ?w ?r))
    :effect (and
      (not (investigating))
      (not (may-suggest))
      (not (unlocated ?w))
      (not (askable ?w))
      (not (askable ?r))
      (suggested)
      (held ?w)
      (increase (total-cost) (question-cost ?s ?w ?r))))

  ; Ask, and expect to be shown the room.
  (:action suggest-room-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (investigating)
      (may-suggest)
      (unlocated ?r)
      (askable ?s)
      (askable ?w)
      (askable ?r)
      (ROOM-EXPECTED ?s ?w ?r))
    :effect (and
      (not (investigating))
      (not (may-suggest))
      (not (unlocated ?r))
      (not (askable ?r))
      (suggested)
      (held ?r)
      (increase (total-cost) (question-cost ?s ?w ?r))))

  ; Ask, and expect that nobody can show a card: then the assumed cards among
  ; the three are in the case file.
  (:action suggest-none-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (investigating)
      (may-suggest)
      (CONCLUSIVE ?s ?w ?r))
    :effect (and
      (not (investigating))
      (not (may-suggest))
      (when
        (ASSUMED ?s)
        (and
          (not (unlocated ?s))
          (murder ?s)))
      (when
        (ASSUMED ?w)
        (and
          (not (unlocated ?w))
          (murder ?w)))
      (when
        (ASSUMED ?r)
        (and
          (not (unlocated ?r))
          (murder ?r)))
      (increase (total-cost) (proof-cost ?s ?w ?r))))

  ; A room that nobody else can show is just as good for the next suggestion.
  (:action ask-again
    :parameters (?r - room)
    :precondition (and
      (suggested)
      (SILENT ?r))
    :effect (askable ?r))

  ; Count the visit, and go on to the next.
  (:action count-visit
    :parameters (?v ?next - visit)
    :precondition (and
      (suggested)
      (visit-to-come ?v)
      (NEXT-VISIT ?v ?next))
    :effect (and
      (not (suggested))
      (not (visit-to-come ?v))
      (investigating)
      (visit-to-come ?next)))

  ; The plan looks no further; trust the assumption without a proof.
  (:action trust-assumption
    :parameters (?s - suspect ?w - weapon ?r - room ?last - visit)
    :precondition (and
      (suggested)
      (visit-to-come ?last)
      (HORIZON ?last)
      (ASSUMED ?s)
      (ASSUMED ?w)
      (ASSUMED ?r))
    :effect (and
      (not (suggested))
      (not (unlocated ?s))
      (not (unlocated ?w))
      (not (unlocated ?r))
      (murder ?s)
      (murder ?w)
      (murder ?r)
      (increase (total-cost) (doubt-cost))))

  ; Name the case file.
  (:action accuse
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (murder ?s)
      (murder ?w)
      (murder ?r))
    :effect (case-file-proved)))
