"""What the generated texts say of families of options, lists of words and objects beside their rows, once for all
languages.

The library does not need it as it runs, so that it is no part of the rows. A row without an entry is told by its name;
a member named after languages is what these say in a way of their own.
"""

from __future__ import annotations

from spellings import pascal

# of: what the options are of; about: their purpose, in csharp and java where these say more; group: the command's;
# r: what takes them in R; arguments: those that are arguments of their own in Python; classifier: those that the estimator
# of scikit-learn leaves out, as it says them otherwise: folds by cv, names by the data frame; example: of settings;
# words: the list of an argument that is no option, and its heading.
FAMILIES = {
    "decisions": {
        "of": "deciding", "about": "How to decide.", "group": "Deciding",
        "example": "at_least=1 average=macro threads=0", "r": "[wald_decide()] and its like take"},
    "thresholds": {
        "about": "What thresholds are to reach, and how they are found.", "group": "Deciding",
        "csharp": "What thresholds are to reach, how they are found, and what is said of them.",
        "example": "min_precision=0.5 bootstrap=1000", "r": "[wald_thresholds()] and its like take",
        "arguments": "metric reference",
        "classifier": "metric positives folds parity tolerance false_positive_cost false_negative_cost abstention_cost "
                      "prevalence reference bins progress"},
    "cascades": {
        "about": "How a cascade is fitted, calibrated and run.", "group": "Fitting",
        "example": "alpha=0.01 spend=all folds=5", "r": "[wald_cascade()] and its like take",
        "arguments": "names feature_names categories",
        "classifier": "threshold names feature_names categories progress"},
    "learners": {
        "about": "How a learner is fitted.", "group": "Learner",
        "java": "How a learner is fitted. Every default is one that reaches published figures; an option that the learner "
                "does not read is an error.",
        "example": "feature_names=columns trees=500 seed=1", "r": "[wald_fit()] takes",
        "arguments": "feature_names label_names", "words": ("learner", "Learners"),
        "classifier": "folds at_least feature_names label_names progress"},
    "routes": {
        "about": "What a route is to reach, and how it is found and certified.", "group": "Choosing",
        "example": "min_quality=0.95 certify=0.95", "r": "[wald_route()] and [wald_ask()] take"},
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


# title: of a section; c: how the names of an enumeration of C begin; about: what an enumeration of the other languages is,
# where there is one, with classes in brackets, in java and csharp where these say it otherwise; see: the class that says
# more; only: the language that has it; as: the list of whose enumeration these are words, too; form: flags, of which
# several may hold, byte, or internal; class: that of C# where it is not named after the list.
WORDS = {
    "status": {"title": "Statuses", "c": "WALD_", "about": "What a call came to.", "only": "csharp"},
    "type": {"title": "Types of arrays", "c": "WALD_", "about": "The type of an array's elements.", "only": "csharp",
             "form": "internal", "class": "ElementType"},
    "kind": {"title": "Kinds of estimators", "c": "WALD_", "about": "What is known of the labels.",
             "java": "What is known of the labels of one problem."},
    "average": {"c": "WALD_", "about": "Over what a table of N rows by m labels is decided and averaged."},
    "property": {"title": "Properties of metrics", "c": "WALD_", "form": "flags", "class": "MetricProperties",
                 "about": "What a metric U(tp, k, s, n) is. Where a loss is given, U is its negative.",
                 "java": "What a metric is; declared by the caller for a custom one. Where a loss is given, U is its "
                         "negative."},
    "algorithm": {},
    "worth_verdict": {"title": "Answers to what deciding is worth", "c": "WALD_WORTH_VERDICT_",
                      "about": "Whether deciding for a metric pays.", "see": "Worth"},
    "rule": {"c": "WALD_RULE_", "about": "How several classifiers flag a row."},
    "goal": {"title": "Goals of thresholds", "about": "What thresholds are to reach, within all limits that are set."},
    "method": {"title": "Methods of thresholds"},
    "parity": {"title": "Rates of parity"},
    "label_average": {"title": "Averages over labels and classes", "as": "average"},
    "smoothing": {"title": "Smoothing",
                  "about": "Against overfitting: thresholds that are the median of those of many rounds."},
    "threshold_flag": {"title": "Flags of thresholds", "c": "WALD_", "form": "flags",
                       "about": "What a user should know of chosen thresholds.",
                       "csharp": "What you should know of chosen thresholds."},
    "theorem": {"title": "Theorems of certificates", "about": "What a certificate stands on.", "only": "java",
                "form": "internal"},
    "order": {"title": "Orders of a cascade"},
    "cascade_algorithm": {"title": "Algorithms of a cascade"},
    "labelled_quality": {"title": "Qualities of a labelling", "about": "What the rows of one table are labelled for.",
                         "see": "Labelling"},
    "split": {"title": "Splits of trees", "c": "WALD_SPLIT_", "about": "How a node of a tree sends a value x.",
              "form": "byte"},
    "missing": {"title": "Missing values in trees", "c": "WALD_MISSING_", "about": "Where a missing value goes.",
                "form": "byte"},
    "route_goal": {"title": "Goals of routes", "c": "WALD_ROUTE_GOAL_", "about": "What a [Route] is chosen for."},
    "route_measure": {"title": "Measures of routes", "c": "WALD_ROUTE_MEASURE_",
                      "about": "What the quality of a [Route] is."},
    "route_by": {"title": "Groups of routes", "c": "WALD_ROUTE_BY_",
                 "about": "Which rows have thresholds of their own in a [Route]."},
    "task": {"c": "WALD_TASK_", "about": "What the rows of a dataset have.", "class": "LearningTask",
             "java": "What rows of a [Dataset] have beside their features, and what a [Learner] learns."},
    "learner": {},
    "scaling": {},
    "calibration": {},
    "calibration_input": {"title": "What a calibration takes", "c": "WALD_CALIBRATION_INPUT_"},
    "imputation": {"title": "What stands for missing values"},
    "neighbour_metric": {"title": "Distances of neighbours"},
    "neighbour_weights": {"title": "Weights of neighbours"},
    "forest_kind": {"title": "Kinds of forests"},
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
