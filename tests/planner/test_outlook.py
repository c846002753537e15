"""The valuation of suggestions: what is compared with what, and when own cards are named."""

import pytest

from tests.planner.situations import posed

BOARDS = ["classic", "none"]


@pytest.mark.parametrize("board", BOARDS)
def test_it_names_the_same_own_cards_until_nobody_else_can_win(board: str) -> None:
    """Which ones, is a matter of chance."""
    model, at, _ = posed(board, 3, 4)
    rooms, hand = at.belief.deck.rooms, {*at.belief.seat.hand}

    def named(seed: int) -> frozenset[str]:
        outlook = model.outlook(at.belief, seed)
        return frozenset(card for room in rooms for card in outlook.shortlist(room)[0][:2]) & hand

    chosen = {named(seed) for seed in range(6)}
    assert all(1 <= len(cards) <= 2 for cards in chosen)
    assert len(chosen) > 1
    at.belief.transcript.opponents.clear()
    assert not named(0)


@pytest.mark.parametrize("board", BOARDS)
def test_what_competes_takes_longer_by_the_uncertainty_that_it_leaves(board: str) -> None:
    """In one room, or without a board all; the best of each takes the turns of its guesses."""
    model, at, _ = posed(board, 3, 5, 8)
    outlook = model.outlook(at.belief, 1)
    rooms = at.belief.deck.rooms
    groups = [outlook.shortlist(room, 99) for room in rooms]
    if board == "none":
        groups = [[asked for group in groups for asked in group]]
    for group in groups:
        turns = dict(zip(group, outlook.turns_left(group), strict=True))
        by = outlook.parameters
        values = outlook.root.time_left([group], outlook.per_guess, by.survival, outlook.threshold)
        time, left = (dict(zip(group, of[0].tolist(), strict=True)) for of in values)
        hand, unlocated = {*at.belief.seat.hand}, {*at.belief.unlocated()}
        own = {one: len({*one[:2]} & hand) if {*one} & unlocated else 0 for one in group}
        uncertain = {one: left[one] - by.bluff * own[one] for one in group}
        best = min(turns, key=turns.__getitem__)
        assert turns[best] == pytest.approx(time[best])
        for asked in group:
            beyond = uncertain[asked] - uncertain[best]
            assert turns[asked] - turns[best] == pytest.approx(outlook.per_uncertainty * beyond)
        assert turns[best] < max(turns.values())


def test_those_pass_who_are_asked_before_the_one_that_shows() -> None:
    """In turn from the next seat on; everybody, if nobody shows a card."""
    _, at, problem = posed("none", 5, 3)
    tokens, numbers = at.belief.seat.tokens, set[int]()
    for beginning in problem.beginnings:
        for foreseen in beginning.answers:
            order: list[str] = [tokens[seat] for seat in (1, 2, 3, 4)]
            passed = [tokens[seat] for seat in foreseen.passes]
            suspect = foreseen.answer.suspect
            assert passed == (order[: order.index(suspect)] if suspect else order)
            numbers.add(len(passed))
    assert len(numbers) > 2
