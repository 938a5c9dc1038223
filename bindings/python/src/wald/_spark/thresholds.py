"""Thresholds of the rows of a data frame: those of one machine, to the bit, in a few passes."""

from __future__ import annotations

import math
import sys
from typing import Any, Callable, Hashable, Mapping, Sequence, Union

from pyspark.ml import Estimator, Model
from pyspark.sql import functions
from pyspark.sql import types as T

from .._core.errors import ArgumentError
from .._core.metric import Metric, as_metric
from .._core.arrays import one_of
from .._core.options import takes
from .._core.rows import WORDS
from .._thresholds.threshold_pass import ThresholdPass
from .._thresholds.score_arrays import Rule
from .._thresholds.thresholds import Thresholds
from . import frames, pairs, saved
from .states import Feed, merged

Progress = Union[bool, Callable[[str], object]]
NOT_OF_BINS = ("metric", "progress")
_ONCE = ("one", "pair")
"""What has one answer for all rows."""
_FACTS = ("tp", "fp", "unrated", "positives", "precision", "recall", "value")


Scores = Union[str, Sequence[str]]
"""The name of a column, or the names of two."""


def _names(score: Any) -> str | tuple[str, str]:
    if isinstance(score, str):
        return score
    names = tuple(score) if isinstance(score, (list, tuple)) else ()
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise TypeError(f"score must be the name of a column, or the names of two: found {score!r}")
    return names


def _check_rule(score: Scores, rule: str) -> None:
    one_of(rule, "rule", WORDS["rule"])
    if isinstance(score, str) and rule != "or":
        raise ArgumentError(f"rule is {rule!r}: requires two scores")


def _check_rows(frame: Any, truth: str, score: Scores, weight: str | None, segment: str | None) -> str:
    """What is asked of a frame: "one" threshold, those of a "pair" of scores, or one for each of "labels" or
    "segments"."""
    if not isinstance(score, str):
        if segment is not None:
            raise ArgumentError(f"segment is {segment!r}: requires one score, and score names two")
        return "pair"
    kind = frames.type_of(frame, "score", score)
    several = frames.is_vector(kind) or isinstance(kind, T.ArrayType)
    if segment is not None:
        if several:
            raise ArgumentError(f"segment is {segment!r}: score holds arrays, whose labels have their own thresholds")
        kind = frames.type_of(frame, "segment", segment)
        if not isinstance(kind, (T.StringType, T.BooleanType, T.ByteType, T.ShortType, T.IntegerType, T.LongType,
                                 T.DateType)):
            raise TypeError(f"segment is {segment!r}: must hold names, whole numbers, truths or days, not "
                            f"{kind.simpleString()}")
    return "labels" if several else "one" if segment is None else "segments"


def told(progress: Progress) -> Callable[[str], object]:
    if callable(progress):
        return progress
    return (lambda line: print(line, file=sys.stderr)) if progress else (lambda line: None)


def _passes(frame: Any, truth: str, score: Scores, weight: str | None, segment: str | None, rule: Rule,
            metric: str | Metric | None, options: Mapping[str, Any],
            tell: Callable[[str], object]) -> dict[Hashable, Thresholds | None]:
    """The thresholds of each key; None of one without positives."""
    form = _check_rows(frame, truth, score, weight, segment)
    first = ThresholdPass(metric, **options).to_bytes()
    if not isinstance(score, str):
        weighed = functions.lit(1.0) if weight is None else frames.numbers(frame, "weight", weight)
        rows = frame.select(*(frames.numbers(frame, "score", name).alias(f"score{i}") for i, name in enumerate(score)),
                            frames.numbers(frame, "truth", truth, truths=True).alias("label"), weighed.alias("weight"))
        return {0: pairs.choose(rows, (*score, truth, weight or ""), rule, metric, options, tell)}
    given = frames.lists if form == "labels" else frames.numbers
    columns = [given(frame, "score", score).alias("score"), given(frame, "truth", truth, truths=True).alias("label"),
               (functions.lit(1.0) if weight is None else frames.numbers(frame, "weight", weight)).alias("weight")]
    key_type: Any = T.IntegerType()
    if segment is not None:
        columns.append(frames.column(segment).alias("segment"))
        key_type = frames.type_of(frame, "segment", segment)
    rows = frame.select(*columns)
    names = (score, truth, weight or "", segment or "")
    found: dict[Hashable, Thresholds | None] = {}
    plans: dict[Hashable, bytes] | None = None
    while plans is None or plans:
        states = merged(rows, Feed(first, plans, form, names), form, key_type)
        if plans is None and not states:
            raise ArgumentError("rows is 0: thresholds need at least 1 row")
        for key in () if plans is None else plans.keys() - states.keys():
            of = "the rows" if form == "one" else repr(key)
            raise ArgumentError(f"{of}: none in this pass, but in the one before: each pass must have the same rows; "
                                "persist() the data frame")
        numbers = [(state.pass_number, state.n_rows, state.n_bins) for state in states.values()]
        following: dict[Hashable, bytes] = {}
        for key, state in states.items():
            try:
                answer = state.next()
            except ArgumentError as error:
                if form == "one" or not str(error).startswith("positives is 0:"):
                    raise
                found[key] = None
                continue
            if answer is None:
                following[key] = state.to_bytes()
            else:
                found[key] = answer
        plans = following
        rows_fed, bins = sum(one[1] for one in numbers), sum(one[2] for one in numbers)
        left = f"{len(plans)} of {len(plans) + len(found)} thresholds are still open" if plans else "done"
        tell(f"pass {numbers[0][0]}: {rows_fed} rows in {bins} bins; {left}")
    return found


@takes("thresholds", "threshold_pass", but=NOT_OF_BINS)
def choose_threshold(
    frame: Any,
    *,
    truth: str = "label",
    score: Scores = "score",
    weight: str | None = None,
    segment: str | None = None,
    rule: Rule = "or",
    metric: str | Metric | None = None,
    progress: Progress = False,
    **options: Any,
) -> Any:
    """The best threshold of a score, for data too large for one machine: `wald.choose_threshold`, to the bit. Of two
    scores the best two: `Sample.choose`, to the bit, but without baselines.

    Takes one to four passes over the rows, mostly two; ``frame.persist()`` keeps what they are made of from being
    computed again. Rows are never shuffled, states are: at most 4 MB a task and threshold.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
    truth : str
        The column of truth: 1 and 0, or true and false; null if a row is not rated. Arrays where scores are.
    score : str, or two of them
        The column of scores: numbers, without nulls; or arrays of them (or vectors), of one length, for a threshold of
        each label. For the second entry of a vector: ``vector_to_array("probability")[1]``, as a column. Two columns of
        numbers for thresholds of two scores, which takes two passes: at most 32 768 different pairs of scores may have
        positives, and rows may lie in at most 4 194 304 places among these (each weight on its own).
    weight : str, optional
        The column of weights: in [2^-20, 2^32], or 0; rounded to multiples of 2^-20. Default: 1 each.
    segment : str, optional
        The column that names the segment of each row: each has a threshold of its own, in the same passes.
    rule : {"or", "and"}
        Of two scores: rows are flagged where any of them is at or above its threshold, or where both are.
    metric : str or Metric, optional
        To be greatest: see `Sample.choose`; with a name.
    progress : bool or callable
        Called with a line of text after each pass; True prints it to the standard error.
    <options>

    Returns
    -------
    Thresholds
        For arrays of scores a list of them, for segments a dict; None if no row is positive.
    """
    asked = {name: value for name, value in options.items() if value is not None}
    score = _names(score)
    _check_rule(score, rule)
    found = _passes(frame, truth, score, weight, segment, rule, metric, asked, told(progress))
    form = _check_rows(frame, truth, score, weight, segment)
    if form in _ONCE:
        return found[0]
    return found if form == "segments" else [found[i] for i in range(len(found))]


class ThresholdTuner(Estimator):  # type: ignore[misc]
    """`choose_threshold` as a stage: an estimator whose model flags rows.

    Parameters
    ----------
    truth, score, weight, segment, rule, metric, progress
        As of `choose_threshold`; `progress` is not saved.
    prediction : str
        The column that the model adds.
    <options>
    """

    _class = "org.libwald.spark.ThresholdTuner"

    def __init__(self, *, truth: str = "label", score: Scores = "score", weight: str | None = None,
                 segment: str | None = None, rule: Rule = "or", prediction: str = "flagged",
                 metric: str | Metric | None = None, progress: Progress = False, **options: Any) -> None:
        super().__init__()
        asked = {name: value for name, value in options.items() if value is not None}
        self.metric = None if metric is None else as_metric(metric)
        ThresholdPass(self.metric, **asked).close()  # which says what is wrong with them
        self.truth, self.score, self.weight, self.segment = truth, _names(score), weight, segment
        _check_rule(self.score, rule)
        self.rule, self.prediction, self.options, self.progress = rule, prediction, asked, progress

    def _fit(self, frame: Any) -> ThresholdModel:
        found = _passes(frame, self.truth, self.score, self.weight, self.segment, self.rule, self.metric, self.options,
                        told(self.progress))
        form = _check_rows(frame, self.truth, self.score, self.weight, self.segment)
        keys = sorted(found, key=lambda key: (str(type(key)), key))
        return ThresholdModel(form, self.score, self.segment, self.prediction, {
            None if form in _ONCE else key: _facts_of(found[key]) for key in keys}, {
            None if form in _ONCE else key: found[key] for key in keys}, rule=self.rule)

    def save(self, path: str, spark: Any = None) -> None:
        """Writes a folder, which must not be there, in Spark's form; Java reads it as well."""
        saved.write(self, path, {
            **_saved_scores(self.score, self.rule), "labelCol": self.truth, "weightCol": self.weight or "",
            "segmentCol": self.segment or "", "predictionCol": self.prediction,
            **saved.judged(self.metric, self.options)}, spark)

    @classmethod
    def load(cls, path: str, spark: Any = None) -> ThresholdTuner:
        """Reads what `save` wrote, here or in Java."""
        known, _ = saved.read(cls, path, spark)
        metric, options = saved.judge(known)
        score, rule = _read_scores(known)
        return cls(truth=known["labelCol"], score=score, weight=known["weightCol"] or None, rule=rule,
                   segment=known["segmentCol"] or None, prediction=known["predictionCol"], metric=metric, **options)


def _saved_scores(score: Scores, rule: str) -> dict[str, str]:
    if isinstance(score, str):
        return {"scoreCol": score}
    return {"scoreCol": score[0], "secondScoreCol": score[1], "rule": rule}


def _read_scores(known: Mapping[str, Any]) -> tuple[Any, Any]:
    second = known.get("secondScoreCol", "")
    return (known["scoreCol"], second) if second else known["scoreCol"], known.get("rule", "or")


def _facts_of(found: Thresholds | None) -> dict[str, float]:
    """What is saved of thresholds: a label or a segment without positives has a threshold of inf, as on one machine."""
    if found is None:
        return {"threshold": math.inf, "next_lower": math.inf, "feasible": 1.0, "tp": 0.0, "fp": 0.0, "positives": 0.0}
    facts = {name: found._fact(name) for name in _FACTS}
    each = {f"{second}{name}": float(value) for name, values in (("threshold", found.thresholds),
                                                                 ("next_lower", found.next_lower))
            for second, value in zip(("", "second_"), values)}
    return {**each, "feasible": float(found.feasible), **{name: float(value) for name, value in facts.items()}}


class ThresholdModel(Model):  # type: ignore[misc]
    """Thresholds that `ThresholdTuner` chose: a transformer that flags rows, and that is saved.

    Attributes
    ----------
    thresholds : float; list of float for two scores or several labels; dict for segments
        ``inf`` flags nothing; of two scores under the rule ``"and"``, ``-inf`` restricts nothing.
    facts : dict
        By label or segment (None for one score or two): ``threshold``, ``next_lower``, ``feasible``, ``tp``, ``fp``,
        ``unrated``, ``positives``, ``precision``, ``recall`` and ``value``; ``second_threshold`` and
        ``second_next_lower`` for two scores.
    chosen : dict or None
        By the same, `wald.Thresholds` with all that is known; None of a model that was loaded.
    """

    _class = "org.libwald.spark.ThresholdModel"

    def __init__(self, form: str, score: Scores, segment: str | None, prediction: str,
                 facts: Mapping[Hashable, Mapping[str, float]], chosen: Mapping[Hashable, Any] | None = None, *,
                 rule: Rule = "or") -> None:
        super().__init__()
        self.rule = rule
        self.form, self.score, self.segment, self.prediction = form, score, segment, prediction
        self.facts = {key: dict(each) for key, each in facts.items()}
        self.chosen = None if chosen is None else dict(chosen)

    @property
    def thresholds(self) -> Any:
        """The threshold; a list for two scores or several labels, a dict for segments."""
        if self.form == "pair":
            return [self.facts[None]["threshold"], self.facts[None]["second_threshold"]]
        each = {key: facts["threshold"] for key, facts in self.facts.items()}
        return each[None] if self.form == "one" else list(each.values()) if self.form == "labels" else each

    def _transform(self, frame: Any) -> Any:
        frames.new_columns(frame, [("prediction", self.prediction)])
        if self.form == "labels":
            return frame.withColumn(self.prediction, self._labels(frame))
        if self.form == "pair":
            return frame.withColumn(self.prediction, self._pair(frame))
        assert isinstance(self.score, str)
        score = frames.numbers(frame, "score", self.score)
        threshold = functions.lit(self.thresholds) if self.form == "one" else self._threshold_of_segment(frame)
        bad = functions.raise_error(functions.lit(f"a score in column {self.score!r} is nan: must be a number"))
        flags = (score >= threshold) & (threshold < math.inf)
        return frame.withColumn(self.prediction, functions.when(functions.isnan(score), bad).otherwise(flags))

    def _pair(self, frame: Any) -> Any:
        """Null where a score is."""
        assert not isinstance(self.score, str)
        scores = [frames.numbers(frame, "score", name) for name in self.score]
        first, second = ((score >= level) & functions.lit(level < math.inf)
                         for score, level in zip(scores, self.thresholds))
        bad = functions.raise_error(functions.lit(f"a score in columns {self.score[0]!r} and {self.score[1]!r} is nan: "
                                                  "must be a number"))
        return (functions.when(scores[0].isNull() | scores[1].isNull(), None)
                .when(functions.isnan(scores[0]) | functions.isnan(scores[1]), bad)
                .otherwise(first | second if self.rule == "or" else first & second))

    def _threshold_of_segment(self, frame: Any) -> Any:
        """Null where a segment was not among the rows of the fit."""
        assert self.segment is not None
        frames.type_of(frame, "segment", self.segment)
        pairs = [functions.lit(part) for key, value in self.thresholds.items() for part in (_text(key), value)]
        return functions.element_at(functions.create_map(*pairs), frames.column(self.segment).cast("string"))

    def _labels(self, frame: Any) -> Any:
        """The positions of the labels whose scores are at or above their thresholds."""
        assert isinstance(self.score, str)
        scores = frames.lists(frame, "score", self.score)
        levels = functions.array(*map(functions.lit, self.thresholds))
        n = len(self.thresholds)
        wrong = functions.raise_error(functions.lit(f"a row of column {self.score!r} has another number of scores than "
                                                    f"{n}, or a null or nan among them"))
        bad = (functions.size(scores) != n) | functions.exists(scores, lambda x: x.isNull() | functions.isnan(x))
        at = functions.sequence(functions.lit(0), functions.lit(n - 1))
        flagged = functions.filter(at, lambda i: (functions.get(scores, i) >= functions.get(levels, i))
                                   & (functions.get(levels, i) < math.inf))
        return functions.when(scores.isNull(), None).when(bad, wrong).otherwise(flagged)

    def save(self, path: str, spark: Any = None) -> None:
        """Writes a folder, which must not be there, in Spark's form; Java reads it as well."""
        rows = [(i, "" if key is None else _text(key), each["threshold"], each["next_lower"], dict(each))
                for i, (key, each) in enumerate(self.facts.items())]
        schema = "position int, key string, threshold double, next_lower double, facts map<string,double>"
        saved.write(self, path, {
            "form": self.form, **_saved_scores(self.score, self.rule), "segmentCol": self.segment or "",
            "predictionCol": self.prediction}, spark, (rows, schema))

    @classmethod
    def load(cls, path: str, spark: Any = None) -> ThresholdModel:
        """Reads what `save` wrote, here or in Java. Segments are then named by texts."""
        known, rows = saved.read(cls, path, spark, data=True)
        form = known["form"]
        score, rule = _read_scores(known)
        facts = {(None if form in _ONCE else row["position"] if form == "labels" else row["key"]): dict(row["facts"])
                 for row in sorted(rows, key=lambda row: row["position"])}
        return cls(form, score, known["segmentCol"] or None, known["predictionCol"], facts, rule=rule)


def _text(key: Any) -> str:
    """As Spark casts it to a text."""
    return str(key).lower() if isinstance(key, bool) else str(key)


ThresholdTuner.__doc__ = takes("thresholds", "threshold_pass", but=NOT_OF_BINS)(ThresholdTuner).__doc__
