"""Thresholds per class of a detector, chosen on validation mosaics and judged on others; and counts beside pycocotools.

  python3 run.py [--seeds N]
"""

import argparse
import contextlib
import io
import json
import pathlib
import tempfile

import numpy as np
import wald
from mosaics import detected
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval


def written(folder, name, found, truths, count, crowds=()):
    """The two files of COCO's format."""
    paths = [pathlib.Path(folder) / f"{name}_{part}.json" for part in ("results", "truth")]
    paths[0].write_text(json.dumps([{"image_id": int(image), "category_id": int(digit), "bbox": [float(x) for x in box],
                                     "score": float(score)} for image, digit, box, score in found]))
    annotations = [(*truth, 0) for truth in truths] + [(*crowd, 1) for crowd in crowds]
    paths[1].write_text(json.dumps({
        "images": [{"id": i} for i in range(count)],
        "categories": [{"id": digit, "name": str(digit)} for digit in range(10)],
        "annotations": [{"id": i + 1, "image_id": int(image), "category_id": int(digit), "bbox": [float(x) for x in box],
                         "area": float(box[2] * box[3]), "iscrowd": crowd}
                        for i, (image, digit, box, crowd) in enumerate(annotations)]}))
    return paths


def coco_counts(paths, cut, overlap):
    """TP, FP and FN by class of the detections from a score on, as pycocotools matches them."""
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO(str(paths[1]))
        kept = [row for row in json.loads(paths[0].read_text()) if row["score"] >= cut]
        if not kept:
            return None
        judged = COCOeval(truth, truth.loadRes(kept), "bbox")
        judged.params.iouThrs = np.array([overlap])
        judged.params.areaRng, judged.params.areaRngLbl = [[0, 1e10]], ["all"]
        judged.params.maxDets = [100000]
        judged.evaluate()
    out = {str(digit): np.zeros(3, int) for digit in range(10)}
    for image in filter(None, judged.evalImgs):
        counted = ~image["dtIgnore"][0].astype(bool)
        matched = (image["dtMatches"][0] > 0) & counted
        real = int((~np.asarray(image["gtIgnore"], bool)).sum())
        out[str(image["category_id"])] += [matched.sum(), (counted & ~matched).sum(), real - matched.sum()]
    return out


def own_counts(rows, cut):
    out = {}
    for name in rows.positives:
        truth, scores = rows.of(name)
        tp, fp = (int((truth[scores >= cut] == label).sum()) for label in (1, 0))
        out[name] = np.array([tp, fp, rows.positives[name] - tp])
    return out


def smoothed_confidence(rows):
    """One confidence for all classes: where the mean of the classes' F1 curves, interpolated at 1000 confidences and
    smoothed by a box of a tenth of them, is greatest (ultralytics/utils/metrics.py, ap_per_class and smooth)."""
    grid, curves = np.linspace(0, 1, 1000), []
    for name, positives in rows.positives.items():
        truth, scores = rows.of(name)
        if not positives:
            continue
        if not len(scores):
            curves.append(np.zeros(len(grid)))
            continue
        order = np.argsort(-scores)
        hits = np.cumsum(truth[order] == 1)
        recall = np.interp(-grid, -scores[order], hits / positives, left=0)
        precision = np.interp(-grid, -scores[order], hits / np.arange(1, len(hits) + 1), left=1)
        curves.append(2 * precision * recall / (precision + recall + 1e-16))
    width = round(len(grid) * 0.1 * 2) // 2 + 1
    mean, edge = np.mean(curves, 0), np.ones(width // 2)
    padded = np.concatenate([edge * mean[0], mean, edge * mean[-1]])
    return grid[np.convolve(padded, np.ones(width) / width, mode="valid").argmax()]


def counts_at(rows, cuts):
    """TP, FP and FN at a threshold of each class."""
    return np.array([own_counts(rows, cuts[name])[name] for name in rows.positives])


def f1(counts):
    tp, fp, fn = np.asarray(counts).T
    return 2 * tp / np.maximum(2 * tp + fp + fn, 1)


def pooled(rows):
    """One threshold for all classes together."""
    positives = sum(rows.positives.values())
    return float(wald.choose_threshold(rows.truth, rows.scores, metric="f1", positives=positives).thresholds[0])


def rules(validation, test):
    """By rule the threshold of each class."""
    names = list(validation.positives)
    yield "0.5", dict.fromkeys(names, 0.5)
    yield "smoothed F1 curve", dict.fromkeys(names, smoothed_confidence(validation))
    yield "one threshold (wald)", dict.fromkeys(names, pooled(validation))
    yield "per class (wald)", validation.choose("f1").thresholds
    yield "per class, bagged (wald)", validation.choose("f1", smoothing="bagged", seed=1).thresholds
    yield "per class for the pooled F1 (wald)", validation.choose("f1", average="micro").thresholds
    yield "best in hindsight", test.choose("f1").thresholds


def mean_and_error(values):
    values = np.asarray(values, float)
    return f"{values.mean():.4f} ± {values.std(ddof=1) / np.sqrt(len(values)):.4f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=12)
    seeds = parser.parse_args().seeds
    macro, micro, floors, checked = {}, {}, {}, 0
    for seed in range(seeds):
        with tempfile.TemporaryDirectory() as folder:
            parts = detected(seed)
            rows = [wald.detections.read_coco(*written(folder, str(i), *part)) for i, part in enumerate(parts)]
            random = np.random.default_rng(1000 + seed)
            found, truths, count = parts[0]
            crowds = [(random.integers(count), random.integers(10), np.array([*random.integers(0, 20, 2), 16, 16]))
                      for _ in range(100)]
            paths = written(folder, "crowds", found, truths, count, crowds)
            for overlap in (0.5, 0.75):
                own = wald.detections.read_coco(*paths, min_overlap=overlap)
                for cut in (0.05, 0.5, *random.choice(own.scores, 2)):
                    theirs, ours = coco_counts(paths, cut, overlap), own_counts(own, cut)
                    for name in ours if theirs else ():
                        assert (theirs[name] == ours[name]).all(), (seed, overlap, cut, name, theirs[name], ours[name])
                        checked += 1
        validation, test = rows
        for rule, cuts in rules(validation, test):
            counts = counts_at(test, cuts)
            macro.setdefault(rule, []).append(f1(counts).mean())
            micro.setdefault(rule, []).append(f1(counts.sum(0, keepdims=True))[0])
        for level in (0, 0.9):
            chosen = validation.choose(min_precision=0.8, precision_level=level)
            for name, (tp, fp, fn) in zip(test.positives, counts_at(test, chosen.thresholds)):
                if tp + fp:
                    floors.setdefault(level, []).append((tp / (tp + fp) < 0.8, tp / (tp + fn)))
        print(f"seed {seed}: {validation}", flush=True)
    print(f"\n{checked} triples of TP, FP and FN are those of pycocotools\n")
    print("| rule | macro F1 | less smoothed F1 curve | micro F1 | less smoothed F1 curve |\n|---|---|---|---|---|")
    base = "smoothed F1 curve"
    for rule in macro:
        print(f"| {rule} | {np.mean(macro[rule]):.4f} | {mean_and_error(np.subtract(macro[rule], macro[base]))} | "
              f"{np.mean(micro[rule]):.4f} | {mean_and_error(np.subtract(micro[rule], micro[base]))} |")
    print("\n| precision_level | classes below 0.8 on test mosaics | recall |\n|---|---|---|")
    for level, found in floors.items():
        missed, recall = np.mean(found, 0)
        print(f"| {level:g} | {missed:.3f} of {len(found)} | {recall:.3f} |")


if __name__ == "__main__":
    main()
