"""Calls on masks by the package, as tests/conformance/README.md describes them."""

import numpy as np
import raw
import wald
from threshold_cases import near, reals


def maps_of(case):
    return np.array(reals(case["maps"]), np.float64)


def masks_of(case, p, **more):
    options = {**(case.get("options") or {}), **more}
    together = options.pop("average", None) == "micro"
    void = -1 if options.pop("per_row", None) == [0, 1] else None
    classes = "exclusive" if case["kind"] == "categorical" else None
    return wald.masks(p, wald.Metric(case["metric"], case["zero_division"]), classes=classes,
                      average="dataset" if together else "image", samples=case["kind"] == "joint", void=void,
                      spatial_dims=1, **options)


def run(case):
    p = maps_of(case)
    return masks_of(case, p.astype(np.uint8) if case["kind"] == "joint" else p)


def check(case):
    found, wanted, tolerance = run(case), case["expect"], case["tolerance"]
    images = np.shape(case["maps"])[0]
    if "labels" in wanted:
        assert found.labels.tolist() == wanted["labels"]
    else:
        assert found.mask.reshape(len(wanted["masks"]), -1).astype(int).tolist() == wanted["masks"]
        assert found.bound.max() <= raw.real(wanted["bound_at_most"])
    assert found.k.ravel().tolist() == wanted["k"]
    near(found.expected, wanted["expected"], tolerance)
    near(found.threshold, wanted["threshold"], tolerance)
    if "optimum" in wanted:
        weights = np.array((case.get("options") or {}).get("label_weights", np.ones(np.shape(case["maps"])[1])))
        expected, bound = (x.reshape(len(wanted["optimum"]), -1) for x in (found.expected, found.bound))
        assert (expected @ weights / weights.sum() + bound[:, 0] >= np.array(reals(wanted["optimum"])) - 1e-12).all()

    # The same bits for every type and order of the axes.
    p = maps_of(case)
    types = ("uint8", "bool", "int64") if case["kind"] == "joint" else ("float64", "float32", "float16", ">f8")
    for dtype in types:
        turned = np.moveaxis(np.ascontiguousarray(np.moveaxis(p.astype(dtype), 0, -1)[:, ::-1]), -1, 0)[..., ::-1]
        again = masks_of(case, turned, threads=3)
        for name in ("expected", "bound", "threshold", "k"):
            assert getattr(again, name).tobytes() == getattr(found, name).tobytes(), (dtype, name)
        assert np.array_equal(again.mask, found.mask) and np.array_equal(again.labels, found.labels), dtype
    if (case.get("options") or {}).get("average") == "micro" and case["metric"] not in ("gmean", "accuracy"):
        listed = masks_of(case, list(p))
        mine = listed.mask if found.labels is None else listed.labels
        assert len(mine) == images and np.array_equal(np.stack(mine), found.mask if found.labels is None else found.labels)
