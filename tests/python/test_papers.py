"""docs/papers.md: its code runs, block after block, and so does each call of its tables; its tests are there."""

import re
import warnings

import pytest
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
