"""The calls of the conformance cases that concern thresholds."""

import math

import numpy as np
import raw
import wald


def reals(x):
    return [reals(v) for v in x] if isinstance(x, list) else raw.real(x)


LIMITS = ("min_precision", "min_recall", "max_fp", "max_alerts", "max_fpr", "max_alert_rate")


def numbers(x):
    return None if x is None else np.array(reals(x), np.float64)


def near(got, wanted, tolerance):
    got = np.ravel(np.asarray(got, np.float64))
    wanted = np.ravel(numbers(wanted if isinstance(wanted, list) else [wanted]))
    assert got.shape == wanted.shape
    same = (got == wanted) | (np.isnan(got) & np.isnan(wanted))
    assert (np.abs(got[~same] - wanted[~same]) <= tolerance).all(), (got.tolist(), wanted.tolist())


def labels_of(labels):
    """Python has NaN for a row that is not rated, where the cases have 2."""
    return [labels_of(each) if isinstance(each, list) else wald.NOT_RATED if each == 2 else each for each in labels]


class Rows:
    def __init__(self, rows):
        self.n_scores, self.rule = rows["n_scores"], rows["rule"]
        self.labels = labels_of(rows["labels"])
        self.scores = numbers(rows["scores"]).reshape(len(self.labels), self.n_scores)
        self.weights, self.cut = numbers(rows["weights"]), numbers(rows["rated_from"])

    def empty(self):
        return wald.Sample(self.n_scores, rule=self.rule, rated_from=self.cut)

    def feed(self, to, rows):
        weights = None if self.weights is None else self.weights[rows]
        return to.feed(self.labels[rows], self.scores[rows], weights)

    def sample(self):
        return self.feed(self.empty(), slice(None))

    def merged(self):
        """The same rows one by one, from the last, half of them through another frontier."""
        parts = self.empty(), self.empty()
        for i in reversed(range(len(self.labels))):
            self.feed(parts[i % 2], slice(i, i + 1))
        return parts[0].merge(parts[1])


def asked_of(case):
    asked = {name: value if isinstance(value, str) and name in ("goal", "metric", "parity", "smoothing") else reals(value)
             for name, value in case["asked"].items()}
    zero = asked.pop("zero_division", 1)
    if "metric" in asked:
        asked["metric"] = wald.Metric(asked["metric"], int(zero))
    return asked


def table(case, name="scores"):
    return numbers(case[name]).reshape(len(case[name]), -1)


def costs_of(case):
    """By truth and decision."""
    return None if "costs" not in case else numbers(case["costs"]).reshape(2 * [len(case["scores"][0])])


def segment_thresholds(case):
    """An answer for each tolerance; limits by their names."""
    limits = None
    if "limits" in case:
        limits = {name: {segment: row[k] for segment, row in enumerate(reals(case["limits"])) if not math.isnan(row[k])}
                  for k, name in enumerate(LIMITS)}
    amounts = {name: numbers(case.get(name)) for name in ("weights", "benefits", "costs")}
    found = wald.segment_thresholds(case["labels"], numbers(case["scores"]), case["segments"], limits=limits, **amounts,
                                    **asked_of(case))
    return found.answers if "tolerance" in case["asked"] else (found,)


def run(case):
    """The call of a case by the package."""
    call = case["call"]
    if call == "frontier":
        return Rows(case["rows"]).sample()
    if call == "choose":
        rows = Rows(case["rows"])
        found = rows.sample().choose(**asked_of(case))
        if rows.n_scores == 1 and rows.rule == "or" and rows.cut is None:
            alone = wald.choose_threshold(rows.labels, rows.scores[:, 0], weights=rows.weights, **asked_of(case))
            assert repr(alone) == repr(found) and near(alone.next_lower, found.next_lower.tolist(), 0) is None
        return found
    if call == "operating_points":
        return Rows(case["rows"]).sample().frontier(**asked_of(case))
    if call == "apply_thresholds":
        return wald.apply_thresholds(numbers(case["thresholds"]), table(case), rule=case["rule"])
    if call == "label_thresholds":
        return wald.label_thresholds(labels_of(case["labels"]), table(case), average=case["average"],
                                     weights=numbers(case.get("weights")), groups=case.get("groups"), **asked_of(case))
    if call == "segment_thresholds":
        return segment_thresholds(case)
    if call == "class_multipliers":
        metric = wald.Metric(case["metric"], case["zero_division"]) if "metric" in case else None
        return wald.class_multipliers(case["truth"], table(case), metric=metric, costs=costs_of(case),
                                      average=case.get("average", "macro"), weights=numbers(case.get("weights")))
    if call == "apply_classes":
        return wald.apply_classes(table(case), multipliers=numbers(case.get("multipliers")),
                                  costs=costs_of(case))
    if call == "match_detections":
        (places, truths), (others, found) = (([int(row[0]) for row in case[name]], [row[1:] for row in case[name]])
                                             for name in ("truths", "detections"))  # fmt: skip
        return wald.match_detections(truths, found, case["scores"], truth_images=places, images=others, crowds=case["crowds"],
                                     min_overlap=case["min_overlap"])
    if call == "decision_curve":
        asked = asked_of(case)
        if "reference" in asked:
            asked["reference"] = int(asked["reference"])
        return wald.decision_curve(labels_of(case["labels"]), table(case, "probabilities"),
                                   thresholds=numbers(case["thresholds"]), weights=numbers(case.get("weights")),
                                   **asked)
    if call == "reliability":
        return wald.reliability(labels_of(case["labels"]), numbers(case["probabilities"]),
                                weights=numbers(case.get("weights")), **asked_of(case))
    if call == "abstention_zone":
        costs = reals(case["costs"])
        return Rows(case["rows"]).sample().abstention_zone(
            false_positive_cost=costs[0], false_negative_cost=costs[1], abstention_cost=costs[2])
    raise AssertionError(f"{call} is not known here")


def check(case):
    got, call, tolerance = run(case), case["call"], case.get("tolerance", 0)
    wanted = case.get("expect")
    if wanted is not None:
        globals()[f"check_{call}"](case, got, wanted, tolerance)
    if call == "choose":
        check_same_bits(case, got)


def check_frontier(case, got, wanted, tolerance):
    totals = got.totals
    assert totals.n_rows == len(got) == wanted["n_rows"]
    for name in ("positives", "negatives", "unrated"):
        near(getattr(totals, name), wanted[name], tolerance)
    for thresholds, *counts in wanted["counts"]:
        near(got.count(reals(thresholds)), counts, tolerance)
    near(got.roc_area, wanted["auc"], tolerance)
    saved = got.save()
    assert wald.Sample.load(saved).save() == saved == Rows(case["rows"]).merged().save()


def check_choose(case, got, wanted, tolerance):
    assert got.method == wanted["method"]
    for name, value in wanted["facts"].items():
        near(getattr(got, name), value, tolerance)
    assert sorted(got.flags.names) == wanted["flags"]
    if "thresholds" in wanted:
        near(got.thresholds, wanted["thresholds"], tolerance)
    for name, limits in wanted.get("intervals", {}).items():
        near(got.intervals[name][:2], limits, tolerance)
        assert got.intervals[name].exact


def check_same_bits(case, got):
    """What the thresholds flag is what the answer says of them, and the answer the same whichever way it is asked."""
    rows, asked = Rows(case["rows"]), asked_of(case)
    held = rows.sample()
    if not math.isnan(got.thresholds[0]):
        assert held.count(got.thresholds) == (got.tp, got.fp, got.unrated)
        assert (got.apply(rows.scores) == wald.apply_thresholds(got.thresholds, rows.scores, rule=rows.rule)).all()
    for again in (rows.merged(), held.copy(), wald.Sample.load(held.save())):
        other = again.choose(**asked)
        if "max_fdr" in asked:  # p-values are in the order of feeding, which only a copy keeps
            assert sorted(other.p_values) == sorted(got.p_values) and (other.thresholds == got.thresholds).all()
        else:
            assert other == got
    assert held.choose(**{**asked, "threads": 3}) == got


def check_operating_points(case, got, wanted, tolerance):
    near(got.tp, wanted["tp"], tolerance)
    near(got.fp, wanted["fp"], tolerance)
    assert got.on_hull.astype(int).tolist() == wanted["on_hull"]
    for name, value in wanted["facts"].items():
        near(getattr(got, name), value, tolerance)
    held = Rows(case["rows"]).sample()
    for thresholds, tp, fp in zip(got.thresholds, got.tp, got.fp):
        assert held.count(thresholds)[:2] == (tp, fp)


def check_apply_thresholds(case, got, wanted, tolerance):
    assert got.tolist() == wanted["flagged"]


def check_label_thresholds(case, got, wanted, tolerance):
    for name in ("tp", "fp"):
        if name in wanted:
            near(getattr(got, name), wanted[name], tolerance)
    near(got.value, wanted["value"], tolerance)
    assert (got.feasible, got.exact) == (wanted["feasible"], wanted["exact"])
    if "prevalence" in case["asked"]:
        return
    chosen, labels = got.apply(table(case)) == 1, np.array(case["labels"])
    assert (got.tp == (chosen & (labels == 1)).sum(axis=0)).all()
    assert (got.fp == (chosen & (labels == 0)).sum(axis=0)).all()


def check_segment_thresholds(case, got, wanted, tolerance):
    weights = numbers(case["weights"]) if "weights" in case else np.ones(len(case["labels"]))
    labels = np.array(case["labels"])
    assert len(got) == len(wanted["answers"])
    for answer, expected in zip(got, wanted["answers"]):
        assert answer.names == tuple(range(case["n_segments"]))
        for name, value in expected["facts"].items():
            near(getattr(answer, name), value, tolerance)
        for name, values in expected["segments"].items():
            near(answer.by_segment[name], values, tolerance)
        if "prevalence" in case["asked"]:
            continue
        chosen = answer.apply(numbers(case["scores"]), case["segments"]) == 1
        assert answer.tp == weights[chosen & (labels == 1)].sum()
        assert answer.fp == weights[chosen & (labels == 0)].sum()


def check_class_multipliers(case, got, wanted, tolerance):
    near([got.value, got.start], [wanted["value"], wanted["start"]], tolerance)
    confusion = np.zeros_like(got.confusion)
    np.add.at(confusion, (case["truth"], got.apply(table(case))), 1)
    assert (confusion == got.confusion).all()


def check_apply_classes(case, got, wanted, tolerance):
    assert got.tolist() == wanted["classes"]


def check_match_detections(case, got, wanted, tolerance):
    np.testing.assert_array_equal(got, [float(x) for x in wanted["matched"]])


def check_abstention_zone(case, got, wanted, tolerance):
    near(got, [wanted[name] for name in got._fields], tolerance)


def check_decision_curve(case, got, wanted, tolerance):
    for name, values in wanted.items():
        near(getattr(got, name), values, tolerance)


def check_reliability(case, got, wanted, tolerance):
    for name, value in wanted["facts"].items():
        near(getattr(got, name), value, tolerance)
    for name, values in wanted["bins"].items():
        near(getattr(got.bins, name), values, tolerance)
    near(got.fitted, wanted["fitted"], tolerance)
