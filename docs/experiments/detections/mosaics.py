"""Mosaics of handwritten digits with a small detector: canvases, a sliding window with a classifier of one hidden layer, and NMS."""

import warnings

import numpy as np
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier

SIDE, CANVAS = 8, 40
# How often each digit is drawn: some classes are rare, as in real annotations.
SHARES = np.array([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) / 55
STARTS = np.arange(CANVAS - SIDE + 1)


def canvases(images, labels, count, random):
    """Each: pixels, boxes (x, y, width, height), classes. Digits overlap by up to a fifth, beside strokes and noise."""
    by_class = [np.flatnonzero(labels == digit) for digit in range(10)]
    for _ in range(count):
        pixels = np.zeros((CANVAS, CANVAS))
        for _ in range(random.poisson(3)):  # parts of digits, which are nothing
            part = images[random.integers(len(images))] * (np.arange(SIDE) < random.integers(3, 6))
            x, y = random.integers(len(STARTS), size=2)
            pixels[y:y + SIDE, x:x + SIDE] = np.maximum(pixels[y:y + SIDE, x:x + SIDE], part)
        boxes, classes = [], []
        for _ in range(random.poisson(5)):
            digit = random.choice(10, p=SHARES)
            x, y = random.integers(len(STARTS), size=2)
            box = (x, y, SIDE, SIDE)
            if boxes and overlaps(np.array([box]), np.array(boxes)).max() > 0.2:
                continue
            image = images[random.choice(by_class[digit])]
            pixels[y:y + SIDE, x:x + SIDE] = np.maximum(pixels[y:y + SIDE, x:x + SIDE], image)
            boxes.append(box)
            classes.append(digit)
        pixels = np.clip(pixels + random.normal(0, 2, pixels.shape), 0, 16)
        yield pixels, np.array(boxes, float).reshape(-1, 4), np.array(classes, int)


def overlaps(first, second):
    """The share of the union, of each pair of boxes."""
    low = np.maximum(first[:, None, :2], second[None, :, :2])
    high = np.minimum(first[:, None, :2] + first[:, None, 2:], second[None, :, :2] + second[None, :, 2:])
    both = np.prod(np.clip(high - low, 0, None), axis=2)
    return both / (np.prod(first[:, None, 2:], 2) + np.prod(second[None, :, 2:], 2) - both)


def windows(pixels):
    """Every window of a canvas, with its box."""
    cut = np.lib.stride_tricks.sliding_window_view(pixels, (SIDE, SIDE))
    y, x = np.meshgrid(STARTS, STARTS, indexing="ij")
    sides = np.full(x.size, SIDE)
    return cut.reshape(-1, SIDE * SIDE), np.column_stack([x.ravel(), y.ravel(), sides, sides]).astype(float)


def fitted(images, labels, random):
    """A classifier of windows: ten digits, and 10 for what is none."""
    crops, targets = [], []
    for pixels, boxes, classes in canvases(images, labels, 250, random):
        every, places = windows(pixels)
        near = overlaps(places, boxes) if len(boxes) else np.zeros((len(places), 1))
        for j, digit in enumerate(classes):
            own = np.flatnonzero(near[:, j] > 0.7)
            crops.append(every[own])
            targets.append(np.full(len(own), digit))
        other = random.choice(np.flatnonzero(near.max(1) < 0.5), 25, replace=False)
        crops.append(every[other])
        targets.append(np.full(len(other), 10))
    model = MLPClassifier(48, alpha=1e-3, max_iter=25, random_state=int(random.integers(2**31)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is stopped before it converges
        return model.fit(np.concatenate(crops) / 16, np.concatenate(targets))


def detect(model, pixels, near):
    """Boxes, classes, scores after non-maximum suppression per class. near: of each pair of windows, whether their overlap is
    above 0.3."""
    every, places = windows(pixels)
    scores = model.predict_proba(every / 16)
    out = []
    for digit in range(10):
        left = np.flatnonzero(scores[:, digit] >= 0.05)
        left = left[np.argsort(-scores[left, digit], kind="stable")]
        while len(left):
            out.append((places[left[0]], digit, scores[left[0], digit]))
            left = left[~near[left[0], left]]
    return out


def detected(seed, validation=200, test=400):
    """Detections and truths of validation and test canvases, drawn from digits that the detector never saw."""
    random = np.random.default_rng(seed)
    images, labels = load_digits(return_X_y=True)
    images = images.reshape(-1, SIDE, SIDE)
    order = random.permutation(len(images))
    parts = np.split(order, [900, 1350])
    model = fitted(images[parts[0]], labels[parts[0]], random)
    places = windows(np.zeros((CANVAS, CANVAS)))[1]
    near = overlaps(places, places) > 0.3
    out = []
    for part, count in zip(parts[1:], (validation, test)):
        found, truths = [], []
        for number, (pixels, boxes, classes) in enumerate(canvases(images[part], labels[part], count, random)):
            truths += [(number, digit, box) for box, digit in zip(boxes, classes)]
            found += [(number, digit, box, score) for box, digit, score in detect(model, pixels, near)]
        out.append((found, truths, count))
    return out
