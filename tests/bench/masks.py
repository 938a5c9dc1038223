"""One class for each pixel of an image, macro F1: passes and cuts ("fixed-point") beside the ascent by rows, in CPU time.

    WALD_LIBRARY=build/capi/libwald.so PYTHONPATH=bindings/python/src python3 tests/bench/masks.py
"""

import argparse
import statistics
import time

import numpy as np
import wald

SHAPES = [(256, 5, 1.5), (256, 21, 1.0), (512, 19, 2.0)]  # pixels per side, classes, how sure the model is


def probabilities(side, classes, sharpness, seed):
    """Pixels by classes: a softmax of smooth Gaussian fields, the later classes rarer."""
    noise = np.random.default_rng(seed).normal(size=(classes, side, side))
    frequency = np.hypot(np.fft.fftfreq(side)[:, None], np.fft.rfftfreq(side)[None])
    smooth = np.fft.irfft2(np.fft.rfft2(noise) * np.exp(-((frequency * side / 12) ** 2)), s=(side, side))
    smooth /= smooth.std(axis=(1, 2), keepdims=True)
    logits = sharpness * smooth + np.linspace(0, -2, classes)[:, None, None]
    p = np.exp(logits - logits.max(0))
    return np.ascontiguousarray((p / p.sum(0)).reshape(classes, -1).T, dtype=np.float32)


def timed(call):
    begin = time.process_time()
    decision = call()
    return time.process_time() - begin, decision


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--metric", default="f1")
    asked = parser.parse_args()
    for side, classes, sharpness in SHAPES:
        p = probabilities(side, classes, sharpness, seed=1)
        times = {"fixed-point": [], "block-coordinate": []}
        found = {}
        for _ in range(asked.rounds):
            for algorithm, of in times.items():
                seconds, found[algorithm] = timed(
                    lambda a=algorithm: wald.decide(p, asked.metric, average="macro", per_row=1, algorithm=a))
                of.append(seconds)
        ratios = [slow / fast for fast, slow in zip(*times.values())]
        print(f"{side}^2 x {classes}: {statistics.median(ratios):.0f} times as fast [{min(ratios):.0f} .. {max(ratios):.0f}]")
        for algorithm, decision in found.items():
            print(f"  {algorithm:16} {1e3 * statistics.median(times[algorithm]):8.1f} ms, "
                  f"value {np.mean(decision.expected):.6f}, gap {np.max(decision.bound):.2g}")


if __name__ == "__main__":
    main()
