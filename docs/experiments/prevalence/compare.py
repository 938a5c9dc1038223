"""A classifier of the adult census, fitted at 24 % positives and used from 2 to 75 %, beside quapy and abstention; and how
often certificates at another prevalence break.

  compare.py OUTPUT CACHE
"""

import os
import pathlib
import sys
import warnings

import numpy as np
import pandas as pd
import wald

PREVALENCES = (0.02, 0.05, 0.1, 0.24, 0.5, 0.75)
SAMPLES, ROWS = 30, 2000


def f1(y, flagged):
    tp = np.sum(y & flagged)
    return 2 * tp / max(1, y.sum() + flagged.sum())


def probabilities():
    """The truth and LightGBM's probabilities of calibration rows and of test rows."""
    import lightgbm

    folder = pathlib.Path(os.environ["WALD_DATA"]) / "adult"
    train, test = (pd.read_csv(folder / f"{name}.csv.gz") for name in ("train", "test"))
    label = train.columns[-1]
    texts = [name for name in train.columns[:-1] if not pd.api.types.is_numeric_dtype(train[name])]
    both = pd.concat([train, test])
    for name in texts:
        both[name] = both[name].astype("category")
    x, y = both.drop(columns=label), both[label].astype(str).str.contains(">50K|^1", regex=True).to_numpy()
    n = len(train)
    fitted = np.random.default_rng(0).random(n) < 2 / 3
    model = lightgbm.LGBMClassifier(n_estimators=200, learning_rate=0.05, verbose=-1, n_jobs=1, random_state=0)
    model.fit(x[:n][fitted], y[:n][fitted])
    held_out = model.predict_proba(x[:n][~fitted])[:, 1]
    return y[:n][~fitted], held_out, y[n:], model.predict_proba(x[n:])[:, 1]


def rivals(known, raw_known, raw):
    """Estimates and posteriors of quapy's EMQ and abstention's EM, both after bias-corrected temperature scaling."""
    from abstention.calibration import TempScaling
    from abstention.label_shift import EMImbalanceAdapter
    from quapy.method.aggregative import EMQ

    two = np.column_stack([1 - raw_known, raw_known])
    hot = np.column_stack([~known, known]).astype(float)
    calibrator = TempScaling(verbose=False, bias_positions="all")(two, hot, posterior_supplied=True)

    def both(p):
        cells = np.column_stack([1 - p, p])
        emq = EMQ.EM(np.array([1 - known.mean(), known.mean()]), calibrator(cells), epsilon=1e-6)
        adapter = EMImbalanceAdapter(calibrator_factory=TempScaling(verbose=False, bias_positions="all"))
        adapt = adapter(valid_labels=hot, tofit_initial_posterior_probs=cells, valid_posterior_probs=two)
        return emq[0][1], emq[1][:, 1], adapt(cells)[:, 1]

    return both(raw)


def adult(output):
    known, raw_known, truth, raw = probabilities()
    platt = wald.Calibration.fit("platt", known, raw_known)
    p_known, p = platt.apply(raw_known), platt.apply(raw)
    from_prior = known.mean()
    tuned = wald.choose_threshold(known, p_known, metric="f1").thresholds[0]
    names = ("cut at 1/2", "tuned at 24 %", "decided, not adapted", "adapted, prevalence known", "adapted, estimated",
             "quapy, cut at 1/2", "abstention, cut at 1/2", "quapy, then decided", "best threshold in hindsight")
    random = np.random.default_rng(1)
    rows, estimates, covered = [], [], []
    for share in PREVALENCES:
        values, found, inside = [], [], []
        for _ in range(SAMPLES):
            positives = round(share * ROWS)
            at = np.r_[random.choice(np.flatnonzero(truth), positives), random.choice(np.flatnonzero(~truth), ROWS - positives)]
            y, q = truth[at], p[at]
            estimate = wald.estimate_prevalence(q, training_prior=from_prior)
            few = random.choice(len(known), 2000, replace=False)
            sampled = wald.estimate_prevalence(raw[at], calibration_truth=known[few], calibration_probabilities=raw_known[few],
                                               bootstrap=100, seed=len(found)) if len(found) < 15 else None

            def moved(prior, q=q):
                return wald.Calibration.adapt(q, [from_prior], [prior])

            def decided(q):
                return wald.decide(q, "f1").mask.astype(bool)

            emq, posterior, shifted = rivals(known, raw_known, raw[at])
            order = np.argsort(-q)
            tp = np.cumsum(y[order])
            values.append([f1(y, q >= 0.5), f1(y, q >= tuned), f1(y, decided(q)), f1(y, decided(moved(y.mean()))),
                           f1(y, decided(moved(estimate.prior[0]))), f1(y, posterior >= 0.5), f1(y, shifted >= 0.5),
                           f1(y, decided(np.clip(posterior, 0, 1))), np.max(2 * tp / (y.sum() + np.arange(1, ROWS + 1)))])
            found.append([estimate.prior[0], emq, shifted.mean()])
            inside.append([estimate.low[0] <= share <= estimate.high[0],
                           np.nan if sampled is None else sampled.low[0] <= share <= sampled.high[0]])
        rows.append(100 * np.mean(values, axis=0))
        estimates.append((np.mean(found, axis=0), np.std(found, axis=0), np.abs(np.array(found) - share).mean(0)))
        covered.append(np.nanmean(np.array(inside, float), axis=0))
        print(share, rows[-1].round(1), estimates[-1][2].round(4), flush=True)
    lines = ["F1 of the positive class, in percent:", "", "| prevalence in use | " + " | ".join(names) + " |",
             "|---" * (len(names) + 1) + "|"]
    lines += [f"| {share:.0%} | " + " | ".join(f"{value:.1f}" for value in row) + " |" for share, row in zip(PREVALENCES, rows)]
    lines += ["", "Estimated prevalences (mean ± standard deviation over the samples; mean absolute error), and how often the 95 % "
              "limits hold the prevalence:", "",
              "| prevalence | Wald | quapy | abstention | error: Wald | quapy | abstention | profile likelihood | bootstrap |",
              "|---" * 9 + "|"]
    for share, (mean, spread, error), inside in zip(PREVALENCES, estimates, covered):
        shown = " | ".join(f"{m:.3f} ± {s:.3f}" for m, s in zip(mean, spread))
        lines.append(f"| {share:.0%} | {shown} | " + " | ".join(f"{e:.4f}" for e in error) + " | "
                     + " | ".join(f"{c:.0%}" for c in inside) + " |")
    picture(output, np.array(rows), names)
    return lines


def picture(output, rows, names):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "prevalence"
    figure, axes = pyplot.subplots(figsize=(7, 3.6))
    at = np.arange(len(PREVALENCES))
    for name, label, style in (("best threshold in hindsight", "best threshold in hindsight", "k:"),
                               ("adapted, estimated", "adapted, prevalence estimated", "C0o-"),
                               ("cut at 1/2", "cut at 1/2", "C1s-"), ("tuned at 24 %", "threshold tuned at 24 %", "C2^-"),
                               ("decided, not adapted", "decided, not adapted", "C3v-")):
        axes.plot(at, rows[:, names.index(name)], style, label=label)
    axes.set_xticks(at, [f"{share:.0%}" for share in PREVALENCES])
    axes.set_xlabel("prevalence in use (24 % in training)")
    axes.set_ylabel("F1, %")
    axes.legend(frameon=False, fontsize=8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    figure.savefig(output / "f1.svg", metadata={"Date": None})


def certificates(samples=10_000):
    """Populations of 12 scores; samples of 400 rows with 30 % positives, drawn as they come or so many by design."""
    random = np.random.default_rng(2)
    lines = ["", "Certificates at delta = 0.1, of 10,000 samples each: how many are given, and how many of all are broken:", "",
             "| prevalence | limit | positives in the sample | certified | broken |", "|---|---|---|---|---|"]
    grid = (np.arange(12) + 0.5) / 12
    for share in (0.02, 0.6):
        for limit in ("min_precision", "max_alert_rate", "min_recall"):
            masses = [(0.3 + random.random(12)) * shape for shape in (1.05 - grid, 0.1 + grid**2)]
            masses = [each / each.sum() for each in masses]
            fpr, tpr = (np.cumsum(each[::-1])[::-1] for each in masses)
            precision, alerts = share * tpr / (share * tpr + (1 - share) * fpr), share * tpr + (1 - share) * fpr
            # What the sixth score breaks by a fiftieth, or the eighth for recall.
            bound = {"min_precision": 1.02 * precision[5], "max_alert_rate": 0.98 * alerts[5], "min_recall": 1.02 * tpr[7]}[limit]
            for design in (False, True):
                given = broken = 0
                for seed in range(samples):
                    y = np.arange(400) < (120 if design else random.binomial(400, 0.3))
                    s = np.where(y, random.choice(12, 400, p=masses[1]), random.choice(12, 400, p=masses[0]))
                    found = wald.choose_threshold(y, s.astype(float), prevalence=share, certify=0.9, seed=seed, **{limit: bound})
                    if not found.certified:
                        continue
                    given += 1
                    at = min(int(np.ceil(found.thresholds[0])), 11)
                    broken += {"min_precision": precision[at] < bound, "max_alert_rate": alerts[at] > bound,
                               "min_recall": tpr[at] < bound}[limit]
                lines.append(f"| {share:.0%} | {limit} {bound:.3f} | {'120' if design else 'as drawn'} | {given / samples:.1%} | "
                             f"{broken / samples:.2%} |")
                print(lines[-1], flush=True)
    return lines


def main():
    warnings.filterwarnings("ignore")
    output = pathlib.Path(sys.argv[1])
    lines = adult(output) if "adult" not in os.environ.get("WALD_SKIP", "") else []
    lines += certificates(int(os.environ.get("WALD_SAMPLES", 10_000)))
    (output / "results.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
