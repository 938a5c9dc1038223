"""wald masks: masks by enumeration of all label vectors, files in and out, and every message."""

import ast
import itertools
import json
import math
import random
import struct
import unittest

import oracle
from harness import CODES, CommandTest, npy



def read_npy(data):
    """The shape, the type and the values."""
    assert data[:8] == b"\x93NUMPY\x01\x00" and data[10 + struct.unpack("<H", data[8:10])[0] - 1] == ord("\n")
    begin = 10 + struct.unpack("<H", data[8:10])[0]
    assert begin % 64 == 0
    header = ast.literal_eval(data[10:begin].decode())
    assert header["fortran_order"] is False
    code = CODES[header["descr"]]
    return header["shape"], header["descr"], list(struct.unpack(f"<{(len(data) - begin) // struct.calcsize(code)}{code}", data[begin:]))


def best(metric, distribution, masks):
    """The masks of greatest expected utility, and that."""
    worth = {h: math.fsum(p * oracle.utility(metric, h, y) for p, y in distribution) for h in masks}
    top = max(worth.values())
    return [h for h in masks if worth[h] > top - 1e-12], top


def of_counts(metric, p, mask):
    """The metric of expected counts, which exclusive classes are decided by."""
    tp, k, s = math.fsum(q for q, cell in zip(p, mask) if cell), sum(mask), math.fsum(p)
    return 2 * tp / (k + s) if metric == "f1" else tp / (k + s - tp)


class Masks(CommandTest):
    def maps(self, name, shape, values, **form):
        self.write(name, npy(shape, values, **form))
        return name

    def masks(self, *arguments, **options):
        return self.jsonl("masks", "--format", "json", *arguments, **options)

    def output(self, name="out.npy"):
        return read_npy((self.folder / name).read_bytes())

    def test_overlapping(self):
        draw = random.Random(1)
        n, c, pixels = 3, 2, 6
        values = [draw.random() ** 2 for _ in range(n * c * pixels)]
        for descr in ("<f8", "<f4", "<f2"):
            kept = list(struct.unpack(f"<{len(values)}{CODES[descr]}", struct.pack(f"<{len(values)}{CODES[descr]}", *values)))
            for metric in ("f1", "jaccard", "fbeta:2"):
                for version in (1, 2, 3):
                    self.maps("p.npy", (n, c, 2, 3), kept, descr=descr, version=version)
                    found = self.masks("--metric", metric, "--classes", "overlapping", "-o", "out.npy", "p.npy")
                    shape, out_descr, cells = self.output()
                    self.assertEqual((shape, out_descr), ((n, c, 2, 3), "|b1"))
                    self.assertEqual([(one["image"], one["class"]) for one in found], list(itertools.product(range(n), range(c))))
                    for i, one in enumerate(found):
                        p = kept[i * pixels:(i + 1) * pixels]
                        mask = tuple(map(int, cells[i * pixels:(i + 1) * pixels]))
                        candidates, top = best(metric, oracle.independent(p), list(itertools.product((0, 1), repeat=pixels)))
                        self.assertIn(mask, candidates)
                        self.assertAlmostEqual(one["expected"], top, 11)
                        self.assertLess(one["bound"], 1e-9)
                        self.assertEqual(one["k"], sum(mask))
                        self.assertEqual(one["threshold"], min(q for q, cell in zip(p, mask) if cell) if sum(mask) else "inf")

    def test_axes(self):
        """Of one image, of classes, of volumes; all the same pixels."""
        values = [0.9, 0.2, 0.4, 0.7, 0.1, 0.35, 0.6, 0.05]
        alone = self.masks("--metric", "f1", "-o", "out.npy", self.maps("p.npy", (2, 4), values))
        self.assertEqual(self.output()[0], (2, 4))
        cells = self.output()[2]
        for shape, options, given in (((1, 2, 4), [], (1, 2, 4)), ((1, 1, 2, 4), [], (1, 1, 2, 4)),
                                      ((2, 2, 2), ["--spatial-dims", "3"], (2, 2, 2)), ((8,), ["--spatial-dims", "1"], (8,))):
            self.maps("p.npy", shape, values)
            self.assertEqual(self.masks("--metric", "f1", *options, "-o", "out.npy", "p.npy"), alone)
            self.assertEqual((self.output()[0], self.output()[2]), (given, cells))
        data = npy((2, 4), values)
        self.assertEqual(self.masks("--metric", "f1", stdin=data), alone)

    def test_exclusive(self):
        draw = random.Random(2)
        classes, pixels = 3, 5
        weights = [[draw.random() ** 2 for _ in range(classes)] for _ in range(pixels)]
        p = [[w / sum(row) for w in row] for row in weights]
        self.maps("p.npy", (classes, 1, pixels), [p[x][c] for c in range(classes) for x in range(pixels)])
        for metric in ("f1", "jaccard"):
            for rows, labels in (([], range(classes)), (["--per-row", "0,1"], range(-1, classes))):
                found = self.masks("--metric", metric, "--classes", "exclusive", *rows, "-o", "out.npy", "p.npy")
                shape, descr, cells = self.output()
                self.assertEqual((shape, descr), ((1, pixels), "<i4"))
                worth = lambda labels_of: [of_counts(metric, [p[x][c] for x in range(pixels)], [l == c for l in labels_of])
                                           for c in range(classes)]
                top = max(sum(worth(every)) for every in itertools.product(labels, repeat=pixels)) / classes
                own = worth(cells)
                for c, one in enumerate(found):
                    self.assertAlmostEqual(one["expected"], own[c], 11)
                    self.assertEqual(one["k"], cells.count(c))
                self.assertLessEqual(sum(own) / classes, top + 1e-12)
                self.assertLessEqual(top, sum(own) / classes + found[0]["bound"] + 1e-12)

    def test_samples(self):
        draw = random.Random(3)
        samples, classes, pixels = 4, 2, 6
        cells = [int(draw.random() < 0.4) for _ in range(samples * classes * pixels)]
        for metric in ("f1", "jaccard"):
            for descr in ("|u1", "|b1"):
                self.maps("s.npy", (samples, classes, 2, 3), cells, descr=descr)
                found = self.masks("--metric", metric, "--samples", "-o", "out.npy", "s.npy")
                shape, out_descr, mask = self.output()
                self.assertEqual((shape, out_descr, len(found)), ((classes, 2, 3), "|b1", classes))
                for c, one in enumerate(found):
                    vectors = [tuple(cells[(s * classes + c) * pixels:][:pixels]) for s in range(samples)]
                    candidates, top = best(metric, oracle.joint(vectors, [1] * samples), list(itertools.product((0, 1), repeat=pixels)))
                    own = tuple(map(int, mask[c * pixels:(c + 1) * pixels]))
                    worth = math.fsum(oracle.utility(metric, own, y) for y in vectors) / samples
                    self.assertAlmostEqual(one["expected"], worth, 11)
                    self.assertLessEqual(top, worth + one["bound"] + 1e-12)
                    self.assertNotIn("image", one)

    def test_dataset(self):
        draw = random.Random(4)
        n, c, pixels = 3, 2, 4
        # Equal probabilities, so that there are ties at the threshold.
        values = [draw.choice((0.125, 0.25, 0.5, 0.75)) for _ in range(n * c * pixels)]
        for descr in ("<f2", "<f8"):
            self.maps("p.npy", (n, c, 2, 2), values, descr=descr)
            for metric in ("f1", "jaccard"):
                found = self.masks("--metric", metric, "--classes", "overlapping", "--average", "dataset", "-o", "out.npy", "p.npy")
                shape, _, cells = self.output()
                self.assertEqual((shape, len(found)), ((n, c, 2, 2), c))
                for of, one in enumerate(found):
                    pick = lambda all_of: [x for i in range(n) for x in all_of[(i * c + of) * pixels:][:pixels]]
                    p, mask = pick(values), tuple(map(int, pick(cells)))
                    order = sorted(range(len(p)), key=lambda x: -p[x])
                    tops = [tuple(int(x in order[:k]) for x in range(len(p))) for k in range(len(p) + 1)]
                    distribution = oracle.independent(p)
                    _, top = best(metric, distribution, tops)
                    self.assertAlmostEqual(one["expected"], top, 9)
                    self.assertAlmostEqual(math.fsum(q * oracle.utility(metric, mask, y) for q, y in distribution), top, 9)
                    self.assertEqual((one["k"], "image" in one), (sum(mask), False))
        limited = self.masks("--metric", "f1", "--classes", "overlapping", "--average", "dataset", "--at-most", "2", "p.npy")
        self.assertEqual([one["k"] for one in limited], [2, 2])

    def test_above_1_by_rounding(self):
        """Halves and floats up to four units above 1, as softmax in them gives, are 1 for any average."""
        for descr, value in (("<f2", 1 + 2**-10), ("<f4", 1 + 2**-22)):
            for average in ("image", "dataset"):
                self.maps("p.npy", (1, 1, 2, 2), [value, 0.5, 0.25, 0.125], descr=descr)
                [found] = self.masks("--metric", "f1", "--average", average, "p.npy")
                self.maps("p.npy", (1, 1, 2, 2), [1, 0.5, 0.25, 0.125], descr=descr)
                self.assertEqual([found], self.masks("--metric", "f1", "--average", average, "p.npy"))

    def test_pictures(self):
        self.maps("p.npy", (2, 2, 1, 3), [0.9, 0.1, 0.1, 0.1, 0.9, 0.1, 0.1, 0.1, 0.9, 0.9, 0.9, 0.1])
        self.wald("masks", "--metric", "f1", "--classes", "overlapping", "-o", "out.pgm", "p.npy")
        rows = [[255, 0, 0, 0, 255, 0], [0, 0, 255, 255, 255, 0]]
        self.assertEqual((self.folder / "out.pgm").read_bytes(), b"P5\n6 2\n255\n" + bytes(rows[0] + rows[1]))
        n, c, height, width = 3, 2, 2, 3
        draw = random.Random(6)
        self.maps("p.npy", (n, c, height, width), [draw.random() for _ in range(n * c * height * width)])
        for options in ((), ("--average", "dataset")):
            self.wald("masks", "--metric", "f1", "--classes", "overlapping", *options, "-o", "out.npy", "p.npy")
            cells = self.output()[2]
            self.wald("masks", "--metric", "f1", "--classes", "overlapping", *options, "-o", "out.pgm", "p.npy")
            rows = [cells[((i * c + of) * height + y) * width:][:width]
                    for i in range(n) for y in range(height) for of in range(c)]
            self.assertEqual((self.folder / "out.pgm").read_bytes(),
                             b"P5\n6 6\n255\n" + bytes(255 * cell for row in rows for cell in row))
        self.maps("p.npy", (3, 1, 3), [0.9, 0.05, 0.05, 0.05, 0.9, 0.05, 0.05, 0.05, 0.9])
        self.wald("masks", "--metric", "f1", "--classes", "exclusive", "-o", "out.pgm", "p.npy")
        self.assertEqual((self.folder / "out.pgm").read_bytes(), b"P5\n3 1\n255\n" + bytes([85, 170, 255]))

    def test_csv(self):
        self.maps("p.npy", (1, 1, 1, 2), [0.0, 0.0])
        self.assertEqual(self.wald("masks", "--metric", "f1", "p.npy").splitlines()[0], "image,class,k,expected,bound,threshold")
        self.assertTrue(self.wald("masks", "--metric", "f1", "p.npy").splitlines()[1].startswith("0,0,0,1"))

    def test_warnings(self):
        self.maps("p.npy", (2, 4, 4), [0.25] * 16 + [0.75] * 16)
        _, [warning] = self.warned("masks", "--metric", "f1", "p.npy")
        self.assertTrue(warning.endswith("for exclusive classes give --classes exclusive"), warning)
        self.maps("p.npy", (2, 4, 4), [0.25] * 32)
        _, [warning] = self.warned("masks", "--metric", "f1", "--classes", "exclusive", "p.npy")
        self.assertTrue(warning.endswith("which no pixel is given without --per-row 0,1"), warning)

    def test_blocks(self):
        """Images of several blocks, each of 32 MB, as those of a file of each alone."""
        side, n = 1200, 24  # 5.76 MB each
        row = [0.01 * (i % 100) for i in range(side)]
        image = struct.pack(f"<{side}f", *row) * side
        dark = struct.pack(f"<{side}f", *[q / 4 for q in row]) * side
        self.write("many.npy", npy((n, 1, side, side), [], descr="<f4") + (image + dark) * (n // 2))
        found = self.masks("--metric", "f1", "-o", "out.npy", "many.npy")
        for part, own in (("image", image), ("dark", dark)):
            self.write("one.npy", npy((side, side), [], descr="<f4") + own)
            [alone] = self.masks("--metric", "f1", "one.npy")
            same = found[0 if part == "image" else 1::2]
            self.assertEqual([{**one, "image": 0} for one in same], [alone] * (n // 2))
        bad = bytearray(npy((n, 1, side, side), [], descr="<f4") + image * n)
        bad[-4:] = struct.pack("<f", 1.5)
        self.write("many.npy", bytes(bad))
        self.fails(1, f"many.npy: maps[image {n - 1}, class 0, pixel {side * side - 1}] is 1.5: must lie in [0, 1]",
                   "masks", "--metric", "f1", "-o", "out.npy", "many.npy")

    def test_refused_files(self):
        def refused(message, data, *options):
            self.write("p.npy", data)
            self.fails(1, "p.npy: " + message, "masks", "--metric", "f1", "-o", "new.npy", *options, "p.npy")
            self.assertFalse((self.folder / "new.npy").exists())

        good = npy((2, 2), [0.5] * 4)
        refused("empty, 0 bytes", b"")
        refused("no .npy file: it does not begin with \\x93NUMPY", b"a,b\n0.5,0.5\n")
        refused("version of the .npy format is 4: must be 1, 2 or 3", good[:6] + b"\x04" + good[7:])
        refused("ends within the header", good[:9])
        refused("ends within the header", good[:20])
        refused("length of the header is 4294967295: must be at most 1048576", b"\x93NUMPY\x02\x00" + b"\xff" * 4)
        for header in ("{}", "[]", "{'descr': '<f8', 'fortran_order': False}", "{'descr': '<f8', 'fortran_order': 1, 'shape': (1,)}",
                       "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}", "{'descr': '<f8', 'fortran_order': False, 'x': 2}"):
            refused(f'header "{header}" is no dictionary of descr, fortran_order and shape', npy((), [], header=header))
        for descr in (">f4", "<i4", "<c8"):
            refused(f'type is "{descr}": must be <f2, <f4, <f8 (little-endian floats), |u1 or |b1', npy((1,), [], descr=descr))
        refused("the array is in Fortran order: save numpy.ascontiguousarray of it", npy((2, 2), [0.5] * 4, order="True"))
        refused("shape is (2, 0): no length may be 0", npy((2, 0), []))
        refused("shape is (4611686018427387904, 4): its size must be below 2^62 bytes", npy((2**62, 4), []))
        size = len(good)
        refused(f"size is {size - 8} bytes: shape (2, 2) takes {size}", good[:-8])
        refused(f"size is {size + 1} bytes: shape (2, 2) takes {size}", good + b"x")
        refused("shape is (5,): --spatial-dims is 2, so it must have 2 to 4 axes, (images, classes, pixels ...)", npy((5,), [0.5] * 5))
        refused("shape is (1, 1, 1, 1, 1): --spatial-dims is 2, so it must have 2 to 4 axes, (images, classes, pixels ...)",
                npy((1,) * 5, [0.5]))
        refused("type is |u1: must be <f2, <f4 or <f8, unless --samples is given", npy((1, 2), [0, 1], descr="|u1"))
        refused("type is <f8: must be |u1 or |b1, samples of 0 and 1", npy((1, 1, 2), [0, 1]), "--samples")
        refused("maps[image 0, class 0, pixel 3] is -0.5: must lie in [0, 1]", npy((2, 2), [0.5, 0.5, 0.5, -0.5]))
        for value in ("nan", "1.25"):
            refused(f"maps[image 1, class 0, pixel 1] is {value}: must lie in [0, 1]",
                    npy((2, 1, 1, 2), [0.5, 0.5, 0.5, float(value)], descr="<f2"), "--average", "dataset")
        code, _, error = self.run_raw("masks", "--metric", "f1", stdin=good[:-8])
        self.assertEqual((code, error), (1, f"stdin: ends after {size - 8} bytes: shape (2, 2) takes {size}\n"))
        code, out, error = self.run_raw("masks", "--metric", "f1", stdin=good + good)
        self.assertEqual((code, out, error), (1, "", f"stdin: goes on after {size} bytes, which shape (2, 2) takes\n"))

    def test_refused_options(self):
        self.maps("p.npy", (2, 1, 2), [0.5] * 4)
        for message, *options in (
                ("--samples needs --classes overlapping: each class has a mask of its own", "--samples", "--classes", "exclusive"),
                ("--samples are of one image: --average dataset has nothing to average", "--samples", "--average", "dataset"),
                ("--average dataset needs --classes overlapping: exclusive classes are decided per image", "--average", "dataset",
                 "--classes", "exclusive"),
                ("--algorithm does not go with --average dataset", "--average", "dataset", "--algorithm", "ye"),
                ("--threads does not go with --average dataset", "--average", "dataset", "--threads", "2"),
                ('--output is "-": a file name is needed, since standard output has the facts', "-o", "-"),
                ("--output p.npy is an input, which would be lost", "-o", "p.npy")):
            code, out, error = self.run_raw("masks", "--metric", "f1", *options, "p.npy")
            self.assertEqual((code, out, error.splitlines()[0].replace('"p.npy"', "p.npy")), (2, "", "wald: " + message))
        self.fails(2, "wald: --average dataset reads FILE more than once: it cannot be standard input", "masks", "--metric", "f1",
                   "--average", "dataset", stdin=npy((1, 1), [0.5]))
        self.assertEqual(self.run_raw("masks", "--metric", "f1", "--per-row", "0,1", "p.npy")[0], 2)


if __name__ == "__main__":
    unittest.main()
