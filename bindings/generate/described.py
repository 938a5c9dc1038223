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
