"""docs/experiments/papers/papers.md: its code runs, block after block, and so does each call of its tables; its tests are there."""

import re
import sys
import warnings
from itertools import product

import numpy as np
import pytest
import wald
from conftest import SOURCE

PAGE = SOURCE / "docs" / "experiments" / "papers" / "papers.md"
STATUS = ("reached", "exceeded", "differs", "out of scope")


def rows():
    """(item, call, page, test, status) of the tables of the four papers."""
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 5 and cells[0] not in ("item", "---", "topics with"):
            yield cells


ROWS = list(rows())
CALLS = [call[1:-1] for _, call, *_ in ROWS if call != "–"]


def table_after(heading, first):
    """The rows of the table below a heading whose first column is called so."""
    page = PAGE.read_text()
    part = page[page.index(f"\n### {heading}\n") :].split("\n#", 2)[1]
    out = []
    for line in part[part.index(f"| {first} |") :].splitlines()[2:]:
        if not line.startswith("|"):
            break
        out.append([cell.strip() for cell in line[1:-1].split("|")])
    return out


def test_cells_of_n16():
    """Forty cells, each once; the sums of the page are those of its tables and of the topics that were run."""
    cells = table_after("Tables 2 and 3 of [N16]", "set")
    assert sum(int(row[1]) for row in cells) == 40
    at_hand = [row for row in cells if row[2] != "–"]
    reached, known = sum(int(row[2][0]) for row in at_hand), sum(int(row[1]) for row in at_hand)
    assert f"So {reached} of the {known} cells" in PAGE.read_text()
    sys.path.insert(0, str(SOURCE / "docs" / "experiments" / "learners"))
    pytest.importorskip("scipy")
    import topics

    losses = {int(row[0]): row for row in table_after("Tables 2 and 3 of [N16]", "T")}
    for least in (50, 100):
        assert losses[least][1] == str(sum(n >= least for n, _ in topics.RAN.values()))
        assert [f"{x:.4f}"[1:] for x in topics.means(topics.RAN, least)] == losses[least][2:6]


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
def test_thresholds_of_and_for_rows_labelled_under_or():
    """rated_rule finds the best of all thresholds that flag no row without a label by the cuts, over small cases by
    enumeration: those of which one is at or above its cut. So does one search a score, each with one cut."""
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
        sample = wald.Sample(d, rule="and", rated_from=cuts).feed(rated, scores)
        found = sample.choose(**asked, rated_rule="or", baselines=False)
        assert found.value == pytest.approx(values[allowed].max(), abs=1e-12), (scores, rated, cuts, asked)
        assert found.unrated == 0 and (found.thresholds >= cuts).any()
        alone = []
        for j in np.flatnonzero((scores[rated == 1] >= cuts).any(axis=0)):
            one = wald.Sample(d, rule="and", rated_from=np.where(np.arange(d) == j, cuts, -np.inf)).feed(rated, scores)
            alone.append(one.choose(**asked, baselines=False).value)
        assert found.value == pytest.approx(max(alone), abs=1e-12)
        gains += values[allowed].max() > values[allowed & (thresholds >= cuts).all(axis=1)].max() + 1e-9
    assert gains > 100


def test_rated_rule_in_other_calls():
    random = np.random.default_rng(20)
    truth = random.integers(0, 2, 300)
    scores = random.normal(size=(300, 2)) + truth[:, None]
    sample = wald.Sample(2, rule="and", rated_from=[1.0, 1.0]).feed(truth, scores)
    frontier, narrow = sample.frontier(rated_rule="or"), sample.frontier()
    assert frontier.exact and frontier.tp[-1] > narrow.tp[-1]
    estimated = sample.choose(cost_ratio=1, rated_rule="or", bootstrap=20, folds=3)
    assert sample.count(estimated.thresholds) == (estimated.tp, estimated.fp, estimated.unrated)
    assert estimated.cross_fitted.tp > 0 and len(estimated.baselines) == 1
    certified = sample.choose(min_precision=0.6, certify=0.9, rated_rule="or")
    assert certified.certified and certified.tp >= sample.choose(min_precision=0.6, certify=0.9).tp
    again = wald.Sample.load(sample.save()).choose(cost_ratio=1, rated_rule="or")
    assert again.thresholds.tolist() == estimated.thresholds.tolist()
    for asked, message in (({"method": "path"}, "needs method = direct or best-single"),
                           ({"smoothing": "bagged"}, "smoothing must be none")):
        with pytest.raises(wald.ArgumentError, match=message):
            sample.choose(cost_ratio=1, rated_rule="or", **asked)
    with pytest.raises(wald.ArgumentError, match="no score has a cut"):
        wald.Sample(2, rule="and").feed(truth, scores).choose(rated_rule="or")
    with pytest.raises(wald.ArgumentError, match="does not read"):
        wald.label_thresholds(truth[:, None], scores[:, :1], rated_rule="or")
