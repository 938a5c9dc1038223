"""docs/papers.md: its code runs, block after block, and so does each call of its tables; its tests are there."""

import re
import warnings
from itertools import product

import numpy as np
import pytest
import wald
from conftest import SOURCE

PAGE = SOURCE / "docs" / "papers.md"
STATUS = ("reached", "exceeded", "differs", "out of scope", "T = 10: reached")


def rows():
    """(item, call, page, test, status) of the tables of the four papers."""
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 5 and cells[0] not in ("item", "---", "topics with"):
            yield cells


ROWS = list(rows())
CALLS = [call[1:-1] for _, call, *_ in ROWS if call != "–"]


@pytest.fixture(scope="module")
def session():
    """What the blocks of code leave."""
    names = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(block, str(PAGE), "exec"), names)
    return names


@pytest.mark.parametrize("call", CALLS)
def test_calls(session, call):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert eval(call, session) is not None


def test_rows():
    """Every row has a status, and a call unless it is out of scope or a mere number; tests and pages exist."""
    assert len(ROWS) > 60
    for item, call, page, test, status in ROWS:
        assert status.startswith(STATUS), item
        assert (call == "–") == (status.startswith("out of scope") or item.startswith("Headline")), item
        for name in re.findall(r"`(test_\w+(?:\.py)?)`", test):
            where = SOURCE / "tests" / ("python" if name.endswith(".py") else "core")
            assert (where / (name if name.endswith(".py") else name + ".cpp")).exists(), (item, name)
        assert call == "–" or test != "–", item


@pytest.mark.filterwarnings("ignore::wald.DecisionWarning")
def test_thresholds_of_and_for_rows_labelled_under_or(session):
    """The page's search finds the best of all thresholds that flag no row without a label by the cuts, over small cases
    by enumeration: those of which one is at or above its cut."""
    random = np.random.default_rng(19)
    gains, compared = 0, 0
    while compared < 1_000:
        d, n = 2 + (compared % 8 == 0), int(random.integers(4, 10))
        levels = np.array([-np.inf, *range(4), np.inf])
        scores, truth = random.integers(0, 4, (n, d)).astype(float), random.integers(0, 2, n)
        cuts = random.integers(1, 4, d).astype(float)
        rated = np.where((scores >= cuts).any(axis=1), truth, wald.NOT_RATED)
        if not np.any(rated == 1):
            continue
        compared += 1
        thresholds = np.array(list(product(levels, repeat=d)))
        flags = (scores >= thresholds[:, None]).all(axis=2)
        allowed = (thresholds >= cuts).any(axis=1)
        assert not (flags[allowed] & np.isnan(rated)).any()
        tp, fp = flags @ (rated == 1).astype(float), flags @ (rated == 0).astype(float)
        if compared % 3 == 0:
            asked, values = {"metric": "f1", "positives": 12.0}, 2 * tp / (tp + fp + 12)
        else:
            ratio = float(random.choice([0.5, 1, 2, 4]))
            asked, values = {"cost_ratio": ratio}, tp - fp / ratio
        if compared % 2:
            asked["max_fp"] = float(random.integers(0, 3))
            allowed &= fp <= asked["max_fp"]
        found = session["within_any"](cuts, rated, scores, **asked, baselines=False)
        assert found.value == pytest.approx(values[allowed].max(), abs=1e-12), (scores, rated, cuts, asked)
        assert found.unrated == 0 and (found.thresholds >= cuts).any()
        gains += values[allowed].max() > values[allowed & (thresholds >= cuts).all(axis=1)].max() + 1e-9
    assert gains > 100
