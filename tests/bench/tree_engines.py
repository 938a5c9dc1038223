"""Other engines that evaluate the trees of XGBoost and LightGBM on one thread: lleaves, treelite's interpreter and compiler
(tl2cgen), ONNX Runtime. An engine that is not installed is left out by name.
"""
import contextlib
import importlib.metadata
import importlib.util
import os
import pathlib
import sys

import numpy as np


def installed(*modules):
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        print(f"left out: {', '.join(missing)} not installed", file=sys.stderr)
    return not missing


def lleaves_of(booster, cache, X):
    import lleaves  # noqa: PLC0415

    text, compiled = cache / "lleaves.txt", cache / f"lleaves-{importlib.metadata.version('lleaves')}.o"
    booster.save_model(text)
    model = lleaves.Model(text)
    model.compile(cache=compiled, raw_score=True)
    doubles = X.astype(np.float64)  # which it takes without a copy
    return lambda: model.predict(doubles, n_jobs=1)


def in_treelite(booster):
    from treelite import frontend  # noqa: PLC0415

    return (frontend.from_xgboost if "xgboost" in type(booster).__module__ else frontend.from_lightgbm)(booster)


def interpreted(model, X):
    from treelite import gtil  # noqa: PLC0415

    return lambda: gtil.predict(model, X, nthread=1, pred_margin=True)


def compiled(model, library, X):
    import tl2cgen  # noqa: PLC0415

    if not library.exists():
        tl2cgen.export_lib(model, toolchain="gcc", libpath=str(library), params={"parallel_comp": os.cpu_count() or 1},
                           nthread=1)
    predictor = tl2cgen.Predictor(str(library), nthread=1)
    kind = str(predictor.threshold_type)
    rows = tl2cgen.DMatrix(X.astype(kind, copy=False), dtype=kind)
    return lambda: predictor.predict(rows, pred_margin=True)


def by_onnx(booster, X):
    import onnxruntime  # noqa: PLC0415
    from onnxmltools.convert.common.data_types import FloatTensorType  # noqa: PLC0415

    inputs = [("rows", FloatTensorType([None, X.shape[1]]))]
    if "xgboost" in type(booster).__module__:
        from onnxmltools.convert import convert_xgboost  # noqa: PLC0415

        model = convert_xgboost(booster, initial_types=inputs)
    else:
        from onnxmltools.convert import convert_lightgbm  # noqa: PLC0415

        model = convert_lightgbm(booster, initial_types=inputs, zipmap=False)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                           providers=["CPUExecutionProvider"])
    outputs = [session.get_outputs()[-1].name]
    return lambda: session.run(outputs, {"rows": X})


def engines(booster, cache: pathlib.Path, X):
    """Name -> a prediction of all trees for the rows X, contiguous float32."""
    out = {}
    if "lightgbm" in type(booster).__module__ and installed("lleaves"):
        out["lleaves"] = lleaves_of(booster, cache, X)
    if installed("treelite"):
        model = in_treelite(booster)
        out["treelite, interpreted"] = interpreted(model, X)
        if installed("tl2cgen"):
            with contextlib.chdir(cache):  # where it compiles
                library = cache / f"tl2cgen-{type(booster).__module__.split('.')[0]}.so"
                out["treelite, compiled"] = compiled(model, library, X)
    if installed("onnxruntime", "onnxmltools"):
        out["ONNX Runtime"] = by_onnx(booster, X)
    return out
