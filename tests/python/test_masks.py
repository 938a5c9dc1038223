"""Masks of images: the same answers as tables and joint estimators give, of every form that users hold images in."""

import itertools

import numpy as np
import pytest

import wald


def maps(shape, seed=0):
    return np.random.default_rng(seed).random(shape) ** 3


def softmaxed(shape, axis, seed=0):
    x = np.exp(2 * np.random.default_rng(seed).normal(size=shape))
    return x / x.sum(axis=axis, keepdims=True)


@pytest.mark.parametrize("metric", ["dice", "iou", "fbeta:2", "gmean"])
def test_each_map_is_a_problem(metric):
    p = maps((2, 3, 5, 7))
    found = wald.masks(p, metric)
    assert found.mask.dtype == bool and found.mask.shape == p.shape and found.labels is None
    for place in np.ndindex(2, 3):
        alone = wald.decide(p[place].ravel(), metric)
        assert np.array_equal(found.mask[place].ravel(), alone.mask == 1)
        assert abs(found.expected[place] - alone.expected) <= found.bound[place] + alone.bound
        assert found.threshold[place] == p[place][found.mask[place]].min() == alone.threshold
        assert found.k[place] == alone.k
    assert found.mean == pytest.approx(found.expected.mean()) and found.n_empty == 0


def test_axes():
    p = maps((2, 3, 5, 7))
    whole = wald.masks(p)
    for part, of in ((p[1], whole.mask[1]), (p[1, 2], whole.mask[1, 2])):
        found = wald.masks(part)
        assert np.array_equal(found.mask, of) and found.expected.shape == part.shape[:-2]
    last = wald.masks(np.moveaxis(p, 1, -1), channel_axis=-1)
    assert np.array_equal(last.mask, np.moveaxis(whole.mask, 1, -1)) and np.array_equal(last.expected, whole.expected)
    volume = wald.masks(p, spatial_dims=3)
    assert volume.mask.shape == p.shape and volume.expected.shape == (2,)
    with pytest.raises(wald.ArgumentError, match="p has 5 dimensions: must have 2 to 4"):
        wald.masks(p[None])
    with pytest.raises(wald.ArgumentError, match="channel_axis is 1: p has 2 dimensions"):
        wald.masks(p[0, 0], channel_axis=1)
    for axis in (4, -5):
        with pytest.raises(wald.ArgumentError, match=rf"channel_axis is {axis}: must lie in \[-4, 3\], p has 4 dimensions"):
            wald.masks(p, channel_axis=axis)


@pytest.mark.parametrize("of", [
    lambda p: p[:, :, ::-1], lambda p: p[::-1, ::-1, :, ::2], lambda p: p.transpose(1, 0, 3, 2),
    lambda p: np.broadcast_to(p[:1, :1], p.shape), lambda p: p.astype(np.float32), lambda p: p.astype(np.float16),
    lambda p: p.astype(">f8"), lambda p: p > 0.5, lambda p: p.astype(np.float16)[..., ::-1],
])  # fmt: skip
@pytest.mark.parametrize("classes", ["overlapping", "exclusive"])
def test_layouts_and_types(of, classes):
    p = of(softmaxed((2, 3, 6, 8), 1) * 0.9995)
    if classes == "exclusive" and (p.sum(axis=1) > 1).any():
        return
    plain = np.ascontiguousarray(p, dtype=np.float64)
    found, same = wald.masks(p, classes=classes), wald.masks(plain, classes=classes)
    assert np.array_equal(found.expected, same.expected)
    for name in ("mask", "labels"):
        assert np.array_equal(getattr(found, name), getattr(same, name))


def test_exclusive_classes():
    p = softmaxed((2, 3, 2, 2), 1)
    found = wald.masks(p, "iou", classes="exclusive")
    assert found.mask is None and found.labels.shape == (2, 2, 2) and found.expected.shape == (2, 3)
    for i in range(2):
        worth = []
        for labels in itertools.product(range(3), repeat=4):
            values = []
            for c in range(3):
                own, flat = np.array(labels) == c, p[i, c].ravel()
                tp = flat[own].sum()
                values.append(tp / (own.sum() + flat.sum() - tp))
            worth.append(np.mean(values))
        assert max(worth) - found.expected[i].mean() <= found.bound[i, 0] + 1e-12
    rare = np.stack([np.full((4, 4), 0.6), np.full((4, 4), 0.001)])
    assert set(np.unique(wald.masks(rare, classes="exclusive", void=255).labels)) <= {0, 1, 255}
    assert np.isnan(found.threshold).all() and found.labels.dtype == np.int32
    quick = wald.masks(p, classes="exclusive", proof=False)
    assert (quick.bound >= wald.masks(p, classes="exclusive").bound).all()
    channels_last = wald.masks(np.moveaxis(p, 1, -1), "iou", classes="exclusive", channel_axis=-1)
    assert np.array_equal(channels_last.labels, found.labels)


def test_dataset():
    images = [maps((2, 4, side), seed=side) for side in (3, 5, 5)]
    found = wald.masks(images, "iou", average="dataset")
    for c in range(2):
        alone = wald.decide(np.concatenate([image[c].ravel() for image in images]), "iou")
        assert abs(found.expected[c] - alone.expected) <= found.bound[c] + alone.bound
        assert np.array_equal(np.concatenate([mask[c].ravel() for mask in found.mask]), alone.mask == 1)
    stacked = wald.masks(np.stack(images[1:]), "iou", average="dataset")
    listed = wald.masks(images[1:], "iou", average="dataset")
    assert np.array_equal(stacked.mask, np.stack(listed.mask)) and np.array_equal(stacked.k, listed.k)
    p = softmaxed((2, 3, 4, 5), 1)
    labels = wald.masks(p, classes="exclusive", average="dataset")
    assert np.array_equal(labels.labels, np.stack(wald.masks(list(p), classes="exclusive", average="dataset").labels))
    assert labels.expected.shape == (3,)


def test_images_of_an_iterable_keep_their_axes():
    images = [maps((2, 4, side), seed=side) for side in (3, 5)]
    wanted = wald.masks(images, average="dataset")
    last = wald.masks([np.moveaxis(image, 0, -1) for image in images], average="dataset", channel_axis=-1)
    for mask, of in zip(last.mask, wanted.mask):
        assert np.array_equal(mask, np.moveaxis(of, 0, -1))
    plain = wald.masks([image[0] for image in images], average="dataset")
    assert all(np.array_equal(mask, of[0]) for mask, of in zip(plain.mask, wanted.mask))
    assert plain.expected.shape == plain.k.shape == () and plain.expected == wanted.expected[0]
    labels = wald.masks([image[0] for image in images], classes="exclusive", void=9, average="dataset")
    assert [one.shape for one in labels.labels] == [(4, 3), (4, 5)] and labels.expected.shape == ()


def test_wrong_images_of_an_iterable_are_named():
    images = [maps((2, 4, side), seed=side) / 2 for side in (3, 5)]
    for value in (np.nan, 1.5):
        wrong = images[1].copy()
        wrong[1, 2, 4] = value
        for classes in ("overlapping", "exclusive"):
            with pytest.raises(wald.ArgumentError, match=rf"^maps\[image 1, class 1, pixel 14\] is {value}: must lie in"):
                wald.masks([images[0], wrong], average="dataset", classes=classes)
    with pytest.raises(wald.ArgumentError, match=r"^maps\[image 1, pixel 0\] sums to"):
        wald.masks([images[0], np.ones((2, 1, 1))], average="dataset", classes="exclusive")
    for classes in ("overlapping", "exclusive"):
        for given, why in (([images[0], images[1][:1]], "an image has 1 classes: the first has 2"),
                           ([images[0], images[1][:0]], r"p\[1\] has 0 classes: must have at least 1"),
                           ([], "p has no images")):  # fmt: skip
            with pytest.raises(wald.ArgumentError, match=why):
                wald.masks(given, average="dataset", classes=classes)


def test_halves_above_1_by_rounding():
    p = maps((1, 4, 4)).astype(np.float16)
    p[0, 0, 0], one = np.float16(1.001), p.copy()
    one[0, 0, 0] = 1
    for given in (p[None], [p]):
        found = wald.masks(given, average="dataset")
        assert np.array_equal(found.mask[0], wald.masks(one[None], average="dataset").mask[0])
    with pytest.raises(wald.ArgumentError, match=r"maps\[image 0, class 0, pixel 0\] is 1.25"):
        wald.masks([p * np.float16(1.25)], average="dataset")


def test_dataset_refuses():
    images = [maps((2, 4, 4)), maps((3, 4, 4))]
    for given, why in (((image for image in images), "p is an iterator"), (images, "an image has 3 classes: the first has 2"),
                       (iter(images), "p is an iterator")):
        with pytest.raises(wald.ArgumentError, match=why):
            wald.masks(given, average="dataset")


def test_samples():
    marks = np.random.default_rng(0).random((5, 2, 3, 4)) < 0.4
    found = wald.masks(marks, "iou", samples=True)
    assert found.mask.shape == (2, 3, 4) and found.expected.shape == (2,)
    for c in range(2):
        joint = wald.Estimator.joint(marks[:, c].reshape(5, 12).astype(np.uint8))
        alone = wald.decide(joint, "iou")
        assert abs(found.expected[c] - alone.expected) <= 1e-12
    for axis in range(-4, 4):  # the mask has the axes of the samples, the first one apart
        moved = np.moveaxis(marks, 1, axis)
        of_axis = wald.masks(moved, "iou", samples=True, channel_axis=axis)
        assert np.array_equal(of_axis.mask, np.moveaxis(found.mask, 0, max(axis % 4 - 1, 0)))
    one_class = wald.masks(marks[:, 1], "iou", samples=True)
    assert np.array_equal(one_class.mask, found.mask[1]) and one_class.expected == found.expected[1]
    assert np.array_equal(wald.masks(marks.astype(float), "iou", samples=True).mask, found.mask)
    marks[0] = False
    with pytest.raises(wald.ArgumentError, match=r"p\[1, 0, 0, \d\] is 0.5: must be 0 or 1, of a mask"):
        wald.masks(marks * 0.5, samples=True)
    with pytest.raises(wald.ArgumentError, match=r"raters\[0, 0\] is nan: must be 0 or 1, of a mask"):
        wald.consensus([[np.nan, 1]])
    with pytest.raises(wald.ArgumentError, match="samples is True"):
        wald.masks(marks, samples=True, classes="exclusive")


def test_consensus():
    raters = np.random.default_rng(3).random((4, 3, 3)) < 0.5
    found = wald.consensus(raters, "iou")

    def mean(mask):
        return np.mean([(mask & r).sum() / (mask | r).sum() if (mask | r).any() else 1.0 for r in raters])

    best = max(mean(np.array(bits, bool).reshape(3, 3)) for bits in itertools.product((0, 1), repeat=9))
    assert mean(found.mask) == pytest.approx(best) == found.expected
    assert np.array_equal(found.majority, raters.sum(axis=0) > 2)
    assert found.expected_majority == pytest.approx(mean(found.majority)) and found.expected_majority <= found.expected
    assert "n raters" in found.summary() and "raters" in repr(found)


def test_empty_masks_and_no_images():
    rare = np.full((1, 1, 2, 2), 1e-4)
    found = wald.masks(rare)
    assert found.empty.all() and np.isinf(found.threshold).all() and found.n_empty == 1
    assert not wald.masks(rare, wald.Metric("dice", zero_division=0)).empty.any()
    none = wald.masks(np.empty((0, 2, 3, 3)))
    assert none.mask.shape == (0, 2, 3, 3) and none.expected.shape == (0, 2) and np.isnan(none.mean)


def test_refuses():
    p = maps((1, 2, 2, 2))
    bad = p.copy()
    bad[0, 1, 1, 0] = np.nan
    for call, why in (
        (lambda: wald.masks(bad), r"maps\[image 0, class 1, pixel 2\] is nan"),
        (lambda: wald.masks(np.full((2, 2, 2), 0.6), classes="exclusive"), r"sums to 1.2 over the classes: exclusive classes sum to at most 1 \(up to 1e-6 more is taken"),
        (lambda: wald.masks(p, void=1), "void is 1: is for exclusive classes"),
        (lambda: wald.masks(p / 2, classes="exclusive", void=1), r"void is 1: must not lie in \[0, 1\], which are classes"),
        (lambda: wald.masks(list(p / 2), classes="exclusive", average="dataset", void=0), "void is 0: must not lie in"),
        (lambda: wald.masks(p / 2, classes="exclusive", void=2**31), "void is 2147483648: must fit in 32 bits"),
        (lambda: wald.masks(p, classes=0), "classes is 0"),
        (lambda: wald.masks(p[0, 0] > 0.5, samples=True), "p has 2 dimensions: must have 3 to 4, the first of the samples"),
        (lambda: wald.masks(p, average="pixel"), "average is 'pixel'"),
        (lambda: wald.masks(p, proof=False), "proof is off"),
        (lambda: wald.masks(p, classes="exclusive", at_least=1), "maps|at_least"),
        (lambda: wald.masks(p, spatial_dims=0), "spatial_dims is 0"),
    ):
        with pytest.raises(wald.ArgumentError, match=why):
            call()
    with pytest.raises(TypeError, match="void must be a whole number: found 1.5"):
        wald.masks(p / 2, classes="exclusive", void=1.5)
    for given in ([["a"]], [[0.5], [0.5, 0.5]]):
        with pytest.raises(TypeError, match="p must be numbers"):
            wald.masks(given)
    hidden = np.ma.masked_array(p, mask=p > 0.5)
    for call in (lambda: wald.masks(hidden), lambda: wald.masks(hidden > 0.5, samples=True),
                 lambda: wald.consensus(hidden > 0.5), lambda: wald.masks(list(hidden), average="dataset")):
        with pytest.raises(TypeError, match="the array has masked elements: fill them first"):
            call()
    assert np.array_equal(wald.masks(np.ma.masked_array(p)).mask, wald.masks(p).mask)


def test_warns_of_exclusive_classes_taken_as_overlapping():
    with pytest.warns(wald.DecisionWarning, match="exclusive"):
        wald.masks(softmaxed((1, 3, 4, 4), 1))
    with pytest.warns(wald.DecisionWarning, match="which no pixel is given without void"):
        wald.masks(softmaxed((1, 3, 4, 4), 1) / 2, classes="exclusive")


def test_at_least_and_threads():
    p = maps((3, 2, 9, 9))
    found = wald.masks(p, at_least=60, threads=3)
    assert (found.k >= 60).all() and np.array_equal(found.mask.sum(axis=(2, 3)), found.k)


def test_progress_cancels():
    with pytest.raises(wald.Cancelled):
        wald.masks(maps((4, 2, 64, 64)), progress=lambda fraction: False)


def test_shown():
    found = wald.masks(maps((2, 3, 4, 4)))
    assert found.to_dict()["expected"] == found.expected.tolist() and "1, 2" in found.summary()
    assert "<table" in found._repr_html_() and "Masks" in repr(found)


class OnlyArray:
    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


def test_other_containers():
    p = maps((2, 2, 4, 4)).astype(np.float32)
    wanted = wald.masks(p).mask
    assert np.array_equal(wald.masks(OnlyArray(p)).mask, wanted)
    torch = pytest.importorskip("torch")
    assert np.array_equal(wald.masks(torch.from_numpy(p).requires_grad_(True)).mask, wanted)
    narrow = torch.from_numpy(p).to(torch.bfloat16)
    assert np.array_equal(wald.masks(narrow).mask, wald.masks(narrow.float().numpy()).mask)
    exclusive = torch.softmax(torch.from_numpy(p) * 3, 1).to(torch.bfloat16)
    assert wald.masks(exclusive, classes="exclusive").labels.shape == (2, 4, 4)


def dice(mask, truth):
    return 2 * (mask & truth).sum() / max(mask.sum() + truth.sum(), 1)


def test_the_rule_is_chosen_by_annotated_images():
    rng = np.random.default_rng(5)
    p = rng.random((12, 200)) ** 4
    truth = rng.random(p.shape) < p
    sure = p**3 / (p**3 + (1 - p) ** 3)
    none, known = np.empty((p.size, 0)), sure.ravel()
    rule = wald.Learner.fit("rule", none, truth.ravel(), marginals=known, groups=np.repeat(np.arange(12), 200), metric="dice",
                            average="macro")
    values = dict(zip(rule.candidates.split(), rule.candidate_values))
    assert {"half", "thresholds", "decide", "decide-temperature", "decide-platt", "decide-isotonic", "decide-beta"} <= set(values)
    assert values["half"] == pytest.approx(dice(sure >= 0.5, truth), abs=0.01)  # nothing is fitted: a mean over samples
    # An overconfident model: the decision needs the calibration.
    assert rule.rule.startswith("decide-") and values["decide-temperature"] > values["decide"] > values["half"]
    mask = rule.decide(none, "dice", marginals=known, average="macro").mask.reshape(p.shape) == 1
    calibrated = rule.probabilities(none, marginals=known).reshape(p.shape)
    assert np.array_equal(mask, wald.masks(calibrated[:, None], average="dataset", spatial_dims=1).mask[:, 0])
    assert dice(mask, truth) > dice(sure >= 0.5, truth) + 0.02


def test_worth_of_images_whose_pixels_agree_in_blocks():
    blocks, alike = np.array([[0.44, 0.36, 0.12, 0.03], [0.9, 0.31, 0.2, 0.07], [0.55, 0.42, 0.35, 0.05]]), 5
    p = np.repeat(blocks, alike, axis=1)
    decided, cut = wald.masks(p, spatial_dims=1).mask.reshape(p.shape), p >= 0.5
    gains = []
    for row, h, at_half in zip(blocks, decided, cut):
        gain = 0.0
        for y in itertools.product((0, 1), repeat=4):
            chance = np.prod(np.where(y, row, 1 - row))
            truth = np.repeat(y, alike)
            gain += chance * sum(sign * (2 * (m & truth).sum() / (m.sum() + truth.sum()) if m.any() or truth.any() else 1.0)
                                 for sign, m in ((1, h), (-1, at_half)))
        gains.append(gain)
    found = wald.worth(np.sort(p)[:, alike // 2 :: alike], "dice")
    assert found.gain == pytest.approx(np.mean(gains), abs=1e-12)
    independent = wald.worth(p, "dice")
    assert independent.truth_error < found.truth_error
