; Clue as a plan that a person can remember: where to go and what to suggest
; now, and for every answer what to do next, with a few follow-ups in all.
;
; "Go to the lounge, ask about green, revolver, lounge. If the revolver is
; shown, go on to the kitchen with the knife; if nobody shows a card, accuse;
; otherwise go to the library." At most so many different follow-ups are kept as
; the problem allows; each answer is given one of them, or an accusation. This
; is optimal limited contingency planning (Meuleau and Smith 2003): the number
; of follow-ups left is part of the state. After a follow-up a later plan takes
; over.
;
; A card is unlocated, held, or murder (in the case file). The answers to a
; suggestion are planned for one after another. In the branch of answer ?a, the
; card that it shows is held, and cards are eliminated until three are murder:
; `held-if` and `murder-if` are tagged with the answer, as in the translations
; of Palacios and Geffner (2009).
;
; Costs are thousandths of a turn, in a branch times the probability of its
; answer. A plan costs the turns that it takes if what it leaves open is guessed
; card by card: an upper estimate. A problem's header has the turns to expect.
;
; Computed outside of this file, by counting deals: which answers can come and
; how likely they are, the turns that each follow-up leaves (`cost-to-go`), the
; price of a gamble (`risk`), and which follow-ups are offered.

(define (domain clue)
  (:requirements :typing :action-costs)

  (:types
    card suggestion answer player count - object
    suspect weapon room - card)

  (:predicates
    ;; Static: suggestions, and the answers that they may get.

    ; Suggestion ?q is about these three.
    (ABOUT ?q - suggestion ?s - suspect ?w - weapon ?r - room)
    ; ?q names ?c.
    (NAMES ?q - suggestion ?c - card)
    ; ?a is the first of the answers to ?q, the most probable one.
    (FIRST-ANSWER ?q - suggestion ?a - answer)
    ; Of the answers to ?q, the branch of ?next is planned after that of ?a.
    (NEXT-ANSWER ?q - suggestion ?a ?next - answer)
    ; ?a: player ?p shows card ?c.
    (SHOWS ?a - answer ?p - player ?c - card)
    ; ?a: nobody can show a card.
    (NOBODY-SHOWS ?a - answer)
    ; ?a: player ?p is asked, and cannot show a card.
    (PASSES ?a - answer ?p - player)
    ; ?f is offered as a follow-up to ?q.
    (OFFERED ?f ?q - suggestion)

    ;; Static: the cards.

    ; ?one and ?other are the last two unlocated cards of their category.
    (LAST-TWO ?one ?other - card)
    ; Of the other players, only ?p can hold ?c.
    (ONLY-HOLDER ?p - player ?c - card)
    ; After ?a these three are probable enough to be accused without a proof.
    (MAY-GAMBLE ?a - answer ?s - suspect ?w - weapon ?r - room)
    ; ?c is in the case file that the plan assumes.
    (ASSUMED ?c - card)

    ;; Static: the board, and numbers.

    ; There is a suggestion to make in ?r.
    (WORTH-VISITING ?r - room)
    ; A secret passage leads from ?from to ?to.
    (PASSAGE ?from ?to - room)
    ; ?m is ?n less one.
    (ONE-LESS ?n ?m - count)

    ;; The token.

    ; The token begins in room ?r.
    (at ?r - room)
    ; The token begins on a hallway square.
    (in-hallway)
    ; Somebody's suggestion moved the token here: it may stay to suggest.
    (may-stay)
    ; The token has come into ?r, and may suggest there.
    (entered ?r - room)

    ;; The cards.

    ; Nobody knows yet where ?c is.
    (unlocated ?c - card)
    ; ?c is in a hand.
    (held ?c - card)
    ; ?c is in the case file.
    (murder ?c - card)
    ; If ?a is the answer, ?c is in a hand.
    (held-if ?c - card ?a - answer)
    ; If ?a is the answer, ?c is in the case file.
    (murder-if ?c - card ?a - answer)

    ;; The plan.

    ; The token is on its way to the first suggestion.
    (investigating)
    ; The first suggestion is ?q.
    (suggested ?q - suggestion)
    ; All branches before that of ?a are planned.
    (to-plan ?a - answer)
    ; The steps that follow are for the case that ?a was the answer.
    (given ?a - answer)
    ; In this branch, the case file is proved and then accused.
    (proving ?a - answer)
    ; In this branch, a follow-up may be added.
    (may-add)
    ; So many follow-ups may still be added.
    (left ?n - count)
    ; ?f is one of the follow-ups of this plan.
    (follow-up ?f - suggestion))

  (:functions
    (total-cost) - number
    ; One turn, by a passage or to stay.
    (turn-cost) - number
    ; Expected turns to enter ?to from ?from under the dice.
    (travel-cost ?from ?to - room) - number
    ; The same from the hallway square that the token is on.
    (hallway-travel-cost ?to - room) - number
    ; Expected turns after ?a until the case file is found, if the plan goes on
    ; with ?f: the way to its room, and what is left after its answer.
    (cost-to-go ?a - answer ?f - suggestion) - number
    ; The turns that count for a gamble after ?a, which may be wrong.
    (risk ?a - answer) - number)

  ;; The way to the first suggestion.

  ; Roll the dice, for as many turns as it takes, until the token enters ?to.
  ; From a room to itself: leave it and come back.
  (:action travel
    :parameters (?from ?to - room)
    :precondition (and
      (investigating)
      (at ?from)
      (WORTH-VISITING ?to))
    :effect (and
      (not (investigating))
      (entered ?to)
      (increase (total-cost) (travel-cost ?from ?to))))

  ; The same from the hallway.
  (:action travel-from-hallway
    :parameters (?to - room)
    :precondition (and
      (investigating)
      (in-hallway)
      (WORTH-VISITING ?to))
    :effect (and
      (not (investigating))
      (entered ?to)
      (increase (total-cost) (hallway-travel-cost ?to))))

  ; Take the secret passage instead of rolling: one turn.
  (:action take-passage
    :parameters (?from ?to - room)
    :precondition (and
      (investigating)
      (at ?from)
      (PASSAGE ?from ?to)
      (WORTH-VISITING ?to))
    :effect (and
      (not (investigating))
      (entered ?to)
      (increase (total-cost) (turn-cost))))

  ; Suggest in the room into which somebody's suggestion has moved the token.
  (:action stay
    :parameters (?r - room)
    :precondition (and
      (investigating)
      (at ?r)
      (may-stay))
    :effect (and
      (not (investigating))
      (entered ?r)
      (increase (total-cost) (turn-cost))))

  ;; The suggestion, and its answers.

  ; Suggest, and plan for every answer.
  (:action suggest
    :parameters (?s - suspect ?w - weapon ?r - room ?q - suggestion ?a - answer)
    :precondition (and
      (entered ?r)
      (ABOUT ?q ?s ?w ?r)
      (FIRST-ANSWER ?q ?a))
    :effect (and
      (not (entered ?r))
      (suggested ?q)
      (to-plan ?a)))

  ; If ?p shows ?c: begin the branch of this answer.
  (:action if-shown
    :parameters (?p - player ?c - card ?a - answer)
    :precondition (and
      (to-plan ?a)
      (SHOWS ?a ?p ?c))
    :effect (and
      (not (to-plan ?a))
      (given ?a)
      (may-add)
      (held-if ?c ?a)))

  ; If nobody shows a card: begin the branch of this answer.
  (:action if-nobody-shows
    :parameters (?a - answer)
    :precondition (and
      (to-plan ?a)
      (NOBODY-SHOWS ?a))
    :effect (and
      (not (to-plan ?a))
      (given ?a)
      (may-add)))

  ;; A branch that goes on.

  ; Add ?f to the follow-ups of the plan.
  (:action add-follow-up
    :parameters (?f ?q - suggestion ?n ?m - count)
    :precondition (and
      (may-add)
      (suggested ?q)
      (OFFERED ?f ?q)
      (left ?n)
      (ONE-LESS ?n ?m))
    :effect (and
      (not (may-add))
      (not (left ?n))
      (left ?m)
      (follow-up ?f)))

  ; Go on with a follow-up: go to its room, and suggest there. A later plan
  ; uses the answer.
  (:action go-on
    :parameters
      (?s - suspect ?w - weapon ?r - room ?f ?q - suggestion ?a ?next - answer)
    :precondition (and
      (given ?a)
      (follow-up ?f)
      (OFFERED ?f ?q)
      (ABOUT ?f ?s ?w ?r)
      (NEXT-ANSWER ?q ?a ?next))
    :effect (and
      (not (given ?a))
      (not (may-add))
      (to-plan ?next)
      (increase (total-cost) (cost-to-go ?a ?f))))

  ;; A branch that ends with an accusation.

  ; Accuse what is probable, without a proof.
  (:action gamble
    :parameters
      (?s - suspect ?w - weapon ?r - room ?q - suggestion ?a ?next - answer)
    :precondition (and
      (given ?a)
      (MAY-GAMBLE ?a ?s ?w ?r)
      (NEXT-ANSWER ?q ?a ?next))
    :effect (and
      (not (given ?a))
      (not (may-add))
      (to-plan ?next)
      (increase (total-cost) (risk ?a))))

  ; Prove the case file in this branch.
  (:action conclude
    :parameters (?a - answer)
    :precondition
      (given ?a)
    :effect (and
      (not (given ?a))
      (not (may-add))
      (proving ?a)))

  ; What is known to be in the case file stays there.
  (:action recall
    :parameters (?c - card ?a - answer)
    :precondition (and
      (proving ?a)
      (murder ?c))
    :effect (and
      (murder-if ?c ?a)))

  ; Nobody can show ?c, and it is not in this player's hand: it is in the case
  ; file.
  (:action eliminate-unshown
    :parameters (?c - card ?q - suggestion ?a - answer)
    :precondition (and
      (proving ?a)
      (NOBODY-SHOWS ?a)
      (suggested ?q)
      (NAMES ?q ?c)
      (unlocated ?c))
    :effect (and
      (murder-if ?c ?a)))

  ; The only player who could hold ?c passes.
  (:action eliminate-passed
    :parameters (?c - card ?p - player ?q - suggestion ?a - answer)
    :precondition (and
      (proving ?a)
      (PASSES ?a ?p)
      (suggested ?q)
      (NAMES ?q ?c)
      (ONLY-HOLDER ?p ?c)
      (unlocated ?c))
    :effect (and
      (murder-if ?c ?a)))

  ; Of the last two cards of a category, one is shown: the other is in the case
  ; file.
  (:action eliminate-last
    :parameters (?c ?shown - card ?a - answer)
    :precondition (and
      (proving ?a)
      (held-if ?shown ?a)
      (LAST-TWO ?c ?shown)
      (unlocated ?c))
    :effect (and
      (murder-if ?c ?a)))

  ; Accuse what is proved.
  (:action accuse
    :parameters
      (?s - suspect ?w - weapon ?r - room ?q - suggestion ?a ?next - answer)
    :precondition (and
      (proving ?a)
      (murder-if ?s ?a)
      (murder-if ?w ?a)
      (murder-if ?r ?a)
      (NEXT-ANSWER ?q ?a ?next))
    :effect (and
      (not (proving ?a))
      (to-plan ?next))))
