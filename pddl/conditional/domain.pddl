; Clue as a conditional plan: what to suggest now, and what to do next for every
; answer that may come.
;
; The planner does not know who holds which card. It draws many deals that fit
; all it has seen, and sorts them by the answer that a suggestion would get in
; each. A plan goes to a room and suggests. Then, for one answer after another,
; it says what follows: to accuse, or to go on to a room that is chosen for this
; answer, and to suggest there. After that a later plan takes over.
;
; So the plan is a tree, written as one sequence: the steps after an answer are
; its branch, up to the next answer. A branch begins where the token was when
; the suggestion was made. This is the compilation of contingent planning into
; classical planning, with a tag for each answer (?a).
;
; A card is unlocated, held, or murder (in the case file). In the branch of an
; answer, the card that it shows is held, and what it proves is murder.
;
; Costs are hundredths of a turn, times the probability of the branch. So the
; cost of a plan is the expected number of turns until the case file is found.
; A wrong accusation has a price in turns, too.

(define (domain clue-conditional)
  (:requirements :typing :action-costs)

  (:types
    card suggestion answer player - object
    suspect weapon room - card)

  (:predicates
    ;; Static: suggestions, and the answers that they may get.

    ; Suggestion ?q is about these three.
    (ABOUT ?q - suggestion ?s - suspect ?w - weapon ?r - room)
    ; ?q is worth making when ?a was the answer so far.
    (WORTH-AFTER ?q - suggestion ?a - answer)
    ; ?a is the first of the answers to ?q, the most probable one.
    (FIRST-ANSWER ?q - suggestion ?a - answer)
    ; The branch of ?next is planned after that of ?a.
    (NEXT-ANSWER ?a ?next - answer)
    ; ?a: player ?p shows card ?c.
    (SHOWS ?a - answer ?p - player ?c - card)
    ; ?a: nobody can show a card.
    (NOBODY-SHOWS ?a - answer)
    ; The token is in ?r when ?a is given.
    (GIVEN-IN ?a - answer ?r - room)
    ; After ?a these three are most probably the case file.
    (MOST-PROBABLE ?a - answer ?s - suspect ?w - weapon ?r - room)
    ; They are so probable that the agent would accuse them.
    (MAY-GAMBLE ?a - answer)
    ; After ?a these three are certainly the case file.
    (PROVED ?a - answer ?s - suspect ?w - weapon ?r - room)
    ; ?c is in the most probable case file. For heuristics only.
    (ASSUMED ?c - card)
    ; A secret passage leads from ?from to ?to.
    (PASSAGE ?from ?to - room)

    ;; The token, in the branch that is being planned.

    ; The token is in room ?r. In a branch: it has come there.
    (at ?r - room)
    ; The token is on a hallway square; the travel costs depend on which one.
    (in-hallway)
    ; Somebody's suggestion moved the token here: it may stay to suggest.
    (may-stay)
    ; The token may suggest in its room.
    (may-suggest)

    ;; The cards.

    ; Nobody knows yet where ?c is.
    (unlocated ?c - card)
    ; ?c is in a hand.
    (held ?c - card)
    ; ?c is in the case file.
    (murder ?c - card)
    ; ?c will be known to be in a hand if ?a is the answer.
    (held-after ?a - answer ?c - card)
    ; ?c will be known to be in the case file if ?a is the answer.
    (murder-after ?a - answer ?c - card)

    ;; The tree.

    ; Nothing is done yet in this branch: the token may move, or accuse.
    (investigating)
    ; The steps that follow are for the case that ?a was the answer.
    (given ?a - answer)
    ; All branches before that of ?a are planned.
    (to-plan ?a - answer))

  (:functions
    (total-cost) - number
    ; Expected turns to enter ?to under the dice, after ?a.
    (way-cost-after ?a - answer ?to - room) - number
    ; Expected turns to enter ?to from the hallway square the token is on.
    (hallway-travel-cost ?to - room) - number
    ; One turn, after ?a.
    (passage-cost-after ?a - answer) - number
    ; Expected turns from suggestion ?q until the case file is found.
    (time-left ?q - suggestion) - number
    ; The price of accusing the most probable case file after ?a.
    (risk ?a - answer) - number
    ; How likely ?a is, in thousandths. For the reader: no action asks.
    (chance ?a - answer) - number
    ; Steps through the hallway from room to room. For heuristics only.
    (distance ?from ?to - room) - number
    ; How often the agent asked about ?c before. For heuristics only.
    (times-asked ?c - card) - number)

  ; Roll the dice, for as many turns as it takes, until the token enters ?to.
  ; From a room to itself: leave it and come back.
  (:action travel
    :parameters (?from ?to - room ?a - answer)
    :precondition (and
      (investigating)
      (given ?a)
      (GIVEN-IN ?a ?from))
    :effect (and
      (not (investigating))
      (not (at ?from))
      (not (may-stay))
      (at ?to)
      (may-suggest)
      (increase (total-cost) (way-cost-after ?a ?to))))

  ; The same from the hallway.
  (:action travel-from-hallway
    :parameters (?to - room)
    :precondition (and
      (investigating)
      (in-hallway))
    :effect (and
      (not (investigating))
      (not (in-hallway))
      (at ?to)
      (may-suggest)
      (increase (total-cost) (hallway-travel-cost ?to))))

  ; Take the secret passage instead of rolling: one turn.
  (:action take-passage
    :parameters (?from ?to - room ?a - answer)
    :precondition (and
      (investigating)
      (given ?a)
      (GIVEN-IN ?a ?from)
      (PASSAGE ?from ?to))
    :effect (and
      (not (investigating))
      (not (at ?from))
      (not (may-stay))
      (at ?to)
      (may-suggest)
      (increase (total-cost) (passage-cost-after ?a))))

  ; Suggest in the room into which somebody's suggestion has moved the token.
  (:action stay
    :parameters (?r - room ?a - answer)
    :precondition (and
      (investigating)
      (given ?a)
      (GIVEN-IN ?a ?r)
      (may-stay))
    :effect (and
      (not (investigating))
      (not (may-stay))
      (may-suggest)
      (increase (total-cost) (passage-cost-after ?a))))

  ; Suggest, and plan for every answer.
  (:action suggest
    :parameters
      (?s - suspect ?w - weapon ?r - room ?q - suggestion ?a ?first - answer)
    :precondition (and
      (given ?a)
      (at ?r)
      (may-suggest)
      (WORTH-AFTER ?q ?a)
      (ABOUT ?q ?s ?w ?r)
      (FIRST-ANSWER ?q ?first))
    :effect (and
      (not (given ?a))
      (not (investigating))
      (not (at ?r))
      (not (may-suggest))
      (to-plan ?first)))

  ; If ?p shows ?c: begin the branch of this answer.
  (:action if-shown
    :parameters (?p - player ?c - card ?a - answer)
    :precondition (and
      (to-plan ?a)
      (SHOWS ?a ?p ?c))
    :effect (and
      (not (to-plan ?a))
      (given ?a)
      (investigating)
      (held-after ?a ?c)))

  ; If nobody shows a card: begin the branch of this answer.
  (:action if-nobody-shows
    :parameters (?a - answer)
    :precondition (and
      (to-plan ?a)
      (NOBODY-SHOWS ?a))
    :effect (and
      (not (to-plan ?a))
      (given ?a)
      (investigating)))

  ; End the branch with a suggestion: a later plan uses its answer.
  (:action suggest-and-replan
    :parameters
      (?s - suspect ?w - weapon ?r - room ?q - suggestion ?a ?next - answer)
    :precondition (and
      (given ?a)
      (at ?r)
      (may-suggest)
      (WORTH-AFTER ?q ?a)
      (ABOUT ?q ?s ?w ?r)
      (NEXT-ANSWER ?a ?next))
    :effect (and
      (not (given ?a))
      (not (investigating))
      (not (at ?r))
      (not (may-suggest))
      (to-plan ?next)
      (increase (total-cost) (time-left ?q))))

  ; End the branch with an accusation that may be wrong.
  (:action gamble
    :parameters
      (?s - suspect ?w - weapon ?r - room ?a ?next - answer)
    :precondition (and
      (investigating)
      (given ?a)
      (MAY-GAMBLE ?a)
      (MOST-PROBABLE ?a ?s ?w ?r)
      (NEXT-ANSWER ?a ?next))
    :effect (and
      (not (given ?a))
      (not (investigating))
      (to-plan ?next)
      (increase (total-cost) (risk ?a))))

  ; End the branch with an accusation that is proved.
  (:action accuse
    :parameters
      (?s - suspect ?w - weapon ?r - room ?a ?next - answer)
    :precondition (and
      (investigating)
      (given ?a)
      (PROVED ?a ?s ?w ?r)
      (NEXT-ANSWER ?a ?next))
    :effect (and
      (not (given ?a))
      (not (investigating))
      (murder-after ?a ?s)
      (murder-after ?a ?w)
      (murder-after ?a ?r)
      (to-plan ?next))))
