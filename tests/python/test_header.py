"""The headers against the table of functions in wald/_core/table.py, which is written from them: every function, with the
same types; and the words and flags against the library's own lists."""

import ctypes
import re
from ctypes import POINTER

import pytest
import wald
from conftest import SOURCE
from wald._core import arrays, errors, library, rows, table
from wald._thresholds import score_arrays

PACKAGE = SOURCE / "bindings" / "python" / "src" / "wald"
HEADERS = sorted((SOURCE / "capi" / "wald").glob("*.h"))
CODE = re.sub(r"/\*.*?\*/", " ", "\n".join(path.read_text() for path in HEADERS), flags=re.S)

NOT_CALLED = {
    "wald_abi_version": "the loader calls it before the table is applied",
    "wald_name_list": "the words are written into the package, and this file holds them against it",
    "wald_option_list": "so are the options: test_options.py",
    "wald_fact_list": "and the facts",
    "wald_options_get": "for the same reason",
    "wald_decide_row": "wald_decide reads the details of the answer, too",
    "wald_decision_mask": "it is made of the indices when it is asked for",
    "wald_thresholds_apply": "answers are values that outlive the handle; test_thresholds holds them against it",
}
NUMBERS = {"int32_t": ctypes.c_int32, "int64_t": ctypes.c_int64, "double": ctypes.c_double, "uint8_t": ctypes.c_uint8}
NUMBERS.update({name: NUMBERS[base] for base, name in re.findall(r"typedef (\w+_t) (wald_\w+);", CODE)})


def python_type(text):
    """The ctypes type that stands for a C type."""
    text = re.sub(r"\bconst\b", "", text)
    stars, base = text.count("*"), text.replace("*", " ").split()[0]
    if base == "void":
        return ctypes.c_void_p if stars else None
    if base == "char":
        found, stars = ctypes.c_char_p, stars - 1
    else:
        found = NUMBERS[base] if base in NUMBERS else getattr(table, base)
    for _ in range(stars):
        found = POINTER(found)
    return found


def without_name(argument):
    argument = argument.strip()
    return argument if argument == "void" else re.sub(r"\w+$", "", argument)


def declared():
    found = {}
    declaration = r"WALD_API\s+([\w\s*]+?)\s*(\bwald_\w+)\(([^)]*)\)\s*WALD_NOEXCEPT;"
    for result, name, arguments in re.findall(declaration, CODE):
        types = [python_type(without_name(a)) for a in arguments.split(",")]
        found[name] = (python_type(result), tuple(t for t in types if t is not None))
    return found


def test_the_header_is_read_whole():
    names = set(re.findall(r"^WALD_API[^;]*?\b(wald_\w+)\(", CODE, flags=re.M))
    assert len(names) > 100 and set(declared()) == names


def test_table_is_the_header():
    header = declared()
    assert set(table.FUNCTIONS) == set(header)
    for name, (result, arguments) in table.FUNCTIONS.items():
        assert header[name] == (result, tuple(arguments)), name


def test_declarations_reach_the_library():
    for name, (result, arguments) in table.FUNCTIONS.items():
        function = getattr(library.lib, name)
        assert function.restype is result and tuple(function.argtypes) == tuple(arguments)


def test_the_drift_check_notices(monkeypatch):
    """A check that finds nothing wrong is only worth something where it finds what is."""
    changed = dict(table.FUNCTIONS)
    changed["wald_decide"] = (changed["wald_decide"][0], changed["wald_decide"][1][:-1])
    monkeypatch.setattr(table, "FUNCTIONS", changed)
    with pytest.raises(AssertionError):
        test_table_is_the_header()


def test_every_function_is_used():
    """A function that is declared and never called offers nothing."""
    text = "".join(path.read_text() for path in PACKAGE.rglob("*.py") if path.name != "table.py")
    for name in table.FUNCTIONS:
        assert f"lib.{name}" in text or name in NOT_CALLED, name


def test_structures_are_the_header():
    for body, name in re.findall(r"typedef struct wald_\w+ \{(.*?)\} (wald_\w+);", CODE, flags=re.S):
        members = []
        for line in body.split(";"):
            for i, part in enumerate(filter(None, (each.strip() for each in line.split(",")))):
                base = re.sub(r"\w+$", "", part).replace("*", " ") if i == 0 else base
                stars = "*" * part.count("*")
                members.append((re.search(r"\w+$", part).group(), python_type(f"{base} {stars}")))
        assert getattr(table, name)._fields_ == members, name


def test_structures_have_the_library_s_sizes():
    row = table.wald_name_row(ctypes.sizeof(table.wald_name_row))
    assert library.lib.wald_name_list(b"status", 0, ctypes.byref(row)) == 0
    row.size -= 1
    assert library.lib.wald_name_list(b"status", 0, ctypes.byref(row)) == 1
    shown = arrays.view(arrays.np.ones(3))
    calibration = table.calibration_p()
    shown.size += 8
    assert library.lib.wald_calibration_fit(b"platt", 1, shown, shown, None, ctypes.byref(calibration)) == 1
    assert "size" in library.lib.wald_last_error().decode()


def words(vocabulary):
    found, row = {}, table.wald_name_row(ctypes.sizeof(table.wald_name_row))
    while library.lib.wald_name_list(vocabulary.encode(), len(found), ctypes.byref(row)) == 0:
        found[row.name.decode()] = row.value
    return found


@pytest.mark.parametrize("vocabulary", rows.WORDS)
def test_words(vocabulary):
    assert rows.WORDS[vocabulary] == words(vocabulary) != {}


def test_flags():
    for flags, vocabulary in ((wald.Properties, "property"), (wald.ThresholdFlags, "threshold_flag")):
        assert {flag.name.lower(): flag.value for flag in flags} == words(vocabulary)
        for flag in flags:
            assert flag.names == (flag.name.lower(),)


def test_constants():
    values = {name: int(number) for name, number in re.findall(r"\b(WALD_[A-Z0-9_]+) = (\d+)", CODE)}
    assert values["WALD_UNDECIDED"] == wald.UNDECIDED and values["WALD_NOT_RATED"] == score_arrays._NOT_RATED
    for name in ("FLOAT64", "FLOAT32", "INT64", "INT32", "UINT8"):
        assert values[f"WALD_{name}"] == getattr(arrays, name)
    for number, cls in errors._by_status.items():
        assert values[cls("").status_name] == number == cls("").status
    assert set(errors._by_status) == set(words("status").values()) - {values["WALD_OK"]}


def test_callbacks_have_their_types():
    types = dict(re.findall(r"typedef (?:\w+) \(\*(wald_\w+)\)\(([^)]*)\);", CODE))
    assert len(types) == 3
    for name, arguments in types.items():
        wanted = tuple(python_type(without_name(a)) for a in arguments.split(","))
        assert getattr(table, name)._argtypes_ == wanted, name


def test_versions():
    assert wald.__version__ == (SOURCE / "VERSION").read_text().strip()
    numbers = [line for line in (SOURCE / "ABI_VERSION").read_text().split("\n") if line.isdigit()]
    assert [str(library.ABI_VERSION)] == numbers
