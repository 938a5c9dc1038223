"""What was computed once is kept in files, with the memory that it took: each is computed in a process of its own."""

import argparse
import json
import multiprocessing
import pathlib
import resource

import numpy as np

ONLY = False  # what is not kept is left out


def asked():
    """The arguments of a comparison: OUTPUT CACHE [--kept]. CACHE is a folder; with --kept nothing is computed."""
    global ONLY
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("--kept", action="store_true")
    arguments = parser.parse_args()
    ONLY = arguments.kept
    return arguments


class Absent(Exception):
    """It would have to be computed."""


def _missing(path):
    if not path.exists() and ONLY:
        raise Absent(path.stem)
    return not path.exists()


def _child(compute, path):
    found = compute()
    # The peak of this process alone, in kilobytes.
    found["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    partial = path.with_suffix(".partial.npz")
    np.savez_compressed(partial, **found)
    partial.rename(path)


def arrays(path, compute):
    """The dict of arrays that compute() gives, or gave."""
    if _missing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        child = multiprocessing.get_context("fork").Process(target=_child, args=(compute, path))
        child.start()
        child.join()
        if child.exitcode:
            raise RuntimeError(f"{path.stem}: the computation ended with code {child.exitcode}")
    with np.load(path) as found:
        return {k: found[k].astype(float) if found[k].ndim == 0 else found[k] for k in found.files}


def values(path, compute):
    """What compute() gives, or gave, as JSON."""
    if _missing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps(compute()))
        partial.rename(path)
    return json.loads(path.read_text())
