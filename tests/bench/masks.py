"""Masks of images in CPU time: one map, exclusive classes with and without proof, samples. Beside RankSEG (rankseg 0.0.8,
torch) if it is installed, and beside the decision of an estimator that was fed before.

    WALD_LIBRARY=build/capi/libwald.so PYTHONPATH=bindings/python/src python3 tests/bench/masks.py
"""

import argparse
import statistics
import time

import numpy as np
import wald

try:
    import torch
    from rankseg import RankSEG

    torch.set_num_threads(1)
except ImportError:
    RankSEG = None

MAPS = {"easy": (6.0, -4.0), "mid": (3.0, -2.5), "hard": (1.5, -2.0), "rare": (2.0, -5.0)}  # sharpness, offset
SHAPES = [(256, 5, 1.5), (256, 21, 1.0), (512, 19, 2.0)]  # pixels per side, classes, how sure the model is


def smooth_fields(count, side, seed):
    noise = np.random.default_rng(seed).normal(size=(count, side, side))
    frequency = np.hypot(np.fft.fftfreq(side)[:, None], np.fft.rfftfreq(side)[None])
    fields = np.fft.irfft2(np.fft.rfft2(noise) * np.exp(-((frequency * side / 12) ** 2)), s=(side, side))
    return fields / fields.std(axis=(1, 2), keepdims=True)


def one_map(sharpness, offset, seed=1):
    """A map of 512 by 512 pixels."""
    return (1 / (1 + np.exp(-(sharpness * smooth_fields(1, 512, seed) + offset)))).astype(np.float32)[None]


def exclusive(side, classes, sharpness, seed=1):
    """A softmax of smooth fields, the later classes rarer."""
    logits = sharpness * smooth_fields(classes, side, seed) + np.linspace(0, -2, classes)[:, None, None]
    p = np.exp(logits - logits.max(0))
    return (p / p.sum(0)).astype(np.float32)[None]


def drawn(n_samples, seed=1):
    """Samples of one mask of 256 by 256 pixels: smooth fields above a level of their own."""
    common, own = smooth_fields(1, 256, seed), smooth_fields(n_samples, 256, seed + 1)
    return 0.8 * common + 0.6 * own > 1.0


def paired(rounds, **calls):
    """The CPU times of each call, round by round, and what it gave last."""
    times, found = {name: [] for name in calls}, {}
    for _ in range(rounds):
        for name, call in calls.items():
            begin = time.process_time()
            found[name] = call()
            times[name].append(time.process_time() - begin)
    return times, found


def show(what, times, base, *notes):
    """The median time of each, and how many times that of `base` it takes, round by round."""
    print(what, *notes)
    for name, of in times.items():
        ratios = [a / b for a, b in zip(of, times[base])]
        print(f"  {name:18} {1e3 * statistics.median(of):8.2f} ms   {statistics.median(ratios):8.3f} of {base} "
              f"[{min(ratios):.3f} .. {max(ratios):.3f}]")


def peer(p, metric, mode):
    """RankSEG's masks, or labels."""
    ranks, given = RankSEG(metric=metric, solver="RMA", output_mode=mode), torch.from_numpy(p)
    return lambda: ranks(given)


def of_maps(rounds, metric):
    for name, (sharpness, offset) in MAPS.items():
        p = one_map(sharpness, offset)
        estimator = wald.Estimator.independent(p.ravel())
        calls = {"masks": lambda p=p: wald.masks(p, metric), "float16": lambda p=p.astype(np.float16): wald.masks(p, metric),
                 "fed estimator": lambda e=estimator: wald.decide(e, metric)}
        if RankSEG:
            calls["RankSEG RMA"] = peer(p, metric, "multilabel")
        times, found = paired(rounds, **calls)
        show(f"{name}, {metric}: expected {found['masks'].mean:.6f}, bound {found['masks'].mean_bound:.1g}", times, "masks")
        if RankSEG:
            theirs = found["RankSEG RMA"].numpy().astype(bool).ravel()
            print(f"  regret of RankSEG {found['masks'].mean - wald.expected(estimator, metric, theirs):.2g}")


def mean_utility(p, labels, metric):
    """The mean over the classes of the metric at its expected counts."""
    values = []
    for c in range(p.shape[1]):
        chosen = labels == c
        tp, k, s = p[0, c][chosen].sum(dtype=float), chosen.sum(), p[0, c].sum(dtype=float)
        values.append(2 * tp / (k + s) if metric == "dice" else tp / (k + s - tp))
    return np.mean(values)


def of_exclusive(rounds, metric):
    for side, classes, sharpness in SHAPES:
        p = exclusive(side, classes, sharpness)
        calls = {"no proof": lambda p=p: wald.masks(p, metric, classes="exclusive", proof=False),
                 "proof": lambda p=p: wald.masks(p, metric, classes="exclusive")}
        if RankSEG:
            calls["RankSEG RMA"] = peer(p, metric, "multiclass")
        times, found = paired(rounds, **calls)
        base = "RankSEG RMA" if RankSEG else "proof"
        values = {"argmax": mean_utility(p, p[0].argmax(0), metric)}
        for name in ("no proof", "proof"):
            values[name] = mean_utility(p, found[name].labels[0], metric)
        if RankSEG:
            values["RankSEG RMA"] = mean_utility(p, found["RankSEG RMA"].numpy()[0], metric)
        show(f"{side}^2 x {classes}, {metric}", times, base)
        print("  " + ", ".join(f"{name} {value:.6f}" for name, value in values.items())
              + f", gap {found['proof'].mean_bound:.2g}, by {found['proof'].algorithm}")


def of_samples(rounds):
    for n_samples in (5, 20):
        marks = drawn(n_samples)
        times, found = paired(rounds, **{metric: lambda m=metric: wald.masks(marks, m, samples=True) for metric in ("dice", "iou")})
        show(f"{n_samples} samples of 65,536 pixels", times, "dice",
             ", ".join(f"{name} {float(one.expected):.4f} (bound {float(one.bound):.1g})" for name, one in found.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", choices=("maps", "exclusive", "samples"))
    asked = parser.parse_args()
    for metric in ("dice", "iou"):
        if asked.only in (None, "maps"):
            of_maps(asked.rounds, metric)
        if asked.only in (None, "exclusive"):
            of_exclusive(asked.rounds, metric)
    if asked.only in (None, "samples"):
        of_samples(asked.rounds)


if __name__ == "__main__":
    main()
