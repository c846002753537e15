; Clue as a classical planning problem: how to find out the case file.
;
; The planner does not know who holds which card. It draws some deals that fit
; all it has seen, and for each of them rivals: the same deal with one card of
; the case file exchanged. In each deal the answer to any question is known. A
; deal and a rival are a doubt: which of them is real? A question settles it if
; it would be answered differently in the two deals. A plan visits rooms and
; asks until every doubt is settled that its questions can settle.
;
; One of the deals is assumed to be real (this is called a determinization).
; From it the plan takes the answers that it expects. The agent that carries out
; the plan watches the answers, and plans again when one is unexpected.
;
; A card is unlocated, until it becomes held (the plan expects to be shown it)
; or murder (in the case file, as the settled doubts have proved).
;
; Costs are hundredths of a turn: for the way, and for what a question leaves
; open compared with the best one. The later a visit, the less probable it is
; that it is still needed, and the less it costs.

(define (domain clue)
  (:requirements :typing :action-costs)

  (:types
    card deal doubt question visit - object
    suspect weapon room - card)

  (:predicates
    ;; Static: the drawn deals, and the questions to choose from.

    ; ?c is in the assumed case file.
    (ASSUMED ?c - card)
    ; In deal ?d these three are the case file. For the reader: no action asks.
    (CASE-FILE ?d - deal ?s - suspect ?w - weapon ?r - room)
    ; Doubt ?x is whether ?d or ?e is the real deal. For the reader, too.
    (BETWEEN ?x - doubt ?d ?e - deal)
    ; ?q is answered differently in the two deals of ?x.
    (SETTLES ?q - question ?x - doubt)
    ; After ?x comes ?next.
    (NEXT-DOUBT ?x ?next - doubt)
    ; No doubt comes before ?x.
    (FIRST-DOUBT ?x - doubt)
    ; ?x stands for no doubt at all.
    (NO-DOUBT ?x - doubt)
    ; Question ?q is about these three.
    (ABOUT ?q - question ?s - suspect ?w - weapon ?r - room)
    ; In the assumed deal, ?q is answered by showing the suspect.
    (SUSPECT-SHOWN ?q - question)
    ; The same by showing the weapon.
    (WEAPON-SHOWN ?q - question)
    ; The same by showing the room.
    (ROOM-SHOWN ?q - question)
    ; In the assumed deal, nobody can show any of the three.
    (NONE-SHOWN ?q - question)
    ; A secret passage leads from ?from to ?to.
    (PASSAGE ?from ?to - room)
    ; Visit ?next comes after ?v; all late visits are one.
    (NEXT-VISIT ?v ?next - visit)

    ;; The token.

    ; The token is in room ?r.
    (at ?r - room)
    ; The token is on a hallway square; the travel costs depend on which one.
    (in-hallway)
    ; Somebody's suggestion moved the token here: it may stay to suggest.
    (may-stay)
    ; The token may suggest in its room.
    (may-suggest)
    ; The next room in which a question is asked is visit ?v.
    (visit-to-come ?v - visit)
    ; The token may still move and ask.
    (investigating)

    ;; The cards, and what the plan has found out.

    ; Nobody knows yet where ?c is.
    (unlocated ?c - card)
    ; ?c is in a hand.
    (held ?c - card)
    ; ?c is in the case file.
    (murder ?c - card)
    ; ?q was not asked in this plan.
    (unasked ?q - question)
    ; ?q was asked in this plan.
    (asked ?q - question)
    ; All doubts before ?x are settled.
    (to-settle ?x - doubt)
    ; The case file is proved, and named.
    (case-file-proved))

  (:functions
    (total-cost) - number
    ; Expected turns to enter ?to from ?from under the dice, for visit ?v.
    (way-cost ?v - visit ?from ?to - room) - number
    ; Expected turns to enter ?to from the hallway square the token is on.
    (hallway-travel-cost ?to - room) - number
    ; One turn, for visit ?v.
    (passage-cost ?v - visit) - number
    ; What ?q leaves open, compared with the best question, in visit ?v.
    (asking-cost ?v - visit ?q - question) - number
    ; How often the agent asked about ?c before. For heuristics only.
    (times-asked ?c - card) - number)

  ; Roll the dice, for as many turns as it takes, until the token enters ?to.
  ; From a room to itself: leave it and come back.
  (:action travel
    :parameters (?from ?to - room ?v - visit)
    :precondition (and
      (at ?from)
      (investigating)
      (visit-to-come ?v))
    :effect (and
      (not (at ?from))
      (not (may-stay))
      (at ?to)
      (may-suggest)
      (increase (total-cost) (way-cost ?v ?from ?to))))

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
    :parameters (?from ?to - room ?v - visit)
    :precondition (and
      (at ?from)
      (investigating)
      (visit-to-come ?v)
      (PASSAGE ?from ?to))
    :effect (and
      (not (at ?from))
      (not (may-stay))
      (at ?to)
      (may-suggest)
      (increase (total-cost) (passage-cost ?v))))

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
    :parameters
      (?s - suspect ?w - weapon ?r - room ?q - question ?v ?next - visit)
    :precondition (and
      (at ?r)
      (may-suggest)
      (investigating)
      (visit-to-come ?v)
      (NEXT-VISIT ?v ?next)
      (unasked ?q)
      (ABOUT ?q ?s ?w ?r)
      (SUSPECT-SHOWN ?q))
    :effect (and
      (not (may-suggest))
      (not (visit-to-come ?v))
      (not (unasked ?q))
      (not (unlocated ?s))
      (visit-to-come ?next)
      (held ?s)
      (asked ?q)
      (increase (total-cost) (asking-cost ?v ?q))))

  ; Ask, and expect to be shown the weapon.
  (:action suggest-weapon-shown
    :parameters
      (?s - suspect ?w - weapon ?r - room ?q - question ?v ?next - visit)
    :precondition (and
      (at ?r)
      (may-suggest)
      (investigating)
      (visit-to-come ?v)
      (NEXT-VISIT ?v ?next)
      (unasked ?q)
      (ABOUT ?q ?s ?w ?r)
      (WEAPON-SHOWN ?q))
    :effect (and
      (not (may-suggest))
      (not (visit-to-come ?v))
      (not (unasked ?q))
      (not (unlocated ?w))
      (visit-to-come ?next)
      (held ?w)
      (asked ?q)
      (increase (total-cost) (asking-cost ?v ?q))))

  ; Ask, and expect to be shown the room.
  (:action suggest-room-shown
    :parameters
      (?s - suspect ?w - weapon ?r - room ?q - question ?v ?next - visit)
    :precondition (and
      (at ?r)
      (may-suggest)
      (investigating)
      (visit-to-come ?v)
      (NEXT-VISIT ?v ?next)
      (unasked ?q)
      (ABOUT ?q ?s ?w ?r)
      (ROOM-SHOWN ?q))
    :effect (and
      (not (may-suggest))
      (not (visit-to-come ?v))
      (not (unasked ?q))
      (not (unlocated ?r))
      (visit-to-come ?next)
      (held ?r)
      (asked ?q)
      (increase (total-cost) (asking-cost ?v ?q))))

  ; Ask, and expect that nobody can show a card.
  (:action suggest-none-shown
    :parameters
      (?s - suspect ?w - weapon ?r - room ?q - question ?v ?next - visit)
    :precondition (and
      (at ?r)
      (may-suggest)
      (investigating)
      (visit-to-come ?v)
      (NEXT-VISIT ?v ?next)
      (unasked ?q)
      (ABOUT ?q ?s ?w ?r)
      (NONE-SHOWN ?q))
    :effect (and
      (not (may-suggest))
      (not (visit-to-come ?v))
      (not (unasked ?q))
      (visit-to-come ?next)
      (asked ?q)
      (increase (total-cost) (asking-cost ?v ?q))))

  ; Stop asking, and go through the doubts.
  (:action take-stock
    :parameters (?x - doubt)
    :precondition (and
      (investigating)
      (FIRST-DOUBT ?x))
    :effect (and
      (not (investigating))
      (to-settle ?x)))

  ; The answer to a question settles a doubt: it tells the two deals apart.
  (:action settle
    :parameters (?x - doubt ?q - question ?next - doubt)
    :precondition (and
      (to-settle ?x)
      (asked ?q)
      (SETTLES ?q ?x)
      (NEXT-DOUBT ?x ?next))
    :effect (and
      (not (to-settle ?x))
      (to-settle ?next)))

  ; No doubt is left. If the answers were the expected ones, they speak for the
  ; assumed deal against every other that these questions can rule out.
  (:action conclude
    :parameters (?s - suspect ?w - weapon ?r - room ?x - doubt)
    :precondition (and
      (to-settle ?x)
      (NO-DOUBT ?x)
      (ASSUMED ?s)
      (ASSUMED ?w)
      (ASSUMED ?r))
    :effect (and
      (not (unlocated ?s))
      (not (unlocated ?w))
      (not (unlocated ?r))
      (murder ?s)
      (murder ?w)
      (murder ?r)))

  ; Name the case file.
  (:action accuse
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and
      (murder ?s)
      (murder ?w)
      (murder ?r))
    :effect (case-file-proved)))
