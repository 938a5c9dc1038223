"""Makes the data of these experiments from two wheels that are at hand: nuclei of stardist's, tissue of nilearn's.

usage: prepare.py STARDIST.whl NILEARN.whl FOLDER
"""

import gzip
import io
import pathlib
import struct
import sys
import zipfile

import numpy as np
from PIL import Image


def nifti(data):
    """The numbers of a NIfTI-1 file, scaled."""
    raw = gzip.decompress(data)
    shape = struct.unpack("<8h", raw[40:56])
    kind = {2: "u1", 4: "<i2", 16: "<f4", 64: "<f8"}[struct.unpack("<h", raw[70:72])[0]]
    start, slope, intercept = struct.unpack("<3f", raw[108:120])
    cells = np.frombuffer(raw, kind, int(np.prod(shape[1:4])), int(start)).reshape(shape[1:4], order="F")
    return cells * (slope or 1) + intercept


def main():
    stardist, nilearn, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(stardist) as wheel:
        image, mask = (np.array(Image.open(io.BytesIO(wheel.read(f"stardist/data/images/{name}2d.tif"))))
                       for name in ("img", "mask"))
    np.savez_compressed(folder / "nuclei.npz", image=image.astype(np.float32), mask=mask > 0)
    with zipfile.ZipFile(nilearn) as wheel:
        maps = [nifti(wheel.read(f"nilearn/datasets/data/mni_icbm152_{name}_tal_nlin_sym_09a_converted.nii.gz"))
                for name in ("gm", "wm")]
    gray, white = (np.clip(m / m.max(), 0, 1) for m in maps)
    p = np.stack([np.clip(1 - gray - white, 0, 1), gray, white], -1)
    np.savez_compressed(folder / "tissue.npz", p=(p / p.sum(-1, keepdims=True)).astype(np.float32))


if __name__ == "__main__":
    main()
