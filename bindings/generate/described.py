"""What the generated texts say of families of options, lists of words and objects beside their rows, once for all
languages.

The library does not use these texts at run time, so they are not part of the rows. A row without an entry is described
by its name; a member named after a language overrides the text for that language.
"""

from __future__ import annotations

from spellings import pascal

# of          what the options are of, where that is not the family's name
# about       their purpose; java, csharp: where these say more
# group       of the command's help
# example     settings, for Java's documentation
# r           what takes them in R
# arguments   those that are arguments of their own in Python
# classifier  those that the estimator of scikit-learn says otherwise: folds by cv, names by the data frame
# words       the list of an argument that is no option, and its heading
FAMILIES = {
    "decisions": {
        "of": "deciding", "about": "How to decide.", "group": "Deciding",
        "example": "at_least=1 average=macro threads=0", "r": "[wald_decide()] and its like take"},
    "thresholds": {
        "about": "The objective of thresholds, and how they are found.", "group": "Deciding",
        "csharp": "The objective of thresholds, how they are found, and what is reported of them.",
        "example": "min_precision=0.5 bootstrap=1000", "r": "[wald_thresholds()] and its like take",
        "arguments": "metric reference names",
        "classifier": "metric positives folds rated_rule max_fdr storey parity tolerance false_positive_cost false_negative_cost "
                      "abstention_cost prevalence reference bins metrics names jackknife proportion_limits auc_limits progress"},
    "cascades": {
        "about": "How a cascade is fitted, calibrated and run.", "group": "Fitting",
        "example": "alpha=0.01 spend=all folds=5", "r": "[wald_cascade()] and its like take",
        "arguments": "names feature_names categories",
        "classifier": "threshold names feature_names categories progress"},
    "learners": {
        "about": "How a learner is fitted.", "group": "Learner",
        "java": "How a learner is fitted. Every default is one that reaches published figures; an option that the "
                "learner does not read is an error.",
        "example": "feature_names=columns trees=500 seed=1", "r": "[wald_fit()] takes",
        "arguments": "feature_names label_names", "words": ("learner", "Learners"),
        "classifier": "folds at_least feature_names label_names progress metric zero_division average"},
    "routes": {
        "about": "The goal of a route, and how it is found and certified.", "group": "Choosing",
        "example": "min_quality=0.95 certify=0.95", "r": "[wald_route()] and [wald_ask()] take"},
    "promises": {
        "about": "The options of a promise.", "group": "Watching", "example": "delta=0.01 average_run=20000",
        "r": "[wald_promise()] takes"},
    "performance": {
        "about": "How performance is estimated without labels.", "group": "Watching",
        "example": "average=macro chunk_rows=1000", "r": "[wald_performance()] takes"},
}


def family_noun(family):
    """decision, of "decisions"."""
    return family.removesuffix("s")


def options_class(family):
    """DecisionOptions, of "decisions"."""
    return pascal(family_noun(family)) + "Options"


def of_what(family):
    return FAMILIES[family].get("of", family)


def about(family, language=""):
    """What the options of a family are for, as a sentence."""
    said = FAMILIES[family]
    return said.get(language, said["about"])


# title       of a section
# c           how the names of an enumeration of C begin
# about       what an enumeration of the other languages is, where there is one; classes stand in brackets
# java, csharp  what these say of it instead
# see         the class that says more
# only        the one language that has it
# as          the list whose enumeration has these words, too
# form        flags, of which several may hold; byte; or internal
# class       in C#, where it is not named after the list
WORDS = {
    "status": {"title": "Statuses", "c": "WALD_", "about": "The result of a call.", "only": "csharp"},
    "type": {"title": "Types of arrays", "c": "WALD_", "about": "The type of an array's elements.", "only": "csharp",
             "form": "internal", "class": "ElementType"},
    "kind": {"title": "Kinds of estimators", "c": "WALD_", "about": "The form of what is known of the labels.",
             "java": "The form of what is known of the labels of one problem."},
    "average": {"c": "WALD_", "about": "The problems of a table of N rows by m labels: rows, columns, or the whole."},
    "property": {"title": "Properties of metrics", "c": "WALD_", "form": "flags", "class": "MetricProperties",
                 "about": "Properties of a metric U(tp, k, s, n). If a loss is given, U is its negative.",
                 "java": "Properties of a metric; declared by the caller for a custom one. If a loss is given, U is its "
                         "negative."},
    "algorithm": {},
    "worth_verdict": {"title": "Verdicts of worth", "c": "WALD_WORTH_VERDICT_",
                      "about": "Whether deciding for a metric pays.", "see": "Worth"},
    "rule": {"c": "WALD_RULE_", "about": "How several classifiers flag a row."},
    "rated_rule": {"title": "Rules of labelled rows"},
    "goal": {"title": "Goals of thresholds", "about": "The objective of thresholds, within all limits that are set."},
    "method": {"title": "Methods of thresholds"},
    "parity": {"title": "Rates of parity"},
    "proportion_limits": {"title": "Limits of proportions"},
    "auc_limits": {"title": "Limits of areas under the ROC curve"},
    "label_average": {"title": "Averages over labels and classes", "as": "average"},
    "smoothing": {"title": "Smoothing",
                  "about": "Against overfitting: thresholds that are the median of those of many rounds."},
    "threshold_flag": {"title": "Flags of thresholds", "c": "WALD_", "form": "flags",
                       "about": "Warnings about chosen thresholds.",
                       "csharp": "Warnings about chosen thresholds."},
    "theorem": {"title": "Theorems of certificates", "about": "The theorem that a certificate uses.", "only": "java",
                "form": "internal"},
    "order": {"title": "Orders of a cascade"},
    "cascade_algorithm": {"title": "Algorithms of a cascade"},
    "labelled_quality": {"title": "Qualities of a labelling", "about": "The quality that the labels of one table certify.",
                         "see": "Labelling"},
    "split": {"title": "Splits of trees", "c": "WALD_SPLIT_", "about": "How a node of a tree sends a value x.",
              "form": "byte"},
    "missing": {"title": "Missing values in trees", "c": "WALD_MISSING_", "about": "Where a missing value goes.",
                "form": "byte"},
    "route_goal": {"title": "Goals of routes", "c": "WALD_ROUTE_GOAL_", "about": "The goal of a [Route]."},
    "route_measure": {"title": "Measures of routes", "c": "WALD_ROUTE_MEASURE_",
                      "about": "The measure of quality of a [Route]."},
    "route_by": {"title": "Groups of routes", "c": "WALD_ROUTE_BY_",
                 "about": "Which rows have thresholds of their own in a [Route]."},
    "promise_state": {"title": "States of promises", "c": "WALD_PROMISE_STATE_",
                      "about": "Whether a [Promise] is kept."},
    "task": {"c": "WALD_TASK_", "about": "The task of the rows of a dataset.", "class": "LearningTask",
             "java": "What rows of a [Dataset] have beside their features, and what a [Learner] learns."},
    "learner": {},
    "scaling": {},
    "calibration": {},
    "calibration_input": {"title": "Inputs of calibrations", "c": "WALD_CALIBRATION_INPUT_"},
    "imputation": {"title": "Imputation of missing values"},
    "neighbour_metric": {"title": "Distances of neighbours"},
    "neighbour_weights": {"title": "Weights of neighbours"},
    "forest_kind": {"title": "Kinds of forests"},
    "prediction_rule": {"title": "Rules of predictions"},
    "forest_criterion": {"title": "Criteria of splits"},
    "ties": {"title": "Ties of labels"},
    "drawing": {"title": "Draws of label vectors"},
}


def words_title(words):
    return WORDS.get(words, {}).get("title") or words.replace("_", " ").capitalize() + "s"


def enumerations(language):
    """The lists of words that are enumerations of Java or C#."""
    return [words for words, said in WORDS.items() if "about" in said and said.get("only", language) == language]


def enumeration_class(words, language):
    """The class of a list's enumeration, "" where it has none: ThresholdFlag, flags in the plural but in Java."""
    said = WORDS.get(words, {})
    if "as" in said:
        return enumeration_class(said["as"], language)
    if words not in enumerations(language):
        return ""
    if language == "csharp" and "class" in said:
        return said["class"]
    return pascal(plural(words) if said.get("form") == "flags" and language != "java" else words)


def plural(noun):
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"


def enumeration_about(words, language):
    """What the enumeration is; a class in brackets as it stands."""
    said = WORDS[words]
    return said.get(language, said["about"])


# title       of a section
# class       where it is not named after the object; csharp: that of C#; owner: that of C# which has the handle
# called      in a sentence; r: in messages of R
# within_a_call  the languages in which calls read and destroy it, or a class written by hand has the handle
# at_once     the languages that read all when the object is made
# each        what all its lists are one each of
# numbers     what the enumeration of its numbers is, where there is one
# int         facts that are no longer integers, by languages
# by_hand     facts that the classes of languages tell in another form; * for all
# disposed    what C# says of an object that is disposed of; give_back: how it does that
OBJECTS = {
    "options": {"within_a_call": "csharp r"},
    "estimator": {"by_hand": {"java csharp python javascript": "table mode mode_probability", "python": "kind",
                              "python javascript": "p_zero marginals size_distribution"}},
    "decision": {"owner": "Decisions", "give_back": "Give()", "within_a_call": "r", "at_once": "java",
                 "int": {"java": "n_items k k_lowest k_highest n_undecided"},
                 "by_hand": {"java csharp python javascript": "n_answers warned", "csharp python": "k_lowest k_highest",
                             "python": "n_items"}},
    "metric": {"by_hand": {"csharp": "*"}},
    "distribution": {"title": "Distribution of a utility",
                     "by_hand": {"java csharp python javascript": "values probabilities"}},
    "table_pass": {"title": "Table in bins"},
    "comparison": {"title": "Comparison of two systems", "within_a_call": "csharp", "at_once": "java csharp"},
    "worth": {"title": "Estimate of the gain", "within_a_call": "csharp", "at_once": "java csharp",
              "by_hand": {"python": "verdict warning"}},
    "report": {"within_a_call": "csharp"},
    "expectation": {"title": "Expectation of a prediction", "within_a_call": "csharp python r"},
    "sample": {"title": "Sample of scored rows", "int": {"java": "n_scores"}, "by_hand": {"python": "rule"}},
    "threshold_pass": {"title": "Rows of one score in bins"},
    "thresholds": {"title": "Chosen thresholds", "csharp": "ThresholdAnswer", "within_a_call": "csharp",
                   "at_once": "csharp", "numbers": "The numbers of chosen thresholds.",
                   "by_hand": {"java csharp python javascript": "n_answers", "java python javascript": "flags",
                               "java csharp python": "low high",
                               "csharp python": "cross_tp cross_fp cross_precision cross_recall cross_value",
                               "python": "thresholds next_lower coefficients method objective warning theorem claim p_values"}},
    "frontier": {"at_once": "csharp", "by_hand": {"java csharp python javascript": "thresholds path"}},
    "decision_curve": {"each": "model", "within_a_call": "csharp r"},
    "reliability": {"within_a_call": "csharp", "at_once": "java csharp"},
    "prevalence": {"title": "Estimated prevalence", "within_a_call": "csharp", "at_once": "java csharp"},
    "threshold_evaluation": {"title": "Evaluation at fixed thresholds", "within_a_call": "csharp",
                             "at_once": "java csharp",
                             "by_hand": {"java csharp python javascript": "metric_name"}},
    "zone": {"title": "Abstention zone", "class": "AbstentionZone", "within_a_call": "csharp"},
    "multipliers": {"title": "Multipliers of classes", "class": "ClassMultipliers", "within_a_call": "csharp"},
    "labels": {"title": "Thresholds of labels", "class": "LabelThresholds", "within_a_call": "csharp",
               "at_once": "java", "by_hand": {"java": "threshold label_value flags missed flags_all"}},
    "segments": {"title": "Thresholds of segments", "within_a_call": "csharp",
                 "by_hand": {"python": "n_segments n_tolerances total_tp total_fp total_gain all_certified threshold "
                                       "next_lower tp fp positives negatives precision tpr fpr selection_rate gain "
                                       "certified rows_needed theorem"}},
    "cascade_scores": {"title": "Scores of a cascade's models", "r": "scores", "int": {"csharp": "n_models n_classes"}},
    "cascade": {"at_once": "csharp", "numbers": "The numbers of a cascade.", "disposed": ", and runs go on",
                "int": {"java csharp": "n_models n_classes", "csharp": "n_features order"},
                "by_hand": {"java csharp python javascript": "name feature_name category",
                            "java python javascript": "n_categories",
                            "csharp": "cross_disagreement cross_mean_models cross_mean_cost cross_stops "
                                      "held_out_disagreement held_out_mean_models held_out_mean_cost held_out_stops"}},
    "cascade_run": {"r": "run"},
    "cascade_evaluation": {"title": "Evaluation of a cascade", "within_a_call": "csharp python"},
    "labelling": {"title": "Labelling of rows", "int": {"java csharp": "n_rows n_labelled n_drawn"}},
    "trees": {"title": "Ensemble of trees", "called": "an ensemble of trees",
              "int": {"java csharp": "leaf_width", "csharp": "n_features n_outputs"},
              "by_hand": {"java csharp python javascript": "feature_name n_categories category"}},
    "dataset": {"within_a_call": "r", "by_hand": {"java": "n_rows", "python": "task"}},
    "stages": {"title": "Rows of stages", "called": "rows", "int": {"java csharp": "n_stages n_classes n_segments"}},
    "route": {"at_once": "csharp", "numbers": "The numbers of a route.", "int": {"java csharp": "n_stages n_groups"},
              "by_hand": {"java csharp python javascript": "thresholds", "java csharp python": "theorem",
                          "python": "by goal measure"}},
    "route_evaluation": {"title": "Evaluation of a route", "within_a_call": "csharp python"},
    "performance": {"title": "Performance without labels"},
    "promise": {"title": "Promise that is watched", "by_hand": {"python": "state segment_state"}},
    "learner": {"at_once": "csharp",
                "by_hand": {"java csharp python javascript": "n_choices feature_name label_name",
                            "csharp python javascript": "choice_value choice_loss path_values path_losses choice_part "
                                                        "choice_what",
                            "python": "task kind name"}},
    "calibration": {"by_hand": {"csharp": "*"}},
}


def object_title(noun):
    return said_of(noun, "title") or noun.replace("_", " ").capitalize()


def object_class(noun, language=""):
    return said_of(noun, language) or said_of(noun, "class") or pascal(noun)


def said_of(noun, what):
    return OBJECTS.get(noun, {}).get(what, "")


def _facts_of(noun, what, language):
    """The facts that a member names for a language."""
    return {fact for languages, facts in OBJECTS.get(noun, {}).get(what, {}).items() if language in languages.split()
            for fact in facts.split()}


def is_told(noun, fact, language):
    """Whether what is generated tells a fact, rather than a class written by hand."""
    return not {"*", fact["name"]} & _facts_of(noun, "by_hand", language)


def is_int(noun, fact, language):
    return fact["name"] in _facts_of(noun, "int", language)


def argument_of(noun, facts, fact):
    """What the argument of a getter counts, "" where it takes none. It is answers or models where the object has several;
    otherwise what there is one fact for each of, where that is no place in a list of numbers."""
    if fact["per"] == "whole":
        return ""
    single = {each["per"] for each in facts if each["type"] != "numbers"}
    whole = "answer" if "answer" in single else said_of(noun, "each")
    return whole or (fact["per"] if fact["per"] in single else "")


def fact_enumerations(rows):
    """Of objects whose numbers are an enumeration its class, what it is, and the facts."""
    for noun, said in OBJECTS.items():
        if "numbers" in said:
            numbers = [fact for fact in rows["facts"][noun] if fact["type"] == "number"]
            yield pascal(noun.removesuffix("s")) + "Fact", said["numbers"], numbers


def in_order(names, order):
    """Names by their order, and behind them those that it has not."""
    return sorted(names, key=lambda name: order.index(name) if name in order else len(order))


def check(rows):
    """Every entry is of a row, and every fact that one names is a fact of its object."""
    known = {"options": FAMILIES, "names": WORDS}
    stale = [name for group, entries in known.items() for name in entries if name not in rows[group]]
    nouns = {row["name"] for row in rows["objects"]}
    for noun, said in OBJECTS.items():
        facts = {"*", *(fact["name"] for fact in rows["facts"].get(noun, []))}
        named = " ".join([*said.get("by_hand", {}).values(), *said.get("int", {}).values()]).split()
        stale += [] if noun in nouns else [noun]
        stale += [f"{noun}.{name}" for name in named if name not in facts]
    assert not stale, f"described.py has what no row has: {', '.join(stale)}"
    missing = [family for family in rows["options"] if family not in FAMILIES]
    assert not missing, f"described.py has no entry of {', '.join(missing)}"
