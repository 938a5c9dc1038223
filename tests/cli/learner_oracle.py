"""Learners through the C interface itself, by ctypes: what the command is held against, to the last bit."""

import ctypes
import os
import unittest
from ctypes import byref, c_char_p, c_double, c_int64, c_uint8, c_uint64, c_void_p

FLOAT64, INT64 = 0, 0
SETTINGS = ["folds", "threads", "at_least", "worse_steps", "chains", "draws", "most_nodes", "neighbours", "trees",
            "max_features", "min_leaf", "max_depth", "gamma", "landmarks", "exact_rows"]
METHODS = ["scaling", "calibration", "neighbour_metric", "neighbour_weights", "neighbour_utility", "forest_kind",
           "forest_criterion"]


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
            self.check(self.lib.wald_dataset_create(cells, FLOAT64, c_int64(n), c_int64(len(rows[0])),
                                                    c_int64(len(rows[0])), c_int64(1), byref(out)))
        else:
            ends = [0]
            for row in rows:
                ends.append(ends[-1] + len(row))
            indices = whole([j for row in rows for j in sorted(row)])
            values = reals([float(row[j]) for row in rows for j in sorted(row)])
            self.check(self.lib.wald_dataset_create_csr(whole(ends), indices, INT64, values, FLOAT64, c_int64(n),
                                                        c_int64(sparse), byref(out)))
        if labels is not None:
            m = len(labels[0])
            cells = (c_uint8 * (n * m))(*[x for row in labels for x in row])
            self.check(self.lib.wald_dataset_set_labels(out, cells, c_int64(n), c_int64(m), c_int64(m), c_int64(1)))
        if classes is not None:
            self.check(self.lib.wald_dataset_set_classes(out, whole(classes), c_int64(n), c_int64(max(classes) + 1)))
        if weights is not None:
            self.check(self.lib.wald_dataset_set_weights(out, reals(weights), FLOAT64, c_int64(n), c_int64(1)))
        if groups is not None:
            self.check(self.lib.wald_dataset_set_groups(out, whole(groups), c_int64(n)))
        if marginals is not None:
            m = len(marginals[0])
            cells = reals([x for row in marginals for x in row])
            self.check(self.lib.wald_dataset_set_marginals(out, cells, FLOAT64, c_int64(n), c_int64(m), c_int64(m),
                                                           c_int64(1)))
        return out

    def options(self, features, labels, seed=0, penalties=None, mixture_weights=None, chain_orders=None, **asked):
        out = c_void_p()
        lib = self.lib
        self.check(lib.wald_learner_options_create(byref(out)))
        for name, value in asked.items():
            if name in SETTINGS:
                self.check(lib.wald_learner_options_set(out, SETTINGS.index(name), c_double(value)))
            else:
                self.check(lib.wald_learner_options_set_method(out, METHODS.index(name), value.encode()))
        if penalties:
            self.check(lib.wald_learner_options_set_penalties(out, reals(penalties), c_int64(len(penalties))))
        if mixture_weights:
            self.check(lib.wald_learner_options_set_mixture_weights(out, reals(mixture_weights),
                                                                    c_int64(len(mixture_weights))))
        if chain_orders:
            self.check(lib.wald_learner_options_set_chain_orders(out, whole(sum(chain_orders, [])),
                                                                 c_int64(len(chain_orders)),
                                                                 c_int64(len(chain_orders[0]))))
        if features:
            self.check(lib.wald_learner_options_set_feature_names(out, texts(features), c_int64(len(features))))
        if labels:
            self.check(lib.wald_learner_options_set_label_names(out, texts(labels), c_int64(len(labels))))
        self.check(lib.wald_learner_options_set_seed(out, c_uint64(seed)))
        return out

    def fit(self, name, dataset, options):
        out = c_void_p()
        self.check(self.lib.wald_learner_fit(name.encode(), dataset, options, byref(out)))
        return out

    def text(self, learner):
        needed = c_int64()
        self.check(self.lib.wald_learner_save(learner, None, c_int64(0), byref(needed)))
        buffer = ctypes.create_string_buffer(needed.value)
        self.check(self.lib.wald_learner_save(learner, buffer, needed, byref(needed)))
        return buffer.raw[:needed.value]

    def load(self, text):
        out = c_void_p()
        self.check(self.lib.wald_learner_load(text, c_int64(len(text)), byref(out)))
        return out

    def probabilities(self, learner, dataset):
        rows, labels = c_int64(), c_int64()
        self.check(self.lib.wald_dataset_shape(dataset, byref(rows), None, None, None))
        self.check(self.lib.wald_learner_shape(learner, None, byref(labels), None, None))
        out = (c_double * (rows.value * labels.value))()
        self.check(self.lib.wald_learner_probabilities(learner, dataset, None, out))
        return [list(out[i * labels.value:(i + 1) * labels.value]) for i in range(rows.value)]

    def decide(self, learner, dataset, metric, average=0, at_least=-1, at_most=-1, seed=0):
        """The mask, row by row, and the expected value of each answer."""
        rows, labels = c_int64(), c_int64()
        self.check(self.lib.wald_dataset_shape(dataset, byref(rows), None, None, None))
        self.check(self.lib.wald_learner_shape(learner, None, byref(labels), None, None))
        m, options = c_void_p(), c_void_p()
        self.check(self.lib.wald_metric_create(metric.encode(), 1, byref(m)))
        self.check(self.lib.wald_options_create(byref(options)))
        self.check(self.lib.wald_options_set_average(options, average))
        self.check(self.lib.wald_options_set_k(options, c_int64(at_least), c_int64(at_most)))
        self.check(self.lib.wald_options_set_draws(options, c_uint64(seed), c_int64(10000)))
        mask = (c_uint8 * (rows.value * labels.value))()
        expected = (c_double * [rows.value, labels.value, 1][average])()
        self.check(self.lib.wald_learner_decide(learner, dataset, m, options, mask, labels, c_int64(1), expected,
                                                None))
        self.lib.wald_metric_destroy(m)
        self.lib.wald_options_destroy(options)
        return [list(mask[i * labels.value:(i + 1) * labels.value]) for i in range(rows.value)], list(expected)
