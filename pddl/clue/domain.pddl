; Clue as a classical planning problem.
;
; The planner does not know the case file. It assumes one, and assumes what the
; others will answer; under these assumptions the game has no more chance in it
; and proving the case file is a deterministic problem (a determinization). The
; agent that executes the plan watches the answers and plans again when one of
; them is not the expected one.
;
; Every card goes from unlocated to held (in somebody's hand) or to murder (in
; the case file). A plan visits a few rooms and asks a question in each: one
; that is expected to bring out a card, or at last the one that nobody can
; answer. What is not proved within the horizon has to be taken on trust.
;
; Costs are hundredths of a turn, and add up to the turns that the proof is
; expected to take: the way, what each question leaves open, and the rest.

(define (domain clue)
  (:requirements :typing :conditional-effects :action-costs)

  (:types
    card visit - object
    suspect weapon room - card)

  (:predicates
    ;; Static: what is assumed, and what the agent lets the planner choose from.

    ; ?c is in the assumed case file.
    (ASSUMED ?c - card)
    ; These three are worth asking about in ?r; most probably ?s will be shown.
    (SUSPECT-EXPECTED ?s - suspect ?w - weapon ?r - room)
    ; The same, and most probably ?w will be shown.
    (WEAPON-EXPECTED ?s - suspect ?w - weapon ?r - room)
    ; The same, and most probably ?r will be shown.
    (ROOM-EXPECTED ?s - suspect ?w - weapon ?r - room)
    ; Nobody could show any of these three if the assumption is right.
    (CONCLUSIVE ?s - suspect ?w - weapon ?r - room)
    ; A secret passage leads from ?from to ?to.
    (PASSAGE ?from ?to - room)
    ; Nobody else can show ?r: asking there never tells of the room itself.
    (SILENT ?r - room)
    ; The visits are counted, so that a plan looks only so far ahead.
    (NEXT-VISIT ?v ?next - visit)
    ; ?v is the last visit of a plan.
    (HORIZON ?v - visit)

    ;; The token.

    ; The token is in room ?r.
    (at ?r - room)
    ; The token is on a hallway square; which one, the travel costs know.
    (in-hallway)
    ; Somebody's suggestion brought the token here: it may stay to suggest.
    (may-stay)
    ; The token may suggest in its room.
    (may-suggest)
    ; The next visit to a room with a question in it is ?v.
    (visit-to-come ?v - visit)
    ; The visit goes on: the token may move, and ask.
    (investigating)
    ; The question of this visit was asked.
    (suggested)

    ;; The cards.

    ; Nobody knows yet where ?c is.
    (unlocated ?c - card)
    ; ?c is in a hand.
    (held ?c - card)
    ; ?c is in the case file.
    (murder ?c - card)
    ; A question about ?c can still tell something: ?c was not shown before in
    ; this plan nor, if it is a room, asked in.
    (askable ?c - card)

    ; The assumed cards are the murder.
    (case-file-proved))

  (:functions
    (total-cost) - number
    ; Expected turns to enter ?to by the dice, starting in ?from.
    (travel-cost ?from ?to - room) - number
    ; Expected turns to enter ?to from the hallway square the token is on.
    (hallway-travel-cost ?to - room) - number
    ; What the question leaves open, compared with the best one there is.
    (question-cost ?s - suspect ?w - weapon ?r - room) - number
    ; The same for the question that nobody can answer, and besides what the
    ; rest of the game will take if somebody can: if the assumption is wrong.
    (proof-cost ?s - suspect ?w - weapon ?r - room) - number
    ; What the rest of the game will take beyond the horizon.
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

  ; Use the turn to suggest in the room a suggestion brought the token to.
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

  ; Ask, and expect that nobody can show anything: the assumed cards among the
  ; three are the murder.
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

  ; A room that nobody else can show is as good for the next question.
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

  ; The plan looks no further; take the assumption on trust.
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
