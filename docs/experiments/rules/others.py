"""The decisions of xcolumns, which maximises expected metrics of tables with several labels."""

import numpy as np
from xcolumns import metrics
from xcolumns.block_coordinate import predict_using_bc_with_0approx
from xcolumns.frank_wolfe import find_classifier_using_fw

# Its own shortcuts for these metrics, of 0.0.2, hand four numbers to functions of two.
BINARY = {"f1": metrics.binary_f1_score_on_conf_matrix, "jaccard": metrics.binary_jaccard_score_on_conf_matrix,
          "balanced_accuracy": metrics.binary_balanced_accuracy_on_conf_matrix}
MACRO = {name: metrics.make_macro_metric_on_conf_matrix(rule, name) for name, rule in BINARY.items()}
MICRO = {name: metrics.make_micro_metric_on_conf_matrix(rule, name) for name, rule in BINARY.items()}


MOST_ROWS = 5000  # its ascent goes row by row in Python


def masks(metric, average, kept, truth, new, smooth):
    """{name: mask of the new rows}. Block coordinate ascent from probabilities, as they are and calibrated, for macro
    averages; for both averages a classifier that Frank and Wolfe's method finds on the training rows. kept, new:
    probabilities of the training rows, out of fold, and of the new rows; smooth: those of the new rows, calibrated."""
    if average == "instance":
        return {}
    measure = (MACRO if average == "macro" else MICRO)[metric]
    found = find_classifier_using_fw(truth.astype(float), kept, measure, 0, seed=0, init_classifier="top")
    out = {"xcolumns-learned": found.predict(new, seed=0)}
    if average == "macro" and len(new) <= MOST_ROWS:
        out["xcolumns"] = predict_using_bc_with_0approx(new, BINARY[metric], k=0, seed=0)
        out["xcolumns-platt"] = predict_using_bc_with_0approx(smooth, BINARY[metric], k=0, seed=0)
    return {name: np.asarray(mask).astype(np.uint8) for name, mask in out.items()}
