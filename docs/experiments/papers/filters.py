"""Filter and score as the paper has it ([Q], Tables 2 to 5): ensembles of lattices whose classes are about as frequent,
of which only negatives leave early. A row that is called positive asks all models, so the share of such rows times the
number of models is a floor for every method."""

import lattices
import numpy as np
import wald

POSITIVE = 0.5
ALPHAS = (0, 0.001, 0.0025, 0.005)
METHODS = {
    "QWYC": {"spend": "all"}, "QWYC, power:0.25": {}, "Fan, MSE (Fan*)": {"order": "mse", "bins": True},
    "random": {"order": "random", "spend": "all"}, "MSE": {"order": "mse", "spend": "all"},
    "greedy MSE": {"order": "greedy", "spend": "all"},
}
# Models asked by QWYC and by Fan*, and how many times faster both were by the clock.
PUBLISHED = {(5, True): (1.54, 2.09, 2.7, 2.0), (500, True): (237, 309, 1.8, 1.1), (5, False): (1.18, 1.20, 4.0, 3.5),
             (500, False): (234, 268, 1.8, 1.3)}


def computed(models, d, jointly):
    """The floor on the test, and of each method (alpha, disagreement, models) there."""
    before, lattices.POSITIVE = lattices.POSITIVE, POSITIVE
    try:
        made = lattices.ensemble(models, d, jointly, 1)
    finally:
        lattices.POSITIVE = before
    rows, test = (wald.CascadeScores(models).feed(scores) for scores in (made.scores, made.test))
    out = {"floor": models * float(np.mean(made.test.sum(1, dtype=float) >= made.threshold))}
    orders = {}
    for name, asked in METHODS.items():
        order = asked.get("order")
        if order in ("mse", "greedy"):  # depends on the rows alone
            if order not in orders:
                orders[order] = wald.Cascade.fit(rows, threshold=made.threshold, order=order, alpha=0).order.tolist()
            asked = {**{k: v for k, v in asked.items() if k != "order"}, "fixed_order": orders[order]}
        out[name] = []
        for alpha in ALPHAS:
            cascade = wald.Cascade.fit(rows, threshold=made.threshold, alpha=alpha, negatives_only=True, **asked)
            seen = cascade.evaluate(test)
            out[name].append((alpha, seen.disagreement, seen.mean_models))
    return out
