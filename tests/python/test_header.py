"""wald.h against the table in wald/_library.py: every function, with the same types, or a reason why not."""

import ctypes
import re
from ctypes import POINTER

import wald
from conftest import SOURCE
from wald import (_arrays, _cascade, _cascade_options, _dataset, _decision, _errors, _learner_options, _library,
                  _operating_points, _options, _threshold_options, _thresholds, _trees)

HEADER = (SOURCE / "capi" / "wald.h").read_text()
CODE = re.sub(r"/\*.*?\*/", " ", HEADER, flags=re.S)

NOT_BOUND = {}  # function: why
NOT_CALLED = {
    "wald_abi_version": "the loader calls it before the table is applied",
    "wald_decision_count": "the number of answers follows from the shape of the table",
    "wald_decision_n": "the number of items follows from what was given",
    "wald_decision_mask": "it is made of the indices when it is asked for",
    "wald_threshold_fact_name": "the names are in a table, which test_values holds against it",
    "wald_threshold_flag_name": "the same",
    "wald_cascade_fact_name": "the same",
    "wald_thresholds_apply": "answers are values that outlive the handle; test_thresholds holds them against it",
}

INT32 = ["wald_status", "wald_type", "wald_index_type", "wald_kind", "wald_average", "wald_fact",
         "wald_properties", "wald_rule", "wald_goal", "wald_threshold_setting", "wald_smoothing",
         "wald_threshold_fact", "wald_threshold_array", "wald_threshold_flags", "wald_frontier_fact",
         "wald_cascade_setting", "wald_cascade_fact", "wald_cascade_array", "wald_task", "wald_learner_setting",
         "wald_learner_method"]
UINT8 = ["wald_split", "wald_missing"]
FUNCTION_TYPES = ("wald_metric_function", "wald_progress_function", "wald_score_function")
HANDLES = ["metric", "options", "estimator", "decision", "distribution", "frontier", "threshold_options",
           "thresholds", "operating_points", "cascade_scores", "cascade_options", "cascade", "cascade_run", "trees",
           "dataset", "learner_options", "learner", "calibration"]


def c_types():
    types = {"int32_t": ctypes.c_int32, "int64_t": ctypes.c_int64, "uint64_t": ctypes.c_uint64,
             "double": ctypes.c_double, "uint8_t": ctypes.c_uint8}
    types.update(dict.fromkeys(INT32, ctypes.c_int32))
    types.update(dict.fromkeys(UINT8, ctypes.c_uint8))
    types.update({f"wald_{h}": getattr(_library, f"wald_{h}") for h in HANDLES})
    return types


def python_type(text):
    """The ctypes type that stands for a C type."""
    text = re.sub(r"\bconst\b", "", text)
    stars, base = text.count("*"), text.replace("*", " ").split()[0]
    if base == "void":
        return ctypes.c_void_p if stars else None
    if base in FUNCTION_TYPES:
        return getattr(_library, base)
    if base == "char":
        base, stars = ctypes.c_char_p, stars - 1
    else:
        base = c_types()[base]
    for _ in range(stars):
        base = POINTER(base)
    return base


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


def test_every_function_is_seen():
    assert len(declared()) == CODE.count("WALD_API ") - CODE.count("define WALD_API ") > 60
    symbols = SOURCE / "capi" / "symbols.txt"
    if symbols.exists():
        names = set(re.findall(r"\bwald_\w+", symbols.read_text()))
        assert set(declared()) == names


def test_table_is_the_header():
    header = declared()
    missing = set(header) - set(_library.FUNCTIONS) - set(NOT_BOUND)
    assert not missing, f"not in the table, nor in NOT_BOUND with a reason: {sorted(missing)}"
    assert not set(NOT_BOUND) & set(_library.FUNCTIONS)
    assert not (set(_library.FUNCTIONS) | set(NOT_BOUND)) - set(header)
    for name, (result, arguments) in _library.FUNCTIONS.items():
        assert header[name] == (result, tuple(arguments)), name


def test_declarations_reach_the_library():
    for name, (result, arguments) in _library.FUNCTIONS.items():
        function = getattr(_library.lib, name)
        assert function.restype is result and tuple(function.argtypes) == tuple(arguments)


def test_the_drift_check_notices(monkeypatch):
    """A check that finds nothing wrong is only worth something where it finds what is."""
    changed = dict(_library.FUNCTIONS)
    changed["wald_decide"] = (changed["wald_decide"][0], changed["wald_decide"][1][:-1])
    monkeypatch.setattr(_library, "FUNCTIONS", changed)
    try:
        test_table_is_the_header()
    except AssertionError:
        return
    raise RuntimeError("an argument too few went unnoticed")


def test_every_function_is_used():
    """A function that is declared and never called offers nothing."""
    package = SOURCE / "bindings" / "python" / "src" / "wald"
    rest = "".join(p.read_text() for p in package.glob("*.py") if p.name != "_library.py")
    own = (package / "_library.py").read_text()
    for name in _library.FUNCTIONS:
        assert f"lib.{name}" in rest + own or name in NOT_CALLED, name


def test_values():
    values = {name: int(number) for name, number in re.findall(r"\b(WALD_[A-Z0-9_]+) = (\d+)", CODE)}
    for kind, number in _options.KINDS.items():
        assert values.pop(f"WALD_{kind.upper()}") == number
    for average, number in _options.AVERAGES.items():
        assert values.pop(f"WALD_{average.upper()}") == number
    for fact, number in _decision.FACTS.items():
        assert values.pop(f"WALD_FACT_{fact.upper()}") == number
    for flag in wald.Properties:
        assert values.pop(f"WALD_{flag.name}") == flag
    assert values.pop("WALD_UNDECIDED") == wald.UNDECIDED
    assert values.pop("WALD_NOT_RATED") == wald.NOT_RATED
    for prefix, table in (("RULE", _threshold_options.RULES), ("GOAL", _threshold_options.GOALS),
                          ("SMOOTHING", _threshold_options.SMOOTHINGS), ("SETTING", _threshold_options.SETTINGS),
                          ("ARRAY", _thresholds.ARRAYS), ("FRONTIER", _operating_points.FRONTIER_FACTS),
                          ("CASCADE_SETTING", _cascade_options.SETTINGS), ("CASCADE", _cascade.FACTS),
                          ("CASCADE_ARRAY", _cascade.ARRAYS), ("SPLIT", _trees.SPLITS), ("MISSING", _trees.MISSING),
                          ("TASK", _dataset.TASKS), ("LEARNER_SETTING", _learner_options.SETTINGS),
                          ("LEARNER_METHOD", _learner_options.METHODS)):
        for name, number in table.items():
            assert values.pop(f"WALD_{prefix}_{name.upper()}") == number
    for name, number in _thresholds.FACTS.items():
        assert _library.lib.wald_threshold_fact_name(number).decode() == name
        assert values.pop(f"WALD_THRESHOLD_{name.removesuffix('_threshold').upper()}") == number
    for name, number in _cascade.FACTS.items():
        assert _library.lib.wald_cascade_fact_name(number).decode() == name
    for flag in wald.ThresholdFlags:
        assert _library.lib.wald_threshold_flag_name(flag).decode() == flag.name.lower()
        assert values.pop(f"WALD_{flag.name}") == flag
    for name in ("FLOAT64", "FLOAT32", "INT64", "INT32"):
        assert values.pop(f"WALD_{name}") == getattr(_arrays, name)
    assert values.pop("WALD_OK") == 0
    names = {number: _library.lib.wald_status_name(number).decode() for number in range(1, 9)}
    for number, cls in _errors._by_status.items():
        assert values.pop(names[number]) == number == cls("").status
        assert cls("").status_name == names[number]
    assert not values, f"values of the header that nothing here stands for: {values}"


def test_types_have_their_sizes():
    for name in INT32:
        assert re.search(rf"typedef int32_t {name};", CODE)
    for name in UINT8:
        assert re.search(rf"typedef uint8_t {name};", CODE)


def test_callbacks_have_their_types():
    types = dict(re.findall(r"typedef (?:\w+) \(\*(wald_\w+)\)\(([^)]*)\);", CODE))
    assert set(types) == set(FUNCTION_TYPES)
    for name, arguments in types.items():
        wanted = tuple(python_type(without_name(a)) for a in arguments.split(","))
        assert getattr(_library, name)._argtypes_ == wanted, name


def test_versions():
    assert wald.__version__ == (SOURCE / "VERSION").read_text().strip()
    numbers = [line for line in (SOURCE / "ABI_VERSION").read_text().split("\n") if line.isdigit()]
    assert [str(_library.ABI_VERSION)] == numbers
