"""Who plays the games of a command: processes of its own, or a cluster."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from planner_clue.cli.arguments import checked_jobs

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from planner_clue.match.config import MatchConfig


@contextmanager
def workers(
    jobs: int | None, cluster: str | None, configs: "Sequence[MatchConfig]"
) -> "Iterator[tuple[Executor | None, int]]":
    """Yield an executor for the games of ``configs``, and how many it plays at a time.

    None stands for this very process, which plays one.
    """
    from planner_clue.match.pool import local_workers

    if cluster is not None:
        from planner_clue.match.cluster import connected

        with connected(cluster, configs) as executor:
            yield executor, executor.places
    elif (count := checked_jobs(jobs)) > 1:
        with local_workers(count) as executor:
            yield executor, count
    else:
        yield None, 1
