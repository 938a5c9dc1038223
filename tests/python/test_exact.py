"""Searches and routes against brute force in rational arithmetic, on samples of every degenerate kind."""

import os

import exact_routes
import exact_searches
import pytest

SCALE = int(os.environ.get("WALD_TEST_SCALE", "1"))


@pytest.mark.parametrize("search", list(exact_searches.SEARCHES))
def test_search(search):
    count = 120 * SCALE
    wrong, kinds = exact_searches.run(search, range(count))
    assert not wrong, "\n".join(text for _, text in wrong[:3])
    assert sum(n for kind, n in kinds.items() if kind in exact_searches.KINDS + exact_searches.OTHER_KINDS) > count / 3


def test_routes():
    count = 150 * SCALE
    wrong, kinds = exact_routes.run(range(count))
    assert not wrong, "\n".join(text for _, text in wrong[:3])
    assert kinds["3 stages"] > count / 5 and kinds["4 stages"] > count / 5 and kinds["infeasible"] > 0
