#!/usr/bin/env python3
"""Fits the learner that LearnerServiceTest serves: UCI's Adult, with words as 0/1 features called "column=level".

    fit.py FOLDER       FOLDER has train.csv.gz; writes income.learner.json here, and rows drawn column by column,
                        by name (income.named.jsonl), with what Python says of them (income.probabilities.json)

Needs the Python package wald, and pandas.
"""

import json
import pathlib
import sys

import numpy as np
import pandas as pd

import wald

frame = pd.read_csv(pathlib.Path(sys.argv[1]) / "train.csv.gz").drop(columns=["fnlwgt", "education"])
y = frame.pop("y").to_numpy(np.uint8)


def features(table, like=None):
    """The numbers, and for each word whether it is the column's."""
    wide = pd.get_dummies(table, prefix_sep="=", dtype=float)
    return wide if like is None else wide.reindex(columns=like, fill_value=0.0)


train = features(frame)
learner = wald.Learner.fit("lfp", train, y[:, None], c_values=[0.1], label_names=[">50K"])
pathlib.Path("income.learner.json").write_text(learner.save())

draw = np.random.default_rng(1)
drawn = frame.apply(lambda column: draw.choice(column, 40))
pathlib.Path("income.named.jsonl").write_text("".join(json.dumps(row) + "\n" for row in drawn.to_dict("records")))
said = learner.probabilities(features(drawn, train.columns))[:, 0]
pathlib.Path("income.probabilities.json").write_text(json.dumps([float(p) for p in said]) + "\n")
