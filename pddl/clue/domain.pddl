; Clue as contingent planning. A plan is one suggestion and, for each answer, an
; accusation or a follow-up (next suggestion). All branches share a few
; follow-ups, so a person can remember the plan. `left` counts how many may
; still be added. This is limited contingency planning (Meuleau and Smith 2003).
;
; The plan assumes a case file. Its main line is the branch for the answer that
; is most probable if this case file is right. If an answer shows an assumed
; card, its branch names the case file to assume instead. Other answers may
; refute the assumption, too, but their branches name no case file to assume.
;
; Each card is unlocated, held (in a hand) or murder (in the case file). With
; `-if`, these predicates have a second argument: the answer whose branch they
; describe. It is a tag (Palacios and Geffner 2009). `held-if` is true only of
; the card that the answer shows. `unlocated-if` is true only of cards whose
; place the answer may reveal.
;
; Costs are thousandths of one of the player's own turns. In a branch they are
; multiplied by the probability of its answer. The answers, `cost-to-go` and
; `risk` are computed from deals that are drawn from the belief.

(define (domain clue)
  (:requirements :typing :action-costs)

  (:types
    card suggestion stage player place count - object
    choice room - card
    ; The cards that a suggestion names besides the token's room.
    suspect weapon - choice
    ; A plan has stages: one for each answer to its suggestion, then no-more.
    ; If the case file is known, the stage `now` replaces the answers.
    answer - stage)

  (:predicates
    ;; Static: suggestions and their answers. Upper case marks what is static.

    ; ?q names ?s, ?w and ?r.
    (ABOUT ?q - suggestion ?s - suspect ?w - weapon ?r - room)
    ; The plan may begin with ?q, and ?q names ?c.
    (NAMES ?q - suggestion ?c - card)
    ; If the assumption is right, ?a is the most probable answer to ?q.
    (FIRST-ANSWER ?q - suggestion ?a - answer)
    ; The stage after the branch of ?a is ?next.
    (NEXT-ANSWER ?q - suggestion ?a ?next - stage)
    ; In answer ?a, ?p shows ?c.
    (SHOWS ?a - answer ?p - player ?c - card)
    ; In answer ?a, nobody can show a card.
    (NOBODY-SHOWS ?a - answer)
    ; In answer ?a, ?p passes before a card is shown. ?p is an ONLY-HOLDER.
    (PASSES ?a - answer ?p - player)
    ; ?f is at place ?n on the list of follow-ups that are offered after ?q.
    (OFFERED ?q - suggestion ?n - place ?f - suggestion)
    ; These three may be accused after ?a without a proof.
    (MAY-GAMBLE ?a - answer ?s - suspect ?w - weapon ?r - room)
    ; If ?a shows an assumed card, these three are assumed next.
    (NEXT-ASSUMPTION ?a - answer ?s - suspect ?w - weapon ?r - room)

    ;; Static: the cards, and what is known before the plan begins. The
    ;; last three are in lower case because other formulations change them.

    ; ?c is in the assumed case file.
    (ASSUMED ?c - card)
    ; ?c could be in the case file instead of the assumed card.
    (RIVAL ?c - card)
    ; ?c and ?other are the last two candidates of their category.
    (LAST-TWO ?c ?other - card)
    ; ?c is in the hand of ?p or in the case file.
    (ONLY-HOLDER ?p - player ?c - card)
    (unlocated ?c - card)
    (held ?c - card)
    (murder ?c - card)

    ;; Static: the board, and numbers.

    ; The plan may begin with a suggestion in ?r.
    (WORTH-VISITING ?r - room)
    ; A secret passage leads from ?from to ?to.
    (PASSAGE ?from ?to - room)
    ; ?m is ?n less one.
    (ONE-LESS ?n ?m - count)

    ;; The token: its place (static here), and whether it may suggest there.

    (investigating)
    (at ?r - room)
    (in-hallway)
    ; Another player's suggestion moved the token here, so it may stay (rule 2).
    (may-stay)
    (entered ?r - room)

    ;; The plan.

    (named ?q - suggestion ?c - card)
    (suggested ?q - suggestion)
    ; The branch of ?a is planned next. The branches before it are complete.
    (to-plan ?a - stage)
    ; The steps that follow belong to the branch of ?a.
    (given ?a - stage)
    (unlocated-if ?c - card ?a - stage)
    (held-if ?c - card ?a - stage)
    (murder-if ?c - card ?a - stage)
    ; In this branch a follow-up may be added.
    (may-add)
    (left ?n - count)
    (follow-up ?f - suggestion))

  (:functions
    (total-cost) - number
    (turn-cost) - number
    ; The expected number of turns until the dice let the token enter ?to.
    (travel-cost ?to - room) - number
    ; The cost of naming a suspect or weapon that is not known to be in a hand.
    (telling-cost) - number
    ; The expected turns after ?a if the plan continues with the follow-up at
    ; place ?o of the list, times the probability of ?a.
    (cost-to-go ?a - answer ?o - place) - number
    ; The cost of a gamble after ?a, times the probability of ?a. A gamble costs
    ; as many turns as a wait that has the same risk of losing the game.
    (risk ?a - answer) - number)

  ;; Travel to the first suggestion.

  ; Roll the dice until the token enters ?to.
  (:action travel
    :parameters (?from ?to - room)
    :precondition (and (investigating) (at ?from) (WORTH-VISITING ?to))
    :effect (and
      (not (investigating)) (entered ?to)
      (increase (total-cost) (travel-cost ?to))))

  (:action travel-from-hallway
    :parameters (?to - room)
    :precondition (and (investigating) (in-hallway) (WORTH-VISITING ?to))
    :effect (and
      (not (investigating)) (entered ?to)
      (increase (total-cost) (travel-cost ?to))))

  ; Take the secret passage instead of rolling.
  (:action take-passage
    :parameters (?from ?to - room)
    :precondition (and
      (investigating) (at ?from) (PASSAGE ?from ?to) (WORTH-VISITING ?to))
    :effect (and
      (not (investigating)) (entered ?to) (increase (total-cost) (turn-cost))))

  (:action stay
    :parameters (?r - room)
    :precondition (and (investigating) (at ?r) (may-stay) (WORTH-VISITING ?r))
    :effect (and
      (not (investigating)) (entered ?r) (increase (total-cost) (turn-cost))))

  ;; The first suggestion: three cards, each named for a reason.

  ; Ask about ?c. Opponents learn from it, so it costs `telling-cost`.
  (:action ask-about
    :parameters (?c - choice ?q - suggestion ?r - room)
    :precondition (and
      (entered ?r) (NAMES ?q ?r) (NAMES ?q ?c) (unlocated ?c))
    :effect (and (named ?q ?c) (increase (total-cost) (telling-cost))))

  ; Ask about the room that the token is in.
  (:action ask-about-room
    :parameters (?r - room ?q - suggestion)
    :precondition (and (entered ?r) (NAMES ?q ?r) (unlocated ?r))
    :effect (named ?q ?r))

  ; Name a card that is known to be held, for example by the player itself.
  (:action cover-with
    :parameters (?c - card ?q - suggestion ?r - room)
    :precondition (and
      (entered ?r) (NAMES ?q ?r) (NAMES ?q ?c) (held ?c))
    :effect (named ?q ?c))

  ; Name a card of the case file.
  (:action repeat
    :parameters (?c - choice ?q - suggestion ?r - room)
    :precondition (and
      (entered ?r) (NAMES ?q ?r) (NAMES ?q ?c) (murder ?c))
    :effect (and (named ?q ?c) (increase (total-cost) (telling-cost))))

  (:action repeat-room
    :parameters (?r - room ?q - suggestion)
    :precondition (and (entered ?r) (NAMES ?q ?r) (murder ?r))
    :effect (named ?q ?r))

  (:action suggest
    :parameters (?s - suspect ?w - weapon ?r - room ?q - suggestion ?a - answer)
    :precondition (and
      (entered ?r) (ABOUT ?q ?s ?w ?r) (FIRST-ANSWER ?q ?a)
      (named ?q ?s) (named ?q ?w) (named ?q ?r))
    :effect (and (not (entered ?r)) (suggested ?q) (to-plan ?a)))

  ;; The branch of an answer begins.

  ; ?p shows ?c, which is not assumed.
  (:action if-shown
    :parameters (?p - player ?c - card ?a - answer)
    :precondition (and
      (to-plan ?a) (SHOWS ?a ?p ?c) (RIVAL ?c) (unlocated-if ?c ?a))
    :effect (and
      (not (to-plan ?a))
      (not (unlocated-if ?c ?a))
      (held-if ?c ?a)
      (given ?a)
      (may-add)))

  ; ?p shows ?c, an assumed card. ?s, ?w and ?r are the case file to assume
  ; instead. No other action uses them; the agent reads them from the plan.
  (:action if-refuted
    :parameters
      (?p - player ?c - card ?s - suspect ?w - weapon ?r - room ?a - answer)
    :precondition (and
      (to-plan ?a) (SHOWS ?a ?p ?c) (ASSUMED ?c) (unlocated-if ?c ?a)
      (NEXT-ASSUMPTION ?a ?s ?w ?r))
    :effect (and
      (not (to-plan ?a))
      (not (unlocated-if ?c ?a))
      (held-if ?c ?a)
      (given ?a)
      (may-add)))

  ; ?p shows ?c, which is known to be held.
  (:action if-shown-again
    :parameters (?p - player ?c - card ?a - answer)
    :precondition (and (to-plan ?a) (SHOWS ?a ?p ?c) (held ?c))
    :effect (and (not (to-plan ?a)) (given ?a) (may-add)))

  (:action if-nobody-shows
    :parameters (?a - answer)
    :precondition (and (to-plan ?a) (NOBODY-SHOWS ?a))
    :effect (and (not (to-plan ?a)) (given ?a) (may-add)))

  ;; A branch continues with a follow-up.

  (:action add-follow-up
    :parameters (?f ?q - suggestion ?o - place ?n ?m - count)
    :precondition (and
      (may-add) (suggested ?q) (OFFERED ?q ?o ?f) (left ?n) (ONE-LESS ?n ?m))
    :effect (and
      (not (may-add))
      (not (left ?n))
      (left ?m)
      (follow-up ?f)))

  ; Go to ?r and make the suggestion ?f.
  (:action go-on
    :parameters (?s - suspect ?w - weapon ?r - room ?f ?q - suggestion
      ?o - place ?a - answer ?next - stage)
    :precondition (and
      (given ?a) (follow-up ?f) (OFFERED ?q ?o ?f) (ABOUT ?f ?s ?w ?r)
      (NEXT-ANSWER ?q ?a ?next))
    :effect (and
      (not (given ?a))
      (not (may-add))
      (to-plan ?next)
      (increase (total-cost) (cost-to-go ?a ?o))))

  ;; A branch ends with an accusation.

  ; Accuse without a proof.
  (:action gamble
    :parameters (?s - suspect ?w - weapon ?r - room ?q - suggestion ?a - answer
      ?next - stage)
    :precondition (and
      (given ?a) (MAY-GAMBLE ?a ?s ?w ?r) (NEXT-ANSWER ?q ?a ?next))
    :effect (and
      (not (given ?a))
      (not (may-add))
      (to-plan ?next)
      (increase (total-cost) (risk ?a))))

  ; Nobody shows ?c, so ?c is in the case file.
  (:action eliminate-unshown
    :parameters (?c - card ?q - suggestion ?a - answer)
    :precondition (and
      (given ?a) (NOBODY-SHOWS ?a) (suggested ?q) (NAMES ?q ?c)
      (unlocated-if ?c ?a))
    :effect (and (not (unlocated-if ?c ?a)) (murder-if ?c ?a)))

  ; The only other player who could hold ?c passes, so it is in the case file.
  (:action eliminate-passed
    :parameters (?c - card ?p - player ?q - suggestion ?a - answer)
    :precondition (and
      (given ?a) (PASSES ?a ?p) (suggested ?q) (NAMES ?q ?c) (ONLY-HOLDER ?p ?c)
      (unlocated-if ?c ?a))
    :effect (and (not (unlocated-if ?c ?a)) (murder-if ?c ?a)))

  ; The only other candidate is held, so ?c is in the case file.
  (:action eliminate-last
    :parameters (?c ?other - card ?a - answer)
    :precondition (and
      (given ?a) (held-if ?other ?a) (LAST-TWO ?c ?other) (unlocated-if ?c ?a))
    :effect (and (not (unlocated-if ?c ?a)) (murder-if ?c ?a)))

  ; Accuse the case file that this branch proves.
  (:action accuse
    :parameters (?s - suspect ?w - weapon ?r - room ?q - suggestion
      ?a ?next - stage)
    :precondition (and
      (given ?a) (murder-if ?s ?a) (murder-if ?w ?a) (murder-if ?r ?a)
      (NEXT-ANSWER ?q ?a ?next))
    :effect (and
      (not (given ?a))
      (not (may-add))
      (to-plan ?next))))
