"""What is compared: data sets, models, random splits, and the probabilities of each. Wald is not used here."""

import functools
import os
import pathlib
import sys
import xml.etree.ElementTree

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "modern"))
import models  # noqa: E402
import sets  # noqa: E402

# On the first sets the first choice of the learner "rule" was found, and after a look at the next ones it was revised. On the
# last ones nothing was chosen.
SEEN = ("scene", "yeast", "enron", "letter", "spambase", "creditcard_fraud_thinned", "bank_marketing", "adult", "nomao",
        "breast_cancer_wisconsin")
REVISED = ("emotions", "birds", "medical", "foodtruck")
UNSEEN = ("flags", "genbase", "cal500")
ALL = (*SEEN, *REVISED, *UNSEEN)
MODELS = ("network", "logistic", "forest", "lightgbm", "xgboost")
QUICK = 3  # the first of these
TREES = 50
FOLDS = 3
SPLITS = {"enron": 3, "bank_marketing": 3, "adult": 3, "nomao": 3, "letter": 1}  # all others: 10
LEFT_OUT = {("enron", "xgboost"), ("cal500", "xgboost")}  # 212 models of a thousand features for each split; 696


def kind(name):
    return "seen" if name in SEEN else "revised" if name in REVISED else "unseen"


def jobs():
    """(data set, split, model), what takes longest last, so that a run that is cut off has some of all."""
    names = [name for name in ALL if name in SEEN or os.environ.get("MULAN_DATA")]
    found = [(name, split, model) for split in range(1, 11) for model in MODELS for name in names
             if split <= SPLITS.get(name, 10) and (name, model) not in LEFT_OUT]
    return sorted(found, key=lambda job: (job[1], job[0] in SPLITS, MODELS.index(job[2]) >= QUICK))


def attribute(line):
    """The name of an attribute, of a line of an ARFF header."""
    text = line.split(None, 1)[1].strip()
    if text[0] not in "'\"":
        return text.split(None, 1)[0].replace("\\", "")
    end = text.index(text[0], 1)
    while text[end - 1] == "\\":
        end = text.index(text[0], end + 1)
    return text[1:end].replace("\\", "")


def mulan(name):
    """A data set of Mulan, as `sets.whole` gives those of WALD_DATA: (features, labels, None)."""
    folder = pathlib.Path(os.environ["MULAN_DATA"]) / name
    whole = folder / f"{name}.arff"
    files = [whole] if whole.exists() else [folder / f"{name}-{part}.arff" for part in ("train", "test")]
    rows = []
    for file in files:
        lines = [line.strip() for line in file.read_text(encoding="latin-1").splitlines()]
        lines = [line for line in lines if line and not line.startswith("%")]
        start = next(i for i, line in enumerate(lines) if line.lower() == "@data")
        columns = [attribute(line) for line in lines[:start] if line.lower().startswith("@attribute")]
        for line in lines[start + 1:]:
            if line.startswith("{"):
                row = ["0"] * len(columns)
                for pair in line.strip("{}").split(","):
                    index, value = pair.split(None, 1)
                    row[int(index)] = value.strip()
                rows.append(row)
            else:
                rows.append([cell.strip() for cell in line.split(",")])
    cells = np.array(rows, dtype=object)
    labels = {label.get("name").replace("\\", "") for label in xml.etree.ElementTree.parse(folder / f"{name}.xml").iter()
              if label.get("name")}
    targets = np.array([column in labels for column in columns])
    if targets.sum() != len(labels):
        raise RuntimeError(f"{name}: {len(labels)} labels are listed, {targets.sum()} are columns")
    features = [column for column, target in zip(columns, targets) if not target]
    X = sets.columns_of_numbers(features, cells[:, ~targets])
    return X, cells[:, targets].astype(float).astype(np.uint8), None


@functools.lru_cache(maxsize=None)
def whole(name):
    return sets.whole(name) if name in SEEN else mulan(name)


def split(job):
    """((X, Y) to train, (X, Y) to test)."""
    return sets.split(whole(job[0]), job[1])


def probabilities(cache, job):
    """`kept`, out of fold of the training rows; `new`, of the test rows; `seconds` of a fit and prediction."""
    name, number, model = job
    return models.probabilities(cache, f"{name}-{number}", model, TREES, *split(job), FOLDS)
