"""Every request for memory of the library fails once within calls of the Python package, and then all from there on.

Run by run.py, which preloads failing.c. Each time the call must raise wald.OutOfMemoryError (or do without), what it
was given must be as it was, the call repeated must give the right answer, and nothing may be left behind.
"""

import gc
import os
import struct
import sys
import time
import warnings

import numpy as np
import wald
from scipy import sparse

ON, LEFT, MORE, ASKED, FAILED, BYTES, BLOCKS, LOST = range(8)
file = os.open(os.environ["WALD_FAILING"], os.O_RDWR)


def read(at):
    return struct.unpack("q", os.pread(file, 8, 8 * at))[0]


def write(at, value):
    os.pwrite(file, struct.pack("q", value), 8 * at)


RNG = np.random.default_rng(3)
P = RNG.random((9, 7))
Y = (RNG.random((9, 7)) < P).astype(np.uint8)
SCORES, LABELS = RNG.random((40, 2)), (RNG.random(40) < 0.4).astype(np.uint8)
VOTES = RNG.normal(size=(30, 5)) + RNG.normal(size=(30, 1))
X = RNG.normal(size=(24, 3))
XY = (X @ RNG.normal(size=(3, 4)) > 0).astype(np.uint8)
SPARSE = sparse.csr_array(np.where(P > 0.3, P, 0.0))
CHANCES = np.linspace(0.05, 0.95, 20)
TABLE = np.arange(64.0).reshape(4, 4, 4)


def plain(thing):
    """What an answer holds, to be compared."""
    if hasattr(thing, "save"):
        return thing.save()
    if isinstance(thing, np.ndarray):
        return repr(thing.tolist())  # so that NaN is NaN
    if isinstance(thing, (tuple, list)):
        return [plain(one) for one in thing]
    return repr(thing)


CALLS = {}


def call(name, prepare=lambda: None):
    """The function that follows is a call on what `prepare` makes."""
    def add(function):
        CALLS[name] = prepare, function
        return function
    return add


def estimator():
    return wald.Estimator.joint(Y, weights=np.arange(1.0, 10))


def sample():
    return wald.Sample(2).feed(LABELS, SCORES)


def stump(value):
    return dict(split=["below", "leaf", "leaf"], threshold=0.1, left=1, right=2, values=[0, -value, value])


def trees():
    made = wald.Trees(3)
    for value in (1.0, 2.0, -0.5):
        made.add(**stump(value))
    return made


def cascade():
    return wald.Cascade.fit(VOTES, alpha=0.05, folds=0)


def learner(name="lfp", **more):
    return wald.Learner.fit(name, X, XY, **({"c_values": [1.0]} if name == "lfp" else {}), **more)


def stages():
    sure = np.column_stack([SCORES[:, 0], np.ones(40)])
    return wald.Stages(2).feed(sure, answers=np.column_stack([LABELS ^ (SCORES[:, 1] > 0.8), LABELS]), truth=LABELS,
                               costs=[1, 10])


def binned():
    return wald.ThresholdPass("f1").feed(LABELS, SCORES[:, 0])


def table_pass():
    return wald.TablePass("f1").feed(P)


call("Metric")(lambda _: wald.Metric("lf:0:2:0:0/0:0:1:1"))
call("Metric.table")(lambda _: wald.Metric.table(TABLE).name)
call("decide a vector")(lambda _: wald.decide(P[0], "f1"))
for average in ("instance", "macro", "micro"):
    call(f"decide a table, {average}")(lambda _, a=average: wald.decide(P, "jaccard", average=a, threads=2))
call("decide a sparse table")(lambda _: wald.decide(SPARSE, "f1"))
call("decide labels, abstaining")(lambda _: wald.decide(P, "f1", abstain_label=0.1))
call("curve, expected, regret")(
    lambda _: [wald.curve(P[0], "f1"), wald.expected(P, "f1", Y), wald.regret(P, "f1", Y)])
call("distribution")(lambda _: wald.distribution(P[0], "f1", Y[0]))
call("compare")(lambda _: wald.compare(Y, Y[::-1], P > 0.5, "f1", samples=20))
call("worth")(lambda _: wald.worth(P, "f1", samples=20))
call("report")(lambda _: wald.report(Y, P, "f1"))
call("Estimator")(lambda _: estimator())
call("Estimator.feed", estimator)(lambda e: e.feed(Y, weights=np.ones(9)))
call("Estimator.merge", estimator)(lambda e: e.merge(estimator()))
call("Estimator.save, load", estimator)(lambda e: wald.Estimator.load(e.save()))
call("Estimator.to_counts, mode", estimator)(lambda e: [e.to_counts(), e.mode(), e.marginals()])
call("decide an estimator", estimator)(lambda e: wald.decide(e, "f1"))
call("Sample.feed", sample)(lambda s: s.feed(LABELS, SCORES))
call("Sample.merge", sample)(lambda s: s.merge(sample()))
call("Sample.save, load", sample)(lambda s: wald.Sample.load(s.save()))
call("Sample.load of bytes", sample)(lambda s: wald.Sample.load(s.save(binary=True)))
call("Sample.choose", sample)(lambda s: s.choose("f1", bootstrap=2, folds=2, threads=1))
call("Sample.frontier", sample)(lambda s: [s.frontier().roc_area, s.frontier().partial_areas(3)])
call("choose_threshold")(lambda _: wald.choose_threshold(LABELS, SCORES[:, 0], min_precision=0.5))
call("label_thresholds")(lambda _: wald.label_thresholds(Y, P, metric="f1"))
call("class_multipliers")(lambda _: wald.class_multipliers([0, 1, 2] * 3, P[:, :3], metric="f1"))
call("reliability")(lambda _: wald.reliability(LABELS, SCORES[:, 0]))
call("ThresholdPass.feed", binned)(lambda b: b.feed(LABELS, SCORES[:, 1]))
call("ThresholdPass.next", binned)(lambda b: b.copy().next())
call("TablePass.feed", table_pass)(lambda b: b.feed(P[::-1]))
call("CascadeScores")(lambda _: wald.CascadeScores(5).feed(VOTES).shape)
call("Cascade.fit")(lambda _: wald.Cascade.fit(VOTES, VOTES[::-1], alpha=0.05, max_disagreement=0.2, threads=2))
call("Cascade.apply, evaluate", cascade)(lambda c: [c.apply(VOTES), c.evaluate(VOTES)])
call("Cascade.save, load", cascade)(lambda c: wald.Cascade.load(c.save()))
call("Trees.add", trees)(lambda t: t.add(**stump(4.0)))
call("Trees.save, load, evaluate", trees)(lambda t: [wald.Trees.load(t.save()), t.evaluate(X)])
call("Cascade of trees", trees)(
    lambda t: wald.Cascade.fit(wald.CascadeScores.of_trees(t, X), alpha=0.1, folds=0).bind(t).apply_trees(X))
call("Cascade.run", cascade)(lambda c: c.run().decide(lambda model: VOTES[0, model]))
call("Learner.fit, lfp")(lambda _: learner())
call("Learner.fit, forest")(lambda _: learner("forest", trees=3))
call("Learner.fit, neighbours")(lambda _: learner("neighbours", neighbours=3))
call("Learner.probabilities", learner)(lambda made: made.probabilities(X))
call("Learner.decide", learner)(lambda made: made.decide(X, "f1", threads=2))
call("Learner.save, load", learner)(lambda made: wald.Learner.load(made.save()))
for kind in ("platt", "isotonic"):
    call(f"Calibration.fit, {kind}")(lambda _, name=kind: wald.Calibration.fit(name, LABELS, SCORES[:, 0]))
call("Stages.feed", stages)(lambda s: s.feed(np.ones((2, 2)), answers=[[0, 1], [1, 1]], truth=[1, 1], costs=[1, 2]))
call("Stages.save, load", stages)(lambda s: wald.Stages.load(s.save()))
call("Route.choose", stages)(lambda s: wald.Route.choose(s, min_quality=0.8))
call("Labelling")(lambda _: wald.Labelling(CHANCES, min_quality=0.5).next(3))


def state(thing):
    return plain(thing) if hasattr(thing, "save") else repr(thing)


def outstanding():
    gc.collect()
    return read(BYTES), read(BLOCKS)


failures = []


def fail_at(name, at, every, expected):
    """Whether the call came so far."""
    prepare, run = CALLS[name]
    thing = prepare()
    before = state(thing)
    where = f"{name}, request {at}{' and all after' if every else ''}"

    def complain(what):
        failures.append(where)
        print(f"{where}: {what}")

    write(MORE, (1 << 62) * every)
    write(FAILED, 0)
    write(LEFT, at)
    found = error = None
    try:
        found = run(thing)
    except BaseException as caught:  # noqa: BLE001
        error = type(caught), str(caught)
    write(LEFT, -1)
    reached = read(FAILED) > 0
    if error is not None:
        if not reached:
            complain(f"raises {error} of itself")
        elif error != (wald.OutOfMemoryError, "out of memory"):
            complain(f"raises {error}")
        if state(thing) != before:
            complain("what it was given has changed")
        found = run(thing)
    if plain(found) != expected:
        complain("another answer")
    return reached


def series(name, expected):
    """Each request of the call fails once, and then all from there on; of many the later ones in larger steps."""
    tried = 0
    for every in (False, True):
        at = 0
        while fail_at(name, at, every, expected) and len(failures) < 40:
            tried += 1
            at += max(1, at // (10 if every else 30))
    return tried


def main():
    warnings.simplefilter("ignore")
    total, only = 0, sys.argv[1:]
    write(LEFT, -1)
    write(ON, 1)
    for name, (prepare, run) in CALLS.items():
        if only and not any(word in name for word in only):
            continue
        expected = plain(run(prepare()))
        before = outstanding()
        began, tried = time.process_time(), series(name, expected)
        # What is kept for the next call, such as a thread's buffers, grows once; a leak grows each time.
        for _ in range(2):
            after, before = before, outstanding()
            if before <= after:
                break
            series(name, expected)
        else:
            failures.append(name)
            print(f"{name}: leaves {before[0] - after[0]} bytes in {before[1] - after[1]} blocks")
        print(f"{name}: {tried} requests failed, {time.process_time() - began:.2f} s")
        total += tried
    if read(LOST):
        failures.append("account")
        print("the account of what is held is incomplete")
    print(f"{len(CALLS)} calls, {total} requests failed, {len(failures)} failures")
    return 1 if failures or total < 3000 and not only else 0


if __name__ == "__main__":
    sys.exit(main())
