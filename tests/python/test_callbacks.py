"""Exceptions out of callbacks, cancellation, interrupts."""

import ctypes
import os
import signal
import sys
import threading
import time

import numpy as np
import pytest
import wald

RNG = np.random.default_rng(1)
BIG = RNG.random((3000, 3000))
ROWS = RNG.normal(size=(300, 5))
LEARNER = wald.Learner.fit("pcc", ROWS, ROWS > 0, c_values=[1.0])


class Odd(Exception):
    pass


def raising_at(n):
    calls = [0]

    def metric(tp, k, s, n_):
        calls[0] += 1
        if calls[0] == n:
            raise Odd(f"call {n}")
        return float(tp)

    return metric, calls


@pytest.mark.parametrize("n", [1, 5, 20])
def test_exceptions_of_metrics(n):
    function, calls = raising_at(n)
    m = wald.Metric.custom(function)
    with pytest.raises(Odd, match=f"call {n}"):
        wald.decide(RNG.random(6), m)
    assert calls[0] == n  # it is not called again
    assert wald.decide([0.9, 0.1], m).k >= 0  # and nothing of it is left


def test_exceptions_everywhere():
    def bad(tp, k, s, n):
        raise Odd

    m = wald.Metric.custom(bad)
    table = RNG.random((4, 3))
    h = np.ones((4, 3), int)
    for call in (lambda: m.utility(0, 0, 0, 1), lambda: wald.decide([0.5], m), lambda: wald.decide(table, m),
                 lambda: wald.decide(table, m, threads=2), lambda: wald.expected([0.5], m, [1]),
                 lambda: wald.regret([0.5], m, [1]), lambda: wald.expected(table, m, h), lambda: wald.curve([0.5], m),
                 lambda: wald.regret(table, m, h), lambda: wald.distribution([0.5], m, [1]),
                 lambda: wald.evaluate(h, h, m)):
        with pytest.raises(Odd):
            call()
    with pytest.raises((TypeError, ValueError)):
        wald.decide([0.5], wald.Metric.custom(lambda tp, k, s, n: "x"))
    with pytest.raises(TypeError):
        wald.decide([0.5], wald.Metric.custom(lambda tp: 1.0))


def at_depth(n, call):
    return call() if n <= 0 else at_depth(n - 1, call)


def test_too_deep_a_recursion_is_no_zero():
    """An exception raised as the callback is entered must not become the answer 0."""
    m = wald.Metric.custom(lambda tp, k, s, n: 1.0 + tp)
    seen = []

    def down():
        try:
            seen.append(m.utility(0, 0, 0, 1))
        except (RecursionError, ctypes.ArgumentError):
            seen.append("refused")
            raise
        down()

    with pytest.raises((RecursionError, ctypes.ArgumentError), match="recursion"):
        down()
    limit = sys.getrecursionlimit()
    for extra in range(60):  # every depth at which a step of the call may be the one too many
        try:
            seen.append(at_depth(limit - 150 + extra * 2, lambda: m.utility(0, 0, 0, 1)))
        except (RecursionError, ctypes.ArgumentError):
            seen.append("refused")
    assert "refused" in seen
    assert set(seen) <= {1.0, "refused"}


def test_metrics_may_call_the_library():
    inner = wald.Metric("f1")

    def nested(tp, k, s, n):
        wald.decide([0.5, 0.4], inner)
        try:
            wald.decide([2.0], inner)
        except wald.ArgumentError:
            pass
        return inner.utility(tp, k, s, n)

    p = [0.9, 0.4, 0.3]
    wanted = wald.decide(p, "f1").expected
    assert wald.decide(p, wald.Metric.custom(nested)).expected == pytest.approx(wanted, abs=1e-15)


def test_feeding_what_is_being_decided():
    e = wald.Estimator.independent([0.5, 0.4])

    def feeds(tp, k, s, n):
        e.feed([0.1])
        return 0.0

    with pytest.raises(wald.ArgumentError, match="in use by the call that this callback belongs to"):
        wald.decide(e, wald.Metric.custom(feeds))
    assert e.feed([0.1]).n_labels == 3


def test_progress():
    seen = []
    wald.decide(BIG, "f1", progress=seen.append)
    assert seen and seen == sorted(seen) and seen[0] >= 0 and seen[-1] <= 1
    with pytest.raises(wald.Cancelled, match="cancelled by the progress callback") as caught:
        wald.decide(BIG, "f1", progress=lambda fraction: False)
    assert caught.value.status_name == "WALD_CANCELLED"
    assert wald.decide(BIG[:5], "f1", progress=lambda fraction: None).shape == (5, 3000)

    def bad(fraction):
        raise Odd("progress")

    with pytest.raises(Odd, match="progress"):
        wald.decide(BIG, "f1", progress=bad)


def interrupt_after(seconds):
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


@pytest.mark.parametrize("long", [
    lambda: wald.decide(BIG, "gmean"),
    lambda: wald.decide(BIG, "gmean", threads=2),
    lambda: wald.decide(RNG.random(3000), wald.Metric.custom(lambda tp, k, s, n: tp / (k + s + 1), rises_in_tp=True)),
    lambda: wald.Cascade.fit(RNG.normal(size=(30000, 500))),
    lambda: wald.Learner.fit("forest", RNG.normal(size=(20000, 60)), RNG.integers(0, 2, (20000, 5)), trees=9000),
    lambda: LEARNER.decide(np.tile(ROWS, (3000, 1)), "jaccard"),
    lambda: wald.Cascade.fit(RNG.normal(size=(9, 2))).apply_function(9, lambda model, rows: time.sleep(9)),
], ids=["table", "threads", "custom", "cascade", "learner", "decisions of a learner", "scores of a cascade"])
def test_interrupts(long):
    hook = sys.unraisablehook
    start = time.monotonic()
    timer = interrupt_after(0.3)
    with pytest.raises(KeyboardInterrupt):
        long()
    assert time.monotonic() - start < 20
    timer.join()
    assert sys.unraisablehook is hook


def test_calls_from_other_threads():
    found = []

    def work():
        found.append(wald.decide(BIG[:50], "f1").expected.sum())
        try:
            wald.decide([0.5], wald.Metric.custom(lambda *a: 1 / 0))
        except ZeroDivisionError:
            found.append("raised")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [wald.decide(BIG[:50], "f1").expected.sum(), "raised"]
