"""The masks of images: segmentation decided for Dice, IoU and their like."""

from __future__ import annotations

import ctypes
import math
import re
from typing import Any, Iterable, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import FLOAT32, FLOAT64, UINT8, integer, one_of, view
from .._core.calls import call
from .._core.described import Described
from .._core.errors import ArgumentError, warn
from .._core.forms import unwrap
from .._core.handles import address, at, frozen, list_of, text_of
from .._core.library import lib
from .._core.metric import Metric, as_metric
from .._core.options import KINDS, Progress, options, pointer
from .._core.rows import FACTS, WORDS
from .._core.table import wald_maps
from .decision import give_back, new_decision
from .table_pass import TablePass

_FACT = {name: fact.value for name, fact in FACTS["decision"].items()}
_TYPES = {"d": FLOAT64, "f": FLOAT32, "e": WORDS["type"]["float16"], "B": UINT8}
_NUMBERS = ("expected", "bound", "threshold", "k")
# What the sum of a pixel's bfloat16 may be off by.
_BFLOAT16_SUM = 2.0**-6
# What a half may exceed 1 by.
_HALF_ONE = 4 * 2.0**-10
_OWN_WORDS = (("pass kind categorical", "pass classes='exclusive'"), ("with per_row 1", "without void"))
_PLACE = re.compile(r"maps\[image 0, (class \d+, )?pixel (\d+)\]")


class Masks(Described):
    """The masks of images, made by `masks`. Immutable."""

    __slots__ = ("_k", "algorithm", "bound", "expected", "labels", "mask", "metric", "threshold")
    _more = ("metric", "algorithm", "mean", "mean_bound", "n_empty")
    _lists = ("expected", "bound", "threshold", "empty")

    metric: str
    """The name of the metric."""
    algorithm: str
    """The algorithm of the first answer."""
    mask: Any
    """The masks, bool, of the shape of the probabilities; of samples without the axis of the samples. A list, one array per
    image, if the images came from an iterable. None of exclusive classes."""
    labels: NDArray[np.int32] | None
    """The class of each pixel, of the shape of the probabilities without the axis of the classes: `void`, or -1, for none.
    None of overlapping classes."""
    expected: NDArray[np.float64]
    """The expected metric: of the axes of images and classes, as the probabilities have them; one per class with average
    "dataset" and of samples."""
    bound: NDArray[np.float64]
    """How far the expected metric can be from its optimum, of the shape of `expected`. Of exclusive classes that of the mean
    over the classes, the same number for each."""
    threshold: NDArray[np.float64]
    """The smallest probability in each mask, of the shape of `expected`: another program that takes this and greater ones
    has the mask, ties apart. inf of an empty mask; NaN of exclusive classes and samples."""

    def __init__(self, found: dict[str, Any], metric: str, algorithm: str) -> None:
        for name in ("expected", "bound", "threshold"):
            setattr(self, name, frozen(found[name]))
        self.mask, self.labels = found.get("mask"), found.get("labels")
        self._k = frozen(found["k"].astype(np.int64))
        self.metric, self.algorithm = metric, algorithm

    @property
    def k(self) -> NDArray[np.int64]:
        """How many pixels each mask has, of the shape of `expected`."""
        found: NDArray[np.int64] = self._k
        return found

    @property
    def empty(self) -> NDArray[np.bool_]:
        """Which masks are empty, of the shape of `expected`: no mask is worth more, since P(nothing is there) counts."""
        return cast("NDArray[np.bool_]", self._k == 0)

    @property
    def n_empty(self) -> int:
        """How many masks are empty."""
        return int(np.sum(self._k == 0))

    @property
    def mean(self) -> float:
        """The mean of `expected`."""
        return float(np.mean(self.expected)) if self.expected.size else math.nan

    @property
    def mean_bound(self) -> float:
        """How far `mean` can be from its optimum."""
        return float(np.mean(self.bound)) if self.bound.size else math.nan

    def _columns(self) -> dict[str, Any]:
        if self.expected.ndim == 0:
            return {}
        places = list(np.ndindex(self.expected.shape))
        return {
            "mask": [", ".join(map(str, place)) for place in places],
            **{name: [getattr(self, name)[place] for place in places] for name in ("expected", "bound", "threshold", "k")},
        }

    def __repr__(self) -> str:
        return (f"<Masks: {self.expected.size} for {self.metric}, mean {self.mean:.6g}, {self.n_empty} empty, "
                f"by {self.algorithm}>")


def masks(
    p: Any,
    metric: str | Metric = "dice",
    *,
    classes: Literal["overlapping", "exclusive"] | None = None,
    average: Literal["image", "dataset"] = "image",
    samples: bool = False,
    void: int | None = None,
    spatial_dims: int = 2,
    channel_axis: int | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    label_weights: ArrayLike | None = None,
    proof: bool = True,
    algorithm: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Masks:
    """The masks of images that are expected to score best: in Dice, IoU, or any other metric.

    Parameters
    ----------
    p : array-like of shape (N, C, *spatial), (C, *spatial) or spatial
        A probability of each pixel in each class. Arrays of NumPy, of anything with ``__dlpack__`` or ``__array__``
        (such as tensors of torch on the CPU) in float16, float32 or float64 are read in place, a memory-mapped one in
        parts; bfloat16 is widened. With average "dataset" also an iterable of images, each (C, *spatial), of any sizes;
        it is iterated over several times.
    metric : str or Metric
        ``"dice"`` (F1), ``"iou"`` (Jaccard), ``"fbeta:2"``, ...; see `metrics`. ``Metric("dice", zero_division=0)`` is 0
        if mask and truth are empty, and not 1.
    classes : {"overlapping", "exclusive"}, optional
        Whether each class has a mask of its own (the default), or each pixel one class: then the mean of the metric over
        the classes counts, and the probabilities of a pixel sum to at most 1.
    average : {"image", "dataset"}
        Whether the metric is taken of each image, or once of all pixels of all images.
    samples : bool
        Whether `p` holds masks (0, 1) and its first axis samples of one image, such as draws of a model or the masks of
        raters. Their dependence counts.
    void : int, optional
        Of exclusive classes: the label of pixels that no class gets, not the number of a class. Without it every pixel has
        a class.
    spatial_dims : int
        How many axes an image has: the last ones.
    channel_axis : int, optional
        The axis of the classes, if it is not the one before those of the image: -1 for channels last.
    at_least, at_most : int, optional
        The least and the greatest number of pixels of each mask; not of exclusive classes.
    label_weights : array-like of shape (C,), optional
        The weights of exclusive classes in their mean; all equal by default.
    proof : bool
        Whether exclusive classes get a bound of their own, which takes most of the time; else `bound` follows from the
        metric's range.
    algorithm : str, optional
        As of `decide`.
    threads : int, optional
        The greatest number of threads: 1 by default, 0 for all.
    progress : callable or True, optional
        Called with the fraction done; cancels by returning False. True shows a bar.

    Returns
    -------
    Masks

    Raises
    ------
    ArgumentError
        An argument is outside its domain; the text names image, class and pixel of a probability.

    Examples
    --------
    >>> found = masks([[0.9, 0.6], [0.5, 0.1]])
    >>> found.mask.tolist(), round(float(found.threshold), 3)
    ([[True, True], [True, False]], 0.5)
    >>> masks([[[0.7, 0.4]], [[0.3, 0.6]]], "iou", classes="exclusive").labels.tolist()
    [[0, 1]]
    """
    given = {"at_least": at_least, "at_most": at_most, "label_weights": label_weights, "proof": None if proof else False,
             "algorithm": algorithm, "threads": threads, "progress": progress}
    asked = {name: value for name, value in given.items() if value is not None}
    chosen = as_metric(metric)
    exclusive = one_of("overlapping" if classes is None else classes, "classes", {"overlapping": 0, "exclusive": 1}) == 1
    together = one_of(average, "average", {"image": 0, "dataset": 1}) == 1
    dims = integer(spatial_dims, "spatial_dims")
    if dims < 1:
        raise ArgumentError(f"spatial_dims is {dims}: must be at least 1")
    if void is not None:
        if not exclusive:
            raise ArgumentError(f"void is {void}: is for exclusive classes")
        void = integer(void, "void", 32)
    if samples and (exclusive or together):
        raise ArgumentError("samples is True: must be False with exclusive classes, or with average 'dataset'")
    if together and _is_iterable_of_images(p):
        return _of_iterable(p, chosen, exclusive, void, dims, channel_axis, asked)
    array = _marks_of(p, "p") if samples else _numbers_of(p, exclusive, dims, channel_axis)
    return _decided(array, chosen, "joint" if samples else "categorical" if exclusive else "independent", together, void,
                    dims, channel_axis, asked)


# ---- What users hold ------------------------------------------------------------------------------


def _array_of(p: Any) -> NDArray[Any]:
    """The array within; of torch without its gradient, and bfloat16 as float32."""
    if isinstance(p, (np.ndarray, list, tuple)):
        array: NDArray[Any] = unwrap(p)[0]
        return array
    if getattr(p, "requires_grad", False):
        p = p.detach()
    if str(getattr(p, "dtype", "")).endswith("bfloat16") and hasattr(p, "float"):
        p = p.float()
    device = getattr(getattr(p, "device", None), "type", "cpu")
    if device not in ("cpu", "mps"):
        raise ArgumentError(f"p is on the device {device!r}: must be in memory of the CPU, such as p.cpu()")
    if hasattr(p, "__array__") or not hasattr(p, "__dlpack__"):
        return np.asarray(p)
    return cast("NDArray[Any]", np.from_dlpack(p))


def _numbers_of(p: Any, exclusive: bool, dims: int, channel_axis: int | None) -> NDArray[Any]:
    narrow = str(getattr(p, "dtype", "")).endswith("bfloat16")
    array = _array_of(p)
    if array.dtype.name == "bfloat16":
        array = array.astype(np.float32)
    if narrow and exclusive and array.ndim > dims:
        axis = -1 - dims if channel_axis is None else channel_axis
        sums = array.sum(axis=axis, keepdims=True)
        array = np.where(np.abs(sums - 1) <= _BFLOAT16_SUM, array / np.maximum(sums, 0.5), array)
    if array.dtype.char in "dfe" and array.dtype.isnative and array.flags.aligned and _whole_strides(array):
        return array
    if array.dtype.kind not in "biuf":
        raise TypeError(f"p must be numbers: found {array.dtype}")
    return array.astype(np.float32 if array.dtype.itemsize <= 4 and array.dtype.kind == "f" else np.float64)


def _whole_strides(array: NDArray[Any]) -> bool:
    return all(stride % array.itemsize == 0 for stride in array.strides)


def _marks_of(p: Any, name: str) -> NDArray[np.uint8]:
    array = _array_of(p)
    if array.dtype.kind == "b":
        return cast("NDArray[np.uint8]", array.view(np.uint8))
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be masks of 0 and 1: found {array.dtype}")
    if array.dtype.char == "B":
        return cast("NDArray[np.uint8]", array)
    if not np.isin(array, (0, 1)).all():
        place = tuple(np.argwhere(~np.isin(array, (0, 1)))[0].tolist())
        raise ArgumentError(f"{name}[{', '.join(map(str, place))}] is {array[place]:g}: must be 0 or 1, of a mask")
    return array.astype(np.uint8)


def _is_iterable_of_images(p: Any) -> bool:
    if isinstance(p, (list, tuple)):
        return all(hasattr(image, "shape") for image in p)
    return isinstance(p, Iterable) and not hasattr(p, "__array__") and not hasattr(p, "__dlpack__")


# ---- Deciding -------------------------------------------------------------------------------------


def _axis_of_classes(array: NDArray[Any], dims: int, channel_axis: int, samples: bool) -> int:
    """Counted from the first axis."""
    if array.ndim <= dims + samples:
        raise ArgumentError(f"channel_axis is {channel_axis}: p has {array.ndim} dimensions, {dims} of them spatial")
    axis = integer(channel_axis, "channel_axis")
    if not -array.ndim <= axis < array.ndim:
        raise ArgumentError(f"channel_axis is {axis}: must lie in [{-array.ndim}, {array.ndim - 1}], p has {array.ndim} "
                            "dimensions")
    return axis % array.ndim


def _with_axes(array: NDArray[Any], dims: int, channel_axis: int | None, samples: bool) -> NDArray[Any]:
    """Images, classes, pixels; the axes that the caller has left out are of length 1."""
    if channel_axis is not None:
        array = np.moveaxis(array, _axis_of_classes(array, dims, channel_axis, samples), -1 - dims)
    elif samples and array.ndim == dims + 1:
        array = array[:, None]
    if array.ndim < dims + samples or array.ndim > dims + 2:
        raise ArgumentError(f"p has {array.ndim} dimensions: must have {dims + samples} to {dims + 2}, "
                            f"{'the first of the samples, ' * samples}the last {dims} of them those of the image "
                            "(spatial_dims)")
    while array.ndim < dims + 2:
        array = array[None]
    return array


def _decided(array: NDArray[Any], metric: Metric, kind: str, together: bool, void: int | None, dims: int,
             channel_axis: int | None, asked: dict[str, Any]) -> Masks:
    joint, exclusive, leading = kind == "joint", kind == "categorical", array.ndim - dims
    whole = _with_axes(array, dims, channel_axis, joint)
    flat = whole.reshape((*whole.shape[:2], math.prod(whole.shape[2:])))  # a view, unless the axes of an image do not lie so
    if void is not None:
        if 0 <= void < whole.shape[1]:
            raise ArgumentError(f"void is {void}: must not lie in [0, {whole.shape[1] - 1}], which are classes")
        asked = {**asked, "per_row": (0, 1)}
    if together:
        asked = {**asked, "average": "micro"}
    shape = whole.shape[2 - leading : 2]  # of images and classes, as far as there are axes for them
    if joint:
        shape = shape[1:]
    elif together:
        shape = shape[-1:]
    out, numbers, algorithm = _call(flat, metric, kind, asked, math.prod(shape))
    found: dict[str, Any] = {name: values.reshape(shape) for name, values in numbers.items()}
    if exclusive:
        labels = out.reshape(whole.shape[:1] + whole.shape[2:])
        if void is not None:
            labels[labels < 0] = void
        found["labels"] = frozen(labels if leading == 2 else labels[0])
    else:
        # What has no axis of its own has length 1 here.
        mask = out.view(np.bool_).reshape((shape if joint else whole.shape[2 - leading : 2]) + whole.shape[2:])
        if channel_axis is not None:  # the axis of the samples, which the mask does not have, is before it unless it is 0
            axis = _axis_of_classes(array, dims, channel_axis, joint)
            mask = np.moveaxis(mask, -1 - dims, max(axis - joint, 0))
        found["mask"] = frozen(mask)
    return Masks(found, metric._called, algorithm)


def _call(flat: NDArray[Any], metric: Metric, kind: str, asked: dict[str, Any],
          answers: int) -> tuple[NDArray[Any], dict[str, Any], str]:
    images, classes, pixels = flat.shape
    size = flat.itemsize
    maps = wald_maps(ctypes.sizeof(wald_maps), address(flat), images, classes, pixels,
                     *(stride // size for stride in flat.strides), _TYPES[flat.dtype.char])
    out = np.empty((1 if kind == "joint" else images, pixels if kind == "categorical" else classes * pixels),
                   np.int32 if kind == "categorical" else np.uint8)
    decision, made, handle = new_decision(), options("decisions", asked), metric._open()
    call(lib.wald_masks, handle.pointer, KINDS[kind], maps, pointer(made), view(out), None, decision.pointer)
    if not answers:
        return out, {name: np.empty(0) for name in _NUMBERS}, ""
    numbers = {name: list_of(decision.pointer, _FACT[name]) for name in _NUMBERS}
    for answer in np.flatnonzero(list_of(decision.pointer, _FACT["warned"]))[:1].tolist():
        text = text_of(decision.pointer, _FACT["warning"], answer)
        for of_library, own in _OWN_WORDS:
            text = text.replace(of_library, own)
        warn(text)
    return out, numbers, text_of(decision.pointer, _FACT["algorithm"], 0)


# ---- Images from an iterable ----------------------------------------------------------------------


def _of_iterable(p: Iterable[Any], metric: Metric, exclusive: bool, void: int | None, dims: int,
                 channel_axis: int | None, asked: dict[str, Any]) -> Masks:
    if iter(p) is p:
        raise ArgumentError("p is an iterator: images are read several times; pass a list, or an object whose __iter__ "
                            "begins anew")

    def images() -> Iterable[tuple[NDArray[Any], NDArray[Any]]]:
        """Each image as it is, and with an axis of classes before those of the pixels."""
        n_classes = 0
        for number, image in enumerate(p):
            array = _numbers_of(image, exclusive, dims, channel_axis)
            if array.ndim > dims + 1:
                raise ArgumentError(f"an image has {array.ndim} dimensions: must have {dims}, or {dims + 1} with classes")
            whole = _with_axes(array if exclusive else _widened(array), dims, channel_axis, samples=False)[0]
            n_classes = n_classes or len(whole)
            if not len(whole):
                raise ArgumentError(f"p[{number}] has 0 classes: must have at least 1")
            if len(whole) != n_classes:
                raise ArgumentError(f"an image has {len(whole)} classes: the first has {n_classes}")
            yield array, whole

    if exclusive:
        return _exclusive_of_iterable(list(images()), metric, void, dims, asked)
    unread = set(asked) - {"at_least", "at_most"}
    if unread:
        raise ArgumentError(f"{sorted(unread)[0]} is given: of an iterable of images only at_least and at_most are read")
    passes: list[TablePass] = []
    decided = False
    while not decided:
        for number, (_, image) in enumerate(images()):
            passes = passes or [TablePass(metric, **asked) for _ in range(len(image))]
            for of_class, (state, pixels) in enumerate(zip(passes, image)):
                if not state.decided:
                    _feed(state, pixels.reshape(-1, 1), number, of_class)
        if not passes:
            raise ArgumentError("p has no images")
        decided = all([state.decided or state.next() for state in passes])
    ties, made = [0] * len(passes), []
    without_classes = False
    for array, image in images():
        mask = np.stack([state.choose(pixels, ties[c]) for c, (state, pixels) in enumerate(zip(passes, image))])
        without_classes = array.ndim == dims
        if without_classes:
            mask = mask[0]
        elif channel_axis is not None:
            mask = np.moveaxis(mask, -1 - dims, channel_axis)
        made.append(mask)
        for c, state in enumerate(passes):
            ties[c] += int(np.sum(image[c] == state.threshold))
    found: dict[str, Any] = {name: np.array([getattr(state, name) for state in passes], float) for name in _NUMBERS}
    return Masks({**_of_classes(found, without_classes), "mask": made}, metric._called, "separable")


def _widened(array: NDArray[Any]) -> NDArray[Any]:
    """Halves as floats; those that exceed 1 by rounding are 1."""
    if array.dtype.char != "e":
        return array
    wide = array.astype(np.float32)
    wide[(wide > 1) & (wide <= 1 + _HALF_ONE)] = 1
    return wide


def _feed(state: TablePass, pixels: NDArray[Any], image: int, of_class: int) -> None:
    try:
        state.feed(pixels)
    except ArgumentError:
        wrong = np.flatnonzero(~((pixels >= 0) & (pixels <= 1 + 4 * np.finfo(pixels.dtype).eps)))
        if not len(wrong):
            raise
        raise ArgumentError(f"maps[image {image}, class {of_class}, pixel {wrong[0]}] is {pixels[wrong[0], 0]:g}: must lie "
                            "in [0, 1]") from None


def _of_classes(numbers: dict[str, NDArray[Any]], without_axis: bool) -> dict[str, Any]:
    return {name: values.reshape(()) if without_axis else values for name, values in numbers.items()}


def _exclusive_of_iterable(images: list[tuple[NDArray[Any], NDArray[Any]]], metric: Metric, void: int | None, dims: int,
                           asked: dict[str, Any]) -> Masks:
    if not images:
        raise ArgumentError("p has no images")
    flat = np.concatenate([image.reshape(len(image), -1) for _, image in images], axis=1)
    ends = np.cumsum([image[0].size for _, image in images])

    def in_image(found: re.Match[str]) -> str:
        pixel = int(found[2])
        number = int(np.searchsorted(ends, pixel, "right"))
        return f"maps[image {number}, {found[1] or ''}pixel {pixel - ends[number] + images[number][1][0].size}]"

    try:
        of_all = _decided(flat, metric, "categorical", True, void, 1, None, asked)
    except ArgumentError as error:
        if not _PLACE.match(str(error)):
            raise
        raise ArgumentError(_PLACE.sub(in_image, str(error), count=1)) from None
    parts = np.split(cast("NDArray[np.int32]", of_all.labels), ends[:-1])
    labels: Any = [part.reshape(image.shape[1:]) for part, (_, image) in zip(parts, images)]
    found = {name: getattr(of_all, name) for name in _NUMBERS}
    return Masks({**_of_classes(found, images[-1][0].ndim == dims), "labels": labels}, metric._called, of_all.algorithm)


# ---- Raters ---------------------------------------------------------------------------------------


class Consensus(Described):
    """The mask of greatest expected metric to a rater drawn at random, beside the majority's; made by `consensus`."""

    __slots__ = ("bound", "expected", "expected_majority", "majority", "mask", "metric", "n_raters")
    _more = ("metric", "n_raters", "expected", "bound", "expected_majority")

    metric: str
    """The name of the metric."""
    n_raters: int
    """The number of raters."""
    mask: NDArray[np.bool_]
    """The mask of greatest expected metric."""
    expected: float
    """Its expected metric to a rater drawn at random."""
    bound: float
    """How far that can be from the optimum."""
    majority: NDArray[np.bool_]
    """The pixels that more than half of the raters mark."""
    expected_majority: float
    """The expected metric of the majority."""

    def __init__(self, **members: Any) -> None:
        for name, value in members.items():
            setattr(self, name, value)

    def __repr__(self) -> str:
        return (f"<Consensus of {self.n_raters} raters for {self.metric}: expected {self.expected:.6g}, of the majority "
                f"{self.expected_majority:.6g}>")


def consensus(raters: Any, metric: str | Metric = "dice") -> Consensus:
    """The mask that agrees best with a rater drawn at random.

    Parameters
    ----------
    raters : array-like of shape (n_raters, *spatial)
        Their masks of one image, 0 and 1 or bool.
    metric : str or Metric
        What agreement is measured by; see `masks`.

    Examples
    --------
    >>> found = consensus([[[1, 1, 1, 0, 0]], [[1, 0, 0, 1, 1]]])
    >>> found.mask.tolist(), found.expected
    ([[True, True, True, True, True]], 0.75)
    >>> found.majority.tolist(), found.expected_majority
    ([[True, False, False, False, False]], 0.5)
    """
    marks = _marks_of(raters, "raters")
    if marks.ndim < 2:
        raise ArgumentError(f"raters has {marks.ndim} dimensions: must have at least 2, the first of the raters")
    if not len(marks):
        raise ArgumentError("raters has no masks: must have at least 1")
    flat, chosen = marks.reshape(len(marks), math.prod(marks.shape[1:])), as_metric(metric)
    found = _decided(flat, chosen, "joint", False, None, 1, None, {})
    majority = 2 * flat.sum(axis=0, dtype=np.int64) > len(flat)
    k, n = int(majority.sum()), flat.shape[1]
    worth = [chosen.utility(int(tp), k, int(s), n) for tp, s in zip(flat @ majority.astype(np.int64), flat.sum(1, np.int64))]
    return Consensus(
        metric=chosen._called, n_raters=len(marks), mask=frozen(found.mask.reshape(marks.shape[1:])),
        expected=float(found.expected), bound=float(found.bound), majority=frozen(majority.reshape(marks.shape[1:])),
        expected_majority=math.fsum(worth) / len(worth))


__all__ = ["Consensus", "Masks", "consensus", "masks"]
