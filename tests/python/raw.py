"""The C interface without the package's classes: what their answers are compared with, bit for bit."""

import ctypes
from ctypes import byref, c_double, c_int32, c_int64

from wald._library import decision_p, distribution_p, estimator_p, lib, metric_p, options_p

KINDS = ["independent", "categorical", "joint", "counts"]
AVERAGES = ["instance", "macro", "micro"]
FLAGS = ["RISES_IN_TP", "FALLS_IN_K", "RISES_IN_TP_AND_K", "LINEAR_IN_TP", "LOSS", "THREAD_SAFE", "DEGENERATE"]


class Failed(Exception):
    def __init__(self, status):
        self.status = lib.wald_status_name(status).decode()
        super().__init__(lib.wald_last_error().decode())


def ok(status):
    if status:
        raise Failed(status)


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
        ok(lib.wald_estimator_feed_probabilities(out, doubles(p), 0, len(p), 1))
    elif kind == "joint":
        vectors, weights = given["vectors"], given.get("weights")
        if vectors:
            n = len(vectors[0])
            w = doubles(weights) if weights is not None else None
            ok(lib.wald_estimator_feed_vectors(out, bytes_of(flat(vectors)), len(vectors), n, n, 1, w, 0, 1))
    else:
        for t in given["tables"]:
            table, p_s = t["table"], t.get("p_s")
            columns = len(table[0])
            sizes = doubles(p_s) if p_s is not None else None
            ok(lib.wald_estimator_feed_counts(out, doubles(flat(table)), 0, len(table), columns, columns, 1,
                                              real(t["p_zero"]), sizes, real(t["weight"])))
    return out


def options(wanted):
    out = options_p()
    ok(lib.wald_options_create(byref(out)))
    wanted = wanted or {}
    if "at_least" in wanted or "at_most" in wanted:
        ok(lib.wald_options_set_k(out, wanted.get("at_least", 0), wanted.get("at_most", -1)))
    if "algorithm" in wanted:
        ok(lib.wald_options_set_algorithm(out, wanted["algorithm"].encode()))
    if "average" in wanted:
        ok(lib.wald_options_set_average(out, AVERAGES.index(wanted["average"])))
    if "abstain" in wanted:
        ok(lib.wald_options_set_abstain(out, real(wanted["abstain"])))
    if "threads" in wanted:
        ok(lib.wald_options_set_threads(out, wanted["threads"]))
    if "draws" in wanted or "seed" in wanted:
        ok(lib.wald_options_set_draws(out, int(wanted.get("seed", 0)), wanted.get("draws", 10000)))
    return out


def fact(function, decision, answer, ctype):
    value = ctype()
    ok(function(decision, answer, byref(value)))
    return value.value


def answers(decision):
    count, n = c_int64(), c_int64()
    ok(lib.wald_decision_count(decision, byref(count)))
    ok(lib.wald_decision_n(decision, byref(n)))
    found = []
    for i in range(count.value):
        size, low, high = c_int64(), c_int64(), c_int64()
        ok(lib.wald_decision_indices(decision, i, None, 0, byref(size)))
        items = longs([0] * size.value)
        ok(lib.wald_decision_indices(decision, i, items, size.value, byref(size)))
        ok(lib.wald_decision_k_range(decision, i, byref(low), byref(high)))
        found.append({
            "indices": list(items)[: size.value],
            "k": fact(lib.wald_decision_k, decision, i, c_int64),
            "expected": fact(lib.wald_decision_expected, decision, i, c_double),
            "loss": fact(lib.wald_decision_loss, decision, i, c_double),
            "bound": fact(lib.wald_decision_bound, decision, i, c_double),
            "next_best": fact(lib.wald_decision_next_best, decision, i, c_double),
            "p_zero": fact(lib.wald_decision_p_zero, decision, i, c_double),
            "k_range": (low.value, high.value),
            "abstained": fact(lib.wald_decision_abstained, decision, i, c_int32),
            "algorithm": fact(lib.wald_decision_algorithm, decision, i, ctypes.c_char_p).decode(),
            "warning": fact(lib.wald_decision_warning, decision, i, ctypes.c_char_p).decode(),
        })
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
        ok(lib.wald_decide_csr(m, kind, longs(c["indptr"]), longs(c["indices"]), 0, doubles(c["values"]), 0,
                               c["n_rows"], c["n_labels"], o, expected, out))
        found = answers(out)
        return found, list(expected)[: len(found)], None
    rows, cols = shape(case)
    expected, mask = doubles([0.0] * max(rows, cols, 1)), bytes_of([0] * (rows * cols))
    ok(lib.wald_decide_rows(m, kind, doubles(flat(case["table"])), 0, rows, cols, cols, 1, o, mask, cols, 1, expected,
                            out))
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
    ok(lib.wald_expected_rows(metric(case["metric"], case["zero_division"]), KINDS.index(case["kind"]),
                              doubles(flat(case["table"])), 0, rows, cols, cols, 1, bytes_of(flat(case["prediction"])),
                              cols, 1, options(case.get("options")), expected, regret))
    return list(expected)[:count], list(regret)[:count]


def judge(case):
    function = lib.wald_expected if case["call"] == "expected" else lib.wald_regret
    value, limit = c_double(), c_double()
    h = case["prediction"]
    ok(function(metric(case["metric"], case["zero_division"]), estimator(case["given"]), bytes_of(h), len(h), 1,
                options(case.get("options")), byref(value), byref(limit)))
    return value.value, limit.value


def curve(case):
    m, e, o = metric(case["metric"], case["zero_division"]), estimator(case["given"]), options(case.get("options"))
    needed = c_int64()
    ok(lib.wald_curve(m, e, o, None, 0, byref(needed)))
    out = doubles([0.0] * needed.value)
    ok(lib.wald_curve(m, e, o, out, needed.value, byref(needed)))
    return list(out)


def distribution(case):
    out = distribution_p()
    ok(lib.wald_distribution_create(byref(out)))
    h = case["prediction"]
    ok(lib.wald_distribution_compute(out, metric(case["metric"], case["zero_division"]), estimator(case["given"]),
                                     bytes_of(h), len(h), 1, options(case.get("options"))))
    mean, sd, error, draws, needed = c_double(), c_double(), c_double(), c_int64(), c_int64()
    ok(lib.wald_distribution_moments(out, byref(mean), byref(sd), byref(error)))
    ok(lib.wald_distribution_draws(out, byref(draws)))
    ok(lib.wald_distribution_atoms(out, None, None, 0, byref(needed)))
    values, masses = doubles([0.0] * needed.value), doubles([0.0] * needed.value)
    ok(lib.wald_distribution_atoms(out, values, masses, needed.value, byref(needed)))
    return {"mean": mean.value, "sd": sd.value, "standard_error": error.value, "draws": draws.value,
            "values": list(values), "probabilities": list(masses)}


def evaluate(case):
    y, h, w = case["truth"], case["prediction"], case.get("weights")
    rows, cols = len(y), len(y[0])
    value, undecided = c_double(), c_int64()
    ok(lib.wald_evaluate(metric(case["metric"], case["zero_division"]), AVERAGES.index(case["average"]), rows, cols,
                         bytes_of(flat(y)), cols, 1, bytes_of(flat(h)), cols, 1,
                         doubles(w) if w is not None else None, 0, 1, byref(value), byref(undecided)))
    return value.value, undecided.value
