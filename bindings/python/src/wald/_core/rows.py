# Written by bindings/generate from the rows of the core: do not edit.
"""What can be set, read and said by name."""

from __future__ import annotations

import math
from typing import Any, NamedTuple


class Option(NamedTuple):
    """What can be set for a family of functions."""

    name: str
    type: str
    initial: str
    default: Any
    choices: tuple[str, ...]
    calls: tuple[str, ...]
    concerns: tuple[str, ...]
    low: float
    high: float
    open_low: bool
    open_high: bool
    sentence: str
    entry: str
    """As a parameter in the documentation of a function."""


class Fact(NamedTuple):
    """What can be read of an object of the library."""

    value: int
    type: str
    kind: str
    per: str
    sentence: str


OPTIONS: dict[str, dict[str, Option]] = {
    "decisions": {
        "at_least": Option(
            "at_least", "integer", "", None, (), ("decide", "curve", "regret", "worth", "report", "masks"), (),
            0.0, 9007199254740992.0, False, False,
            "The least number of positives in each answer. Not set: the at_least of the learner, if a learner "
            "decides, otherwise 0.",
            "at_least : int, optional\n"
            "    The least number of positives in each answer. Not set: the at_least of the learner, if a "
            "learner decides,\n"
            "    otherwise 0. Read by decide, curve, regret, worth, report and masks. At least 0.",
        ),
        "at_most": Option(
            "at_most", "integer", "", None, (), ("decide", "curve", "regret", "worth", "report", "masks"), (),
            0.0, 9007199254740992.0, False, False,
            "The greatest number of positives in each answer. Not set: no limit.",
            "at_most : int, optional\n"
            "    The greatest number of positives in each answer. Not set: no limit. Read by decide, curve, "
            "regret, worth,\n"
            "    report and masks. At least 0.",
        ),
        "algorithm": Option(
            "algorithm", "choice", "auto", "auto", ("auto", "enumeration", "chai", "jansche", "jansche-approx", "ye",
            "lewis", "n16", "n16-first-rise", "window", "categorical", "gfm", "mode", "marginal-modes", "ascent",
            "bisection", "separable", "block-coordinate", "partial", "rule", "fixed-point"), ("decide", "curve",
            "regret", "worth", "report", "masks"), (),
            -math.inf, math.inf, False, False,
            "The algorithm; auto picks the best exact one.",
            "algorithm : {\"auto\", \"enumeration\", \"chai\", \"jansche\", \"jansche-approx\", \"ye\", "
            "\"lewis\", \"n16\", \"n16-first-rise\",\n"
            "    \"window\", \"categorical\", \"gfm\", \"mode\", \"marginal-modes\", \"ascent\", "
            "\"bisection\", \"separable\",\n"
            "    \"block-coordinate\", \"partial\", \"rule\", \"fixed-point\"}, optional\n"
            "    The algorithm; auto picks the best exact one. Read by decide, curve, regret, worth, report and "
            "masks.\n"
            "    Default \"auto\".",
        ),
        "ties": Option(
            "ties", "choice", "fewest", "fewest", ("fewest", "most"), ("decide", "masks"), (),
            -math.inf, math.inf, False, False,
            "Which of equally good answers is taken, for metrics that are a sum over the labels (hamming, cost) "
            "and for subset_accuracy. Other metrics take the fewest labels.",
            "ties : {\"fewest\", \"most\"}, optional\n"
            "    Which of equally good answers is taken, for metrics that are a sum over the labels (hamming, "
            "cost) and for\n"
            "    subset_accuracy. Other metrics take the fewest labels. Read by decide and masks. Default "
            "\"fewest\".",
        ),
        "average": Option(
            "average", "choice", "instance", "instance", ("instance", "macro", "micro"), ("decide", "expected",
            "regret", "evaluate", "compare", "worth", "report", "masks"), ("tables", "masks"),
            -math.inf, math.inf, False, False,
            "What is one problem in a table of probabilities. Of masks: instance, each image, or micro, all "
            "images together.",
            "average : {\"instance\", \"macro\", \"micro\"}, optional\n"
            "    What is one problem in a table of probabilities. Of masks: instance, each image, or micro, all "
            "images\n"
            "    together. Read by decide, expected, regret, evaluate, compare, worth, report and masks. "
            "Default \"instance\".",
        ),
        "per_row": Option(
            "per_row", "integers", "", None, (), ("decide", "expected", "worth", "report", "masks"), ("tables",
            "exclusive"),
            0.0, 9007199254740992.0, False, False,
            "How many labels each row gets, with average macro: one number for exactly that many, two for from "
            "and to. Not set: each label is decided on its own. Of masks with exclusive classes: 1, the default, "
            "or 0 to 1, where a pixel may have none.",
            "per_row : array-like of int, optional\n"
            "    How many labels each row gets, with average macro: one number for exactly that many, two for "
            "from and to.\n"
            "    Not set: each label is decided on its own. Of masks with exclusive classes: 1, the default, or "
            "0 to 1, where\n"
            "    a pixel may have none. Read by decide, expected, worth, report and masks, with tables or "
            "exclusive. Each at\n"
            "    least 0.",
        ),
        "proof": Option(
            "proof", "switch", "on", True, (), ("decide", "masks"), ("per_row", "exclusive"),
            0.0, 1.0, False, False,
            "Whether an answer with per_row, or with exclusive classes, gets a bound of its own, which takes "
            "most of the time. Off: the bound follows from the metric's range.",
            "proof : bool, optional\n"
            "    Whether an answer with per_row, or with exclusive classes, gets a bound of its own, which takes "
            "most of the\n"
            "    time. Off: the bound follows from the metric's range. Read by decide and masks, with per_row or "
            "exclusive.\n"
            "    Default True.",
        ),
        "prevalence": Option(
            "prevalence", "numbers", "", None, (), ("decide", "worth", "evaluate", "compare"), (),
            0.0, 1.0, True, True,
            "The share of each label where decisions are made: one number for all, or one per label or class. "
            "Deciding and worth move probabilities to it from training_prior; evaluations and comparisons weight "
            "each label's rows to it. Not set: all are taken as they are.",
            "prevalence : array-like, optional\n"
            "    The share of each label where decisions are made: one number for all, or one per label or "
            "class. Deciding\n"
            "    and worth move probabilities to it from training_prior; evaluations and comparisons weight each "
            "label's rows\n"
            "    to it. Not set: all are taken as they are. Read by decide, worth, evaluate and compare. Each in "
            "(0, 1).",
        ),
        "training_prior": Option(
            "training_prior", "numbers", "", None, (), ("decide", "worth"), ("prevalence",),
            0.0, 1.0, True, True,
            "The share of each label where the probabilities hold, as in training: one number for all, or one "
            "per label or class. prevalence needs it.",
            "training_prior : array-like, optional\n"
            "    The share of each label where the probabilities hold, as in training: one number for all, or "
            "one per label\n"
            "    or class. prevalence needs it. Read by decide and worth, with prevalence. Each in (0, 1).",
        ),
        "label_weights": Option(
            "label_weights", "numbers", "", None, (), ("decide", "expected", "evaluate", "compare", "worth", "report",
            "masks"), ("per_row", "evaluate", "compare", "worth", "report", "exclusive"),
            0.0, math.inf, False, True,
            "The weight of each label in a macro average, such as its propensity. Not set: all equal.",
            "label_weights : array-like, optional\n"
            "    The weight of each label in a macro average, such as its propensity. Not set: all equal. Read "
            "by decide,\n"
            "    expected, evaluate, compare, worth, report and masks. Each finite and at least 0.",
        ),
        "abstain": Option(
            "abstain", "number", "", None, (), ("decide",), (),
            -math.inf, math.inf, True, True,
            "The cost of abstaining: an instance whose expected loss is above it is left undecided. Not set: "
            "never.",
            "abstain : float, optional\n"
            "    The cost of abstaining: an instance whose expected loss is above it is left undecided. Not set: "
            "never. Read\n"
            "    by decide. Finite.",
        ),
        "abstain_label": Option(
            "abstain_label", "number", "", None, (), ("decide", "evaluate"), (),
            0.0, math.inf, False, True,
            "The cost of leaving a single label undecided, in the unit of the utility: each undecided label "
            "costs abstain_label / n. Average instance only. Not set: every label is decided.",
            "abstain_label : float, optional\n"
            "    The cost of leaving a single label undecided, in the unit of the utility: each undecided label "
            "costs\n"
            "    abstain_label / n. Average instance only. Not set: every label is decided. Read by decide and "
            "evaluate.\n"
            "    Finite and at least 0.",
        ),
        "samples": Option(
            "samples", "integer", "10000", 10000, (), ("distribution", "compare", "worth", "report"), (),
            2.0, 100000000.0, False, False,
            "How many samples are drawn if a distribution is simulated: label vectors, or swaps when two systems "
            "are compared.",
            "samples : int, optional\n"
            "    How many samples are drawn if a distribution is simulated: label vectors, or swaps when two "
            "systems are\n"
            "    compared. Read by distribution, compare, worth and report. In [2, 1e8]; default 10000.",
        ),
        "level": Option(
            "level", "number", "0.95", 0.95, (), ("compare", "report"), (),
            0.0, 1.0, True, True,
            "The confidence level of all intervals.",
            "level : float, optional\n"
            "    The confidence level of all intervals. Read by compare and report. In (0, 1); default 0.95.",
        ),
        "seed": Option(
            "seed", "seed", "0", 0, (), ("draw", "distribution", "learners", "compare", "worth", "report"), (),
            0.0, math.inf, False, False,
            "The seed of all random draws.",
            "seed : int, optional\n"
            "    The seed of all random draws. Read by draw, distribution, learners, compare, worth and report. "
            "In [0,\n"
            "    2**64); default 0.",
        ),
        "temperature": Option(
            "temperature", "number", "1", 1.0, (), ("worth",), (),
            0.0, math.inf, True, True,
            "Temperature for simulating labels: log-odds are divided by it. Above 1 if the model is "
            "overconfident, below 1 if underconfident. Decisions still use the given probabilities.",
            "temperature : float, optional\n"
            "    Temperature for simulating labels: log-odds are divided by it. Above 1 if the model is "
            "overconfident, below\n"
            "    1 if underconfident. Decisions still use the given probabilities. Read by worth. Finite and "
            "above 0; default\n"
            "    1.",
        ),
        "nonempty": Option(
            "nonempty", "switch", "off", False, (), ("worth",), (),
            0.0, 1.0, False, False,
            "Whether every row is known to have a true label: labels are then simulated conditional on at least "
            "one. Average instance only.",
            "nonempty : bool, optional\n"
            "    Whether every row is known to have a true label: labels are then simulated conditional on at "
            "least one.\n"
            "    Average instance only. Read by worth. Default False.",
        ),
        "least_gain": Option(
            "least_gain", "number", "0", 0.0, (), ("worth",), (),
            -math.inf, math.inf, True, True,
            "The gain that counts, in the unit of the metric.",
            "least_gain : float, optional\n"
            "    The gain that counts, in the unit of the metric. Read by worth. Finite; default 0.",
        ),
        "design_effect": Option(
            "design_effect", "number", "1", 1.0, (), ("worth",), (),
            1.0, 1000000000000.0, False, False,
            "The variance of the number of true labels in a row, over that of independent labels. Above 1 if "
            "cells of a row depend on each other, as pixels of an image do: a row then counts as n / "
            "design_effect independent cells, at least one. Average instance only.",
            "design_effect : float, optional\n"
            "    The variance of the number of true labels in a row, over that of independent labels. Above 1 if "
            "cells of a\n"
            "    row depend on each other, as pixels of an image do: a row then counts as n / design_effect "
            "independent\n"
            "    cells, at least one. Average instance only. Read by worth. In [1, 1e12]; default 1.",
        ),
        "threads": Option(
            "threads", "integer", "1", 1, (), (), (),
            0.0, 1024.0, False, False,
            "Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the "
            "same bits for any number.",
            "threads : int, optional\n"
            "    Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has "
            "the same bits\n"
            "    for any number. In [0, 1024]; default 1.",
        ),
        "progress": Option(
            "progress", "progress", "", None, (), (), (),
            -math.inf, math.inf, False, False,
            "Called during long work with the fraction done; it can cancel the work.",
            "progress : callable or True, optional\n"
            "    Called during long work with the fraction done; it can cancel the work.",
        ),
    },
    "thresholds": {
        "goal": Option(
            "goal", "choice", "auto", "auto", ("auto", "metric", "net_benefit", "most_tp", "fewest_fp"), ("choose",
            "threshold_pass", "frontier", "labels", "segments"), (),
            -math.inf, math.inf, False, False,
            "What is maximised or minimised, within all limits that are set.",
            "goal : {\"auto\", \"metric\", \"net_benefit\", \"most_tp\", \"fewest_fp\"}, optional\n"
            "    What is maximised or minimised, within all limits that are set. Read by choose, threshold_pass, "
            "frontier,\n"
            "    labels and segments. Default \"auto\".",
        ),
        "metric": Option(
            "metric", "metric", "", None, (), ("choose", "threshold_pass", "frontier", "labels", "segments", "classes"),
            (),
            -math.inf, math.inf, False, False,
            "The metric to maximise: a named one that rises with TP and falls with FP. Not set: F1.",
            "metric : str or Metric, optional\n"
            "    The metric to maximise: a named one that rises with TP and falls with FP. Not set: F1. Read by "
            "choose,\n"
            "    threshold_pass, frontier, labels, segments and classes.",
        ),
        "cost_ratio": Option(
            "cost_ratio", "number", "", None, (), ("choose", "threshold_pass", "frontier", "labels", "segments"),
            ("net_benefit",),
            0.0, math.inf, True, True,
            "How many false positives one more true positive is worth; the goal is then the greatest TP - "
            "FP/cost_ratio.",
            "cost_ratio : float, optional\n"
            "    How many false positives one more true positive is worth; the goal is then the greatest TP - "
            "FP/cost_ratio.\n"
            "    Read by choose, threshold_pass, frontier, labels and segments, with net_benefit. Finite and "
            "above 0.",
        ),
        "marginal_precision": Option(
            "marginal_precision", "number", "", None, (), ("choose", "threshold_pass", "frontier", "labels",
            "segments"), ("net_benefit",),
            0.0, 1.0, True, True,
            "The probability q from which an alert pays; the same as cost_ratio = (1-q)/q.",
            "marginal_precision : float, optional\n"
            "    The probability q from which an alert pays; the same as cost_ratio = (1-q)/q. Read by choose,\n"
            "    threshold_pass, frontier, labels and segments, with net_benefit. In (0, 1).",
        ),
        "min_precision": Option(
            "min_precision", "number", "", None, (), ("choose", "threshold_pass", "frontier", "labels", "segments"), (),
            0.0, 1.0, False, False,
            "Precision is at least this.",
            "min_precision : float, optional\n"
            "    Precision is at least this. Read by choose, threshold_pass, frontier, labels and segments. In "
            "[0, 1].",
        ),
        "precision_level": Option(
            "precision_level", "number", "", None, (), ("choose", "threshold_pass", "frontier", "labels", "segments"),
            ("min_precision", "segments"),
            0.0, 1.0, False, True,
            "The level at which the lower Clopper-Pearson limit of precision meets min_precision; 0 takes the "
            "point estimate. Not set: 0.9 for one classifier, 0.975 for several classifiers or labels.",
            "precision_level : float, optional\n"
            "    The level at which the lower Clopper-Pearson limit of precision meets min_precision; 0 takes "
            "the point\n"
            "    estimate. Not set: 0.9 for one classifier, 0.975 for several classifiers or labels. Read by "
            "choose,\n"
            "    threshold_pass, frontier, labels and segments. In [0, 1).",
        ),
        "min_recall": Option(
            "min_recall", "number", "", None, (), ("choose", "threshold_pass", "frontier", "labels", "segments"), (),
            0.0, 1.0, False, False,
            "Recall is at least this.",
            "min_recall : float, optional\n"
            "    Recall is at least this. Read by choose, threshold_pass, frontier, labels and segments. In [0, "
            "1].",
        ),
        "min_value": Option(
            "min_value", "number", "", None, (), ("labels",), ("instance",),
            0.0, 1.0, False, False,
            "The mean over rows of the metric of each row's label set is at least this.",
            "min_value : float, optional\n"
            "    The mean over rows of the metric of each row's label set is at least this. Read by labels, with "
            "instance. In\n"
            "    [0, 1].",
        ),
        "max_fp": Option(
            "max_fp", "number", "", None, (), ("choose", "threshold_pass", "frontier", "labels", "segments"), (),
            0.0, math.inf, False, False,
            "The weight of false positives is at most this.",
            "max_fp : float, optional\n"
            "    The weight of false positives is at most this. Read by choose, threshold_pass, frontier, labels "
            "and\n"
            "    segments. At least 0.",
        ),
        "max_alerts": Option(
            "max_alerts", "number", "", None, (), ("choose", "threshold_pass", "frontier", "labels", "segments"), (),
            0.0, math.inf, False, False,
            "The weight of all flagged rows, TP + FP, is at most this.",
            "max_alerts : float, optional\n"
            "    The weight of all flagged rows, TP + FP, is at most this. Read by choose, threshold_pass, "
            "frontier, labels\n"
            "    and segments. At least 0.",
        ),
        "max_fpr": Option(
            "max_fpr", "number", "", None, (), ("choose", "threshold_pass", "frontier", "labels", "segments"), (),
            0.0, 1.0, False, False,
            "False positives are at most this share of all negatives, by weight.",
            "max_fpr : float, optional\n"
            "    False positives are at most this share of all negatives, by weight. Read by choose, "
            "threshold_pass,\n"
            "    frontier, labels and segments. In [0, 1].",
        ),
        "max_alert_rate": Option(
            "max_alert_rate", "number", "", None, (), ("choose", "threshold_pass", "frontier", "labels", "segments"),
            (),
            0.0, 1.0, False, False,
            "All flagged rows, TP + FP, are at most this share of all rows, those not rated included, by weight.",
            "max_alert_rate : float, optional\n"
            "    All flagged rows, TP + FP, are at most this share of all rows, those not rated included, by "
            "weight. Read by\n"
            "    choose, threshold_pass, frontier, labels and segments. In [0, 1].",
        ),
        "certify": Option(
            "certify", "number", "", None, (), ("choose", "frontier", "labels", "segments"), (),
            0.0, 1.0, True, True,
            "The probability that min_precision, min_recall, max_fpr and max_alert_rate hold for all future "
            "rows, not only in this sample; if that cannot be certified, nothing is flagged. Not set: no "
            "certificate; with average instance min_recall then holds in expectation.",
            "certify : float, optional\n"
            "    The probability that min_precision, min_recall, max_fpr and max_alert_rate hold for all future "
            "rows, not\n"
            "    only in this sample; if that cannot be certified, nothing is flagged. Not set: no certificate; "
            "with average\n"
            "    instance min_recall then holds in expectation. Read by choose, frontier, labels and segments. "
            "In (0, 1).",
        ),
        "positives": Option(
            "positives", "number", "", None, (), ("choose", "threshold_pass", "frontier", "labels"), (),
            0.0, math.inf, False, True,
            "The weight of all positives, known from elsewhere: recall and F need it where some rows were not "
            "rated. Not set: counted.",
            "positives : float, optional\n"
            "    The weight of all positives, known from elsewhere: recall and F need it where some rows were "
            "not rated. Not\n"
            "    set: counted. Read by choose, threshold_pass, frontier and labels. Finite and at least 0.",
        ),
        "method": Option(
            "method", "choice", "direct", "direct", ("direct", "path", "path-equal", "analytic", "stacked",
            "best-single"), ("choose", "frontier"), (),
            -math.inf, math.inf, False, False,
            "How the thresholds are found.",
            "method : {\"direct\", \"path\", \"path-equal\", \"analytic\", \"stacked\", \"best-single\"}, "
            "optional\n"
            "    How the thresholds are found. Read by choose and frontier. Default \"direct\".",
        ),
        "rated_rule": Option(
            "rated_rule", "choice", "same", "same", ("or", "and", "same"), ("choose", "frontier"), (),
            -math.inf, math.inf, False, False,
            "The rule that chose the rows to label. If it was or and the sample's rule is and, only one "
            "threshold has to be at or above its cut in rated_from; the method must then be direct or "
            "best-single.",
            "rated_rule : {\"or\", \"and\", \"same\"}, optional\n"
            "    The rule that chose the rows to label. If it was or and the sample's rule is and, only one "
            "threshold has to\n"
            "    be at or above its cut in rated_from; the method must then be direct or best-single. Read by "
            "choose and\n"
            "    frontier. Default \"same\".",
        ),
        "average": Option(
            "average", "choice", "macro", "macro", ("instance", "macro", "micro"), ("labels", "classes"), (),
            -math.inf, math.inf, False, False,
            "Whether each label or class is a problem of its own, the counts of all are added, or each row's "
            "label set counts.",
            "average : {\"instance\", \"macro\", \"micro\"}, optional\n"
            "    Whether each label or class is a problem of its own, the counts of all are added, or each row's "
            "label set\n"
            "    counts. Read by labels and classes. Default \"macro\".",
        ),
        "min_positives": Option(
            "min_positives", "integer", "10", 10, (), ("labels",), ("macro",),
            0.0, 9007199254740992.0, False, False,
            "A label with fewer positive rows whose own threshold would flag more than ten rows per positive "
            "shares a threshold with all labels of so few positives, if the average is macro and the goal a "
            "metric without limits; 0: none does.",
            "min_positives : int, optional\n"
            "    A label with fewer positive rows whose own threshold would flag more than ten rows per positive "
            "shares a\n"
            "    threshold with all labels of so few positives, if the average is macro and the goal a metric "
            "without limits;\n"
            "    0: none does. Read by labels, with macro. At least 0; default 10.",
        ),
        "parity": Option(
            "parity", "choice", "none", "none", ("none", "tpr", "fpr", "selection_rate", "precision"), ("segments",),
            (),
            -math.inf, math.inf, False, False,
            "The rate that may differ between segments by no more than the tolerance.",
            "parity : {\"none\", \"tpr\", \"fpr\", \"selection_rate\", \"precision\"}, optional\n"
            "    The rate that may differ between segments by no more than the tolerance. Read by segments. "
            "Default \"none\".",
        ),
        "tolerance": Option(
            "tolerance", "numbers", "", None, (), ("segments",), ("parity",),
            0.0, 1.0, False, False,
            "The greatest difference of the rate of parity between segments; each of several has an answer. Not "
            "set: 0.",
            "tolerance : array-like, optional\n"
            "    The greatest difference of the rate of parity between segments; each of several has an answer. "
            "Not set: 0.\n"
            "    Read by segments, with parity. Each in [0, 1].",
        ),
        "smoothing": Option(
            "smoothing", "choice", "none", "none", ("none", "bagged", "dropout"), ("choose", "labels"), ("direct",
            "path", "path-equal"),
            -math.inf, math.inf, False, False,
            "Against overfitting: the median of the thresholds of many rounds. Of one score, or of a label, "
            "bagged averages the flagged weights, so that the scale of the scores does not matter, and takes the "
            "nearest threshold within all limits.",
            "smoothing : {\"none\", \"bagged\", \"dropout\"}, optional\n"
            "    Against overfitting: the median of the thresholds of many rounds. Of one score, or of a label, "
            "bagged\n"
            "    averages the flagged weights, so that the scale of the scores does not matter, and takes the "
            "nearest\n"
            "    threshold within all limits. Read by choose and labels, with direct, path or path-equal. "
            "Default \"none\".",
        ),
        "smoothing_rounds": Option(
            "smoothing_rounds", "integer", "25", 25, (), ("choose", "labels"), ("smoothing",),
            1.0, 9007199254740992.0, False, False,
            "The number of rounds of smoothing.",
            "smoothing_rounds : int, optional\n"
            "    The number of rounds of smoothing. Read by choose and labels, with smoothing. At least 1; "
            "default 25.",
        ),
        "dropout": Option(
            "dropout", "number", "0.2", 0.2, (), ("choose",), ("smoothing",),
            0.0, 1.0, False, True,
            "The share of a lattice's edges that a round leaves out.",
            "dropout : float, optional\n"
            "    The share of a lattice's edges that a round leaves out. Read by choose, with smoothing. In [0, "
            "1); default\n"
            "    0.2.",
        ),
        "grid": Option(
            "grid", "integer", "100", 100, (), ("choose", "frontier"), ("path-equal", "analytic"),
            2.0, 9007199254740992.0, False, False,
            "The number of levels of each classifier.",
            "grid : int, optional\n"
            "    The number of levels of each classifier. Read by choose and frontier, with path-equal or "
            "analytic. At least\n"
            "    2; default 100.",
        ),
        "baselines": Option(
            "baselines", "switch", "on", True, (), ("choose",), (),
            0.0, 1.0, False, False,
            "Whether the answers of best-single and stacked are computed in addition to the requested one.",
            "baselines : bool, optional\n"
            "    Whether the answers of best-single and stacked are computed in addition to the requested one. "
            "Read by\n"
            "    choose. Default True.",
        ),
        "bootstrap": Option(
            "bootstrap", "integer", "0", 0, (), ("choose", "decision_curve", "evaluation", "prevalence"), (),
            0.0, 9007199254740992.0, False, False,
            "The number of bootstrap samples in each of which thresholds are chosen, for their intervals, or "
            "which give the limits of a decision curve, of an evaluation or of an estimated prevalence; 0 draws "
            "none.",
            "bootstrap : int, optional\n"
            "    The number of bootstrap samples in each of which thresholds are chosen, for their intervals, or "
            "which give\n"
            "    the limits of a decision curve, of an evaluation or of an estimated prevalence; 0 draws none. "
            "Read by\n"
            "    choose, decision_curve, evaluation and prevalence. At least 0; default 0.",
        ),
        "bootstrap_cells": Option(
            "bootstrap_cells", "integer", "10000", 10000, (), ("choose",), ("bootstrap", "smoothing"),
            4.0, 9007199254740992.0, False, False,
            "The number of cells on which bootstrap samples are drawn, for intervals and for several scores.",
            "bootstrap_cells : int, optional\n"
            "    The number of cells on which bootstrap samples are drawn, for intervals and for several scores. "
            "Read by\n"
            "    choose, with bootstrap or smoothing. At least 4; default 10000.",
        ),
        "level": Option(
            "level", "number", "0.95", 0.95, (), ("choose", "threshold_pass", "decision_curve", "reliability",
            "evaluation", "prevalence"), (),
            0.0, 1.0, True, True,
            "The confidence level of all intervals.",
            "level : float, optional\n"
            "    The confidence level of all intervals. Read by choose, threshold_pass, decision_curve, "
            "reliability,\n"
            "    evaluation and prevalence. In (0, 1); default 0.95.",
        ),
        "folds": Option(
            "folds", "integer", "0", 0, (), ("choose",), (),
            0.0, 9007199254740992.0, False, False,
            "The number of folds of the cross-fitted estimate, from 2 to the number of positives; 0 makes none.",
            "folds : int, optional\n"
            "    The number of folds of the cross-fitted estimate, from 2 to the number of positives; 0 makes "
            "none. Read by\n"
            "    choose. At least 0; default 0.",
        ),
        "seed": Option(
            "seed", "seed", "0", 0, (), ("choose", "threshold_pass", "labels", "segments", "decision_curve",
            "evaluation", "prevalence"), ("choose", "threshold_pass", "evaluation", "certify", "bootstrap",
            "smoothing"),
            0.0, math.inf, False, False,
            "The seed of bootstrap, folds, smoothing, certificates and the limits of the value.",
            "seed : int, optional\n"
            "    The seed of bootstrap, folds, smoothing, certificates and the limits of the value. Read by "
            "choose,\n"
            "    threshold_pass, labels, segments, decision_curve, evaluation and prevalence. In [0, 2**64); "
            "default 0.",
        ),
        "pilot": Option(
            "pilot", "number", "0.25", 0.25, (), ("choose", "labels", "segments"), ("certify",),
            0.0, 1.0, True, True,
            "The share of the rows on which a path of thresholds is found that the others test, where a "
            "certificate needs one.",
            "pilot : float, optional\n"
            "    The share of the rows on which a path of thresholds is found that the others test, where a "
            "certificate needs\n"
            "    one. Read by choose, labels and segments, with certify. In (0, 1); default 0.25.",
        ),
        "max_weight": Option(
            "max_weight", "number", "", None, (), ("choose", "labels", "segments"), ("certify",),
            0.0, math.inf, True, True,
            "Upper bound on the weight of any future row; required to certify rows with weights, unless "
            "equal_weights is set.",
            "max_weight : float, optional\n"
            "    Upper bound on the weight of any future row; required to certify rows with weights, unless "
            "equal_weights is\n"
            "    set. Read by choose, labels and segments, with certify. Finite and above 0.",
        ),
        "equal_weights": Option(
            "equal_weights", "switch", "off", False, (), ("choose", "frontier", "labels", "segments"), ("certify",),
            0.0, 1.0, False, False,
            "Whether rows with weights weigh the same by design, future rows included, at least those of the "
            "same label; a certificate then stands on counts. Rows without weights always do.",
            "equal_weights : bool, optional\n"
            "    Whether rows with weights weigh the same by design, future rows included, at least those of the "
            "same label;\n"
            "    a certificate then stands on counts. Rows without weights always do. Read by choose, frontier, "
            "labels and\n"
            "    segments, with certify. Default False.",
        ),
        "max_fdr": Option(
            "max_fdr", "number", "", None, (), ("choose", "select"), (),
            0.0, 1.0, True, True,
            "Selects among the rows that are not rated, the batch: the expected share of negatives among those "
            "flagged is at most this. Rows labelled 0 alone must be exchangeable with the batch's negatives, "
            "rows of both labels with the whole batch.",
            "max_fdr : float, optional\n"
            "    Selects among the rows that are not rated, the batch: the expected share of negatives among "
            "those flagged is\n"
            "    at most this. Rows labelled 0 alone must be exchangeable with the batch's negatives, rows of "
            "both labels\n"
            "    with the whole batch. Read by choose and select. In (0, 1).",
        ),
        "storey": Option(
            "storey", "number", "", None, (), ("choose", "select"), ("max_fdr",),
            0.0, 1.0, True, True,
            "Storey's lambda, as 0.5: p-values above it estimate the share of negatives in the batch, so that "
            "more rows are flagged if many are positive. Not set: no estimate.",
            "storey : float, optional\n"
            "    Storey's lambda, as 0.5: p-values above it estimate the share of negatives in the batch, so "
            "that more rows\n"
            "    are flagged if many are positive. Not set: no estimate. Read by choose and select, with "
            "max_fdr. In (0, 1).",
        ),
        "false_positive_cost": Option(
            "false_positive_cost", "number", "1", 1.0, (), ("abstention",), (),
            0.0, math.inf, False, True,
            "The cost of a false positive.",
            "false_positive_cost : float, optional\n"
            "    The cost of a false positive. Read by abstention. Finite and at least 0; default 1.",
        ),
        "false_negative_cost": Option(
            "false_negative_cost", "number", "1", 1.0, (), ("abstention",), (),
            0.0, math.inf, False, True,
            "The cost of a missed positive.",
            "false_negative_cost : float, optional\n"
            "    The cost of a missed positive. Read by abstention. Finite and at least 0; default 1.",
        ),
        "abstention_cost": Option(
            "abstention_cost", "number", "1", 1.0, (), ("abstention",), (),
            0.0, math.inf, False, True,
            "The cost of a row that is left to a person.",
            "abstention_cost : float, optional\n"
            "    The cost of a row that is left to a person. Read by abstention. Finite and at least 0; default "
            "1.",
        ),
        "prevalence": Option(
            "prevalence", "numbers", "", None, (), ("choose", "frontier", "labels", "segments", "evaluation",
            "decision_curve"), (),
            0.0, 1.0, True, True,
            "The share of positives where decisions are made, if it is not that of the rows, as in a "
            "case-control study: rows are weighted to it. One number; also one per label or segment, whose own "
            "rows are weighted. Not set: that of the rows.",
            "prevalence : array-like, optional\n"
            "    The share of positives where decisions are made, if it is not that of the rows, as in a "
            "case-control study:\n"
            "    rows are weighted to it. One number; also one per label or segment, whose own rows are "
            "weighted. Not set:\n"
            "    that of the rows. Read by choose, frontier, labels, segments, evaluation and decision_curve. "
            "Each in (0, 1).",
        ),
        "reference": Option(
            "reference", "integer", "", None, (), ("decision_curve", "evaluation"), (),
            0.0, 9007199254740992.0, False, False,
            "The model that others are compared with, counted from 0. Not set: a decision curve takes flagging "
            "every row, an evaluation compares every pair of models.",
            "reference : int, optional\n"
            "    The model that others are compared with, counted from 0. Not set: a decision curve takes "
            "flagging every row,\n"
            "    an evaluation compares every pair of models. Read by decision_curve and evaluation. At least 0.",
        ),
        "metrics": Option(
            "metrics", "texts", "", None, (), ("evaluation",), (),
            -math.inf, math.inf, False, False,
            "The metrics of an evaluation, by name; auc is the area under the ROC curve. Not set: auc, recall, "
            "specificity, precision, npv, accuracy, balanced_accuracy, f1 and mcc, or without thresholds auc "
            "alone.",
            "metrics : iterable of str, optional\n"
            "    The metrics of an evaluation, by name; auc is the area under the ROC curve. Not set: auc, "
            "recall,\n"
            "    specificity, precision, npv, accuracy, balanced_accuracy, f1 and mcc, or without thresholds auc "
            "alone. Read\n"
            "    by evaluation.",
        ),
        "names": Option(
            "names", "texts", "", None, (), ("evaluation",), (),
            -math.inf, math.inf, False, False,
            "The names of the models of an evaluation, for its tables. Not set: model 0, model 1, ...",
            "names : iterable of str, optional\n"
            "    The names of the models of an evaluation, for its tables. Not set: model 0, model 1, ... Read "
            "by evaluation.",
        ),
        "jackknife": Option(
            "jackknife", "switch", "off", False, (), ("evaluation",), (),
            0.0, 1.0, False, False,
            "Whether the jackknife gives the limits of all metrics but auc, also of proportions, F1 and jaccard.",
            "jackknife : bool, optional\n"
            "    Whether the jackknife gives the limits of all metrics but auc, also of proportions, F1 and "
            "jaccard. Read by\n"
            "    evaluation. Default False.",
        ),
        "proportion_limits": Option(
            "proportion_limits", "choice", "mid_p", "mid_p", ("mid_p", "exact"), ("evaluation",), (),
            -math.inf, math.inf, False, False,
            "The limits of proportions of rows, and of F1, jaccard, balanced_accuracy and informedness, which "
            "follow from them.",
            "proportion_limits : {\"mid_p\", \"exact\"}, optional\n"
            "    The limits of proportions of rows, and of F1, jaccard, balanced_accuracy and informedness, "
            "which follow from\n"
            "    them. Read by evaluation. Default \"mid_p\".",
        ),
        "auc_limits": Option(
            "auc_limits", "choice", "delong", "delong", ("delong", "logit"), ("evaluation",), (),
            -math.inf, math.inf, False, False,
            "The limits of auc; those of differences are DeLong's.",
            "auc_limits : {\"delong\", \"logit\"}, optional\n"
            "    The limits of auc; those of differences are DeLong's. Read by evaluation. Default \"delong\".",
        ),
        "bins": Option(
            "bins", "integer", "10", 10, (), ("reliability",), (),
            1.0, 1000000.0, False, False,
            "The number of bins, which hold equal weights of rows.",
            "bins : int, optional\n"
            "    The number of bins, which hold equal weights of rows. Read by reliability. In [1, 1000000]; "
            "default 10.",
        ),
        "threads": Option(
            "threads", "integer", "1", 1, (), (), (),
            0.0, 1024.0, False, False,
            "Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the "
            "same bits for any number.",
            "threads : int, optional\n"
            "    Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has "
            "the same bits\n"
            "    for any number. In [0, 1024]; default 1.",
        ),
        "progress": Option(
            "progress", "progress", "", None, (), (), (),
            -math.inf, math.inf, False, False,
            "Called during long work with the fraction done; it can cancel the work.",
            "progress : callable or True, optional\n"
            "    Called during long work with the fraction done; it can cancel the work.",
        ),
        "lattice_cells": Option(
            "lattice_cells", "integer", "8388608", 8388608, (), ("choose", "frontier"), ("direct", "path",
            "path-equal"),
            4.0, 9007199254740992.0, False, False,
            "The greatest number of cells of a stored lattice of scores; beyond it, quantiles replace scores.",
            "lattice_cells : int, optional\n"
            "    The greatest number of cells of a stored lattice of scores; beyond it, quantiles replace "
            "scores. Read by\n"
            "    choose and frontier, with direct, path or path-equal. At least 4; default 8388608.",
        ),
        "pair_cells": Option(
            "pair_cells", "integer", "2147483648", 2147483648, (), ("choose", "frontier"), ("direct",),
            4.0, 9007199254740992.0, False, False,
            "The greatest number of pairs of two classifiers' scores; beyond it, quantiles replace scores.",
            "pair_cells : int, optional\n"
            "    The greatest number of pairs of two classifiers' scores; beyond it, quantiles replace scores. "
            "Read by choose\n"
            "    and frontier, with direct. At least 4; default 2147483648.",
        ),
        "ascent_levels": Option(
            "ascent_levels", "integer", "4096", 4096, (), ("choose", "frontier"), ("direct",),
            3.0, 9007199254740992.0, False, False,
            "The greatest number of scores of each classifier where three or more are improved two by two; "
            "beyond it, quantiles replace scores.",
            "ascent_levels : int, optional\n"
            "    The greatest number of scores of each classifier where three or more are improved two by two; "
            "beyond it,\n"
            "    quantiles replace scores. Read by choose and frontier, with direct. At least 3; default 4096.",
        ),
    },
    "cascades": {
        "alpha": Option(
            "alpha", "number", "0.005", 0.005, (), ("fit",), (),
            0.0, 1.0, False, False,
            "The greatest share of the fitted rows whose decision may differ from that of all models.",
            "alpha : float, optional\n"
            "    The greatest share of the fitted rows whose decision may differ from that of all models. Read "
            "by fit. In [0,\n"
            "    1]; default 0.005.",
        ),
        "threshold": Option(
            "threshold", "number", "0", 0.0, (), ("fit",), ("two-classes",),
            -math.inf, math.inf, True, True,
            "The sum of scores from which a row is positive.",
            "threshold : float, optional\n"
            "    The sum of scores from which a row is positive. Read by fit, with two-classes. Finite; default "
            "0.",
        ),
        "algorithm": Option(
            "algorithm", "choice", "sums", "sums", ("sums", "votes", "cheaper"), ("fit",), (),
            -math.inf, math.inf, False, False,
            "The stopping rule. Votes: every score is one of two values, and all models cost the same.",
            "algorithm : {\"sums\", \"votes\", \"cheaper\"}, optional\n"
            "    The stopping rule. Votes: every score is one of two values, and all models cost the same. Read "
            "by fit.\n"
            "    Default \"sums\".",
        ),
        "order": Option(
            "order", "choice", "joint", "joint", ("joint", "natural", "random", "mse", "greedy"), ("fit",), (),
            -math.inf, math.inf, False, False,
            "The order in which the models are run.",
            "order : {\"joint\", \"natural\", \"random\", \"mse\", \"greedy\"}, optional\n"
            "    The order in which the models are run. Read by fit. Default \"joint\".",
        ),
        "fixed_order": Option(
            "fixed_order", "integers", "", None, (), ("fit",), (),
            0.0, 1048575.0, False, False,
            "An order from elsewhere: every model once, counted from 0. It replaces `order`.",
            "fixed_order : array-like of int, optional\n"
            "    An order from elsewhere: every model once, counted from 0. It replaces `order`. Read by fit. "
            "Each in [0,\n"
            "    1048575].",
        ),
        "spend": Option(
            "spend", "text", "", None, (), ("fit",), (),
            -math.inf, math.inf, False, False,
            "How much of alpha may be used up after position r of T: \"power:P\" is the share (r/T)^P, \"all\" "
            "is power:0, \"proportional\" follows the share of rows that have left. Not set: power:0.25, or "
            "all with calibration rows.",
            "spend : str, optional\n"
            "    How much of alpha may be used up after position r of T: \"power:P\" is the share (r/T)^P, "
            "\"all\" is power:0,\n"
            "    \"proportional\" follows the share of rows that have left. Not set: power:0.25, or all with "
            "calibration rows.\n"
            "    Read by fit.",
        ),
        "negatives_only": Option(
            "negatives_only", "switch", "off", False, (), ("fit",), ("two-classes",),
            0.0, 1.0, False, False,
            "Whether rows leave early only as negatives (filter and score).",
            "negatives_only : bool, optional\n"
            "    Whether rows leave early only as negatives (filter and score). Read by fit, with two-classes. "
            "Default False.",
        ),
        "closest": Option(
            "closest", "switch", "off", False, (), ("fit",), ("joint",),
            0.0, 1.0, False, False,
            "Whether, if no model lets a row leave early, the model that brings sums closest to the full ones is "
            "next; else the cheapest is.",
            "closest : bool, optional\n"
            "    Whether, if no model lets a row leave early, the model that brings sums closest to the full "
            "ones is next;\n"
            "    else the cheapest is. Read by fit, with joint. Default False.",
        ),
        "bins": Option(
            "bins", "switch", "off", False, (), ("fit",), (),
            0.0, 1.0, False, False,
            "Whether thresholds come from means and deviations in bins (Fan et al. 2002); else from alpha (QWYC).",
            "bins : bool, optional\n"
            "    Whether thresholds come from means and deviations in bins (Fan et al. 2002); else from alpha "
            "(QWYC). Read by\n"
            "    fit. Default False.",
        ),
        "gamma": Option(
            "gamma", "number", "", None, (), ("fit",), ("bins",),
            0.0, math.inf, False, True,
            "The width of a bin's thresholds in deviations. Not set: the smallest within alpha.",
            "gamma : float, optional\n"
            "    The width of a bin's thresholds in deviations. Not set: the smallest within alpha. Read by fit, "
            "with bins.\n"
            "    Finite and at least 0.",
        ),
        "bin_width": Option(
            "bin_width", "number", "", None, (), ("fit",), ("bins",),
            0.0, math.inf, True, True,
            "The width of a bin in units of the score. Not set: a twentieth of the standard deviation of the sum.",
            "bin_width : float, optional\n"
            "    The width of a bin in units of the score. Not set: a twentieth of the standard deviation of the "
            "sum. Read by\n"
            "    fit, with bins. Finite and above 0.",
        ),
        "halves": Option(
            "halves", "switch", "off", False, (), ("fit",), (),
            0.0, 1.0, False, False,
            "Whether the order is chosen on one half of the rows and the thresholds on the other.",
            "halves : bool, optional\n"
            "    Whether the order is chosen on one half of the rows and the thresholds on the other. Read by "
            "fit. Default\n"
            "    False.",
        ),
        "folds": Option(
            "folds", "integer", "0", 0, (), ("fit",), (),
            0.0, 1000.0, False, False,
            "The number of folds of the cross-fitted estimate, at least 2; 0 makes none.",
            "folds : int, optional\n"
            "    The number of folds of the cross-fitted estimate, at least 2; 0 makes none. Read by fit. In [0, "
            "1000];\n"
            "    default 0.",
        ),
        "max_disagreement": Option(
            "max_disagreement", "number", "0.01", 0.01, (), ("fit", "calibrate"), ("calibration",),
            0.0, 1.0, True, True,
            "The disagreement that calibration certifies.",
            "max_disagreement : float, optional\n"
            "    The disagreement that calibration certifies. Read by fit and calibrate, with calibration. In "
            "(0, 1); default\n"
            "    0.01.",
        ),
        "certify": Option(
            "certify", "number", "0.95", 0.95, (), ("fit", "calibrate"), ("calibration",),
            0.0, 1.0, True, True,
            "The probability with which the certificate holds.",
            "certify : float, optional\n"
            "    The probability with which the certificate holds. Read by fit and calibrate, with calibration. "
            "In (0, 1);\n"
            "    default 0.95.",
        ),
        "costs": Option(
            "costs", "numbers", "", None, (), ("fit",), (),
            0.0, math.inf, False, False,
            "The cost of each model; inf runs it last. Not set: 1 each.",
            "costs : array-like, optional\n"
            "    The cost of each model; inf runs it last. Not set: 1 each. Read by fit. Each at least 0.",
        ),
        "names": Option(
            "names", "texts", "", None, (), ("fit",), (),
            -math.inf, math.inf, False, False,
            "The names of the models, which are saved with the cascade.",
            "names : iterable of str, optional\n"
            "    The names of the models, which are saved with the cascade. Read by fit.",
        ),
        "feature_names": Option(
            "feature_names", "texts", "", None, (), ("fit",), (),
            -math.inf, math.inf, False, False,
            "The names of the features of the trees, which are saved with the cascade; columns are matched by "
            "them.",
            "feature_names : iterable of str, optional\n"
            "    The names of the features of the trees, which are saved with the cascade; columns are matched "
            "by them. Read\n"
            "    by fit.",
        ),
        "categories": Option(
            "categories", "texts", "", None, (), ("fit",), (),
            -math.inf, math.inf, False, False,
            "The categories behind the codes of features, saved with the cascade: \"feature=category\", those of "
            "a feature in the order of their codes 0, 1, 2, ... Needs feature_names.",
            "categories : iterable of str, optional\n"
            "    The categories behind the codes of features, saved with the cascade: \"feature=category\", "
            "those of a feature\n"
            "    in the order of their codes 0, 1, 2, ... Needs feature_names. Read by fit.",
        ),
        "seed": Option(
            "seed", "seed", "0", 0, (), ("fit",), (),
            0.0, math.inf, False, False,
            "The seed of random orders, folds and halves.",
            "seed : int, optional\n"
            "    The seed of random orders, folds and halves. Read by fit. In [0, 2**64); default 0.",
        ),
        "threads": Option(
            "threads", "integer", "1", 1, (), (), (),
            0.0, 1024.0, False, False,
            "Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the "
            "same bits for any number.",
            "threads : int, optional\n"
            "    Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has "
            "the same bits\n"
            "    for any number. In [0, 1024]; default 1.",
        ),
        "progress": Option(
            "progress", "progress", "", None, (), (), (),
            -math.inf, math.inf, False, False,
            "Called during long work with the fraction done; it can cancel the work.",
            "progress : callable or True, optional\n"
            "    Called during long work with the fraction done; it can cancel the work.",
        ),
    },
    "learners": {
        "scaling": Option(
            "scaling", "choice", "automatic", "automatic", ("automatic", "none", "minmax", "standard", "unit",
            "standard-root"), (), ("lfp", "br", "efp", "pcc", "cardinality", "neighbours", "kernel"),
            -math.inf, math.inf, False, False,
            "How features are scaled.",
            "scaling : {\"automatic\", \"none\", \"minmax\", \"standard\", \"unit\", \"standard-root\"}, "
            "optional\n"
            "    How features are scaled. Read by lfp, br, efp, pcc, cardinality, neighbours and kernel. "
            "Default \"automatic\".",
        ),
        "folds": Option(
            "folds", "integer", "5", 5, (), (), ("lfp", "br", "efp", "pcc", "cardinality", "rule"),
            2.0, 2147483648.0, False, False,
            "The number of folds of cross-validation.",
            "folds : int, optional\n"
            "    The number of folds of cross-validation. Read by lfp, br, efp, pcc, cardinality and rule. At "
            "least 2;\n"
            "    default 5.",
        ),
        "metric": Option(
            "metric", "text", "f1", "f1", (), (), ("rule",),
            -math.inf, math.inf, False, False,
            "The name of the metric that a rule is chosen for.",
            "metric : str, optional\n"
            "    The name of the metric that a rule is chosen for. Read by rule. Default \"f1\".",
        ),
        "zero_division": Option(
            "zero_division", "integer", "1", 1, (), (), ("rule",),
            0.0, 1.0, False, False,
            "The value of a rate that is 0/0 in the metric that a rule is chosen for.",
            "zero_division : int, optional\n"
            "    The value of a rate that is 0/0 in the metric that a rule is chosen for. Read by rule. In [0, "
            "1]; default 1.",
        ),
        "average": Option(
            "average", "choice", "instance", "instance", ("instance", "macro", "micro"), (), ("rule",),
            -math.inf, math.inf, False, False,
            "What is one problem in the tables that a rule is chosen for.",
            "average : {\"instance\", \"macro\", \"micro\"}, optional\n"
            "    What is one problem in the tables that a rule is chosen for. Read by rule. Default \"instance\".",
        ),
        "per_row": Option(
            "per_row", "integers", "", None, (), (), ("rule",),
            0.0, 9007199254740992.0, False, False,
            "How many labels a rule gives each row, with average macro: one number for exactly that many, two "
            "for from and to. Not set: each label is predicted on its own.",
            "per_row : array-like of int, optional\n"
            "    How many labels a rule gives each row, with average macro: one number for exactly that many, "
            "two for from\n"
            "    and to. Not set: each label is predicted on its own. Read by rule. Each at least 0.",
        ),
        "rule": Option(
            "rule", "choice", "auto", "auto", ("auto", "half", "threshold", "thresholds", "bagged-thresholds",
            "shrunk-thresholds", "decide", "decide-temperature", "decide-temperatures", "decide-platt",
            "decide-isotonic", "decide-beta", "decide-shrunk", "decide-mean", "vote", "given-cardinality",
            "given-mixture"), (), ("rule",),
            -math.inf, math.inf, False, False,
            "The rule by which marginals become predictions.",
            "rule : {\"auto\", \"half\", \"threshold\", \"thresholds\", \"bagged-thresholds\", "
            "\"shrunk-thresholds\", \"decide\",\n"
            "    \"decide-temperature\", \"decide-temperatures\", \"decide-platt\", \"decide-isotonic\", "
            "\"decide-beta\",\n"
            "    \"decide-shrunk\", \"decide-mean\", \"vote\", \"given-cardinality\", \"given-mixture\"}, "
            "optional\n"
            "    The rule by which marginals become predictions. Read by rule. Default \"auto\".",
        ),
        "at_least": Option(
            "at_least", "integer", "", None, (), (), (),
            0.0, 2147483648.0, False, False,
            "The least number of labels that a prediction holds. Not set: 1 if no training row is empty, else 0.",
            "at_least : int, optional\n"
            "    The least number of labels that a prediction holds. Not set: 1 if no training row is empty, "
            "else 0. At least\n"
            "    0.",
        ),
        "c_values": Option(
            "c_values", "numbers", "", None, (), (), ("lfp", "br", "efp", "pcc", "cardinality", "kernel"),
            1e-12, 1000000000000.0, False, False,
            "The inverse penalty strengths C of |w|^2/(2C) to choose from, ascending; one value needs no "
            "cross-validation. Not set: 1e-4, 3e-4, 1e-3, ..., 1e3.",
            "c_values : array-like, optional\n"
            "    The inverse penalty strengths C of |w|^2/(2C) to choose from, ascending; one value needs no\n"
            "    cross-validation. Not set: 1e-4, 3e-4, 1e-3, ..., 1e3. Read by lfp, br, efp, pcc, cardinality "
            "and kernel.\n"
            "    Each in [1e-12, 1e12].",
        ),
        "patience": Option(
            "patience", "integer", "2", 2, (), (), ("lfp", "br", "efp", "pcc", "cardinality"),
            1.0, 2147483648.0, False, False,
            "How many values of C in a row may be worse than the best before the search ends.",
            "patience : int, optional\n"
            "    How many values of C in a row may be worse than the best before the search ends. Read by lfp, "
            "br, efp, pcc\n"
            "    and cardinality. At least 1; default 2.",
        ),
        "calibration": Option(
            "calibration", "choice", "automatic", "automatic", ("automatic", "none", "platt", "isotonic", "beta",
            "temperature", "vector"), (), ("lfp", "br", "given"),
            -math.inf, math.inf, False, False,
            "How scores become probabilities.",
            "calibration : {\"automatic\", \"none\", \"platt\", \"isotonic\", \"beta\", \"temperature\", "
            "\"vector\"}, optional\n"
            "    How scores become probabilities. Read by lfp, br and given. Default \"automatic\".",
        ),
        "chains": Option(
            "chains", "integer", "1", 1, (), (), ("pcc",),
            1.0, 2147483648.0, False, False,
            "The number of chains, each in its own order.",
            "chains : int, optional\n"
            "    The number of chains, each in its own order. Read by pcc. At least 1; default 1.",
        ),
        "chain_orders": Option(
            "chain_orders", "integers", "", None, (), (), ("pcc",),
            0.0, 2147483648.0, False, False,
            "The orders of the labels in the first chains, one after the other, each label once; the first chain "
            "not given takes the labels' own order, the others random ones.",
            "chain_orders : array-like of int, optional\n"
            "    The orders of the labels in the first chains, one after the other, each label once; the first "
            "chain not\n"
            "    given takes the labels' own order, the others random ones. Read by pcc. Each at least 0.",
        ),
        "samples": Option(
            "samples", "integer", "1000", 1000, (), (), ("pcc",),
            1.0, 16777216.0, False, False,
            "The number of label vectors drawn for a row.",
            "samples : int, optional\n"
            "    The number of label vectors drawn for a row. Read by pcc. In [1, 16777216]; default 1000.",
        ),
        "drawing": Option(
            "drawing", "choice", "stratified", "stratified", ("stratified", "independent"), (), ("pcc",),
            -math.inf, math.inf, False, False,
            "How label vectors are drawn.",
            "drawing : {\"stratified\", \"independent\"}, optional\n"
            "    How label vectors are drawn. Read by pcc. Default \"stratified\".",
        ),
        "consistent": Option(
            "consistent", "switch", "off", False, (), (), ("efp",),
            0.0, 1.0, False, False,
            "Whether each row's P(label and number of labels) is moved to the nearest table that agrees with its "
            "P(number of labels), so that expected utilities lie in the metric's range.",
            "consistent : bool, optional\n"
            "    Whether each row's P(label and number of labels) is moved to the nearest table that agrees with "
            "its P(number\n"
            "    of labels), so that expected utilities lie in the metric's range. Read by efp. Default False.",
        ),
        "max_nodes": Option(
            "max_nodes", "integer", "100000", 100000, (), (), ("pcc",),
            1.0, 2147483648.0, False, False,
            "The greatest number of nodes of the search for the likeliest vector.",
            "max_nodes : int, optional\n"
            "    The greatest number of nodes of the search for the likeliest vector. Read by pcc. At least 1; "
            "default\n"
            "    100000.",
        ),
        "neighbours": Option(
            "neighbours", "integer", "0", 0, (), (), ("neighbours",),
            0.0, 2147483648.0, False, False,
            "The number of neighbours; 0 chooses it by leave-one-out.",
            "neighbours : int, optional\n"
            "    The number of neighbours; 0 chooses it by leave-one-out. Read by neighbours. At least 0; "
            "default 0.",
        ),
        "neighbour_metric": Option(
            "neighbour_metric", "choice", "automatic", "automatic", ("automatic", "euclidean", "cosine"), (),
            ("neighbours",),
            -math.inf, math.inf, False, False,
            "The distance between rows.",
            "neighbour_metric : {\"automatic\", \"euclidean\", \"cosine\"}, optional\n"
            "    The distance between rows. Read by neighbours. Default \"automatic\".",
        ),
        "neighbour_weights": Option(
            "neighbour_weights", "choice", "automatic", "automatic", ("automatic", "uniform", "dudani"), (),
            ("neighbours",),
            -math.inf, math.inf, False, False,
            "How neighbours are weighted.",
            "neighbour_weights : {\"automatic\", \"uniform\", \"dudani\"}, optional\n"
            "    How neighbours are weighted. Read by neighbours. Default \"automatic\".",
        ),
        "neighbour_utility": Option(
            "neighbour_utility", "text", "f1", "f1", (), (), ("neighbours",),
            -math.inf, math.inf, False, False,
            "The name of the metric whose mean over left-out rows decides what is left open.",
            "neighbour_utility : str, optional\n"
            "    The name of the metric whose mean over left-out rows decides what is left open. Read by "
            "neighbours. Default\n"
            "    \"f1\".",
        ),
        "forest_kind": Option(
            "forest_kind", "choice", "extra-trees", "extra-trees", ("extra-trees", "random-forest"), (), ("forest",),
            -math.inf, math.inf, False, False,
            "How trees are randomised.",
            "forest_kind : {\"extra-trees\", \"random-forest\"}, optional\n"
            "    How trees are randomised. Read by forest. Default \"extra-trees\".",
        ),
        "forest_criterion": Option(
            "forest_criterion", "choice", "gini", "gini", ("gini", "f"), (), ("forest", "tree"),
            -math.inf, math.inf, False, False,
            "The criterion of a split.",
            "forest_criterion : {\"gini\", \"f\"}, optional\n"
            "    The criterion of a split. Read by forest and tree. Default \"gini\".",
        ),
        "trees": Option(
            "trees", "integer", "0", 0, (), (), ("forest",),
            0.0, 2147483648.0, False, False,
            "The number of trees; 0 takes 500.",
            "trees : int, optional\n"
            "    The number of trees; 0 takes 500. Read by forest. At least 0; default 0.",
        ),
        "max_features": Option(
            "max_features", "integer", "0", 0, (), (), ("forest", "tree"),
            0.0, 2147483648.0, False, False,
            "The number of features that are tried at a node; 0 chooses it by the number of features.",
            "max_features : int, optional\n"
            "    The number of features that are tried at a node; 0 chooses it by the number of features. Read "
            "by forest and\n"
            "    tree. At least 0; default 0.",
        ),
        "min_leaf": Option(
            "min_leaf", "integer", "0", 0, (), (), ("forest", "tree"),
            0.0, 2147483648.0, False, False,
            "The least number of rows of a leaf; 0 takes the kind's default.",
            "min_leaf : int, optional\n"
            "    The least number of rows of a leaf; 0 takes the kind's default. Read by forest and tree. At "
            "least 0; default\n"
            "    0.",
        ),
        "max_depth": Option(
            "max_depth", "integer", "0", 0, (), (), ("forest", "tree"),
            0.0, 2147483648.0, False, False,
            "The greatest depth of a tree; 0 sets no limit.",
            "max_depth : int, optional\n"
            "    The greatest depth of a tree; 0 sets no limit. Read by forest and tree. At least 0; default 0.",
        ),
        "gamma": Option(
            "gamma", "number", "0", 0.0, (), (), ("kernel",),
            0.0, 1e+100, False, False,
            "The width of kernel features exp(-gamma |x - z|^2); 0 chooses it by cross-validation.",
            "gamma : float, optional\n"
            "    The width of kernel features exp(-gamma |x - z|^2); 0 chooses it by cross-validation. Read by "
            "kernel. At\n"
            "    least 0; default 0.",
        ),
        "landmarks": Option(
            "landmarks", "integer", "0", 0, (), (), ("kernel",),
            0.0, 2147483648.0, False, False,
            "The number of landmarks of kernel features; 0 takes every row where there are at most "
            "max_exact_rows.",
            "landmarks : int, optional\n"
            "    The number of landmarks of kernel features; 0 takes every row where there are at most "
            "max_exact_rows. Read\n"
            "    by kernel. At least 0; default 0.",
        ),
        "max_exact_rows": Option(
            "max_exact_rows", "integer", "3000", 3000, (), (), ("kernel",),
            0.0, 2147483648.0, False, False,
            "The greatest number of rows that are all taken as landmarks; beyond it, this number is drawn "
            "(Nystroem).",
            "max_exact_rows : int, optional\n"
            "    The greatest number of rows that are all taken as landmarks; beyond it, this number is drawn "
            "(Nystroem).\n"
            "    Read by kernel. At least 0; default 3000.",
        ),
        "mixture_weights": Option(
            "mixture_weights", "numbers", "", None, (), (), ("mixture",),
            0.0, math.inf, True, True,
            "The weight of each part of a mixture. Not set: equal.",
            "mixture_weights : array-like, optional\n"
            "    The weight of each part of a mixture. Not set: equal. Read by mixture. Each finite and above 0.",
        ),
        "missing": Option(
            "missing", "choice", "error", "error", ("error", "mean", "most_frequent"), (), (),
            -math.inf, math.inf, False, False,
            "What replaces a missing value (NaN) of a feature.",
            "missing : {\"error\", \"mean\", \"most_frequent\"}, optional\n"
            "    What replaces a missing value (NaN) of a feature. Default \"error\".",
        ),
        "missing_indicators": Option(
            "missing_indicators", "switch", "off", False, (), (), (),
            0.0, 1.0, False, False,
            "Whether each feature that some training row lacks gets a further one that is 1 if it is missing.",
            "missing_indicators : bool, optional\n"
            "    Whether each feature that some training row lacks gets a further one that is 1 if it is "
            "missing. Default\n"
            "    False.",
        ),
        "feature_names": Option(
            "feature_names", "texts", "", None, (), (), (),
            -math.inf, math.inf, False, False,
            "The names of the features, which are saved with the learner.",
            "feature_names : iterable of str, optional\n"
            "    The names of the features, which are saved with the learner.",
        ),
        "label_names": Option(
            "label_names", "texts", "", None, (), (), (),
            -math.inf, math.inf, False, False,
            "The names of the labels or classes, which are saved with the learner.",
            "label_names : iterable of str, optional\n"
            "    The names of the labels or classes, which are saved with the learner.",
        ),
        "seed": Option(
            "seed", "seed", "0", 0, (), (), (),
            0.0, math.inf, False, False,
            "The seed of folds, chains, forests and landmarks.",
            "seed : int, optional\n"
            "    The seed of folds, chains, forests and landmarks. In [0, 2**64); default 0.",
        ),
        "threads": Option(
            "threads", "integer", "1", 1, (), (), (),
            0.0, 1024.0, False, False,
            "Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the "
            "same bits for any number.",
            "threads : int, optional\n"
            "    Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has "
            "the same bits\n"
            "    for any number. In [0, 1024]; default 1.",
        ),
        "progress": Option(
            "progress", "progress", "", None, (), (), (),
            -math.inf, math.inf, False, False,
            "Called during long work with the fraction done; it can cancel the work.",
            "progress : callable or True, optional\n"
            "    Called during long work with the fraction done; it can cancel the work.",
        ),
    },
    "routes": {
        "goal": Option(
            "goal", "choice", "cost", "cost", ("cost", "quality", "value"), ("choose", "ask"), (),
            -math.inf, math.inf, False, False,
            "What is minimised or maximised.",
            "goal : {\"cost\", \"quality\", \"value\"}, optional\n"
            "    What is minimised or maximised. Read by choose and ask. Default \"cost\".",
        ),
        "measure": Option(
            "measure", "choice", "accuracy", "accuracy", ("accuracy", "agreement", "precision", "recall", "f"),
            ("choose", "ask", "evaluate"), (),
            -math.inf, math.inf, False, False,
            "The measure of quality.",
            "measure : {\"accuracy\", \"agreement\", \"precision\", \"recall\", \"f\"}, optional\n"
            "    The measure of quality. Read by choose, ask and evaluate. Default \"accuracy\".",
        ),
        "beta": Option(
            "beta", "number", "1", 1.0, (), ("choose", "ask", "evaluate"), ("f",),
            0.0, math.inf, True, True,
            "How much recall counts beside precision, in F.",
            "beta : float, optional\n"
            "    How much recall counts beside precision, in F. Read by choose, ask and evaluate, with f. Finite "
            "and above 0;\n"
            "    default 1.",
        ),
        "positive": Option(
            "positive", "integer", "1", 1, (), ("choose", "ask", "evaluate"), ("precision", "recall", "f"),
            0.0, 9007199254740992.0, False, False,
            "The class that is the positive one.",
            "positive : int, optional\n"
            "    The class that is the positive one. Read by choose, ask and evaluate, with precision, recall or "
            "f. At least\n"
            "    0; default 1.",
        ),
        "min_quality": Option(
            "min_quality", "number", "0.95", 0.95, (), ("choose", "ask"), ("cost",),
            0.0, 1.0, False, False,
            "Quality is at least this.",
            "min_quality : float, optional\n"
            "    Quality is at least this. Read by choose and ask, with cost. In [0, 1]; default 0.95.",
        ),
        "budget": Option(
            "budget", "number", "", None, (), ("choose",), ("quality",),
            0.0, math.inf, False, True,
            "The mean cost of a row is at most this.",
            "budget : float, optional\n"
            "    The mean cost of a row is at most this. Read by choose, with quality. Finite and at least 0.",
        ),
        "right_value": Option(
            "right_value", "number", "1", 1.0, (), ("choose",), ("value",),
            -math.inf, math.inf, True, True,
            "What a right answer is worth, in units of the costs.",
            "right_value : float, optional\n"
            "    What a right answer is worth, in units of the costs. Read by choose, with value. Finite; "
            "default 1.",
        ),
        "wrong_cost": Option(
            "wrong_cost", "number", "0", 0.0, (), ("choose",), ("value",),
            -math.inf, math.inf, True, True,
            "What a wrong answer costs, in units of the costs.",
            "wrong_cost : float, optional\n"
            "    What a wrong answer costs, in units of the costs. Read by choose, with value. Finite; default 0.",
        ),
        "by": Option(
            "by", "choice", "none", "none", ("none", "class", "segment"), ("choose", "ask"), (),
            -math.inf, math.inf, False, False,
            "Which rows have thresholds of their own: all alike, each class of the first answer, or each segment.",
            "by : {\"none\", \"class\", \"segment\"}, optional\n"
            "    Which rows have thresholds of their own: all alike, each class of the first answer, or each "
            "segment. Read by\n"
            "    choose and ask. Default \"none\".",
        ),
        "router": Option(
            "router", "switch", "off", False, (), ("choose", "ask"), (),
            0.0, 1.0, False, False,
            "Whether a score sends each row to one stage before any answer, and the highest scores go to the "
            "first stage; else stages are called one after the other.",
            "router : bool, optional\n"
            "    Whether a score sends each row to one stage before any answer, and the highest scores go to the "
            "first stage;\n"
            "    else stages are called one after the other. Read by choose and ask. Default False.",
        ),
        "certify": Option(
            "certify", "number", "", None, (), ("choose", "ask"), ("cost",),
            0.0, 1.0, True, True,
            "The probability that min_quality holds for all future rows; if no route can be certified, the last "
            "stage answers every row. Not set: no certificate.",
            "certify : float, optional\n"
            "    The probability that min_quality holds for all future rows; if no route can be certified, the "
            "last stage\n"
            "    answers every row. Not set: no certificate. Read by choose and ask, with cost. In (0, 1).",
        ),
        "pilot": Option(
            "pilot", "number", "0.3", 0.3, (), ("choose", "ask"), ("certify",),
            0.0, 1.0, True, True,
            "The share of the rows on which a path of routes is found that the others test.",
            "pilot : float, optional\n"
            "    The share of the rows on which a path of routes is found that the others test. Read by choose "
            "and ask, with\n"
            "    certify. In (0, 1); default 0.3.",
        ),
        "max_weight": Option(
            "max_weight", "number", "", None, (), ("choose", "ask"), ("certify",),
            0.0, math.inf, True, True,
            "Upper bound on the weight of any future row; required to certify rows with weights, unless "
            "equal_weights is set.",
            "max_weight : float, optional\n"
            "    Upper bound on the weight of any future row; required to certify rows with weights, unless "
            "equal_weights is\n"
            "    set. Read by choose and ask, with certify. Finite and above 0.",
        ),
        "equal_weights": Option(
            "equal_weights", "switch", "off", False, (), ("choose", "ask"), ("certify",),
            0.0, 1.0, False, False,
            "Whether rows with weights all weigh the same by design, future rows included; a certificate may "
            "then stand on counts. Rows without weights always do.",
            "equal_weights : bool, optional\n"
            "    Whether rows with weights all weigh the same by design, future rows included; a certificate may "
            "then stand\n"
            "    on counts. Rows without weights always do. Read by choose and ask, with certify. Default False.",
        ),
        "max_policies": Option(
            "max_policies", "integer", "1048576", 1048576, (), ("choose", "ask"), (),
            16.0, 1073741824.0, False, False,
            "How many combinations of thresholds a chain of stages is searched over; with more of them, levels "
            "of equal weight are, and then finer ones around the best.",
            "max_policies : int, optional\n"
            "    How many combinations of thresholds a chain of stages is searched over; with more of them, "
            "levels of equal\n"
            "    weight are, and then finer ones around the best. Read by choose and ask. In [16, 1073741824]; "
            "default\n"
            "    1048576.",
        ),
        "batch_size": Option(
            "batch_size", "integer", "100", 100, (), ("choose", "ask"), (),
            1.0, 9007199254740992.0, False, False,
            "How many rows to label next, on average.",
            "batch_size : int, optional\n"
            "    How many rows to label next, on average. Read by choose and ask. At least 1; default 100.",
        ),
        "min_probability": Option(
            "min_probability", "number", "0.1", 0.1, (), ("choose", "ask"), ("certify", "ask"),
            0.0, 1.0, True, True,
            "The least probability with which any row is drawn to be labelled. A certificate from label "
            "probabilities depends on it.",
            "min_probability : float, optional\n"
            "    The least probability with which any row is drawn to be labelled. A certificate from label "
            "probabilities\n"
            "    depends on it. Read by choose and ask. In (0, 1); default 0.1.",
        ),
        "seed": Option(
            "seed", "seed", "0", 0, (), ("choose", "ask"), ("certify", "ask"),
            0.0, math.inf, False, False,
            "The seed of the pilot rows and of the rows that are drawn to be labelled.",
            "seed : int, optional\n"
            "    The seed of the pilot rows and of the rows that are drawn to be labelled. Read by choose and "
            "ask. In [0,\n"
            "    2**64); default 0.",
        ),
        "threads": Option(
            "threads", "integer", "1", 1, (), (), (),
            0.0, 1024.0, False, False,
            "Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the "
            "same bits for any number.",
            "threads : int, optional\n"
            "    Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has "
            "the same bits\n"
            "    for any number. In [0, 1024]; default 1.",
        ),
        "progress": Option(
            "progress", "progress", "", None, (), (), (),
            -math.inf, math.inf, False, False,
            "Called during long work with the fraction done; it can cancel the work.",
            "progress : callable or True, optional\n"
            "    Called during long work with the fraction done; it can cancel the work.",
        ),
    },
    "promises": {
        "delta": Option(
            "delta", "number", "0.05", 0.05, (), ("create",), (),
            0.0, 1.0, True, True,
            "The probability with which a promise that is kept may ever be called broken. That of calling a "
            "broken one kept is the same, and so is that of each limit of the metric ever to be wrong.",
            "delta : float, optional\n"
            "    The probability with which a promise that is kept may ever be called broken. That of calling a "
            "broken one\n"
            "    kept is the same, and so is that of each limit of the metric ever to be wrong. Read by create. "
            "In (0, 1);\n"
            "    default 0.05.",
        ),
        "average_run": Option(
            "average_run", "number", "", None, (), ("create",), (),
            2.0, math.inf, False, True,
            "If set, recent rows are watched as well: a change for the worse is found soon after it, and a "
            "promise that is kept is called broken once in this many rows that count, on average.",
            "average_run : float, optional\n"
            "    If set, recent rows are watched as well: a change for the worse is found soon after it, and a "
            "promise that\n"
            "    is kept is called broken once in this many rows that count, on average. Read by create. Finite "
            "and at least\n"
            "    2.",
        ),
        "min_label_probability": Option(
            "min_label_probability", "number", "1", 1.0, (), ("create",), (),
            0.0, 1.0, True, False,
            "The smallest probability with which the label of any row that counts is asked for, future rows "
            "included.",
            "min_label_probability : float, optional\n"
            "    The smallest probability with which the label of any row that counts is asked for, future rows "
            "included.\n"
            "    Read by create. In (0, 1]; default 1.",
        ),
        "max_weight": Option(
            "max_weight", "number", "1", 1.0, (), ("create",), (),
            0.0, math.inf, True, True,
            "Upper bound on the weight of any row, future rows included.",
            "max_weight : float, optional\n"
            "    Upper bound on the weight of any row, future rows included. Read by create. Finite and above 0; "
            "default 1.",
        ),
        "n_segments": Option(
            "n_segments", "integer", "0", 0, (), ("segments",), (),
            0.0, 4096.0, False, False,
            "The number of segments that are watched in addition to all rows; 0: none.",
            "n_segments : int, optional\n"
            "    The number of segments that are watched in addition to all rows; 0: none. Read by segments. In "
            "[0, 4096];\n"
            "    default 0.",
        ),
        "threads": Option(
            "threads", "integer", "1", 1, (), (), (),
            0.0, 1024.0, False, False,
            "Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the "
            "same bits for any number.",
            "threads : int, optional\n"
            "    Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has "
            "the same bits\n"
            "    for any number. In [0, 1024]; default 1.",
        ),
        "progress": Option(
            "progress", "progress", "", None, (), (), (),
            -math.inf, math.inf, False, False,
            "Called during long work with the fraction done; it can cancel the work.",
            "progress : callable or True, optional\n"
            "    Called during long work with the fraction done; it can cancel the work.",
        ),
    },
    "performance": {
        "average": Option(
            "average", "choice", "micro", "micro", ("instance", "macro", "micro"), ("tables",), (),
            -math.inf, math.inf, False, False,
            "What is one problem if rows have several labels: each row, each label, or all of them together. "
            "With one label macro and micro are the same.",
            "average : {\"instance\", \"macro\", \"micro\"}, optional\n"
            "    What is one problem if rows have several labels: each row, each label, or all of them together. "
            "With one\n"
            "    label macro and micro are the same. Read by tables. Default \"micro\".",
        ),
        "label_weights": Option(
            "label_weights", "numbers", "", None, (), ("tables",), ("macro",),
            0.0, math.inf, False, True,
            "The weight of each label in a macro average. Not set: all equal.",
            "label_weights : array-like, optional\n"
            "    The weight of each label in a macro average. Not set: all equal. Read by tables, with macro. "
            "Each finite and\n"
            "    at least 0.",
        ),
        "chunk_rows": Option(
            "chunk_rows", "integer", "0", 0, (), (), (),
            0.0, 9007199254740992.0, False, False,
            "The number of consecutive rows in a chunk; the last chunk of a call may have fewer. 0: all rows of "
            "a call are one chunk.",
            "chunk_rows : int, optional\n"
            "    The number of consecutive rows in a chunk; the last chunk of a call may have fewer. 0: all rows "
            "of a call\n"
            "    are one chunk. At least 0; default 0.",
        ),
        "n_segments": Option(
            "n_segments", "integer", "0", 0, (), ("segments",), (),
            0.0, 4096.0, False, False,
            "The number of segments that are estimated in addition to all rows of a chunk; 0: none.",
            "n_segments : int, optional\n"
            "    The number of segments that are estimated in addition to all rows of a chunk; 0: none. Read by "
            "segments. In\n"
            "    [0, 4096]; default 0.",
        ),
        "level": Option(
            "level", "number", "0.95", 0.95, (), (), (),
            0.0, 1.0, True, True,
            "The probability with which the band covers the metric that the labels would give.",
            "level : float, optional\n"
            "    The probability with which the band covers the metric that the labels would give. In (0, 1); "
            "default 0.95.",
        ),
        "calibration": Option(
            "calibration", "choice", "automatic", "automatic", ("automatic", "none", "platt", "isotonic", "beta",
            "temperature", "vector"), (), (),
            -math.inf, math.inf, False, False,
            "How calibration rows calibrate probabilities: automatic averages isotonic and beta.",
            "calibration : {\"automatic\", \"none\", \"platt\", \"isotonic\", \"beta\", \"temperature\", "
            "\"vector\"}, optional\n"
            "    How calibration rows calibrate probabilities: automatic averages isotonic and beta. Default "
            "\"automatic\".",
        ),
        "samples": Option(
            "samples", "integer", "200", 200, (), (), (),
            2.0, 100000.0, False, False,
            "How many bootstrap samples of the calibration rows are drawn. If a band is simulated, each counts "
            "for 20 draws.",
            "samples : int, optional\n"
            "    How many bootstrap samples of the calibration rows are drawn. If a band is simulated, each "
            "counts for 20\n"
            "    draws. In [2, 100000]; default 200.",
        ),
        "seed": Option(
            "seed", "seed", "0", 0, (), (), (),
            0.0, math.inf, False, False,
            "The seed of all random draws.",
            "seed : int, optional\n"
            "    The seed of all random draws. In [0, 2**64); default 0.",
        ),
        "threads": Option(
            "threads", "integer", "1", 1, (), (), (),
            0.0, 1024.0, False, False,
            "Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the "
            "same bits for any number.",
            "threads : int, optional\n"
            "    Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has "
            "the same bits\n"
            "    for any number. In [0, 1024]; default 1.",
        ),
        "progress": Option(
            "progress", "progress", "", None, (), (), (),
            -math.inf, math.inf, False, False,
            "Called during long work with the fraction done; it can cancel the work.",
            "progress : callable or True, optional\n"
            "    Called during long work with the fraction done; it can cancel the work.",
        ),
    },
}

FACTS: dict[str, dict[str, Fact]] = {
    "metric": {
        "name": Fact(
            2000, "text", "text", "whole",
            "The canonical name, by which the same metric can be made again.",
        ),
        "properties": Fact(
            2001, "number", "integer", "whole",
            "What the metric is, as far as known: the sum of its properties.",
        ),
        "zero_division": Fact(
            2002, "number", "integer", "whole",
            "The value of a rate that is 0/0: 0 or 1.",
        ),
        "loss_of_zero": Fact(
            2003, "number", "number", "whole",
            "The loss of a utility of 0, 1 for a named metric and 0 for cost and custom ones: a loss is this "
            "less the utility.",
        ),
    },
    "estimator": {
        "kind": Fact(
            3000, "number", "kind", "whole",
            "What is known of the labels: one of the kinds.",
        ),
        "n_labels": Fact(
            3001, "number", "integer", "whole",
            "The number of labels.",
        ),
        "n_fed": Fact(
            3002, "number", "integer", "whole",
            "The number of weighted vectors or tables fed; of the other kinds 1, or 0 while empty.",
        ),
        "total_weight": Fact(
            3003, "number", "number", "whole",
            "The sum of the weights fed to a joint or counts estimator; of the others 1, or 0 while empty.",
        ),
        "max_s": Fact(
            3004, "number", "integer", "whole",
            "The greatest s with a nonzero P[i][s]. Counts only.",
        ),
        "p_zero": Fact(
            3005, "number", "number", "whole",
            "P(no label).",
        ),
        "marginals": Fact(
            3006, "numbers", "number", "label",
            "P(y_i = 1) for each label.",
        ),
        "size_distribution": Fact(
            3007, "numbers", "number", "whole",
            "P(s) for s = 0 ... n_labels.",
        ),
        "table": Fact(
            3008, "numbers", "number", "label",
            "P[i][s] for s = 1 ... max_s, label by label: n_labels*max_s numbers. Counts only.",
        ),
        "mode": Fact(
            3009, "numbers", "number", "label",
            "The likeliest label vector; of tied ones that with fewest ones, then with the smallest indices. Not "
            "for counts.",
        ),
        "mode_probability": Fact(
            3010, "number", "number", "whole",
            "The probability of the mode. Not for counts.",
        ),
    },
    "decision": {
        "n_answers": Fact(
            4000, "number", "integer", "whole",
            "The number of answers: one, or one for each row or column.",
        ),
        "n_items": Fact(
            4001, "number", "integer", "whole",
            "The number of items of each answer: labels; rows for macro; row*n_labels + column counts them for "
            "micro.",
        ),
        "k": Fact(
            4002, "number", "integer", "answer",
            "The number of positives.",
        ),
        "expected": Fact(
            4003, "number", "number", "answer",
            "The expected utility of the answer, even if the instance is left undecided.",
        ),
        "loss": Fact(
            4004, "number", "number", "answer",
            "The expected loss of the answer.",
        ),
        "bound": Fact(
            4005, "number", "number", "answer",
            "A proved upper limit on (optimal expected utility - expected utility of the answer), rounding "
            "included. For an algorithm requested by name that proves nothing, it follows from the metric's "
            "range. With per_row, a limit on how far the weighted mean over the labels is from its optimum: the "
            "same number for every label.",
        ),
        "k_lowest": Fact(
            4006, "number", "integer", "answer",
            "The least k that values and errors do not exclude from being optimal; -1 if it was not computed.",
        ),
        "k_highest": Fact(
            4007, "number", "integer", "answer",
            "The greatest such k; -1 if it was not computed.",
        ),
        "next_best": Fact(
            4008, "number", "number", "answer",
            "The best expected utility at any other k; NaN if it was not computed.",
        ),
        "p_zero": Fact(
            4009, "number", "number", "answer",
            "P(no positive at all), on which undefined cells of rare problems depend.",
        ),
        "abstained": Fact(
            4010, "number", "switch", "answer",
            "Whether the instance was left undecided.",
        ),
        "warned": Fact(
            4011, "number", "switch", "answer",
            "Whether there is a warning.",
        ),
        "algorithm": Fact(
            4012, "text", "text", "answer",
            "The name of the algorithm that ran.",
        ),
        "warning": Fact(
            4013, "text", "text", "answer",
            "A warning about the answer; empty if there is none. A warning about the whole table is at its first "
            "answer.",
        ),
        "n_undecided": Fact(
            4014, "number", "integer", "answer",
            "The number of items left undecided one by one (abstain_label); none of an instance that abstained.",
        ),
        "threshold": Fact(
            4015, "number", "number", "answer",
            "The smallest probability of a positive: another program that takes this and greater ones has the "
            "answer, ties apart. Infinite if no item is positive. NaN if no threshold makes the answer: of "
            "labels that are not independent, or with per_row.",
        ),
    },
    "distribution": {
        "mean": Fact(
            6000, "number", "number", "whole",
            "The mean of the utility.",
        ),
        "sd": Fact(
            6001, "number", "number", "whole",
            "Its standard deviation.",
        ),
        "standard_error": Fact(
            6002, "number", "number", "whole",
            "The standard error of the mean; 0 if the distribution is exact.",
        ),
        "n_samples": Fact(
            6003, "number", "integer", "whole",
            "The number of samples; 0 if the distribution is exact.",
        ),
        "values": Fact(
            6004, "numbers", "number", "value",
            "The values that the utility takes, ascending.",
        ),
        "probabilities": Fact(
            6005, "numbers", "number", "value",
            "The probability of each of these values.",
        ),
    },
    "table_pass": {
        "pass_number": Fact(
            5000, "number", "integer", "whole",
            "The number of this pass, from 1.",
        ),
        "n_items": Fact(
            5001, "number", "integer", "whole",
            "The number of items that were fed in this pass: rows times labels.",
        ),
        "n_bins": Fact(
            5002, "number", "integer", "whole",
            "The number of nonempty bins.",
        ),
        "n_windows": Fact(
            5003, "number", "integer", "whole",
            "The number of ranges of probabilities that this pass divides into bins; the first pass has one "
            "range.",
        ),
        "decided": Fact(
            5004, "number", "switch", "whole",
            "Whether the passes have found the answer; until then the facts about it are NaN or -1.",
        ),
        "k": Fact(
            5005, "number", "integer", "whole",
            "The number of positives, over all rows and labels.",
        ),
        "threshold": Fact(
            5006, "number", "number", "whole",
            "The least probability of a positive: all items above it are positives; inf if there is none.",
        ),
        "n_ties": Fact(
            5007, "number", "integer", "whole",
            "The number of items at the threshold, if only some of them are positives; else 0, and all of them "
            "are.",
        ),
        "n_ties_chosen": Fact(
            5008, "number", "integer", "whole",
            "How many of these are positives; any choice of that many is equally good.",
        ),
        "expected": Fact(
            5009, "number", "number", "whole",
            "The expected utility of the answer.",
        ),
        "loss": Fact(
            5010, "number", "number", "whole",
            "The expected loss of the answer.",
        ),
        "bound": Fact(
            5011, "number", "number", "whole",
            "A proved upper limit on (optimal expected utility - expected utility of the answer), rounding "
            "included.",
        ),
        "k_lowest": Fact(
            5012, "number", "integer", "whole",
            "The least k that values and errors do not exclude from being optimal; -1 if it was not computed.",
        ),
        "k_highest": Fact(
            5013, "number", "integer", "whole",
            "The greatest such k; -1 if it was not computed.",
        ),
        "next_best": Fact(
            5014, "number", "number", "whole",
            "The best expected utility at any other k; NaN if it was not computed.",
        ),
        "p_zero": Fact(
            5015, "number", "number", "whole",
            "P(no positive at all).",
        ),
    },
    "comparison": {
        "value_a": Fact(
            28000, "number", "number", "whole",
            "The metric's value of A.",
        ),
        "value_b": Fact(
            28001, "number", "number", "whole",
            "The metric's value of B.",
        ),
        "difference": Fact(
            28002, "number", "number", "whole",
            "B - A: above 0 if B has the higher value.",
        ),
        "low": Fact(
            28003, "number", "number", "whole",
            "The lower limit of the difference, at the requested level.",
        ),
        "high": Fact(
            28004, "number", "number", "whole",
            "The upper limit of the difference.",
        ),
        "p_value": Fact(
            28005, "number", "number", "whole",
            "The two-sided p-value of the paired permutation test: how often the difference is as large if the "
            "two predictions of each row, or of each group, are swapped at random.",
        ),
        "standard_error": Fact(
            28006, "number", "number", "whole",
            "The standard error of the difference, by the jackknife over rows or groups.",
        ),
        "df": Fact(
            28007, "number", "number", "whole",
            "The degrees of freedom of the standard error, from the kurtosis of its terms; at most units - 1.",
        ),
        "n_units": Fact(
            28008, "number", "integer", "whole",
            "The number of rows, or of groups, of a weight above 0 that both systems decide.",
        ),
        "n_differing": Fact(
            28009, "number", "integer", "whole",
            "How many of these the systems predict differently.",
        ),
        "n_undecided": Fact(
            28010, "number", "integer", "whole",
            "The number of rows that a system leaves undecided; they are left out for both.",
        ),
        "n_swaps": Fact(
            28011, "number", "integer", "whole",
            "The number of random swaps behind the p-value; 0 if all of them were counted.",
        ),
    },
    "worth": {
        "verdict": Fact(
            29000, "number", "worth_verdict", "whole",
            "Whether deciding for the metric pays, as one word.",
        ),
        "gain": Fact(
            29001, "number", "number", "whole",
            "How much more utility the optimal predictions are expected to have than those cut at 1/2.",
        ),
        "standard_error": Fact(
            29002, "number", "number", "whole",
            "The standard error of the realised gain on a new sample of as many rows: rows and labels are "
            "random. NaN for a single row.",
        ),
        "truth_error": Fact(
            29003, "number", "number", "whole",
            "The standard error of the realised gain on these rows: only their labels are random.",
        ),
        "expected_cut": Fact(
            29004, "number", "number", "whole",
            "The expected utility of the predictions cut at 1/2.",
        ),
        "expected_optimum": Fact(
            29005, "number", "number", "whole",
            "The expected utility of the optimal predictions.",
        ),
        "rows_needed": Fact(
            29006, "number", "number", "whole",
            "About how many rows of this kind would make two standard errors as small as gain - least_gain; NaN "
            "if the gain is not above least_gain.",
        ),
        "changed_row_share": Fact(
            29007, "number", "number", "whole",
            "The share of the rows, by weight, that are predicted differently.",
        ),
        "changed_cell_share": Fact(
            29008, "number", "number", "whole",
            "The share of the cells that are predicted differently.",
        ),
        "n_rows": Fact(
            29009, "number", "integer", "whole",
            "The number of rows of a weight above 0.",
        ),
        "n_samples": Fact(
            29010, "number", "integer", "whole",
            "The number of draws behind each variance that was simulated; 0 if all of them are exact.",
        ),
        "exclusive": Fact(
            29011, "number", "switch", "whole",
            "Whether each row of the table sums to 1, as probabilities of exclusive classes do, although its "
            "labels were taken as independent and that changes the answers.",
        ),
        "realised_cut": Fact(
            29012, "number", "number", "whole",
            "The utility of the predictions cut at 1/2 on the truth; NaN, as all facts below, without truth.",
        ),
        "realised_optimum": Fact(
            29013, "number", "number", "whole",
            "That of the optimal predictions.",
        ),
        "realised_gain": Fact(
            29014, "number", "number", "whole",
            "The difference of these two.",
        ),
        "realised_gain_error": Fact(
            29015, "number", "number", "whole",
            "Its standard error, by the jackknife over rows.",
        ),
        "excess": Fact(
            29016, "number", "number", "whole",
            "The mean over all cells of probability minus truth: above 0 if probabilities are too high.",
        ),
        "excess_error": Fact(
            29017, "number", "number", "whole",
            "Its standard error; the cells of a row may vary together.",
        ),
        "predicted_excess": Fact(
            29018, "number", "number", "whole",
            "The same over the cells that the optimal predictions contain; NaN if there are none.",
        ),
        "predicted_excess_error": Fact(
            29019, "number", "number", "whole",
            "Its standard error.",
        ),
        "calibrated_optimum": Fact(
            29020, "number", "number", "whole",
            "The utility on the truth of decisions from probabilities that are calibrated in 5 folds, per label, "
            "by the mean of Platt's, isotonic and beta calibration; NaN for a single row.",
        ),
        "calibration_gain": Fact(
            29021, "number", "number", "whole",
            "calibrated_optimum - realised_optimum.",
        ),
        "calibration_gain_error": Fact(
            29022, "number", "number", "whole",
            "Its standard error, by the jackknife over rows.",
        ),
        "design_effect": Fact(
            29023, "number", "number", "whole",
            "The variance of the number of true labels in a row about the sum of its probabilities, over that of "
            "independent labels; NaN for a single row.",
        ),
        "warning": Fact(
            29024, "text", "text", "whole",
            "A warning about the table; empty if there is none.",
        ),
    },
    "report": {
        "page": Fact(
            7000, "text", "text", "whole",
            "The report as an HTML page that needs nothing else.",
        ),
        "data": Fact(
            7001, "text", "text", "whole",
            "The numbers of the page, as JSON.",
        ),
    },
    "expectation": {
        "n_answers": Fact(
            30000, "number", "integer", "whole",
            "The number of answers: one, or one for each row or column of a table.",
        ),
        "expected": Fact(
            30001, "number", "number", "answer",
            "The expected utility of the prediction.",
        ),
        "error": Fact(
            30002, "number", "number", "whole",
            "A proved limit on the absolute error of expected; NaN for a table.",
        ),
        "regret": Fact(
            30003, "number", "number", "answer",
            "How much expected utility the prediction loses against the optimum within the constraints; NaN if "
            "no regret was requested.",
        ),
        "regret_bound": Fact(
            30004, "number", "number", "whole",
            "The true regret is at most regret + regret_bound; NaN for a table, or if no regret was requested.",
        ),
        "warning": Fact(
            30005, "text", "text", "whole",
            "A warning about the table; empty if there is none.",
        ),
    },
    "sample": {
        "n_scores": Fact(
            8000, "number", "integer", "whole",
            "The number of classifiers.",
        ),
        "rule": Fact(
            8001, "number", "rule", "whole",
            "How several classifiers flag a row: one of the rules.",
        ),
        "n_rows": Fact(
            8002, "number", "integer", "whole",
            "The number of rows of a weight above 0.",
        ),
        "positives": Fact(
            8003, "number", "number", "whole",
            "The weight of the rows labelled 1.",
        ),
        "negatives": Fact(
            8004, "number", "number", "whole",
            "The weight of the rows labelled 0.",
        ),
        "unrated": Fact(
            8005, "number", "number", "whole",
            "The weight of the rows that are not rated, or lie below every rated_from.",
        ),
        "rated_from": Fact(
            8006, "numbers", "number", "score",
            "The score of each classifier below which nothing was labelled; -inf if there is no cut.",
        ),
        "roc_area": Fact(
            8007, "numbers", "number", "score",
            "The area under each classifier's own ROC curve: the share of the pairs of a positive and a negative "
            "that it ranks rightly, ties by half. NaN without both labels.",
        ),
    },
    "threshold_pass": {
        "pass_number": Fact(
            10000, "number", "integer", "whole",
            "The number of this pass, from 1.",
        ),
        "n_rows": Fact(
            10001, "number", "integer", "whole",
            "The number of rows of a weight above 0 that were fed in this pass.",
        ),
        "n_bins": Fact(
            10002, "number", "integer", "whole",
            "The number of nonempty bins.",
        ),
        "n_windows": Fact(
            10003, "number", "integer", "whole",
            "The number of ranges of scores that this pass divides into bins; the first pass has one range.",
        ),
    },
    "thresholds": {
        "feasible": Fact(
            9000, "number", "switch", "answer",
            "Whether every limit is attained: not if a recall is out of reach (the nearest point is the answer), "
            "no alert has the precision (nothing is flagged), or smoothed thresholds break a limit.",
        ),
        "tp": Fact(
            9001, "number", "number", "answer",
            "The weight of the positives that are flagged.",
        ),
        "fp": Fact(
            9002, "number", "number", "answer",
            "The weight of the negatives that are flagged.",
        ),
        "unrated": Fact(
            9003, "number", "number", "answer",
            "The weight of the flagged rows that are not rated; they count for nothing else.",
        ),
        "positives": Fact(
            9004, "number", "number", "answer",
            "The weight of all positives.",
        ),
        "precision": Fact(
            9005, "number", "number", "answer",
            "TP/(TP + FP).",
        ),
        "recall": Fact(
            9006, "number", "number", "answer",
            "TP/positives.",
        ),
        "value": Fact(
            9007, "number", "number", "answer",
            "The value of the goal: the metric, TP - FP/cost_ratio, TP, or FP.",
        ),
        "marginal_precision": Fact(
            9008, "number", "number", "answer",
            "The share of true positives among the alerts gained last, on the concave hull of the frontier.",
        ),
        "next_marginal_precision": Fact(
            9009, "number", "number", "answer",
            "The share of true positives among the next alerts.",
        ),
        "cross_tp": Fact(
            9010, "number", "number", "answer",
            "TP, each row counted at thresholds that were chosen without it; NaN without folds.",
        ),
        "cross_fp": Fact(
            9011, "number", "number", "answer",
            "FP, cross-fitted.",
        ),
        "cross_precision": Fact(
            9012, "number", "number", "answer",
            "Precision, cross-fitted.",
        ),
        "cross_recall": Fact(
            9013, "number", "number", "answer",
            "Recall, cross-fitted.",
        ),
        "cross_value": Fact(
            9014, "number", "number", "answer",
            "The value of the goal, cross-fitted.",
        ),
        "intercept": Fact(
            9015, "number", "number", "answer",
            "\"stacked\" flags a row where intercept + sum_d coefficients[d]*score[d] is at least "
            "stacked_threshold; NaN for the other methods.",
        ),
        "stacked_threshold": Fact(
            9016, "number", "number", "answer",
            "The threshold of \"stacked\"; NaN for the other methods.",
        ),
        "flags": Fact(
            9017, "number", "threshold_flag", "answer",
            "Warnings, as flags.",
        ),
        "n_answers": Fact(
            9018, "number", "integer", "whole",
            "The number of answers: answer 0 is the requested one, the others are the baselines.",
        ),
        "thresholds": Fact(
            9019, "numbers", "number", "score",
            "The threshold of each classifier; +inf (rule \"or\", or nothing flagged) or -inf (\"and\") "
            "switches one off; NaN for \"stacked\".",
        ),
        "next_lower": Fact(
            9020, "numbers", "number", "score",
            "Thresholds above these, up to the chosen ones, flag the same rows.",
        ),
        "low": Fact(
            9021, "numbers", "number", "score",
            "The lower limits of the thresholds by bootstrap; empty without one.",
        ),
        "high": Fact(
            9022, "numbers", "number", "score",
            "The upper limits of the thresholds by bootstrap; empty without one.",
        ),
        "coefficients": Fact(
            9023, "numbers", "number", "score",
            "The coefficients of \"stacked\"; empty for the other methods.",
        ),
        "method": Fact(
            9024, "text", "text", "answer",
            "The name of the method.",
        ),
        "objective": Fact(
            9025, "text", "text", "answer",
            "The request, in words: \"most true positives with fp <= 20\".",
        ),
        "warning": Fact(
            9026, "text", "text", "answer",
            "The limits that are not attained, in a sentence; empty if all are.",
        ),
        "certified": Fact(
            9027, "number", "switch", "answer",
            "Whether the limits hold for all future rows with the probability certify; not without certify.",
        ),
        "rows_needed": Fact(
            9028, "number", "number", "answer",
            "Rows more that would certify the limits in about four of five samples, if the frontier stays as it "
            "is: 0 if they are certified, infinite if no number would suffice, NaN without certify.",
        ),
        "theorem": Fact(
            9029, "text", "text", "answer",
            "The name of the theorem that a certificate stands on; \"none\" without certify.",
        ),
        "claim": Fact(
            9030, "text", "text", "answer",
            "What can be promised of the thresholds in use: the first limit that was set of min_precision, "
            "min_recall, max_fpr and max_alert_rate, as \"precision>=0.95\"; without one the metric alone, else "
            "empty.",
        ),
        "null_share": Fact(
            9031, "number", "number", "answer",
            "With max_fdr the share of negatives in the batch that is counted on: Storey's estimate, which may "
            "be above 1, or 1; else NaN.",
        ),
        "p_values": Fact(
            9032, "numbers", "number", "row",
            "With max_fdr the conformal p-value of each unrated row in the order of feeding, by score once "
            "loaded; else empty.",
        ),
    },
    "frontier": {
        "exact": Fact(
            11000, "number", "switch", "whole",
            "Whether the points are proved: no thresholds reach a better one.",
        ),
        "quantiles": Fact(
            11001, "number", "switch", "whole",
            "Whether quantiles replaced the scores of positives.",
        ),
        "local_optimum": Fact(
            11002, "number", "switch", "whole",
            "Whether the points are not proved to be the best.",
        ),
        "positives": Fact(
            11003, "number", "number", "whole",
            "The weight of all positives.",
        ),
        "negatives": Fact(
            11004, "number", "number", "whole",
            "The weight of all negatives; NaN if rows below rated_from were not fed.",
        ),
        "pn_area": Fact(
            11005, "number", "number", "whole",
            "The area under TP against FP, up to the FP that thresholds can reach.",
        ),
        "pn_hull_area": Fact(
            11006, "number", "number", "whole",
            "The same under the concave hull.",
        ),
        "roc_area": Fact(
            11007, "number", "number", "whole",
            "The area under recall against FP/negatives.",
        ),
        "roc_hull_area": Fact(
            11008, "number", "number", "whole",
            "The same under the concave hull.",
        ),
        "pr_area": Fact(
            11009, "number", "number", "whole",
            "Precision times the gain in recall, summed over the points; at least the average precision, which "
            "counts all thresholds.",
        ),
        "tp": Fact(
            11010, "numbers", "number", "point",
            "The weight of the flagged positives at each point, from (0, 0) up.",
        ),
        "fp": Fact(
            11011, "numbers", "number", "point",
            "The weight of the flagged negatives at each point.",
        ),
        "on_hull": Fact(
            11012, "numbers", "switch", "point",
            "Whether the point is a vertex of the concave hull.",
        ),
        "thresholds": Fact(
            11013, "numbers", "number", "point",
            "The thresholds of each point, point by point: points*n_scores numbers.",
        ),
        "path": Fact(
            11014, "numbers", "number", "step",
            "The thresholds along the path of the methods path and path-equal, from flagging nothing on, step by "
            "step: steps*n_scores numbers; empty for the other methods.",
        ),
        "recall_low": Fact(
            11015, "numbers", "number", "point",
            "The lower limit of the recall at each point, all points together: with certify, else empty.",
        ),
        "recall_high": Fact(
            11016, "numbers", "number", "point",
            "The upper limit of the recall, likewise.",
        ),
        "fpr_low": Fact(
            11017, "numbers", "number", "point",
            "The lower limit of the FPR, likewise.",
        ),
        "fpr_high": Fact(
            11018, "numbers", "number", "point",
            "The upper limit of the FPR, likewise.",
        ),
        "precision_low": Fact(
            11019, "numbers", "number", "point",
            "The lower limit of the precision, likewise.",
        ),
        "precision_high": Fact(
            11020, "numbers", "number", "point",
            "The upper limit of the precision, likewise.",
        ),
    },
    "decision_curve": {
        "net_benefit": Fact(
            26000, "numbers", "number", "threshold",
            "The net benefit: TP/n - FP/n*t/(1-t) at the threshold probability t, where rows of a probability of "
            "at least t are flagged.",
        ),
        "low": Fact(
            26001, "numbers", "number", "threshold",
            "The lower limit of the net benefit.",
        ),
        "high": Fact(
            26002, "numbers", "number", "threshold",
            "The upper limit of the net benefit.",
        ),
        "tp_rate": Fact(
            26003, "numbers", "number", "threshold",
            "TP/n: the share of all rows that are flagged and positive.",
        ),
        "fp_rate": Fact(
            26004, "numbers", "number", "threshold",
            "FP/n: the share of all rows that are flagged and negative.",
        ),
        "difference": Fact(
            26005, "numbers", "number", "threshold",
            "The net benefit less that of the reference, on the same rows.",
        ),
        "difference_low": Fact(
            26006, "numbers", "number", "threshold",
            "The lower limit of the difference.",
        ),
        "difference_high": Fact(
            26007, "numbers", "number", "threshold",
            "The upper limit of the difference.",
        ),
        "interventions_avoided": Fact(
            26008, "numbers", "number", "threshold",
            "The net interventions avoided, a row: how many alerts fewer than by flagging every row, at no loss "
            "of true positives; the difference of net benefits times (1-t)/t.",
        ),
    },
    "reliability": {
        "brier": Fact(
            27000, "number", "number", "whole",
            "The Brier score: the mean of (p - y)^2.",
        ),
        "uncertainty": Fact(
            27001, "number", "number", "whole",
            "The Brier score of predicting the share of positives for every row: share*(1 - share).",
        ),
        "miscalibration": Fact(
            27002, "number", "number", "whole",
            "By how much the monotone fit improves the Brier score. The score is miscalibration - discrimination "
            "+ uncertainty.",
        ),
        "discrimination": Fact(
            27003, "number", "number", "whole",
            "By how much the Brier score of the monotone fit is below the uncertainty.",
        ),
        "binned_reliability": Fact(
            27004, "number", "number", "whole",
            "The mean of (mean probability - share of positives)^2 of the bins. The score is binned_reliability "
            "- binned_resolution + uncertainty + within_bins.",
        ),
        "binned_resolution": Fact(
            27005, "number", "number", "whole",
            "The mean of (share of positives - that of all rows)^2 of the bins.",
        ),
        "within_bins": Fact(
            27006, "number", "number", "whole",
            "The loss of information by bins: the variance of probabilities within bins, less twice their "
            "covariance with the labels.",
        ),
        "calibration_error": Fact(
            27007, "number", "number", "whole",
            "The expected calibration error of the bins: the mean of |mean probability - share of positives|.",
        ),
        "mean": Fact(
            27008, "number", "number", "whole",
            "The mean of the probabilities.",
        ),
        "prevalence": Fact(
            27009, "number", "number", "whole",
            "The share of positives.",
        ),
        "bin_weight": Fact(
            27010, "numbers", "number", "bin",
            "The weight of the rows of each bin; 0, and NaN for the rest, where ties leave it none.",
        ),
        "bin_lowest": Fact(
            27011, "numbers", "number", "bin",
            "The least probability of each bin.",
        ),
        "bin_highest": Fact(
            27012, "numbers", "number", "bin",
            "The greatest probability of each bin.",
        ),
        "bin_mean": Fact(
            27013, "numbers", "number", "bin",
            "The mean of the probabilities of each bin.",
        ),
        "bin_share": Fact(
            27014, "numbers", "number", "bin",
            "The share of positives of each bin.",
        ),
        "bin_low": Fact(
            27015, "numbers", "number", "bin",
            "The lower limit of the share: Clopper and Pearson's, of unequal weights at the effective number of "
            "rows.",
        ),
        "bin_high": Fact(
            27016, "numbers", "number", "bin",
            "The upper limit of the share.",
        ),
        "fitted": Fact(
            27017, "numbers", "number", "row",
            "The monotone fit at each row; NaN if its weight is 0.",
        ),
    },
    "prevalence": {
        "prior": Fact(
            36000, "numbers", "number", "label",
            "The likeliest share of each label or class among the rows.",
        ),
        "low": Fact(
            36001, "numbers", "number", "label",
            "The lower limit of the share. Without `bootstrap` of the profile likelihood: it covers that the "
            "rows are a sample, and takes the probabilities as calibrated and the training prior as known. With "
            "it a percentile, which also covers that the calibration rows, if given, are a sample.",
        ),
        "high": Fact(
            36002, "numbers", "number", "label",
            "The upper limit of the share.",
        ),
        "training_prior": Fact(
            36003, "numbers", "number", "label",
            "The share of each label or class in training.",
        ),
        "p_value": Fact(
            36004, "numbers", "number", "label",
            "The p-value of label shift: small if rows of a label do not look as in training, or probabilities "
            "are not calibrated. One test of all classes; NaN without calibration rows or `bootstrap`.",
        ),
        "n_rows": Fact(
            36005, "number", "integer", "whole",
            "The number of rows.",
        ),
        "n_calibration_rows": Fact(
            36006, "number", "integer", "whole",
            "The number of calibration rows.",
        ),
    },
    "threshold_evaluation": {
        "n_rows": Fact(
            33000, "number", "integer", "whole",
            "The number of rows of a weight above 0.",
        ),
        "n_units": Fact(
            33001, "number", "integer", "whole",
            "The number of groups of these rows, or of rows.",
        ),
        "positives": Fact(
            33002, "number", "number", "whole",
            "The weight of all positives.",
        ),
        "negatives": Fact(
            33003, "number", "number", "whole",
            "The weight of all negatives.",
        ),
        "n_models": Fact(
            33004, "number", "integer", "whole",
            "The number of models.",
        ),
        "n_metrics": Fact(
            33005, "number", "integer", "whole",
            "The number of metrics.",
        ),
        "tp": Fact(
            33006, "numbers", "number", "model",
            "The weight of the flagged positives of each model; empty without thresholds, as the next three.",
        ),
        "fp": Fact(
            33007, "numbers", "number", "model",
            "The weight of the flagged negatives of each model.",
        ),
        "fn": Fact(
            33008, "numbers", "number", "model",
            "The weight of the missed positives of each model.",
        ),
        "tn": Fact(
            33009, "numbers", "number", "model",
            "The weight of the negatives that each model does not flag.",
        ),
        "model": Fact(
            33010, "numbers", "integer", "estimate",
            "The model of each estimate, counted from 0; estimates are metric by metric of each model.",
        ),
        "metric": Fact(
            33011, "numbers", "integer", "estimate",
            "The metric of each estimate, counted from 0.",
        ),
        "value": Fact(
            33012, "numbers", "number", "estimate",
            "The value of the metric; NaN if it is 0/0.",
        ),
        "low": Fact(
            33013, "numbers", "number", "estimate",
            "The lower limit of the value.",
        ),
        "high": Fact(
            33014, "numbers", "number", "estimate",
            "The upper limit of the value.",
        ),
        "standard_error": Fact(
            33015, "numbers", "number", "estimate",
            "The standard error of the value.",
        ),
        "exact": Fact(
            33016, "numbers", "switch", "estimate",
            "Whether the limits are Clopper and Pearson's, of rows that weigh the same.",
        ),
        "pair_first": Fact(
            33017, "numbers", "integer", "pair",
            "The first model of each comparison; comparisons are metric by metric of each pair of models.",
        ),
        "pair_second": Fact(
            33018, "numbers", "integer", "pair",
            "The second model of each comparison.",
        ),
        "pair_metric": Fact(
            33019, "numbers", "integer", "pair",
            "The metric of each comparison.",
        ),
        "pair_difference": Fact(
            33020, "numbers", "number", "pair",
            "The second model's value less the first one's, on the same rows.",
        ),
        "pair_low": Fact(
            33021, "numbers", "number", "pair",
            "The lower limit of the difference.",
        ),
        "pair_high": Fact(
            33022, "numbers", "number", "pair",
            "The upper limit of the difference.",
        ),
        "pair_standard_error": Fact(
            33023, "numbers", "number", "pair",
            "The standard error of the difference.",
        ),
        "pair_p_value": Fact(
            33024, "numbers", "number", "pair",
            "The two-sided p-value: DeLong's test of auc, the paired permutation test of other metrics.",
        ),
        "pair_p_adjusted": Fact(
            33025, "numbers", "number", "pair",
            "The p-value by Holm's correction for all comparisons of this evaluation, of all metrics.",
        ),
        "metric_name": Fact(
            33026, "text", "text", "metric",
            "The name of a metric, as requested.",
        ),
        "warning": Fact(
            33027, "text", "text", "whole",
            "What is unknown, and why; empty if everything is known.",
        ),
        "markdown": Fact(
            33028, "text", "text", "whole",
            "A table of metrics by model as Markdown, and one of comparisons.",
        ),
        "latex": Fact(
            33029, "text", "text", "whole",
            "The same tables for LaTeX, with the package booktabs.",
        ),
    },
    "zone": {
        "low": Fact(
            22000, "number", "number", "whole",
            "Rows below are cleared.",
        ),
        "high": Fact(
            22001, "number", "number", "whole",
            "Rows from here on are flagged.",
        ),
        "tp": Fact(
            22002, "number", "number", "whole",
            "The weight of the flagged positives.",
        ),
        "fp": Fact(
            22003, "number", "number", "whole",
            "The weight of the flagged negatives.",
        ),
        "fn": Fact(
            22004, "number", "number", "whole",
            "The weight of the cleared positives.",
        ),
        "abstained": Fact(
            22005, "number", "number", "whole",
            "The weight of the rows between.",
        ),
        "cost": Fact(
            22006, "number", "number", "whole",
            "The cost of all rows.",
        ),
    },
    "multipliers": {
        "value": Fact(
            23000, "number", "number", "whole",
            "The metric or mean cost reached.",
        ),
        "start": Fact(
            23001, "number", "number", "whole",
            "That of equal multipliers.",
        ),
        "multipliers": Fact(
            23002, "numbers", "number", "class",
            "The multiplier of each class.",
        ),
        "confusion": Fact(
            23003, "numbers", "number", "class",
            "The weight of the rows by truth and decision, truth by truth: n_classes*n_classes numbers.",
        ),
    },
    "labels": {
        "value": Fact(
            24000, "number", "number", "whole",
            "The value of the goal; with macro the mean over labels, with instance that over rows.",
        ),
        "feasible": Fact(
            24001, "number", "switch", "whole",
            "Whether every limit is attained.",
        ),
        "exact": Fact(
            24002, "number", "switch", "whole",
            "Whether the thresholds are proved to be the best: not if there are too many labels.",
        ),
        "labels_per_row": Fact(
            24003, "number", "number", "whole",
            "The mean number of flagged labels of a row, with average instance; else NaN.",
        ),
        "threshold": Fact(
            24004, "number", "number", "label",
            "The threshold; +inf if nothing is flagged.",
        ),
        "tp": Fact(
            24005, "number", "number", "label",
            "The weight of the flagged positives.",
        ),
        "fp": Fact(
            24006, "number", "number", "label",
            "The weight of the flagged negatives.",
        ),
        "positives": Fact(
            24007, "number", "number", "label",
            "The weight of all positives.",
        ),
        "precision": Fact(
            24008, "number", "number", "label",
            "TP/(TP + FP); NaN if nothing is flagged.",
        ),
        "recall": Fact(
            24009, "number", "number", "label",
            "TP/positives; NaN without positives.",
        ),
        "label_value": Fact(
            24010, "number", "number", "label",
            "The value of the goal, with macro.",
        ),
        "attained": Fact(
            24011, "number", "switch", "label",
            "Whether the label attains every limit; with micro, whether all labels together do.",
        ),
        "flags": Fact(
            24012, "number", "threshold_flag", "label",
            "Warnings, as flags.",
        ),
        "missed": Fact(
            24013, "number", "switch", "label",
            "Whether the label misses a limit; none does with micro, which limits all labels together.",
        ),
        "flags_all": Fact(
            24014, "number", "switch", "label",
            "Whether every rated row is flagged, more than ten for each positive: the scores do not separate the "
            "label's few positives.",
        ),
    },
    "segments": {
        "n_segments": Fact(
            25000, "number", "integer", "whole",
            "The number of segments.",
        ),
        "n_tolerances": Fact(
            25001, "number", "integer", "whole",
            "The number of answers, one for each tolerance.",
        ),
        "tolerance": Fact(
            25002, "number", "number", "tolerance",
            "The requested tolerance; NaN if no rates are compared.",
        ),
        "value": Fact(
            25003, "number", "number", "tolerance",
            "The value of the goal: the metric, TP - FP/cost_ratio, TP, FP, or the gain.",
        ),
        "bound": Fact(
            25004, "number", "number", "tolerance",
            "No thresholds within all limits have a better value; the value itself if exact.",
        ),
        "feasible": Fact(
            25005, "number", "switch", "tolerance",
            "Whether all limits are kept. If a recall is out of reach the answer is the nearest; else nothing is "
            "flagged.",
        ),
        "exact": Fact(
            25006, "number", "switch", "tolerance",
            "Whether the answer is proved to be the best, or none to be feasible.",
        ),
        "difference": Fact(
            25007, "number", "number", "tolerance",
            "The largest difference of the compared rate between segments; NaN if none is compared.",
        ),
        "total_tp": Fact(
            25008, "number", "number", "tolerance",
            "The weight of the flagged positives of all segments.",
        ),
        "total_fp": Fact(
            25009, "number", "number", "tolerance",
            "The weight of the flagged negatives of all segments.",
        ),
        "total_gain": Fact(
            25010, "number", "number", "tolerance",
            "The gain of all segments.",
        ),
        "all_certified": Fact(
            25011, "number", "switch", "tolerance",
            "Whether every segment is certified.",
        ),
        "threshold": Fact(
            25012, "number", "number", "segment",
            "The threshold; +inf if nothing is flagged.",
        ),
        "next_lower": Fact(
            25013, "number", "number", "segment",
            "Thresholds above this, up to the chosen one, flag the same rows.",
        ),
        "tp": Fact(
            25014, "number", "number", "segment",
            "The weight of the flagged positives.",
        ),
        "fp": Fact(
            25015, "number", "number", "segment",
            "The weight of the flagged negatives.",
        ),
        "positives": Fact(
            25016, "number", "number", "segment",
            "The weight of all positives.",
        ),
        "negatives": Fact(
            25017, "number", "number", "segment",
            "The weight of all negatives.",
        ),
        "precision": Fact(
            25018, "number", "number", "segment",
            "TP/(TP + FP); NaN if nothing is flagged.",
        ),
        "tpr": Fact(
            25019, "number", "number", "segment",
            "TP/positives, the recall; NaN without positives.",
        ),
        "fpr": Fact(
            25020, "number", "number", "segment",
            "FP/negatives; NaN without negatives.",
        ),
        "selection_rate": Fact(
            25021, "number", "number", "segment",
            "The flagged share of all rows; NaN without rows.",
        ),
        "gain": Fact(
            25022, "number", "number", "segment",
            "The benefits less the costs of the flagged rows; NaN if none were given.",
        ),
        "certified": Fact(
            25023, "number", "switch", "segment",
            "Whether its limits hold for all future rows, of all segments with the probability certify.",
        ),
        "rows_needed": Fact(
            25024, "number", "number", "segment",
            "More rows of the segment that would certify it in about four of five samples: 0 if certified, "
            "infinite if no number would suffice, NaN without certify.",
        ),
        "theorem": Fact(
            25025, "number", "theorem", "segment",
            "The theorem that the certificate uses.",
        ),
    },
    "cascade_scores": {
        "n_rows": Fact(
            12000, "number", "integer", "whole",
            "The number of rows.",
        ),
        "n_models": Fact(
            12001, "number", "integer", "whole",
            "The number of models.",
        ),
        "n_classes": Fact(
            12002, "number", "integer", "whole",
            "1 for a sum and a threshold, else the number of classes.",
        ),
    },
    "cascade": {
        "n_models": Fact(
            13000, "number", "integer", "whole",
            "The number of models.",
        ),
        "n_classes": Fact(
            13001, "number", "integer", "whole",
            "1 for a sum and a threshold, else the number of classes.",
        ),
        "threshold": Fact(
            13002, "number", "number", "whole",
            "The sum of scores from which a row is positive.",
        ),
        "negatives_only": Fact(
            13003, "number", "switch", "whole",
            "Whether rows leave early only as negatives.",
        ),
        "alpha": Fact(
            13004, "number", "number", "whole",
            "The disagreement that was allowed.",
        ),
        "full_cost": Fact(
            13005, "number", "number", "whole",
            "The cost of all models.",
        ),
        "n_rows": Fact(
            13006, "number", "number", "whole",
            "The number of fitted rows.",
        ),
        "disagreement": Fact(
            13007, "number", "number", "whole",
            "The share of these rows that the cascade decides differently from all models, recounted; optimistic "
            "for a joint order.",
        ),
        "mean_models": Fact(
            13008, "number", "number", "whole",
            "The mean number of models run on these rows.",
        ),
        "mean_cost": Fact(
            13009, "number", "number", "whole",
            "The mean cost per row.",
        ),
        "speedup": Fact(
            13010, "number", "number", "whole",
            "full_cost/mean_cost.",
        ),
        "cross_disagreement": Fact(
            13011, "number", "number", "whole",
            "The disagreement, each fold decided by a cascade that was fitted without it.",
        ),
        "cross_mean_models": Fact(
            13012, "number", "number", "whole",
            "The mean number of models, cross-fitted.",
        ),
        "cross_mean_cost": Fact(
            13013, "number", "number", "whole",
            "The mean cost, cross-fitted.",
        ),
        "n_held_out_rows": Fact(
            13014, "number", "number", "whole",
            "The number of calibration rows of a weight above 0.",
        ),
        "held_out_disagreement": Fact(
            13015, "number", "number", "whole",
            "The disagreement on the calibration rows.",
        ),
        "held_out_mean_models": Fact(
            13016, "number", "number", "whole",
            "The mean number of models on the calibration rows.",
        ),
        "held_out_mean_cost": Fact(
            13017, "number", "number", "whole",
            "The mean cost on the calibration rows.",
        ),
        "certified_disagreement": Fact(
            13018, "number", "number", "whole",
            "The disagreement is at most this with the confidence: the target, or 0 if no row leaves early "
            "because nothing can be certified.",
        ),
        "certify": Fact(
            13019, "number", "number", "whole",
            "The probability with which the certificate holds.",
        ),
        "spreads": Fact(
            13020, "number", "number", "whole",
            "By how many spreads calibration moved the thresholds apart; inf if no row leaves early.",
        ),
        "gamma": Fact(
            13021, "number", "number", "whole",
            "The width of a bin's thresholds in deviations; NaN without bins.",
        ),
        "bin_width": Fact(
            13022, "number", "number", "whole",
            "The width of a bin; NaN without bins.",
        ),
        "unit": Fact(
            13023, "number", "number", "whole",
            "Scores are rounded to multiples of this.",
        ),
        "n_rounded_rows": Fact(
            13024, "number", "number", "whole",
            "The number of fitted rows that unrounded sums decide differently.",
        ),
        "n_features": Fact(
            13025, "number", "integer", "whole",
            "The number of features of its trees; without trees, of named features.",
        ),
        "order": Fact(
            13026, "numbers", "integer", "position",
            "The model run at each position, counted from 0.",
        ),
        "low": Fact(
            13027, "numbers", "number", "position",
            "A sum below it decides for 0; -inf: none does. NaN with bins or several classes.",
        ),
        "high": Fact(
            13028, "numbers", "number", "position",
            "A sum at or above it decides for 1; inf: none does. With several classes, how far the largest sum "
            "must be ahead. NaN with bins.",
        ),
        "spread": Fact(
            13029, "numbers", "number", "position",
            "The standard deviation of the sum of the scores of later models.",
        ),
        "stops": Fact(
            13030, "numbers", "number", "position",
            "The share of the fitted rows decided at each position.",
        ),
        "cross_stops": Fact(
            13031, "numbers", "number", "position",
            "The same, cross-fitted; empty if not known.",
        ),
        "held_out_stops": Fact(
            13032, "numbers", "number", "position",
            "The same of the calibration rows; empty if not known.",
        ),
        "name": Fact(
            13033, "text", "text", "model",
            "The name of a model; empty if none were set.",
        ),
        "feature_name": Fact(
            13034, "text", "text", "feature",
            "The name of a feature; empty if none were set.",
        ),
        "n_categories": Fact(
            13035, "number", "integer", "whole",
            "The number of categories that were named, of all features.",
        ),
        "category": Fact(
            13036, "text", "text", "category",
            "\"feature=category\"; those of a feature in the order of their codes 0, 1, 2, ...",
        ),
        "algorithm": Fact(
            13037, "text", "text", "whole",
            "The stopping rule: sums or votes; with cheaper, the one that was chosen.",
        ),
        "price": Fact(
            13038, "number", "number", "whole",
            "With votes: the price of an error, in models, for which the stopping rule is optimal.",
        ),
        "expected_disagreement": Fact(
            13039, "number", "number", "whole",
            "With votes: the expected disagreement on new rows, over all orders of the models.",
        ),
        "expected_mean_models": Fact(
            13040, "number", "number", "whole",
            "With votes: the expected number of models per new row, over all orders.",
        ),
        "other_mean_cost": Fact(
            13041, "number", "number", "whole",
            "The mean cost on the calibration rows of the algorithm that was not chosen; NaN except with cheaper.",
        ),
    },
    "cascade_evaluation": {
        "disagreement": Fact(
            31000, "number", "number", "whole",
            "The share of rows that the cascade decides differently from all models.",
        ),
        "mean_models": Fact(
            31001, "number", "number", "whole",
            "The mean number of models that are run.",
        ),
        "mean_cost": Fact(
            31002, "number", "number", "whole",
            "The mean cost of these models.",
        ),
        "stops": Fact(
            31003, "numbers", "number", "position",
            "The share of the rows that is decided at each position.",
        ),
    },
    "labelling": {
        "certified": Fact(
            16000, "number", "switch", "whole",
            "Whether the target holds at the given confidence: no more rows need labels.",
        ),
        "n_rows": Fact(
            16001, "number", "integer", "whole",
            "The number of rows of the table.",
        ),
        "n_labelled": Fact(
            16002, "number", "integer", "whole",
            "The number of rows whose labels were given.",
        ),
        "n_drawn": Fact(
            16003, "number", "integer", "whole",
            "The number of these that were drawn.",
        ),
        "n_events": Fact(
            16004, "number", "integer", "whole",
            "The number of events among the labelled rows.",
        ),
        "n_allowed": Fact(
            16005, "number", "integer", "whole",
            "The number of events that may remain among the unlabelled rows.",
        ),
        "max_events": Fact(
            16006, "number", "integer", "whole",
            "An upper bound, at the given confidence, on the events among the unlabelled rows.",
        ),
        "cutoff": Fact(
            16007, "number", "number", "whole",
            "All rows of a higher chance are labelled; 1 if none was labelled in order.",
        ),
    },
    "trees": {
        "n_trees": Fact(
            15000, "number", "integer", "whole",
            "The number of trees.",
        ),
        "n_models": Fact(
            15001, "number", "integer", "whole",
            "The number of models of a cascade: trees/trees_per_model, rounded down.",
        ),
        "n_features": Fact(
            15002, "number", "integer", "whole",
            "The number of features.",
        ),
        "n_outputs": Fact(
            15003, "number", "integer", "whole",
            "The number of outputs.",
        ),
        "leaf_width": Fact(
            15004, "number", "integer", "whole",
            "The number of values of a leaf.",
        ),
        "feature_name": Fact(
            15005, "text", "text", "feature",
            "The name of a feature; empty if the model file has none.",
        ),
        "n_categories": Fact(
            15006, "number", "integer", "whole",
            "The number of categories that the model file names, of all features.",
        ),
        "category": Fact(
            15007, "text", "text", "category",
            "\"feature=category\"; those of a feature in the order of their codes 0, 1, 2, ...",
        ),
        "n_unplaced_columns": Fact(
            15008, "number", "integer", "whole",
            "The number of columns whose categories the file names without the columns they belong to.",
        ),
        "unseen_is_error": Fact(
            15009, "number", "switch", "whole",
            "Whether a category that the file does not name is an error (XGBoost), rather than missing.",
        ),
    },
    "stages": {
        "n_rows": Fact(
            20000, "number", "integer", "whole",
            "The number of rows.",
        ),
        "n_stages": Fact(
            20001, "number", "integer", "whole",
            "The number of stages.",
        ),
        "n_labelled": Fact(
            20002, "number", "integer", "whole",
            "The number of rows that are labelled.",
        ),
        "n_considered": Fact(
            20003, "number", "integer", "whole",
            "The number of rows that could have been drawn to be labelled.",
        ),
        "n_waiting": Fact(
            20004, "number", "integer", "whole",
            "The number of requested rows that have no label yet.",
        ),
        "n_batches": Fact(
            20005, "number", "integer", "whole",
            "How often rows to label were requested.",
        ),
        "n_classes": Fact(
            20006, "number", "integer", "whole",
            "1 more than the largest class answered; 0 if only `right` was fed.",
        ),
        "n_segments": Fact(
            20007, "number", "integer", "whole",
            "1 more than the largest segment.",
        ),
    },
    "route": {
        "n_stages": Fact(
            21000, "number", "integer", "whole",
            "The number of stages.",
        ),
        "n_groups": Fact(
            21001, "number", "integer", "whole",
            "The number of groups of rows that have thresholds of their own.",
        ),
        "router": Fact(
            21002, "number", "switch", "whole",
            "Whether a score sends each row to one stage before any answer.",
        ),
        "by": Fact(
            21003, "number", "route_by", "whole",
            "Which rows have thresholds of their own.",
        ),
        "goal": Fact(
            21004, "number", "route_goal", "whole",
            "What was minimised or maximised.",
        ),
        "measure": Fact(
            21005, "number", "route_measure", "whole",
            "The measure of quality.",
        ),
        "n_rows": Fact(
            21006, "number", "number", "whole",
            "The number of rows of a weight above 0 that the route was chosen on.",
        ),
        "n_labelled": Fact(
            21007, "number", "number", "whole",
            "The number of these rows whose right answer is known.",
        ),
        "cost": Fact(
            21008, "number", "number", "whole",
            "The mean cost per row, over all stages that are called.",
        ),
        "quality": Fact(
            21009, "number", "number", "whole",
            "The quality on these rows; optimistic for the rows chosen on.",
        ),
        "full_cost": Fact(
            21010, "number", "number", "whole",
            "The mean cost of the last stage alone.",
        ),
        "full_quality": Fact(
            21011, "number", "number", "whole",
            "The quality of the last stage alone.",
        ),
        "feasible": Fact(
            21012, "number", "switch", "whole",
            "Whether the limit of the goal is met on these rows; else the route is the one that comes nearest.",
        ),
        "exact": Fact(
            21013, "number", "switch", "whole",
            "Whether all thresholds of all chains were compared; else levels of them, and finer ones around the "
            "best.",
        ),
        "certify": Fact(
            21014, "number", "number", "whole",
            "The requested confidence of the certificate.",
        ),
        "certified": Fact(
            21015, "number", "switch", "whole",
            "Whether the quality is at least min_quality for future rows, with this probability.",
        ),
        "theorem": Fact(
            21016, "number", "theorem", "whole",
            "The theorem that the certificate uses.",
        ),
        "labels_needed": Fact(
            21017, "number", "number", "whole",
            "About how many more labels would certify a route that is cheaper than the last stage: 0 if one is "
            "certified, infinity if no number would.",
        ),
        "thresholds": Fact(
            21018, "numbers", "number", "threshold",
            "By groups and in them by stages: a stage answers where its confidence, or a router's score, is at "
            "least this. NaN: the stage is not called; -inf: it answers all rows.",
        ),
        "shares": Fact(
            21019, "numbers", "number", "stage",
            "The share of these rows that each stage answers.",
        ),
        "envelope_cost": Fact(
            21020, "numbers", "number", "point",
            "The mean costs of the routes that no other is better than, ascending; thinned to some 1,000.",
        ),
        "envelope_quality": Fact(
            21021, "numbers", "number", "point",
            "The qualities of these routes.",
        ),
        "envelope_hull": Fact(
            21022, "numbers", "switch", "point",
            "Whether each lies on the upper-left hull, which mixtures of routes reach.",
        ),
    },
    "route_evaluation": {
        "cost": Fact(
            32000, "number", "number", "whole",
            "The mean cost per row, over all stages that are called.",
        ),
        "quality": Fact(
            32001, "number", "number", "whole",
            "The quality; NaN if no row is labelled.",
        ),
        "shares": Fact(
            32002, "numbers", "number", "stage",
            "The share of the rows that each stage answers.",
        ),
    },
    "promise": {
        "state": Fact(
            34000, "number", "promise_state", "whole",
            "Whether the promise is kept, by the rows so far.",
        ),
        "bound": Fact(
            34001, "number", "number", "whole",
            "The bound of the metric.",
        ),
        "at_least": Fact(
            34002, "number", "switch", "whole",
            "Whether the metric is promised to be at least the bound; else at most.",
        ),
        "value": Fact(
            34003, "number", "number", "whole",
            "The metric of the rows so far; NaN if none counts.",
        ),
        "low": Fact(
            34004, "number", "number", "whole",
            "The metric is never below this, over all looks, with probability 1 - delta.",
        ),
        "high": Fact(
            34005, "number", "number", "whole",
            "The metric is never above this, over all looks, with probability 1 - delta.",
        ),
        "evidence": Fact(
            34006, "number", "number", "whole",
            "The evidence that the promise is broken; at 1/delta it is called broken.",
        ),
        "evidence_kept": Fact(
            34007, "number", "number", "whole",
            "The evidence that the promise is kept; enough at 1/delta.",
        ),
        "n_alarms": Fact(
            34008, "number", "integer", "whole",
            "How often recent rows were found to break the promise, with `average_run`.",
        ),
        "broken_since": Fact(
            34009, "number", "number", "whole",
            "The likeliest row, or time, of the change; NaN if the promise is not called broken, or if that is "
            "unknown.",
        ),
        "broken_at": Fact(
            34010, "number", "number", "whole",
            "The row, or time, at which the promise was called broken.",
        ),
        "labels_needed": Fact(
            34011, "number", "number", "whole",
            "About this many more labels would prove that the promise is kept, or broken, if the metric stays "
            "where it is; rows, if no label is needed. 0 if one of them is proved, infinity if no number would "
            "suffice.",
        ),
        "n_rows": Fact(
            34012, "number", "integer", "whole",
            "The number of rows of a weight above 0.",
        ),
        "n_labels": Fact(
            34013, "number", "integer", "whole",
            "The number of these rows whose label was needed and is known.",
        ),
        "n_segments": Fact(
            34014, "number", "integer", "whole",
            "The number of segments.",
        ),
        "segment_state": Fact(
            34015, "numbers", "integer", "segment",
            "Whether the promise is kept in each segment: 0 open, 1 kept, 2 broken.",
        ),
        "segment_value": Fact(
            34016, "numbers", "number", "segment",
            "The metric of each segment's rows; NaN if none counts.",
        ),
        "segment_low": Fact(
            34017, "numbers", "number", "segment",
            "The lower limits of the metric; those of all segments hold together.",
        ),
        "segment_high": Fact(
            34018, "numbers", "number", "segment",
            "The upper limits of the metric; those of all segments hold together.",
        ),
        "segment_evidence": Fact(
            34019, "numbers", "number", "segment",
            "The evidence that the promise is broken in each segment, corrected for the number of segments.",
        ),
        "segment_broken_since": Fact(
            34020, "numbers", "number", "segment",
            "The likeliest row, or time, of each segment's change; NaN as broken_since.",
        ),
        "segment_labels_needed": Fact(
            34021, "numbers", "number", "segment",
            "As labels_needed, of each segment.",
        ),
        "n_segment_rows": Fact(
            34022, "numbers", "integer", "segment",
            "The number of each segment's rows of a weight above 0.",
        ),
        "claim": Fact(
            34023, "text", "text", "whole",
            "The promise, with the metric's name in full.",
        ),
        "metric": Fact(
            34024, "text", "text", "whole",
            "The name of the metric.",
        ),
        "delta": Fact(
            34025, "number", "number", "whole",
            "The option of this name.",
        ),
        "average_run": Fact(
            34026, "number", "number", "whole",
            "The option of this name; NaN if it is not set.",
        ),
    },
    "performance": {
        "n_chunks": Fact(
            35000, "number", "integer", "whole",
            "The number of chunks.",
        ),
        "n_segments": Fact(
            35001, "number", "integer", "whole",
            "The number of segments.",
        ),
        "value": Fact(
            35002, "numbers", "number", "chunk",
            "The estimated metric of each chunk; NaN if no row counts.",
        ),
        "low": Fact(
            35003, "numbers", "number", "chunk",
            "The lower ends of the bands.",
        ),
        "high": Fact(
            35004, "numbers", "number", "chunk",
            "The upper ends of the bands.",
        ),
        "standard_error": Fact(
            35005, "numbers", "number", "chunk",
            "The standard deviation that the band is made of: of labels and calibration together.",
        ),
        "calibration_error": Fact(
            35006, "numbers", "number", "chunk",
            "The standard error that the calibration alone causes; 0 without calibration rows.",
        ),
        "n_rows": Fact(
            35007, "numbers", "integer", "chunk",
            "The number of rows of a weight above 0 in each chunk.",
        ),
        "n_labels": Fact(
            35008, "numbers", "integer", "chunk",
            "The number of these rows whose labels are known.",
        ),
        "segment_value": Fact(
            35009, "numbers", "number", "segment",
            "The estimated metric of each segment of each chunk, by chunk and then segment; NaN if no row counts.",
        ),
        "segment_low": Fact(
            35010, "numbers", "number", "segment",
            "The lower ends of the bands of segments.",
        ),
        "segment_high": Fact(
            35011, "numbers", "number", "segment",
            "The upper ends of the bands of segments.",
        ),
        "n_segment_rows": Fact(
            35012, "numbers", "integer", "segment",
            "The number of rows of a weight above 0 of each segment in each chunk.",
        ),
        "metric": Fact(
            35013, "text", "text", "whole",
            "The name of the metric.",
        ),
    },
    "dataset": {
        "n_rows": Fact(
            17000, "number", "integer", "whole",
            "The number of rows.",
        ),
        "n_features": Fact(
            17001, "number", "integer", "whole",
            "The number of features.",
        ),
        "n_labels": Fact(
            17002, "number", "integer", "whole",
            "The number of labels or classes; 0 without.",
        ),
        "task": Fact(
            17003, "number", "task", "whole",
            "The task of the rows.",
        ),
    },
    "learner": {
        "n_features": Fact(
            18000, "number", "integer", "whole",
            "The number of features.",
        ),
        "n_labels": Fact(
            18001, "number", "integer", "whole",
            "The number of labels or classes.",
        ),
        "task": Fact(
            18002, "number", "task", "whole",
            "The task that it was fitted to.",
        ),
        "at_least": Fact(
            18003, "number", "integer", "whole",
            "The least number of labels of a prediction, unless the options set it or the metric is a sum over "
            "the labels (such as hamming).",
        ),
        "kind": Fact(
            18004, "number", "kind", "whole",
            "The kind of the estimators that it gives.",
        ),
        "n_choices": Fact(
            18005, "number", "integer", "whole",
            "The number of choices that fitting made: values of C, numbers of neighbours, and the like.",
        ),
        "choice_value": Fact(
            18006, "number", "number", "choice",
            "The value that was chosen.",
        ),
        "choice_loss": Fact(
            18007, "number", "number", "choice",
            "The out-of-fold loss of the chosen value.",
        ),
        "path_values": Fact(
            18008, "numbers", "number", "choice",
            "All values that were tried for a choice.",
        ),
        "path_losses": Fact(
            18009, "numbers", "number", "choice",
            "Their losses.",
        ),
        "name": Fact(
            18010, "text", "text", "whole",
            "The name that it was fitted by.",
        ),
        "feature_name": Fact(
            18011, "text", "text", "feature",
            "The name of a feature; empty if none were set.",
        ),
        "label_name": Fact(
            18012, "text", "text", "label",
            "The name of a label or class; empty if none were set.",
        ),
        "choice_part": Fact(
            18013, "text", "text", "choice",
            "The part that the choice is for: \"label 3\".",
        ),
        "choice_what": Fact(
            18014, "text", "text", "choice",
            "What was chosen: \"C\".",
        ),
        "rule": Fact(
            18015, "text", "text", "whole",
            "The rule that the learner rule chose, or that was set; empty for other learners.",
        ),
        "rule_reason": Fact(
            18016, "text", "text", "whole",
            "Why the learner rule chose it.",
        ),
        "candidates": Fact(
            18017, "text", "text", "whole",
            "The names of the rules that were compared out of fold, with spaces between; empty if none were.",
        ),
        "candidate_values": Fact(
            18018, "numbers", "number", "whole",
            "Of each candidate the value out of fold: the mean over bootstrap samples of the rows.",
        ),
        "candidate_gains": Fact(
            18019, "numbers", "number", "whole",
            "Of each candidate the gain over the first choice.",
        ),
        "candidate_errors": Fact(
            18020, "numbers", "number", "whole",
            "Of each candidate the standard error of this gain, paired, with that of fitting.",
        ),
        "first_choice": Fact(
            18021, "text", "text", "whole",
            "The candidate that the learner rule keeps unless another is better beyond chance; empty if none "
            "were compared.",
        ),
    },
    "calibration": {
        "input": Fact(
            19000, "number", "calibration_input", "whole",
            "Its input, in fitting and in use: probabilities or scores.",
        ),
        "n_classes": Fact(
            19001, "number", "integer", "whole",
            "The number of classes; 0 for vectors.",
        ),
        "temperature": Fact(
            19002, "number", "number", "whole",
            "What logits are divided by: above 1 for overconfident models; else NaN.",
        ),
    },
}

OBJECTS: dict[str, int] = {
    "options": 1,
    "metric": 2,
    "estimator": 3,
    "decision": 4,
    "table_pass": 5,
    "distribution": 6,
    "report": 7,
    "sample": 8,
    "thresholds": 9,
    "threshold_pass": 10,
    "frontier": 11,
    "cascade_scores": 12,
    "cascade": 13,
    "cascade_run": 14,
    "trees": 15,
    "labelling": 16,
    "dataset": 17,
    "learner": 18,
    "calibration": 19,
    "stages": 20,
    "route": 21,
    "zone": 22,
    "multipliers": 23,
    "labels": 24,
    "segments": 25,
    "decision_curve": 26,
    "reliability": 27,
    "comparison": 28,
    "worth": 29,
    "expectation": 30,
    "cascade_evaluation": 31,
    "route_evaluation": 32,
    "threshold_evaluation": 33,
    "promise": 34,
    "performance": 35,
    "prevalence": 36,
}
"""The types of objects of the library."""

WORDS: dict[str, dict[str, int]] = {
    "status": {
        "ok": 0, "error_argument": 1, "error_memory": 2, "error_capacity": 3, "error_unsupported": 4, "error_format": 5,
        "error_callback": 6, "cancelled": 7, "error_internal": 8,
    },
    "type": {"float64": 0, "float32": 1, "int64": 2, "int32": 3, "uint8": 4, "float16": 5},
    "kind": {"independent": 0, "categorical": 1, "joint": 2, "counts": 3},
    "average": {"instance": 0, "macro": 1, "micro": 2},
    "ties": {"fewest": 0, "most": 1},
    "property": {
        "rises_in_tp": 1, "falls_in_k": 2, "rises_in_tp_and_k": 4, "linear_in_tp": 8, "loss": 16, "thread_safe": 32,
        "degenerate": 64,
    },
    "algorithm": {
        "auto": 0, "enumeration": 1, "chai": 2, "jansche": 3, "jansche-approx": 4, "ye": 5, "lewis": 6, "n16": 7,
        "n16-first-rise": 8, "window": 9, "categorical": 10, "gfm": 11, "mode": 12, "marginal-modes": 13, "ascent": 14,
        "bisection": 15, "separable": 16, "block-coordinate": 17, "partial": 18, "rule": 19, "fixed-point": 20,
    },
    "worth_verdict": {"pays": 0, "does_not_pay": 1, "undetermined": 2, "calibrate_first": 3},
    "rule": {"or": 0, "and": 1},
    "rated_rule": {"or": 0, "and": 1, "same": 2},
    "goal": {"auto": 0, "metric": 1, "net_benefit": 2, "most_tp": 3, "fewest_fp": 4},
    "method": {"direct": 0, "path": 1, "path-equal": 2, "analytic": 3, "stacked": 4, "best-single": 5},
    "label_average": {"instance": 0, "macro": 1, "micro": 2},
    "parity": {"none": 0, "tpr": 1, "fpr": 2, "selection_rate": 3, "precision": 4},
    "smoothing": {"none": 0, "bagged": 1, "dropout": 2},
    "proportion_limits": {"mid_p": 0, "exact": 1},
    "auc_limits": {"delong": 0, "logit": 1},
    "threshold_flag": {
        "nothing_flagged": 1, "everything_flagged": 2, "target_not_attained": 4, "recall_out_of_reach": 8,
        "few_positives": 16, "saturated_scores": 32, "in_sample_scores": 64, "inverted_scores": 128, "quantile_levels":
        256, "local_optimum": 512, "unrated_flagged": 1024, "only_positives": 2048, "constraint_missed": 4096,
        "shared_threshold": 8192, "only_negatives": 16384,
    },
    "theorem": {"none": 0, "order-statistics": 1, "ranked-sequence": 2, "tested-path": 3, "bets": 4},
    "order": {"joint": 0, "natural": 1, "random": 2, "mse": 3, "greedy": 4},
    "cascade_algorithm": {"sums": 0, "votes": 1, "cheaper": 2},
    "labelled_quality": {"accuracy": 0, "recall": 1, "precision": 2},
    "split": {"leaf": 0, "at_most": 1, "below": 2, "among": 3},
    "missing": {"right": 0, "left": 1, "as_zero": 2, "zero_right": 3, "zero_left": 4, "nan_right": 5, "nan_left": 6},
    "route_goal": {"cost": 0, "quality": 1, "value": 2},
    "route_measure": {"accuracy": 0, "agreement": 1, "precision": 2, "recall": 3, "f": 4},
    "route_by": {"none": 0, "class": 1, "segment": 2},
    "promise_state": {"open": 0, "kept": 1, "broken": 2},
    "task": {"none": 0, "labels": 1, "classes": 2},
    "learner": {
        "lfp": 0, "br": 1, "efp": 2, "pcc": 3, "cardinality": 4, "neighbours": 5, "forest": 6, "tree": 7, "kernel": 8,
        "mixture": 9, "given": 10, "rule": 11,
    },
    "scaling": {"automatic": 0, "none": 1, "minmax": 2, "standard": 3, "unit": 4, "standard-root": 5},
    "calibration": {"automatic": 0, "none": 1, "platt": 2, "isotonic": 3, "beta": 4, "temperature": 5, "vector": 6},
    "calibration_input": {"probabilities": 0, "scores": 1},
    "imputation": {"error": 0, "mean": 1, "most_frequent": 2},
    "drawing": {"stratified": 0, "independent": 1},
    "neighbour_metric": {"automatic": 0, "euclidean": 1, "cosine": 2},
    "neighbour_weights": {"automatic": 0, "uniform": 1, "dudani": 2},
    "forest_kind": {"extra-trees": 0, "random-forest": 1},
    "prediction_rule": {
        "auto": 0, "half": 1, "threshold": 2, "thresholds": 3, "bagged-thresholds": 4, "shrunk-thresholds": 5, "decide":
        6, "decide-temperature": 7, "decide-temperatures": 8, "decide-platt": 9, "decide-isotonic": 10, "decide-beta":
        11, "decide-shrunk": 12, "decide-mean": 13, "vote": 14, "given-cardinality": 15, "given-mixture": 16,
    },
    "forest_criterion": {"gini": 0, "f": 1},
}
