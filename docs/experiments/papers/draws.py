"""[W14], Figure 5: F1 of classifier chains against the number of label vectors drawn for a row, drawn independently as
in the paper, and stratified. And the expected F1 that the exact plug-in states, as fitted and consistent."""

import numpy as np
import sets
import wald
import waegeman

DRAWS = (10, 50, 200, 1000)
SEEDS = 3


def edited(model, before, after):
    """The same fit with another setting, which only matters where it answers."""
    text = model.save()
    assert text.count(before) == 1
    return wald.Learner.load(text.replace(before, after))


def drawing(model, draws, independent):
    return edited(model, '"draws":1000,"most_nodes":100000,',
                  f'"draws":{draws},"most_nodes":100000,' + ('"independent":true,' if independent else ""))


def f1(model, test, seed):
    mask = np.asarray(model.decide(test.X, "f1", at_least=0, seed=seed, threads=1).mask)
    tp, k, s = (mask * test.Y).sum(1), mask.sum(1), test.Y.sum(1).astype(int)
    return float(100 * sets.of_rows(tp, k, s, test.Y.shape[1])["f1"].mean())


def chains(name):
    """How they are drawn -> draws -> F1 in percent of each seed."""
    train, test = sets.split(name)
    model = wald.Learner.fit("pcc", train.X, train.Y, **waegeman.AS_PUBLISHED, threads=1)
    return {how: {str(n): [f1(drawing(model, n, how == "independent"), test, seed) for seed in range(SEEDS)]
                  for n in DRAWS} for how in ("independent", "stratified")}


def plug_in(name):
    """Consistent or not -> F1 in percent, and the mean and the greatest expected F1."""
    train, test = sets.split(name)
    fitted, out = wald.Learner.fit("efp", train.X, train.Y, **waegeman.AS_PUBLISHED, threads=1), {}
    for consistent in (False, True):
        model = edited(fitted, '"scaler":', '"consistent":true,\n"scaler":') if consistent else fitted
        found = model.decide(test.X, "f1", threads=1)
        mask, s = np.asarray(found.mask), test.Y.sum(1).astype(int)
        f = sets.of_rows((mask * test.Y).sum(1), mask.sum(1), s, test.Y.shape[1])["f1"]
        expected = np.asarray(found.expected)
        out[str(consistent)] = [float(100 * f.mean()), float(expected.mean()), float(expected.max())]
    return out
