# Written by bindings/generate from the rows of the core: do not edit.
"""The options as keyword arguments, for type checkers alone."""

from __future__ import annotations

from typing import Any, Callable, Hashable, Iterable, Literal, Sequence, TypedDict

from numpy.typing import ArrayLike


class DecisionOptions(TypedDict, total=False):
    """Options of the family "decisions"."""

    at_least: int | None
    """The least number of positives in each answer. Not set: the at_least of the learner, if a learner decides,
    otherwise 0."""

    at_most: int | None
    """The greatest number of positives in each answer. Not set: no limit."""

    algorithm: Literal[
        "auto", "enumeration", "chai", "jansche", "jansche-approx", "ye", "lewis", "n16", "n16-first-rise", "window",
        "categorical", "gfm", "mode", "marginal-modes", "ascent", "bisection", "separable", "block-coordinate",
        "partial", "rule", "fixed-point"
    ] | None
    """The algorithm; auto picks the best exact one."""

    ties: Literal["fewest", "most"] | None
    """Which of equally good answers is taken, for metrics that are a sum over the labels (hamming, cost) and for
    subset_accuracy. Other metrics take the fewest labels."""

    average: Literal["instance", "macro", "micro"] | None
    """What is one problem in a table of probabilities. Of masks: instance, each image, or micro, all images
    together."""

    per_row: Sequence[Any] | ArrayLike | None
    """How many labels each row gets, with average macro: one number for exactly that many, two for from and to. Not
    set: each label is decided on its own. Of masks with exclusive classes: 1, the default, or 0 to 1, where a pixel may
    have none."""

    proof: bool | None
    """Whether an answer with per_row, or with exclusive classes, gets a bound of its own, which takes most of the time.
    Off: the bound follows from the metric's range."""

    prevalence: ArrayLike | None
    """The share of each label where decisions are made: one number for all, or one per label or class. Deciding and
    worth move probabilities to it from training_prior; evaluations and comparisons weight each label's rows to it. Not
    set: all are taken as they are."""

    training_prior: ArrayLike | None
    """The share of each label where the probabilities hold, as in training: one number for all, or one per label or
    class. prevalence needs it."""

    label_weights: ArrayLike | None
    """The weight of each label in a macro average, such as its propensity. Not set: all equal."""

    abstain: float | None
    """The cost of abstaining: an instance whose expected loss is above it is left undecided. Not set: never."""

    abstain_label: float | None
    """The cost of leaving a single label undecided, in the unit of the utility: each undecided label costs
    abstain_label / n. Average instance only. Not set: every label is decided."""

    samples: int | None
    """How many samples are drawn if a distribution is simulated: label vectors, or swaps when two systems are
    compared."""

    level: float | None
    """The confidence level of all intervals."""

    seed: int | None
    """The seed of all random draws."""

    temperature: float | None
    """Temperature for simulating labels: log-odds are divided by it. Above 1 if the model is overconfident, below 1 if
    underconfident. Decisions still use the given probabilities."""

    nonempty: bool | None
    """Whether every row is known to have a true label: labels are then simulated conditional on at least one. Average
    instance only."""

    least_gain: float | None
    """The gain that counts, in the unit of the metric."""

    design_effect: float | None
    """The variance of the number of true labels in a row, over that of independent labels. Above 1 if cells of a row
    depend on each other, as pixels of an image do: a row then counts as n / design_effect independent cells, at least
    one. Average instance only."""

    threads: int | None
    """Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for
    any number."""

    progress: bool | Callable[[float], object] | None
    """Called during long work with the fraction done; it can cancel the work."""


class ThresholdOptions(TypedDict, total=False):
    """Options of the family "thresholds"."""

    goal: Literal["auto", "metric", "net_benefit", "most_tp", "fewest_fp"] | None
    """What is maximised or minimised, within all limits that are set."""

    cost_ratio: float | None
    """How many false positives one more true positive is worth; the goal is then the greatest TP - FP/cost_ratio."""

    marginal_precision: float | None
    """The probability q from which an alert pays; the same as cost_ratio = (1-q)/q."""

    min_precision: float | None
    """Precision is at least this."""

    precision_level: float | None
    """The level at which the lower Clopper-Pearson limit of precision meets min_precision; 0 takes the point estimate.
    Not set: 0.9 for one classifier, 0.975 for several classifiers or labels."""

    min_recall: float | None
    """Recall is at least this."""

    min_value: float | None
    """The mean over rows of the metric of each row's label set is at least this."""

    max_fp: float | None
    """The weight of false positives is at most this."""

    max_alerts: float | None
    """The weight of all flagged rows, TP + FP, is at most this."""

    max_fpr: float | None
    """False positives are at most this share of all negatives, by weight."""

    max_alert_rate: float | None
    """All flagged rows, TP + FP, are at most this share of all rows, those not rated included, by weight."""

    certify: float | None
    """The probability that min_precision, min_recall, max_fpr and max_alert_rate hold for all future rows, not only in
    this sample; if that cannot be certified, nothing is flagged. Not set: no certificate; with average instance
    min_recall then holds in expectation."""

    positives: float | None
    """The weight of all positives, known from elsewhere: recall and F need it where some rows were not rated. Not set:
    counted."""

    method: Literal["direct", "path", "path-equal", "analytic", "stacked", "best-single"] | None
    """How the thresholds are found."""

    rated_rule: Literal["or", "and", "same"] | None
    """The rule that chose the rows to label. If it was or and the sample's rule is and, only one threshold has to be at
    or above its cut in rated_from; the method must then be direct or best-single."""

    average: Literal["instance", "macro", "micro"] | None
    """Whether each label or class is a problem of its own, the counts of all are added, or each row's label set
    counts."""

    min_positives: int | None
    """A label with fewer positive rows whose own threshold would flag more than ten rows per positive shares a
    threshold with all labels of so few positives, if the average is macro and the goal a metric without limits; 0: none
    does."""

    parity: Literal["none", "tpr", "fpr", "selection_rate", "precision"] | None
    """The rate that may differ between segments by no more than the tolerance."""

    tolerance: ArrayLike | None
    """The greatest difference of the rate of parity between segments; each of several has an answer. Not set: 0."""

    smoothing: Literal["none", "bagged", "dropout"] | None
    """Against overfitting: the median of the thresholds of many rounds. Of one score, or of a label, bagged averages
    the flagged weights, so that the scale of the scores does not matter, and takes the nearest threshold within all
    limits."""

    smoothing_rounds: int | None
    """The number of rounds of smoothing."""

    dropout: float | None
    """The share of a lattice's edges that a round leaves out."""

    grid: int | None
    """The number of levels of each classifier."""

    baselines: bool | None
    """Whether the answers of best-single and stacked are computed in addition to the requested one."""

    bootstrap: int | None
    """The number of bootstrap samples in each of which thresholds are chosen, for their intervals, or which give the
    limits of a decision curve, of an evaluation or of an estimated prevalence; 0 draws none."""

    bootstrap_cells: int | None
    """The number of cells on which bootstrap samples are drawn, for intervals and for several scores."""

    level: float | None
    """The confidence level of all intervals."""

    folds: int | None
    """The number of folds of the cross-fitted estimate, from 2 to the number of positives; 0 makes none."""

    seed: int | None
    """The seed of bootstrap, folds, smoothing, certificates and the limits of the value."""

    pilot: float | None
    """The share of the rows on which a path of thresholds is found that the others test, where a certificate needs
    one."""

    max_weight: float | None
    """Upper bound on the weight of any future row; required to certify rows with weights, unless equal_weights is
    set."""

    equal_weights: bool | None
    """Whether rows with weights weigh the same by design, future rows included, at least those of the same label; a
    certificate then stands on counts. Rows without weights always do."""

    max_fdr: float | None
    """Selects among the rows that are not rated, the batch: the expected share of negatives among those flagged is at
    most this. Rows labelled 0 alone must be exchangeable with the batch's negatives, rows of both labels with the whole
    batch."""

    storey: float | None
    """Storey's lambda, as 0.5: p-values above it estimate the share of negatives in the batch, so that more rows are
    flagged if many are positive. Not set: no estimate."""

    false_positive_cost: float | None
    """The cost of a false positive."""

    false_negative_cost: float | None
    """The cost of a missed positive."""

    abstention_cost: float | None
    """The cost of a row that is left to a person."""

    prevalence: ArrayLike | None
    """The share of positives where decisions are made, if it is not that of the rows, as in a case-control study: rows
    are weighted to it. One number; also one per label or segment, whose own rows are weighted. Not set: that of the
    rows."""

    metrics: Iterable[Hashable] | None
    """The metrics of an evaluation, by name; auc is the area under the ROC curve. Not set: auc, recall, specificity,
    precision, npv, accuracy, balanced_accuracy, f1 and mcc, or without thresholds auc alone."""

    jackknife: bool | None
    """Whether the jackknife gives the limits of all metrics but auc, also of proportions, F1 and jaccard."""

    proportion_limits: Literal["mid_p", "exact"] | None
    """The limits of proportions of rows, and of F1, jaccard, balanced_accuracy and informedness, which follow from
    them."""

    auc_limits: Literal["delong", "logit"] | None
    """The limits of auc; those of differences are DeLong's."""

    bins: int | None
    """The number of bins, which hold equal weights of rows."""

    threads: int | None
    """Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for
    any number."""

    progress: bool | Callable[[float], object] | None
    """Called during long work with the fraction done; it can cancel the work."""

    lattice_cells: int | None
    """The greatest number of cells of a stored lattice of scores; beyond it, quantiles replace scores."""

    pair_cells: int | None
    """The greatest number of pairs of two classifiers' scores; beyond it, quantiles replace scores."""

    ascent_levels: int | None
    """The greatest number of scores of each classifier where three or more are improved two by two; beyond it,
    quantiles replace scores."""


class CascadeOptions(TypedDict, total=False):
    """Options of the family "cascades"."""

    alpha: float | None
    """The greatest share of the fitted rows whose decision may differ from that of all models."""

    threshold: float | None
    """The sum of scores from which a row is positive."""

    algorithm: Literal["sums", "votes", "cheaper"] | None
    """The stopping rule. Votes: every score is one of two values, and all models cost the same."""

    order: Literal["joint", "natural", "random", "mse", "greedy"] | None
    """The order in which the models are run."""

    fixed_order: Sequence[Any] | ArrayLike | None
    """An order from elsewhere: every model once, counted from 0. It replaces `order`."""

    spend: str | None
    """How much of alpha may be used up after position r of T: "power:P" is the share (r/T)^P, "all" is power:0,
    "proportional" follows the share of rows that have left. Not set: power:0.25, or all with calibration rows."""

    negatives_only: bool | None
    """Whether rows leave early only as negatives (filter and score)."""

    closest: bool | None
    """Whether, if no model lets a row leave early, the model that brings sums closest to the full ones is next; else
    the cheapest is."""

    bins: bool | None
    """Whether thresholds come from means and deviations in bins (Fan et al. 2002); else from alpha (QWYC)."""

    gamma: float | None
    """The width of a bin's thresholds in deviations. Not set: the smallest within alpha."""

    bin_width: float | None
    """The width of a bin in units of the score. Not set: a twentieth of the standard deviation of the sum."""

    halves: bool | None
    """Whether the order is chosen on one half of the rows and the thresholds on the other."""

    folds: int | None
    """The number of folds of the cross-fitted estimate, at least 2; 0 makes none."""

    max_disagreement: float | None
    """The disagreement that calibration certifies."""

    certify: float | None
    """The probability with which the certificate holds."""

    costs: ArrayLike | None
    """The cost of each model; inf runs it last. Not set: 1 each."""

    seed: int | None
    """The seed of random orders, folds and halves."""

    threads: int | None
    """Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for
    any number."""

    progress: bool | Callable[[float], object] | None
    """Called during long work with the fraction done; it can cancel the work."""


class LearnerOptions(TypedDict, total=False):
    """Options of the family "learners"."""

    scaling: Literal["automatic", "none", "minmax", "standard", "unit", "standard-root"] | None
    """How features are scaled."""

    folds: int | None
    """The number of folds of cross-validation."""

    metric: str | None
    """The name of the metric that a rule is chosen for."""

    zero_division: int | None
    """The value of a rate that is 0/0 in the metric that a rule is chosen for."""

    average: Literal["instance", "macro", "micro"] | None
    """What is one problem in the tables that a rule is chosen for."""

    per_row: Sequence[Any] | ArrayLike | None
    """How many labels a rule gives each row, with average macro: one number for exactly that many, two for from and to.
    Not set: each label is predicted on its own."""

    rule: Literal[
        "auto", "half", "threshold", "thresholds", "bagged-thresholds", "shrunk-thresholds", "decide",
        "decide-temperature", "decide-temperatures", "decide-platt", "decide-isotonic", "decide-beta", "decide-shrunk",
        "decide-mean", "vote", "given-cardinality", "given-mixture"
    ] | None
    """The rule by which marginals become predictions."""

    at_least: int | None
    """The least number of labels that a prediction holds. Not set: 1 if no training row is empty, else 0."""

    c_values: ArrayLike | None
    """The inverse penalty strengths C of |w|^2/(2C) to choose from, ascending; one value needs no cross-validation. Not
    set: 1e-4, 3e-4, 1e-3, ..., 1e3."""

    patience: int | None
    """How many values of C in a row may be worse than the best before the search ends."""

    calibration: Literal["automatic", "none", "platt", "isotonic", "beta", "temperature", "vector"] | None
    """How scores become probabilities."""

    chains: int | None
    """The number of chains, each in its own order."""

    chain_orders: Sequence[Any] | ArrayLike | None
    """The orders of the labels in the first chains, one after the other, each label once; the first chain not given
    takes the labels' own order, the others random ones."""

    samples: int | None
    """The number of label vectors drawn for a row."""

    drawing: Literal["stratified", "independent"] | None
    """How label vectors are drawn."""

    consistent: bool | None
    """Whether each row's P(label and number of labels) is moved to the nearest table that agrees with its P(number of
    labels), so that expected utilities lie in the metric's range."""

    max_nodes: int | None
    """The greatest number of nodes of the search for the likeliest vector."""

    neighbours: int | None
    """The number of neighbours; 0 chooses it by leave-one-out."""

    neighbour_metric: Literal["automatic", "euclidean", "cosine"] | None
    """The distance between rows."""

    neighbour_weights: Literal["automatic", "uniform", "dudani"] | None
    """How neighbours are weighted."""

    neighbour_utility: str | None
    """The name of the metric whose mean over left-out rows decides what is left open."""

    forest_kind: Literal["extra-trees", "random-forest"] | None
    """How trees are randomised."""

    forest_criterion: Literal["gini", "f"] | None
    """The criterion of a split."""

    trees: int | None
    """The number of trees; 0 takes 500."""

    max_features: int | None
    """The number of features that are tried at a node; 0 chooses it by the number of features."""

    min_leaf: int | None
    """The least number of rows of a leaf; 0 takes the kind's default."""

    max_depth: int | None
    """The greatest depth of a tree; 0 sets no limit."""

    gamma: float | None
    """The width of kernel features exp(-gamma |x - z|^2); 0 chooses it by cross-validation."""

    landmarks: int | None
    """The number of landmarks of kernel features; 0 takes every row where there are at most max_exact_rows."""

    max_exact_rows: int | None
    """The greatest number of rows that are all taken as landmarks; beyond it, this number is drawn (Nystroem)."""

    mixture_weights: ArrayLike | None
    """The weight of each part of a mixture. Not set: equal."""

    missing: Literal["error", "mean", "most_frequent"] | None
    """What replaces a missing value (NaN) of a feature."""

    missing_indicators: bool | None
    """Whether each feature that some training row lacks gets a further one that is 1 if it is missing."""

    seed: int | None
    """The seed of folds, chains, forests and landmarks."""

    threads: int | None
    """Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for
    any number."""

    progress: bool | Callable[[float], object] | None
    """Called during long work with the fraction done; it can cancel the work."""


class RouteOptions(TypedDict, total=False):
    """Options of the family "routes"."""

    goal: Literal["cost", "quality", "value"] | None
    """What is minimised or maximised."""

    measure: Literal["accuracy", "agreement", "precision", "recall", "f"] | None
    """The measure of quality."""

    beta: float | None
    """How much recall counts beside precision, in F."""

    positive: int | None
    """The class that is the positive one."""

    min_quality: float | None
    """Quality is at least this."""

    budget: float | None
    """The mean cost of a row is at most this."""

    right_value: float | None
    """What a right answer is worth, in units of the costs."""

    wrong_cost: float | None
    """What a wrong answer costs, in units of the costs."""

    by: Literal["none", "class", "segment"] | None
    """Which rows have thresholds of their own: all alike, each class of the first answer, or each segment."""

    router: bool | None
    """Whether a score sends each row to one stage before any answer, and the highest scores go to the first stage; else
    stages are called one after the other."""

    certify: float | None
    """The probability that min_quality holds for all future rows; if no route can be certified, the last stage answers
    every row. Not set: no certificate."""

    pilot: float | None
    """The share of the rows on which a path of routes is found that the others test."""

    max_weight: float | None
    """Upper bound on the weight of any future row; required to certify rows with weights, unless equal_weights is
    set."""

    equal_weights: bool | None
    """Whether rows with weights all weigh the same by design, future rows included; a certificate may then stand on
    counts. Rows without weights always do."""

    max_policies: int | None
    """How many combinations of thresholds a chain of stages is searched over; with more of them, levels of equal weight
    are, and then finer ones around the best."""

    batch_size: int | None
    """How many rows to label next, on average."""

    min_probability: float | None
    """The least probability with which any row is drawn to be labelled. A certificate from label probabilities depends
    on it."""

    seed: int | None
    """The seed of the pilot rows and of the rows that are drawn to be labelled."""

    threads: int | None
    """Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for
    any number."""

    progress: bool | Callable[[float], object] | None
    """Called during long work with the fraction done; it can cancel the work."""


class PromiseOptions(TypedDict, total=False):
    """Options of the family "promises"."""

    delta: float | None
    """The probability with which a promise that is kept may ever be called broken. That of calling a broken one kept is
    the same, and so is that of each limit of the metric ever to be wrong."""

    average_run: float | None
    """If set, recent rows are watched as well: a change for the worse is found soon after it, and a promise that is
    kept is called broken once in this many rows that count, on average."""

    min_label_probability: float | None
    """The smallest probability with which the label of any row that counts is asked for, future rows included."""

    max_weight: float | None
    """Upper bound on the weight of any row, future rows included."""

    n_segments: int | None
    """The number of segments that are watched in addition to all rows; 0: none."""

    threads: int | None
    """Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for
    any number."""

    progress: bool | Callable[[float], object] | None
    """Called during long work with the fraction done; it can cancel the work."""


class PerformanceOptions(TypedDict, total=False):
    """Options of the family "performance"."""

    average: Literal["instance", "macro", "micro"] | None
    """What is one problem if rows have several labels: each row, each label, or all of them together. With one label
    macro and micro are the same."""

    label_weights: ArrayLike | None
    """The weight of each label in a macro average. Not set: all equal."""

    chunk_rows: int | None
    """The number of consecutive rows in a chunk; the last chunk of a call may have fewer. 0: all rows of a call are one
    chunk."""

    n_segments: int | None
    """The number of segments that are estimated in addition to all rows of a chunk; 0: none."""

    level: float | None
    """The probability with which the band covers the metric that the labels would give."""

    calibration: Literal["automatic", "none", "platt", "isotonic", "beta", "temperature", "vector"] | None
    """How calibration rows calibrate probabilities: automatic averages isotonic and beta."""

    samples: int | None
    """How many bootstrap samples of the calibration rows are drawn. If a band is simulated, each counts for 20
    draws."""

    seed: int | None
    """The seed of all random draws."""

    threads: int | None
    """Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for
    any number."""

    progress: bool | Callable[[float], object] | None
    """Called during long work with the fraction done; it can cancel the work."""
