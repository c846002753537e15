; Clue as a classical planning problem.
;
; The planner does not know the case file. It assumes one, and assumes what the
; others will answer; under these assumptions the game has no more chance in it
; and proving the case file is a deterministic problem (a determinization). The
; agent that executes the plan watches the answers and plans again when one of
; them is not the expected one.
;
; Every card goes from unlocated to held (in somebody's hand) or to murder (in
; the case file). A plan visits a few rooms, expects a rival of the assumed
; cards to be shown in some, asks one question that nobody can answer, and then
; goes through the rivals one by one: what was not seen has to be taken on
; trust, which costs the more the more doubtful it is.
;
; Costs are hundredths of a turn.

(define (domain clue)
  (:requirements :typing :conditional-effects :action-costs)

  (:types
    card visit - object
    suspect weapon room - card)

  (:predicates
    ;; Static: what is assumed, and what the agent lets the planner choose from.

    ; ?c is in the assumed case file.
    (ASSUMED ?c - card)
    ; ?rival could be in the case file in place of the assumed card.
    (RIVAL ?rival - card)
    ; These three are worth asking about in ?r, if somebody shows one of them.
    (WORTH-ASKING ?s - suspect ?w - weapon ?r - room)
    ; Nobody could show any of these three if the assumption is right.
    (CONCLUSIVE ?s - suspect ?w - weapon ?r - room)
    ; A secret passage leads from ?from to ?to.
    (PASSAGE ?from ?to - room)
    ; The visits are counted down, so that a plan looks only so far ahead.
    (NEXT-VISIT ?v ?next - visit)
    ; The fixed order in which the rivals are gone through in the end.
    (CHECK-ORDER ?rival ?next - card)

    ;; The token.

    ; The token is in room ?r.
    (at ?r - room)
    ; The token is on a hallway square; which one, the travel costs know.
    (in-hallway)
    ; Somebody's suggestion brought the token here: it may stay to suggest.
    (may-stay)
    ; The token came into its room, and the visit is not counted yet.
    (entered)
    ; The token may suggest in its room.
    (may-suggest)
    ; The next room in which a suggestion is made is visit ?v.
    (visit-to-come ?v - visit)

    ;; The cards.

    ; Nobody knows yet where ?c is.
    (unlocated ?c - card)
    ; ?c is in a hand.
    (held ?c - card)
    ; ?c is in the case file.
    (murder ?c - card)

    ;; The proof.

    ; Questions may still be asked.
    (investigating)
    ; A question was asked that nobody could answer.
    (unanswered)
    ; The rivals before ?c have been gone through.
    (checking ?c - card)
    ; All rivals are held and the assumed cards are the murder.
    (case-file-proved))

  (:functions
    (total-cost) - number
    ; Expected turns to enter ?to by the dice, starting in ?from.
    (travel-cost ?from ?to - room) - number
    ; Expected turns to enter ?to from the hallway square the token is on.
    (hallway-travel-cost ?to - room) - number
    ; What is wrong with a question: repeated or idle cards.
    (question-cost ?s - suspect ?w - weapon ?r - room) - number
    ; What it costs to take on trust that ?rival is held.
    (doubt-cost ?rival - card) - number)

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
      (not (may-suggest))
      (at ?to)
      (entered)
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
      (entered)
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
      (not (may-suggest))
      (at ?to)
      (entered)
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
      (entered)
      (increase (total-cost) 100)))

  ; Count the visit: a plan looks only so many rooms ahead.
  (:action count-visit
    :parameters (?v ?next - visit)
    :precondition (and
      (entered)
      (visit-to-come ?v)
      (NEXT-VISIT ?v ?next))
    :effect (and
      (not (entered))
      (not (visit-to-come ?v))
      (may-suggest)
      (visit-to-come ?next)))

  ; Ask, and expect to be shown the suspect.
  (:action suggest-suspect-shown
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (at ?r)
      (investigating)
      (may-suggest)
      (unlocated ?s)
      (RIVAL ?s)
      (WORTH-ASKING ?s ?w ?r))
    :effect (and
      (not (may-suggest))
      (not (unlocated ?s))
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
      (RIVAL ?w)
      (WORTH-ASKING ?s ?w ?r))
    :effect (and
      (not (may-suggest))
      (not (unlocated ?w))
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
      (RIVAL ?r)
      (WORTH-ASKING ?s ?w ?r))
    :effect (and
      (not (may-suggest))
      (not (unlocated ?r))
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
      (unanswered)
      (increase (total-cost) (question-cost ?s ?w ?r))))

  ; Go through the rivals: this one has been seen, or is known otherwise.
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

  ; This one has not; take it on trust that somebody holds it.
  (:action presume-held
    :parameters (?rival ?next - card)
    :precondition (and
      (unanswered)
      (checking ?rival)
      (unlocated ?rival)
      (CHECK-ORDER ?rival ?next))
    :effect (and
      (not (checking ?rival))
      (not (unlocated ?rival))
      (checking ?next)
      (held ?rival)
      (increase (total-cost) (doubt-cost ?rival))))

  ; With every rival gone through, name the case file.
  (:action accuse
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (checking ?s)
      (murder ?s)
      (murder ?w)
      (murder ?r))
    :effect (case-file-proved)))
