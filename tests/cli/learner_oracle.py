"""Learners through the C interface itself, by ctypes: what the command is compared with, to the last bit."""

import ctypes
import os
import unittest
from ctypes import byref, c_char_p, c_double, c_int32, c_int64, c_uint8, c_void_p

AVERAGES = ["instance", "macro", "micro"]
WALD_OBJECT_LEARNER = 18
N_ROWS, N_LABELS = 17000, 18001  # facts: of a dataset, and of a learner


class Array(ctypes.Structure):
    """wald_array: a table of numbers, row by row."""
    _fields_ = [("size", c_int64), ("data", c_void_p), ("rows", c_int64), ("columns", c_int64), ("row_stride", c_int64),
                ("column_stride", c_int64), ("type", c_int32)]


class Sparse(ctypes.Structure):
    """wald_sparse: compressed rows."""
    _fields_ = [("size", c_int64), ("indptr", c_void_p), ("indices", c_void_p), ("values", c_void_p), ("rows", c_int64),
                ("columns", c_int64), ("index_type", c_int32), ("type", c_int32)]


class Table(ctypes.Structure):
    """wald_table: one of these."""
    _fields_ = [("size", c_int64), ("dense", ctypes.POINTER(Array)), ("sparse", ctypes.POINTER(Sparse))]


TYPES = {c_double: 0, c_int64: 2, c_uint8: 4}


def address(memory):
    return ctypes.cast(memory, c_void_p)


def view(cells, columns=1):
    """The library's view of an array of ctypes, which the view keeps."""
    out = Array(ctypes.sizeof(Array), address(cells), len(cells) // columns, columns, columns, 1, TYPES[cells._type_])
    out.cells = cells
    return out


def table_of(of):
    """The library's view of a table, dense or sparse."""
    dense, sparse = (of, None) if isinstance(of, Array) else (None, of)
    return byref(Table(ctypes.sizeof(Table), *(each and ctypes.pointer(each) for each in (dense, sparse))))


def library():
    path = os.environ["WALD_LIBRARY"]
    if not path:
        raise unittest.SkipTest("a library that was built with sanitizers does not load into Python")
    lib = ctypes.CDLL(path)
    lib.wald_last_error.restype = c_char_p
    return lib


def reals(values):
    return (c_double * len(values))(*values)


def whole(values):
    return (c_int64 * len(values))(*values)


def texts(values):
    return (c_char_p * len(values))(*[value.encode() for value in values])


class Oracle:
    def __init__(self):
        self.lib = library()

    def check(self, status):
        if status != 0:
            raise RuntimeError(self.lib.wald_last_error().decode())

    def dataset(self, rows, labels=None, classes=None, weights=None, groups=None, marginals=None, sparse=None):
        """`rows` is a list of lists, or with `sparse`, the number of features, a list of {feature: value}."""
        out = c_void_p()
        n = len(rows)
        if sparse is None:
            cells = reals([float(x) for row in rows for x in row])
            self.check(self.lib.wald_dataset_create(table_of(view(cells, len(rows[0]))), byref(out)))
        else:
            ends = [0]
            for row in rows:
                ends.append(ends[-1] + len(row))
            indices = whole([j for row in rows for j in sorted(row)])
            values = reals([float(row[j]) for row in rows for j in sorted(row)])
            ends = whole(ends)
            table = Sparse(ctypes.sizeof(Sparse), address(ends), address(indices), address(values), n, sparse,
                           TYPES[c_int64], TYPES[c_double])
            self.check(self.lib.wald_dataset_create(table_of(table), byref(out)))
        if labels is not None:
            m = len(labels[0])
            cells = (c_uint8 * (n * m))(*[x for row in labels for x in row])
            self.check(self.lib.wald_dataset_set(out, table_of(view(cells, m)), None, 0, None, None, None))
        if classes is not None:
            self.check(self.lib.wald_dataset_set(out, None, byref(view(whole(classes))), c_int64(max(classes) + 1), None, None, None))
        if weights is not None:
            self.check(self.lib.wald_dataset_set(out, None, None, 0, byref(view(reals(weights))), None, None))
        if groups is not None:
            self.check(self.lib.wald_dataset_set(out, None, None, 0, None, byref(view(whole(groups))), None))
        if marginals is not None:
            m = len(marginals[0])
            cells = reals([x for row in marginals for x in row])
            self.check(self.lib.wald_dataset_set(out, None, None, 0, None, None, byref(view(cells, m))))
        return out

    def options(self, features, labels, **asked):
        """Options by their names; lists as lists."""
        asked = {name: value for name, value in {"feature_names": features, "label_names": labels, **asked}.items()
                 if value not in (None, [])}
        out = c_void_p()
        lib = self.lib
        self.check(lib.wald_options_create(b"learners", byref(out)))
        for name, value in asked.items():
            name = name.encode()
            if not isinstance(value, list):
                self.check(lib.wald_options_set_text(out, name, str(value).encode()))
            elif isinstance(value[0], str):
                self.check(lib.wald_options_set_texts(out, name, texts(value), c_int64(len(value))))
            else:
                flat = sum(value, []) if isinstance(value[0], list) else value
                self.check(lib.wald_options_set_numbers(out, name, reals(flat), c_int64(len(flat))))
        return out

    def fit(self, name, dataset, options):
        out = c_void_p()
        self.check(self.lib.wald_learner_fit(name.encode(), dataset, options, byref(out)))
        return out

    def text(self, learner):
        needed = c_int64()
        self.check(self.lib.wald_save(learner, 0, None, c_int64(0), byref(needed)))
        buffer = ctypes.create_string_buffer(needed.value)
        self.check(self.lib.wald_save(learner, 0, buffer, needed, byref(needed)))
        return buffer.raw[:needed.value]

    def load(self, text):
        out = c_void_p()
        self.check(self.lib.wald_load(WALD_OBJECT_LEARNER, text, c_int64(len(text)), byref(out)))
        return out

    def shape(self, learner, dataset):
        rows, labels = c_double(), c_double()
        self.check(self.lib.wald_number(dataset, N_ROWS, c_int64(0), byref(rows)))
        self.check(self.lib.wald_number(learner, N_LABELS, c_int64(0), byref(labels)))
        return int(rows.value), int(labels.value)

    def probabilities(self, learner, dataset):
        rows, labels = self.shape(learner, dataset)
        out = (c_double * (rows * labels))()
        self.check(self.lib.wald_learner_probabilities(learner, dataset, None, out))
        return [list(out[i * labels:(i + 1) * labels]) for i in range(rows)]

    def decide(self, learner, dataset, metric, average=0, at_least=None, at_most=None, seed=0):
        """The mask, row by row, and the expected value of each answer."""
        rows, labels = self.shape(learner, dataset)
        m, options = c_void_p(), c_void_p()
        self.check(self.lib.wald_metric_create(metric.encode(), 1, byref(m)))
        self.check(self.lib.wald_options_create(b"decisions", byref(options)))
        for name, value in (("average", AVERAGES[average]), ("at_least", at_least), ("at_most", at_most), ("seed", seed)):
            if value is not None:
                self.check(self.lib.wald_options_set_text(options, name.encode(), str(value).encode()))
        mask = (c_uint8 * (rows * labels))()
        expected = (c_double * [rows, labels, 1][average])()
        self.check(self.lib.wald_learner_decide(learner, dataset, m, options, byref(view(mask, labels)),
                                                expected, None))
        self.lib.wald_destroy(m)
        self.lib.wald_destroy(options)
        return [list(mask[i * labels:(i + 1) * labels]) for i in range(rows)], list(expected)
