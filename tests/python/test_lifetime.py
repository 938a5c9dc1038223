"""Close, collection, memory, threads."""

import ctypes
import gc
import sys
import threading

import numpy as np
import pytest
import wald

RNG = np.random.default_rng(2)


class Heap(ctypes.Structure):
    """The allocator's own account (mallinfo2 of glibc)."""

    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


def held():
    """Bytes that are allocated by C and C++ (exact, other than the resident size), and Python's blocks."""
    gc.collect()
    library = ctypes.CDLL(None)
    library.mallinfo2.restype = Heap
    heap = library.mallinfo2()
    return heap.uordblks + heap.hblkhd, sys.getallocatedblocks()


def assert_flat(make, count):
    """What is made and dropped leaves less than 64 bytes and a fifth of a block of Python behind, in one round of three
    at least: what is kept for the next call, such as a thread's buffers, grows once, a leak in every round."""
    rounds, before = [], held()
    for _ in range(3):
        make(count // 3)
        after = held()
        rounds.append((after[0] - before[0], after[1] - before[1]))
        before = after
    print(f"\n{make.__name__}, {count} times: {rounds} bytes and blocks of Python")
    assert min(grown for grown, _ in rounds) < 64 * count / 3 and min(grown for _, grown in rounds) < count / 15


def test_close():
    m, e = wald.Metric("f1"), wald.Estimator.independent([0.5])
    d = wald.distribution(e, m, [1])
    for thing, noun, uses in (
        (m, "metric", [lambda: m.name, lambda: m.utility(0, 0, 0, 1), lambda: wald.decide([0.5], m),
                       lambda: wald.decide([[0.5]], m), lambda: wald.evaluate([1], [1], m)]),
        (e, "estimator", [lambda: e.kind, lambda: e.feed([0.1]), lambda: e.copy(), lambda: wald.decide(e, "f1"),
                          lambda: e.save(), lambda: wald.curve(e, "f1")]),
        (d, "distribution", [lambda: d.mean, lambda: d.quantile(0.5), lambda: d.atoms()]),
    ):
        assert not thing.closed
        thing.close()
        thing.close()
        assert thing.closed and "closed" in repr(thing)
        for use in uses:
            with pytest.raises(wald.ArgumentError, match=f"^{noun} is closed$"):
                use()


def test_with():
    with wald.Metric("f1") as m, wald.Estimator.independent([0.5]) as e, wald.distribution(e, m, [1]) as d:
        assert d.mean == 0.5
    assert m.closed and e.closed and d.closed


def test_closing_during_a_call():
    """The object lives until the call is over."""
    e = wald.Estimator.independent(RNG.random(2000))
    wanted = wald.decide(e, "gmean")
    found, begun = [], threading.Event()
    thread = threading.Thread(
        target=lambda: found.append(wald.decide(e, "gmean", progress=lambda fraction: begun.set())))
    thread.start()
    assert begun.wait(60)
    e.close()
    thread.join()
    assert found == [wanted] and e.closed


def objects(count):
    table = RNG.random((2, 3))
    for i in range(count):
        m = wald.Metric("fbeta:2")
        e = wald.Estimator.independent([0.5, 0.2])
        wald.decide(e, m, at_least=1)
        if i % 4 == 0:
            wald.decide(table, m)
            wald.distribution(e, m, [1, 0])
            e.copy().close()
        if i % 16 == 0:
            wald.Metric.custom(lambda tp, k, s, n: 1.0, "one")
        if i % 3 == 0:
            try:
                wald.Estimator.independent([2.0])
            except wald.ArgumentError:
                pass


def threshold_objects(count):
    s, y = RNG.random((6, 2)), [1, 0, 1, 0, 0, 1]
    for i in range(count):
        f = wald.Sample(2).feed(y, s)
        f.copy()
        f.choose("f1", baselines=False)
        if i % 4 == 0:
            f.frontier().partial_areas(1)
        if i % 16 == 0:
            wald.label_thresholds(np.eye(6)[:, :2], s)
            wald.class_multipliers([0, 1] * 3, s, progress=lambda fraction: None)
            wald.Sample.load(f.save())
        if i % 3 == 0:
            try:
                f.choose(max_fp=-1)
            except wald.ArgumentError:
                pass


def test_memory_of_thresholds_is_flat():
    """Frontiers, answers, options and points, created and dropped."""
    assert_flat(threshold_objects, 2000)


def cascade_objects(count):
    table = RNG.normal(size=(6, 2))
    for i in range(count):
        scores = wald.CascadeScores(2).feed(table)
        cascade = wald.Cascade.fit(scores)
        cascade.run().decide(lambda model: table[0, model])
        if i % 4 == 0:
            trees = wald.Trees(1).add(split=["leaf"], values=[1.0]).add(split=["leaf"], values=[2.0])
            wald.Cascade.load(cascade.bind(trees).save()).apply_trees([[0.0]])
            cascade.apply_function(6, lambda model, rows: table[rows, model])
        if i % 3 == 0:
            try:
                wald.Cascade.fit(scores, folds=1)
            except wald.ArgumentError:
                pass


def test_memory_of_cascades_is_flat():
    """Scores, cascades, runs and trees, created and dropped."""
    assert_flat(cascade_objects, 1000)


def learner_objects(count):
    rows, labels = RNG.normal(size=(8, 2)), np.array([[0, 1], [1, 0], [1, 1], [1, 0]] * 2)
    for i in range(count):
        learner = wald.Learner.fit("lfp", rows, labels, c_values=[1.0], calibration="none", label_names=["a", "b"])
        data = wald.Dataset(rows, classes=[0, 1] * 4, weights=np.ones(8))
        learner.decide(data, "f1")
        if i % 4 == 0:
            wald.Learner.load(learner.save()).estimator(rows, 1)
            calibration = wald.Calibration.fit("platt", truth=labels[:, 0], scores=rows[:, 0])
            wald.Calibration.load(calibration.save()).apply(scores=rows[:, 1])
        if i % 16 == 0:
            wald.Learner.fit("forest", rows, labels, trees=3, progress=lambda fraction: None).choices
        if i % 3 == 0:
            try:
                wald.Learner.fit("pcc", rows, labels, c_values=[1.0], chain_orders=[[0, 0]])
            except wald.ArgumentError:
                pass


def test_memory_of_learners_is_flat():
    """Datasets, learners, decisions, estimators and calibrations, created and dropped."""
    assert_flat(learner_objects, 600)


def test_closing_a_learner_during_a_call():
    rows = RNG.normal(size=(3000, 4))
    learner = wald.Learner.fit("pcc", rows[:200], rows[:200] > 0, c_values=[1.0])
    data, wanted = wald.Dataset(rows), learner.decide(rows, "f1")
    found, begun = [], threading.Event()
    thread = threading.Thread(
        target=lambda: found.append(learner.decide(data, "f1", progress=lambda fraction: begun.set())))
    thread.start()
    assert begun.wait(60)
    learner.close()
    data.close()
    thread.join()
    assert found == [wanted] and learner.closed


def test_eight_threads_and_a_feeder():
    """Reading together gives the same bits; feeding waits for reading."""
    s, y = RNG.random((300, 2)), RNG.integers(0, 2, 300)
    shared, fed = wald.Sample(2).feed(y, s), wald.Sample(2).feed(y, s)
    wanted = shared.choose("f1", bootstrap=20)
    failed = []

    def read():
        for i in range(8):
            try:
                assert shared.choose("f1", bootstrap=20, threads=1 + i % 2) == wanted
                assert len(fed) % 300 == 0 and fed.choose(max_fp=10).fp <= 10
            except BaseException as error:
                failed.append(error)
                return

    def feed():
        for _ in range(8):
            fed.feed(y, s)

    threads = [threading.Thread(target=target) for target in (read,) * 8 + (feed, feed)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed
    assert len(fed) == 300 * 17


def test_memory_is_flat():
    """Objects of every kind, created and dropped."""
    assert_flat(objects, 3000)


def test_eight_threads():
    m, e = wald.Metric("f1"), wald.Estimator.joint(RNG.integers(0, 2, (40, 12)))
    table = RNG.random((60, 12))
    wanted = (wald.decide(e, m), wald.decide(table, m).mask, wald.decide(table, "gmean").expected, e.marginals())
    failed = []

    def hammer(number):
        for i in range(50):
            try:
                got = (wald.decide(e, m), wald.decide(table, m, threads=1 + i % 2).mask,
                       wald.decide(table, "gmean").expected, e.marginals())
                assert got[0] == wanted[0] and all((a == b).all() for a, b in zip(got[1:], wanted[1:]))
                with pytest.raises(wald.ArgumentError, match=rf"probabilities\[0\] is {number + 2}: must"):
                    wald.decide([number + 2.0], m)
            except BaseException as error:
                failed.append(error)
                return

    threads = [threading.Thread(target=hammer, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed


def test_reading_within_a_read_while_another_thread_feeds():
    """Neither waits for the other for ever."""
    e = wald.Estimator.joint(np.eye(3, dtype=np.uint8))
    feeder = threading.Thread(target=lambda: e.feed([[1, 1, 1]]))

    def reads(tp, k, s, n):
        if not feeder.ident:
            feeder.start()
            feeder.join(0.05)  # it waits for this call
        return float(e.n_labels)

    assert wald.decide(e, wald.Metric.custom(reads)).expected == 3
    feeder.join(10)
    assert not feeder.is_alive() and e.n_fed == 4


def test_feeding_and_reading_together():
    e = wald.Estimator.joint(n_labels=6).feed(np.eye(6, dtype=np.uint8))
    failed = []

    def feed():
        for _ in range(200):
            e.feed(np.eye(6, dtype=np.uint8))

    def read():
        for _ in range(200):
            try:
                assert wald.decide(e, "f1").expected == pytest.approx(1 / 6 * 2 / 2, abs=1) and e.n_fed % 6 == 0
            except BaseException as error:
                failed.append(error)

    threads = [threading.Thread(target=f) for f in (feed, feed, read, read, read)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed
    assert e.n_fed == 6 * 401
