"""What the experiments of masks share: rules, scores of images and of data sets, and tables of paired differences."""

import os
import pathlib

import numpy as np
import wald

try:
    import torch
    from rankseg import RankSEG

    torch.set_num_threads(1)
except ImportError:  # rules.py does without
    RankSEG = None


def data(name, argument=None):
    """A file that prepare.py wrote, in the folder given or in $WALD_DATA/masks."""
    return np.load(pathlib.Path(argument or pathlib.Path(os.environ["WALD_DATA"]) / "masks") / name)


# ---- Scores, in percent ----------------------------------------------------------------------------------------------


def ratios(said, truth, axis, metric):
    """Dice or IoU along an axis; 1 where neither has a pixel."""
    tp, sizes = (said & truth).sum(axis), said.sum(axis) + truth.sum(axis)
    top, bottom = (2 * tp, sizes) if metric == "dice" else (tp, sizes - tp)
    return 100 * np.where(bottom > 0, top / np.maximum(bottom, 1), 1.0)


def scores(said, truth):
    """Masks of images by pixels: the mean over images, and all images as one, of Dice and IoU."""
    return [np.mean(ratios(said, truth, 1, "dice")), np.mean(ratios(said, truth, 1, "iou")),
            ratios(said.ravel(), truth.ravel(), 0, "dice"), ratios(said.ravel(), truth.ravel(), 0, "iou")]


def class_scores(said, truth, n_classes):
    """Labels of images by pixels: means over classes and images; and over classes, all images as one."""
    each = np.array([scores(said == c, truth == c) for c in range(n_classes)])
    return list(each.mean(0))


MEASURES = ("Dice, image", "IoU, image", "Dice, data set", "IoU, data set")
AIMS = (("f1", "dice", False), ("jaccard", "iou", False), ("f1", "dice", True), ("jaccard", "iou", True))

# ---- Rules -----------------------------------------------------------------------------------------------------------


def decided(p, metric, whole):
    """Wald's masks of images by pixels: one problem per image, or one of all images."""
    return np.asarray(wald.decide(p, metric, average="micro" if whole else "instance").mask, bool)


def rankseg(p, metric, side, **more):
    """RankSEG's masks of images by pixels."""
    shaped = torch.tensor(p.reshape(len(p), 1, *side))
    return RankSEG(metric=metric, output_mode="multilabel", **more)(shaped).numpy().reshape(p.shape).astype(bool)


def tuned_cut(p, truth, metric):
    """The cut of greatest Dice (and so of greatest IoU) on labelled pixels; of equal ones the middle."""
    order = np.argsort(-p)
    tp, k = np.cumsum(truth[order]), np.arange(1, len(p) + 1)
    last = np.append(p[order][1:] < p[order][:-1], True)
    value = np.where(last, 2 * tp / (k + truth.sum()), -1)
    best = int(np.argmax(value))
    return (p[order][best] + p[order][min(best + 1, len(p) - 1)]) / 2


# ---- Tables ----------------------------------------------------------------------------------------------------------


def table(rows, names, beside, measures=MEASURES):
    """Lines of a table in Markdown. rows: (name of the setting, (seeds, rules, measures)); differences to a rule, with
    the standard error of the mean over seeds."""
    lines = ["| setting | measure | " + " | ".join(names) + " |", "|---" * (2 + len(names)) + "|"]
    at = names.index(beside)
    for setting, values in rows:
        values = np.asarray(values)
        for m, measure in enumerate(measures):
            cells = []
            for r in range(len(names)):
                difference = values[:, r, m] - values[:, at, m]
                error = difference.std(ddof=1) / np.sqrt(len(difference))
                cells.append(f"{values[:, r, m].mean():.2f}" if r == at else f"{difference.mean():+.2f} ± {error:.2f}")
            lines.append(f"| {setting} | {measure} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
