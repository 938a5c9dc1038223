#!/usr/bin/env python3
"""Writes the seeds of corpus/ that are not findings: small inputs that reach every branch of the readers."""

import random
from pathlib import Path

from command_seeds import command_seeds

HEAD = '{"wald":"estimator","version":1,"kind":'
LOAD = {
    "independent": HEAD + '"independent","labels":3,"probabilities":[\n0.5,\n0,\n1\n]}\n',
    "categorical": HEAD + '"categorical","labels":3,"probabilities":[\n0.5,\n0.25,\n0.125\n]}\n',
    "joint": HEAD + '"joint","labels":4,"vectors":[\n[1,[]],\n[0.25,[0,3]],\n[2.5,[1,2,3]]\n]}\n',
    "counts": HEAD + '"counts","labels":2,"fed":1,"weight":[2,0],"p_zero":[1,0],\n"sizes":[\n[1,0.75,0],\n[2,0.25,0]\n],\n'
                     '"cells":[\n[0,1,0.5,0],\n[0,2,0.25,0],\n[1,1,0.25,0],\n[1,2,0.25,0]\n]}\n',
    "counts-without-sizes": HEAD + '"counts","labels":2,"fed":1,"weight":[1,0],"p_zero":[0.5,0],\n"sizes":null,\n'
                                   '"cells":[\n[0,1,0.5,0]\n]}\n',
    "empty-joint": HEAD + '"joint","labels":2147483647,"vectors":[\n]}\n',
    "empty-counts": HEAD + '"counts","labels":1,"fed":0,"weight":[0,0],"p_zero":[0,0],\n"sizes":[\n],\n"cells":[\n]}\n',
    "nothing": "",
    "deep": "[" * 2000,
    "deep-objects": '{"a":' * 500 + "1" + "}" * 500,
    "numbers": HEAD + '"independent","labels":5,"probabilities":[1e-320,0.1e1,5E-1,-0,1e-5]}',
    "duplicate-key": HEAD + '"independent","labels":1,"labels":1,"probabilities":[0.5]}',
    "impossible-counts": HEAD + '"counts","labels":2,"fed":1,"weight":[1,0],"p_zero":[0.9,0],"sizes":[[1,0.9,0],[2,0.9,0]],'
                                '"cells":[[0,1,1,0],[0,2,1,0]]}',
}
ROWS = '{"wald":"sample","version":1,"scores":'
SAMPLE = {
    "one": ROWS + '1,"rule":"or","rated_from":["-inf"],"negatives":[[0.5],[0.25,2]],"positives":[[0.75],["-inf",0.5]],"unrated":[]}',
    "two": ROWS + '2,"rule":"and","rated_from":["-inf",0.1],"negatives":[["-inf",0.25,2.5]],"positives":[[0.5,1e308],[1,1]],'
                  '"unrated":[[0.75,1]]}',
    "three": ROWS + '3,"rule":"or","rated_from":["-inf","-inf","-inf"],"negatives":[[1,2,3],[3,2,1]],'
                    '"positives":[[2,2,2],[0,5,0],[4,0,1]],"unrated":[]}',
    "empty": ROWS + '64,"rule":"or","rated_from":[' + ",".join(["0"] * 64) + '],"negatives":[],"positives":[],"unrated":[]}',
    "names": '{"wald":"sample","version":1,"names":["a","b"],"scores":2,"rule":"or","rated_from":[0,0],"negatives":[],'
             '"positives":[[1,1]],"unrated":[]}',
    "too-few-names": '{"wald":"sample","version":1,"names":["a"],"scores":2,"rule":"or","rated_from":[0,0],"negatives":[],'
                     '"positives":[[1,1]],"unrated":[]}',
    "nothing": "",
    "deep": "[" * 2000,
    "a-negative-weight": ROWS + '1,"rule":"or","rated_from":[0],"negatives":[[1,-1]],"positives":[[1]],"unrated":[]}',
    "large-weights": ROWS + '1,"rule":"or","rated_from":["-inf"],"negatives":[[1,1e308],[2,1e308]],"positives":[[1,1e308]],"unrated":[]}',
    "tiny-weights": ROWS + '1,"rule":"or","rated_from":["-inf"],"negatives":[[1,5e-324]],"positives":[[1,1e-320],[2,1]],"unrated":[]}',
}
CASCADE_HEAD = '{"wald":"cascade","version":1,"models":2,"classes":'
NO_FINDINGS = '"costs":[1,"inf"],"findings":{},"positions":'
TREES = ('{"wald":"trees","version":1,"features":2,"outputs":1,"leaf_width":1,"trees_per_model":1,"float_features":false,'
         '"summation":"float32","base":[0.5],"trees":[{"output":0,"nodes":[["<=",0,0.5,1,2,"left"],[1],[-1]]},'
         '{"output":0,"nodes":[["in",1,[0,3],2,1,"right"],[0.25],["<",0,"inf",3,4,"zero-left"],[2],[-0.5]]}]}')
CASCADE = {
    "plain": CASCADE_HEAD + '1,"threshold":0.5,"exponent":4,"negatives_only":false,' + NO_FINDINGS
             + '[[1,-0.5,0.75,0.25],[0,0.5,0.5,0]]}',
    "classes": CASCADE_HEAD + '3,"threshold":0,"exponent":2,"negatives_only":false,"names":["a","b"],' + NO_FINDINGS
               + '[[0,null,0.75,0.25],[1,null,0,0]]}',
    "bins": CASCADE_HEAD + '1,"threshold":0,"exponent":4,"negatives_only":true,"bin_width":0.25,' + NO_FINDINGS
            + '[[1,null,null,0.25,[[-2,-0.25,null],[0,null,0.5]]],[0,0,0,0,[]]]}',
    "findings": CASCADE_HEAD + '1,"threshold":0,"exponent":4,"negatives_only":false,"costs":[1,1],"findings":{"alpha":0.1,'
                '"spreads":"inf","in_sample":{"rows":4,"weight":4.5,"disagreement":0,"mean_models":1.5,"mean_cost":1.5,'
                '"stops":[0.5,0.5]}},"positions":[[0,null,null,0],[1,0,0,0]]}',
    "with-trees": CASCADE_HEAD + '1,"threshold":0,"exponent":4,"negatives_only":false,' + NO_FINDINGS
                  + '[[1,null,0.75,0.25],[0,0,0,0]],"trees":' + TREES + '}',
    "trees": TREES,
    "a-circle": TREES.replace('["<",0,"inf",3,4,"zero-left"]', '["<",0,"inf",2,4,"zero-left"]'),
    "crossing": CASCADE_HEAD + '1,"threshold":0,"exponent":4,"negatives_only":false,' + NO_FINDINGS
                + '[[1,1,0.5,0.25],[0,0,0,0]]}',
    "nothing": "",
    "deep": "[" * 2000,
}
METRIC = ["f1", "fbeta:0.5", "fbeta:1000", "jaccard", "balanced_accuracy", "gmean", "hmean", "fowlkes_mallows",
          "noisy_or", "hamming", "accuracy",
          "subset_accuracy", "precision", "recall", "specificity", "npv", "informedness", "markedness", "mcc", "kappa",
          "cost:1:5",
          "cost:0:1e-300", "lf:0:2:0:0/0:0:1:1", "lf:0:1:0:0/0.5:0:0.25:0.25", "lf:1:-1:0:0/1:0:0:0",
          "lf:0:1:0:0/0:-1:1:1", "lf:1:2:-1:-1/1:0:0:0", "lf:0:1:0:0/1:0:-0.5:-0.4999999", "lf:1e308:1e308:0:0/1e308:1e308:0:0",
          "lf:1:0:0:0/1:0:-1:0", "f1:1", "fbeta:", "lf:/", "cost:1:2:3", "\xe9"]
# metric, flags, kind, n - 1, then what the flags ask for, then numbers
DECIDE = {
    "independent": [0, 1, 0, 4, 200, 100, 150, 90, 255],
    "independent-zeros-and-ones": [3, 1, 0, 4, 20, 35, 150, 20, 35],
    "independent-constrained": [7, 7, 0, 5, 1, 2, 200, 100, 150, 90, 255, 80],
    "independent-tiny": [5, 1, 0, 2, 41, 200, 41, 250, 41, 3],
    "independent-nan": [5, 1, 0, 2, 0, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1, 100, 100],
    "categorical": [4, 0, 1, 3, 200, 100, 150, 90],
    "categorical-constrained": [11, 3, 1, 3, 2, 200, 100, 150, 90],
    "joint": [3, 1, 2, 4, 3, 0b10101, 200, 0b00111, 100, 0, 90, 0b11000, 255],
    "joint-at-least": [0, 3, 2, 4, 3, 3, 0b10101, 200, 0b00111, 100, 0, 90, 0b11000, 255],
    "joint-ascent": [3, 9, 2, 4, 14, 3, 0b10101, 200, 0b00111, 100, 0, 90, 0b11000, 255],
    "counts": [4, 1, 3, 4, 3, 0b10101, 200, 0b00111, 100, 0, 90, 0b11000, 255],
    "counts-at-least": [1, 3, 3, 4, 2, 3, 0b10101, 200, 0b00111, 100, 0, 90, 0b11000, 255],
    "by-lewis": [0, 9, 0, 4, 6, 200, 100, 150, 90, 255],
    "by-first-rise": [0, 9, 0, 4, 8, 250, 150, 150, 90, 255],
}


def main():
    corpus = Path(__file__).resolve().parent / "corpus"
    seeds = [("load", name, text.encode()) for name, text in LOAD.items()]
    seeds += [("sample", name, text.encode()) for name, text in SAMPLE.items()]
    seeds += [("cascade", name, text.encode()) for name, text in CASCADE.items()]
    seeds += [("metric", f"{i:02}", name.encode()) for i, name in enumerate(METRIC)]
    seeds += [("decide", name, bytes(values)) for name, values in DECIDE.items()]
    # Sessions are bytes that choose calls: any will do.
    seeds += [("session", f"{i:02}", random.Random(i).randbytes(1500)) for i in range(16)]
    seeds += [("forms", f"{i:02}", random.Random(100 + i).randbytes(800)) for i in range(21)]
    seeds += [("detections", f"{i:02}", random.Random(200 + i).randbytes(40 + 20 * i)) for i in range(12)]
    seeds += [("command", name, data) for name, data in command_seeds()]
    for folder, name, data in seeds:
        (corpus / folder).mkdir(parents=True, exist_ok=True)
        (corpus / folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
