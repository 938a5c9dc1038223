"""What is computed: (set, split, model, trees, folds). Split 0 is the predefined one, others are random.

Sizes are what one shared core allowed: more of them is a matter of time alone."""

from models import MODELS

SMALL = ("scene", "yeast", "enron")
BINARY = ("spambase", "creditcard_fraud_thinned", "bank_marketing", "nomao", "adult")
FULL = {"scene": 300, "yeast": 300, "enron": 120}  # trees, on the predefined split
RESPLITS = 10


def headline():
    return [(name, 0, "lightgbm", FULL[name], 5) for name in SMALL]


def networks():
    return [(name, 0, "network", FULL[name], 5) for name in SMALL]


def others():
    """Other models than LightGBM, of a hundred trees."""
    return [(name, 0, model, 100, 3) for model in ("xgboost", "catboost", "histogram") for name in SMALL]


def resplits():
    return [(name, s, "lightgbm", 100, 3) for s in range(1, RESPLITS + 1) for name in SMALL]


def wide():
    return [("letter", 0, model, 40, 3) for model in MODELS] + [("reuters", 0, m, 40, 3) for m in ("network", "lightgbm")]


def binary():
    return [(name, s, m, 100, 3) for s in range(1, RESPLITS + 1) for name in BINARY for m in MODELS]
