"""The settings of agents, and the flat form that records and ``match.json`` keep them in."""

import pytest

from planner_clue.agents.settings import AgentSettings, IsolationSettings, PlanningSettings

CHANGED = AgentSettings(
    planning=PlanningSettings(
        engine="clue-astar", search="greedy", heuristic="blind", domain="(define)"
    ),
    isolation=IsolationSettings(
        isolate="all", seconds_per_answer=7, seconds_per_game=70, megabytes=999
    ),
)


def test_the_fields_of_a_record_keep_their_names_and_order() -> None:
    assert list(AgentSettings().to_json().items()) == [
        ("engine", "fast-downward"),
        ("search", None),
        ("heuristic", None),
        ("domain", None),
        ("model", None),
        ("isolate", "files"),
        ("agent_limit", 30),
        ("agent_game_limit", 600),
        ("agent_memory", 2048),
    ]


@pytest.mark.parametrize("settings", [AgentSettings(), CHANGED])
def test_settings_come_back_from_a_record(settings: AgentSettings) -> None:
    assert AgentSettings.from_json(settings.to_json()) == settings


def test_what_a_record_does_not_say_is_as_it_is_by_default() -> None:
    assert AgentSettings.from_json({}) == AgentSettings()


@pytest.mark.parametrize("data", [[], "engine", None, {"engin": "clue-astar"}])
def test_what_holds_no_settings_is_refused(data: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        AgentSettings.from_json(data)  # type: ignore[arg-type]
