"""The C interface without the package's classes: what their answers are compared with, bit for bit."""

import ctypes
from ctypes import byref, c_double, c_int64, c_uint8

from wald._core.arrays import table_view
from wald._core.handles import numbers_of
from wald._core.library import lib
from wald._core.rows import FACTS
from wald._core.table import (comparison_p, decision_p, distribution_p, estimator_p, expectation_p, metric_p, options_p,
                              wald_array, wald_known, wald_name_row, wald_rows, wald_sparse)

KINDS = ["independent", "categorical", "joint", "counts"]
AVERAGES = ["instance", "macro", "micro"]
FLAGS = ["RISES_IN_TP", "FALLS_IN_K", "RISES_IN_TP_AND_K", "LINEAR_IN_TP", "LOSS", "THREAD_SAFE", "DEGENERATE"]
TYPES = {c_double: 0, c_int64: 2, c_uint8: 4}
# The numbers of the facts, as wald.h has them.
ANSWERS, K, EXPECTED, LOSS, BOUND, K_LOWEST, K_HIGHEST, NEXT_BEST, P_ZERO, ABSTAINED, ALGORITHM, WARNING = (
    FACTS["decision"][name].value
    for name in ("n_answers", "k", "expected", "loss", "bound", "k_lowest", "k_highest", "next_best", "p_zero", "abstained",
                 "algorithm", "warning")
)
MEAN, SD, STANDARD_ERROR, SAMPLES = (
    FACTS["distribution"][name].value for name in ("mean", "sd", "standard_error", "n_samples")
)


class Failed(Exception):
    def __init__(self, status):
        message = lib.wald_last_error().decode()
        self.status = f"WALD_{word('status', status).upper()}"
        super().__init__(message)


def word(vocabulary, value):
    """The name of a number."""
    row, i = wald_name_row(ctypes.sizeof(wald_name_row)), 0
    while lib.wald_name_list(vocabulary.encode(), i, byref(row)) == 0:
        if row.value == value:
            return row.name.decode()
        i += 1
    raise AssertionError(f"{vocabulary} has no {value}")


def ok(status):
    if status:
        raise Failed(status)


def array(values, rows, columns=1):
    """A table of numbers that C holds row by row; of one column a vector."""
    kind = TYPES[values._type_]
    made = wald_array(ctypes.sizeof(wald_array), ctypes.cast(values, ctypes.c_void_p), rows, columns, columns, 1, kind)
    made.kept = values
    return made


def real(x):
    return float(x) if not isinstance(x, str) else float.fromhex(x) if "0x" in x else float(x)


def doubles(values):
    return (c_double * max(len(values), 1))(*map(real, values))


def bytes_of(values):
    return (ctypes.c_uint8 * max(len(values), 1))(*values)


def longs(values):
    return (c_int64 * max(len(values), 1))(*values)


def flat(rows):
    return [x for row in rows for x in row]


def metric(spec, zero_division):
    out = metric_p()
    if isinstance(spec, str):
        ok(lib.wald_metric_create(spec.encode(), zero_division, byref(out)))
    else:
        flags = sum(1 << FLAGS.index(f) for f in spec["declared"])
        values = spec["values"]
        name = spec["name"].encode()
        ok(lib.wald_metric_create_table(doubles(values), len(values), spec["n"], name, flags, byref(out)))
    return out


def estimator(given):
    kind = given["kind"]
    out = estimator_p()
    ok(lib.wald_estimator_create(KINDS.index(kind), given.get("n_labels", 0), byref(out)))
    if kind in ("independent", "categorical"):
        p = given["probabilities"]
        ok(lib.wald_estimator_feed_probabilities(out, array(doubles(p), len(p))))
    elif kind == "joint":
        vectors, weights = given["vectors"], given.get("weights")
        if vectors:
            w = array(doubles(weights), len(weights)) if weights is not None else None
            ok(lib.wald_estimator_feed_vectors(out, table_view(array(bytes_of(flat(vectors)), len(vectors), len(vectors[0]))), w))
    else:
        for t in given["tables"]:
            table, p_s = t["table"], t.get("p_s")
            shown = array(doubles(flat(table)), len(table), len(table[0]))
            sizes = array(doubles(p_s), len(p_s)) if p_s is not None else None
            ok(lib.wald_estimator_feed_counts(out, shown, real(t["p_zero"]), sizes, real(t["weight"])))
    return out


def options(wanted):
    """Every option as a person writes it."""
    out = options_p()
    ok(lib.wald_options_create(b"decisions", byref(out)))
    for name, value in (wanted or {}).items():
        word = name in ("algorithm", "average", "ties")
        text = (",".join(map(str, value)) if isinstance(value, list) else value if word
                else repr(real(value)) if name in ("abstain", "abstain_label") else str(int(value)))
        ok(lib.wald_options_set_text(out, name.encode(), text.encode()))
    return out


def number(decision, fact, answer):
    value = c_double()
    ok(lib.wald_number(decision, fact, answer, byref(value)))
    return value.value


def text(decision, answer, fact):
    value = ctypes.c_char_p()
    ok(lib.wald_text(decision, fact, answer, byref(value)))
    return value.value.decode()


def answers(decision):
    found = []
    for i in range(int(number(decision, ANSWERS, 0))):
        size = c_int64()
        ok(lib.wald_decision_items(decision, i, 1, None, None, 0, byref(size)))
        items = longs([0] * size.value)
        ok(lib.wald_decision_items(decision, i, 1, None, items, size.value, byref(size)))
        numbers = {name: number(decision, fact, i) for name, fact in
                   (("k", K), ("expected", EXPECTED), ("loss", LOSS), ("bound", BOUND), ("next_best", NEXT_BEST),
                    ("p_zero", P_ZERO), ("abstained", ABSTAINED), ("low", K_LOWEST), ("high", K_HIGHEST))}
        limits = numbers.pop("low"), numbers.pop("high")
        found.append({"indices": list(items)[: size.value], "k_range": limits, **numbers,
                      "algorithm": text(decision, i, ALGORITHM), "warning": text(decision, i, WARNING)})
    return found


def decision():
    out = decision_p()
    ok(lib.wald_decision_create(byref(out)))
    return out


def decide(case):
    out = decision()
    ok(lib.wald_decide(metric(case["metric"], case["zero_division"]), estimator(case["given"]),
                       options(case.get("options")), out))
    return answers(out)[0]


def decide_table(case):
    """The answers, expected utilities, and the mask (None for compressed rows)."""
    out, m, o = decision(), metric(case["metric"], case["zero_division"]), options(case.get("options"))
    kind = KINDS.index(case["kind"])
    if case["call"] == "decide_csr":
        c = case["csr"]
        expected = doubles([0.0] * max(c["n_rows"], c["n_labels"]))
        kept = longs(c["indptr"]), longs(c["indices"]), doubles(c["values"])
        parts = [ctypes.cast(each, ctypes.c_void_p) for each in kept]
        types = TYPES[c_int64], TYPES[c_double]
        rows = wald_sparse(ctypes.sizeof(wald_sparse), *parts, c["n_rows"], c["n_labels"], *types)
        ok(lib.wald_decide_table(m, kind, table_view(rows), o, None, expected, out))
        found = answers(out)
        return found, list(expected)[: len(found)], None
    rows, cols = shape(case)
    expected, mask = doubles([0.0] * max(rows, cols, 1)), bytes_of([0] * (rows * cols))
    table, result = array(doubles(flat(case["table"])), rows, cols), array(mask, rows, cols)
    ok(lib.wald_decide_table(m, kind, table_view(table), o, result, expected, out))
    found = answers(out)
    return found, list(expected)[: len(found)], [list(mask)[i * cols : (i + 1) * cols] for i in range(rows)]


def shape(case):
    table = case["table"]
    return len(table), case.get("n_labels", len(table[0]) if table else 0)


def expected_rows(case):
    rows, cols = shape(case)
    average = (case.get("options") or {}).get("average", "instance")
    count = {"instance": rows, "macro": cols, "micro": 1}[average]
    expected, regret = doubles([0.0] * count), doubles([0.0] * count)
    table, h = (array(made, rows, cols) for made in (doubles(flat(case["table"])), bytes_of(flat(case["prediction"]))))
    made = expectation_p()
    ok(lib.wald_expectation_create(metric(case["metric"], case["zero_division"]),
                                   known(probabilities=ctypes.pointer(table), kind=KINDS.index(case["kind"])), h,
                                   options(case.get("options")), 1, byref(made)))
    for name, out in (("expected", expected), ("regret", regret)):
        ok(lib.wald_numbers(made, FACTS["expectation"][name].value, 0, out, count, None))
    lib.wald_destroy(made)
    return list(expected)[:count], list(regret)[:count]


def known(**of):
    return wald_known(ctypes.sizeof(wald_known), **of)


def judge(case):
    """(expected, error), or (regret, bound)."""
    made, h = expectation_p(), case["prediction"]
    ok(lib.wald_expectation_create(metric(case["metric"], case["zero_division"]), known(estimator=estimator(case["given"])),
                                   array(bytes_of(h), len(h)), options(case.get("options")), 1, byref(made)))
    found = numbers_of("expectation", made)
    lib.wald_destroy(made)
    return tuple(found[name] for name in
                 (("expected", "error") if case["call"] == "expected" else ("regret", "regret_bound")))


def curve(case):
    m, e, o = metric(case["metric"], case["zero_division"]), estimator(case["given"]), options(case.get("options"))
    needed = c_int64()
    ok(lib.wald_curve(m, e, o, None, 0, byref(needed)))
    out = doubles([0.0] * needed.value)
    ok(lib.wald_curve(m, e, o, out, needed.value, byref(needed)))
    return list(out)


def distribution(case):
    out, h, needed = distribution_p(), case["prediction"], c_int64()
    ok(lib.wald_distribution_create(metric(case["metric"], case["zero_division"]), estimator(case["given"]),
                                    array(bytes_of(h), len(h)), options(case.get("options")), byref(out)))
    facts = {}
    for name, fact in (("mean", MEAN), ("sd", SD), ("standard_error", STANDARD_ERROR), ("n_samples", SAMPLES)):
        value = c_double()
        ok(lib.wald_number(out, fact, 0, byref(value)))
        facts[name] = value.value
    lists = [FACTS["distribution"][name].value for name in ("values", "probabilities")]
    ok(lib.wald_numbers(out, lists[0], 0, None, 0, byref(needed)))
    values, masses = doubles([0.0] * needed.value), doubles([0.0] * needed.value)
    for fact, to in zip(lists, (values, masses)):
        ok(lib.wald_numbers(out, fact, 0, to, needed.value, byref(needed)))
    return {**facts, "values": list(values), "probabilities": list(masses)}


def evaluate(case):
    y, h, w = case["truth"], case["prediction"], case.get("weights")
    rows, cols = len(y), len(y[0])
    value, undecided = c_double(), c_int64()
    weights = array(doubles(w), len(w)) if w is not None else None
    ok(lib.wald_evaluate(metric(case["metric"], case["zero_division"]), array(bytes_of(flat(y)), rows, cols),
                         array(bytes_of(flat(h)), rows, cols), weights, options({"average": case["average"]}),
                         byref(value), byref(undecided)))
    return value.value, undecided.value


def compare(case):
    rows, cols = len(case["truth"]), len(case["truth"][0])
    tables = [array(bytes_of(flat(case[name])), rows, cols) for name in ("truth", "a", "b")]
    w, g = case.get("weights"), case.get("groups")
    weights = array(doubles(w), len(w)) if w is not None else None
    groups = array((c_int64 * len(g))(*g), len(g)) if g is not None else None
    rows_ = wald_rows(ctypes.sizeof(wald_rows), *(None if x is None else ctypes.pointer(x) for x in (weights, groups)))
    made = comparison_p()
    ok(lib.wald_comparison_create(metric(case["metric"], case["zero_division"]), *tables, byref(rows_),
                                  options({"average": case["average"], **(case.get("options") or {})}), byref(made)))
    found = numbers_of("comparison", made)
    lib.wald_destroy(made)
    return found
