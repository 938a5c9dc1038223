"""Masks of images in CPU time: one map, exclusive classes with and without proof, samples; and the memory that 10^8 pixels
on disk take. Beside RankSEG (rankseg 0.0.8, torch) if it is installed, and beside the decision of an estimator that was fed
before. Last it prints the bars, met or missed.

    WALD_LIBRARY=build/capi/libwald.so PYTHONPATH=bindings/python/src python3 tests/bench/masks.py
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
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
BARS = []  # what, figure, bar, whether it is met
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
    print(what, *notes, flush=True)
    for name, of in times.items():
        ratios = [a / b for a, b in zip(of, times[base])]
        print(f"  {name:18} {1e3 * statistics.median(of):8.2f} ms   {statistics.median(ratios):8.3f} of {base} "
              f"[{min(ratios):.3f} .. {max(ratios):.3f}]")


def ratio(times, name, base):
    """The median of the ratios, round by round."""
    return statistics.median(a / b for a, b in zip(times[name], times[base]))


def bar(what, figure, most):
    BARS.append((what, figure, most, figure <= most))


def peer(p, metric, mode, solver="RMA"):
    """RankSEG's masks, or labels. Arrays pass by DLPack, which takes any versions of NumPy and torch."""
    ranks, given = RankSEG(metric=metric, solver=solver, output_mode=mode), torch.from_dlpack(p)
    return lambda: ranks(given)


def solvers(metric, mode):
    """Those that RankSEG has for this; without TRNA alone, which takes over 50 s for 128 x 128 pixels."""
    return ("RMA", "BA", "BA+TRNA") if (metric, mode) == ("dice", "multilabel") else ("RMA",)


def numbers(tensor):
    return np.from_dlpack(tensor.to(torch.int32))


def of_maps(rounds, metric):
    for name, (sharpness, offset) in MAPS.items():
        p = one_map(sharpness, offset)
        estimator = wald.Estimator.independent(p.ravel())
        calls = {"masks": lambda p=p: wald.masks(p, metric), "float16": lambda p=p.astype(np.float16): wald.masks(p, metric),
                 "fed estimator": lambda e=estimator: wald.decide(e, metric)}
        peers = {f"RankSEG {each}": each for each in solvers(metric, "multilabel")} if RankSEG else {}
        calls.update({rival: peer(p, metric, "multilabel", each) for rival, each in peers.items()})
        times, found = paired(rounds, **calls)
        what = f"512^2, {name}, {metric}"
        show(f"{what}: expected {found['masks'].mean:.6f}, bound {found['masks'].mean_bound:.1g}", times, "masks")
        bar(f"{what}: time over that of a fed estimator", ratio(times, "masks", "fed estimator"), 1.3)
        for rival in peers:
            theirs = numbers(found[rival]).astype(bool).ravel()
            print(f"  regret of {rival} {found['masks'].mean - wald.expected(estimator, metric, theirs):.2g}")
        if peers:
            bar(f"{what}: time over RMA's", ratio(times, "masks", "RankSEG RMA"), 1 / 15)


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
        what = f"{side}^2 x {classes}, {metric}"
        if RankSEG:
            values["RankSEG RMA"] = mean_utility(p, numbers(found["RankSEG RMA"])[0], metric)
            bar(f"{what}: RMA's value above ours", values[base] - min(values["no proof"], values["proof"]), 0)
            bar(f"{what}: time without proof over RMA's", ratio(times, "no proof", base), 1 / 5)
            bar(f"{what}: time with proof over RMA's", ratio(times, "proof", base), 1)
        bar(f"{what}: gap", float(found["proof"].mean_bound), 0.0005)
        show(what, times, base)
        print("  " + ", ".join(f"{name} {value:.6f}" for name, value in values.items())
              + f", gap {found['proof'].mean_bound:.2g}, by {found['proof'].algorithm}")


def of_samples(rounds):
    for n_samples in (5, 20):
        marks = drawn(n_samples)
        times, found = paired(rounds, **{metric: lambda m=metric: wald.masks(marks, m, samples=True) for metric in ("dice", "iou")})
        show(f"{n_samples} samples of 65,536 pixels", times, "dice",
             ", ".join(f"{name} {float(one.expected):.4f} (bound {float(one.bound):.1g})" for name, one in found.items()))
        for metric, each in times.items():
            bar(f"{n_samples} samples of 65,536 pixels, {metric}: ms", 1e3 * statistics.median(each), 50)


# ---- Memory: in a process of its own, whose greatest resident memory counts --------------------------------------------

FROM_DISK = """
import sys
import numpy as np
import wald

def resident():
    text = open("/proc/self/status").read()
    return int(text.split("VmHWM:")[1].split()[0]) / 1024

path, images, side = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
before = resident()
def each():
    for i in range(images):
        yield np.memmap(path, np.float32, "r", 4 * side * side * i, (1, side, side))
class Images:
    def __iter__(self):
        return each()
found = wald.masks(Images(), "dice", average="dataset")
taken = sum(1 for _ in found.mask)
print(before, resident(), taken)
"""


def of_memory(images, side=1000):
    """A data set of images of 10^6 pixels on disk, decided as one."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "p.f32"
        with path.open("wb") as to:
            for i in range(images):
                field = smooth_fields(1, side, i)
                to.write((1 / (1 + np.exp(2.5 - 3 * field))).astype(np.float32).tobytes())
        out = subprocess.run([sys.executable, "-c", FROM_DISK, path, str(images), str(side)], check=True, text=True,
                             capture_output=True).stdout
    before, peak, _ = (float(x) for x in out.split())
    print(f"{images} images of {side * side} pixels on disk: {before:.0f} MB with the libraries, at most {peak:.0f} MB")
    bar(f"{images * side * side:.0e} pixels from disk: MB", peak, 256)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", choices=("maps", "exclusive", "samples", "memory"))
    parser.add_argument("--images", type=int, default=100, help="of 10^6 pixels each, on disk")
    asked = parser.parse_args()
    for metric in ("dice", "iou"):
        if asked.only in (None, "maps"):
            of_maps(asked.rounds, metric)
        if asked.only in (None, "exclusive"):
            of_exclusive(asked.rounds, metric)
    if asked.only in (None, "samples"):
        of_samples(asked.rounds)
    if asked.only in (None, "memory"):
        of_memory(asked.images)
    print("\n| what | figure | at most | |\n|---|---|---|---|")
    for what, figure, most, met in BARS:
        print(f"| {what} | {figure:.3g} | {most:.3g} | {'met' if met else '**missed**'} |")


if __name__ == "__main__":
    main()
