"""The pictures."""

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import matplotlib.ticker
import natarajan
import numpy as np
import simulation
import waegeman
from matplotlib.lines import Line2D

BLUE, RED, ORANGE, GREY, GREEN, BLACK = "#2a6f97", "#c1121f", "#e09f3e", "#6c757d", "#588157", "#000000"
METRIC_NAMES = dict(zip(natarajan.METRICS, ("F1", "Jaccard", "AM", "G-TP/PR")))


def saved(figure, path):
    plt.rcParams["svg.hashsalt"] = "wald"
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def plain_ticks(axis, values):
    axis.set_ticks(values, [f"{v:g}" for v in values])
    axis.set_minor_locator(matplotlib.ticker.NullLocator())


def regrets(found, path):
    """Curves: as printed, or what the example gives; points: the largest over all distributions."""
    figure, ax = plt.subplots(figsize=(7.6, 4.6))
    rows = (
        ("subset", "subset, printed", RED, "o", "likeliest vector (subset 0/1)"),
        (None, "independence, example", BLUE, "s", "labels assumed independent"),
        ("hamming", "hamming, example", ORANGE, "D", "labels at ½ (Hamming)"),
        ("thresholding", "thresholding, example", GREEN, "^", "best threshold of the marginals"),
        ("jaccard", None, GREY, "v", "optimum for F, judged by Jaccard"),
    )
    for points, curve, colour, marker, label in rows:
        if curve:
            m = sorted(map(int, found[curve]))
            ax.plot(m, [found[curve][str(i)] for i in m], color=colour, linewidth=1.2, label=None if points else label,
                    marker=None if points else marker, markersize=3.5)
        if points:
            m = sorted(map(int, found[points]))
            ax.plot(m, [max(found[points][str(i)], 0) for i in m], marker, color=colour, markersize=5, label=label)
    ax.axhline(0.5, color=ORANGE, linewidth=0.9, linestyle=":")
    ax.text(50, 0.505, "Hamming, as printed", color=ORANGE, ha="right", va="bottom", fontsize=8)
    ax.axhline(3 - 2 * np.sqrt(2), color=GREY, linewidth=0.9, linestyle=":")
    ax.text(50, 3 - 2 * np.sqrt(2) + 0.005, "3 − 2√2, the bound", color=GREY, ha="right", va="bottom", fontsize=8)
    ax.set(xscale="log", xlabel="labels", ylabel="regret", ylim=(-0.02, 1))
    plain_ticks(ax.xaxis, [2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50])
    ax.grid(linewidth=0.3)
    figure.legend(loc="lower center", ncol=3, fontsize=8, frameon=False)
    figure.tight_layout(rect=(0, 0.1, 1, 1))
    saved(figure, path)


def simulations(found, path):
    """Means over the models."""
    styles = dict(zip(simulation.METHODS, ((ORANGE, "D", "-"), (RED, "o", "-"), (BLUE, "s", "-"), (BLACK, "*", "-"))))
    figure, axes = plt.subplots(2, 4, figsize=(11, 5.4), sharex=True)
    for row, kind in zip(axes, simulation.KINDS):
        for i, (ax, measure) in enumerate(zip(row, simulation.MEASURES)):
            for j, (method, (colour, marker, line)) in enumerate(styles.items()):
                mean = found[kind][:, :, j, i].mean(0)
                # FM often lies on GFM: it is drawn above it, and smaller.
                ax.plot(simulation.OBSERVATIONS, mean, line, marker=marker, color=colour, linewidth=1, label=method,
                        markersize=8 if marker == "*" else 3, zorder=2 if marker == "*" else 3)
            ax.set(xscale="log")
            plain_ticks(ax.xaxis, [10, 100, 1000, 10000])
            ax.grid(linewidth=0.3)
            ax.tick_params(labelsize=8)
            better = "lower is better" if "loss" in measure else "higher is better"
            ax.set_title(f"{measure}\n({better})" if kind == "independent" else "", fontsize=9)
            if kind == "dependent":
                ax.set_xlabel("observations", fontsize=9)
        row[0].set_ylabel(f"{kind} labels", fontsize=10)
    handles, names = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, names, loc="lower center", ncol=4, fontsize=9, frameon=False)
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    saved(figure, path)


def systems(measured, path):
    """measured: set -> rows of (label, published or None, ours, its standard error, whether it is Wald's own)."""
    figure, axes = plt.subplots(1, 3, figsize=(11, 6.6), sharey=True)
    for ax, (name, best) in zip(axes, zip(waegeman.SETS, waegeman.BEST)):
        rows = measured[name]
        at = -np.arange(len(rows))
        ours, errors = np.array([r[2] for r in rows]), np.array([r[3] for r in rows])
        own = np.array([r[4] for r in rows])
        for chosen, colour in ((~own, BLUE), (own, BLACK)):
            ax.errorbar(ours[chosen], at[chosen], xerr=errors[chosen], fmt="o", color=colour, markersize=4, linewidth=1)
        published = np.array([np.nan if r[1] is None else r[1] for r in rows])
        ax.plot(published, at, "D", color=RED, markerfacecolor="none", markersize=6)
        ax.axvline(best, color=RED, linewidth=0.8, linestyle=":")
        ax.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(6, integer=True))
        ax.set_title(name, fontsize=10)
        ax.set_xlabel("instance-wise F1, %", fontsize=9)
        ax.axhline(-np.sum(~own) + 0.5, color=GREY, linewidth=0.6)
        ax.set_yticks(at, [r[0] for r in rows], fontsize=8)
        ax.grid(linewidth=0.3)
    figure.legend([Line2D([], [], marker="o", color=BLUE), Line2D([], [], marker="o", color=BLACK),
                   Line2D([], [], marker="D", color=RED, markerfacecolor="none", linestyle=""),
                   Line2D([], [], color=RED, linewidth=0.8, linestyle=":")],
                  ["Wald, with the paper's settings", "Wald's own, with its defaults", "published",
                   "best published"], loc="lower center", ncol=4, fontsize=9, frameon=False)
    figure.tight_layout(rect=(0, 0.04, 1, 1))
    saved(figure, path)


def calibration(study, path):
    """Losses against the factor on the logits, and against the penalty, means over the splits ± standard errors."""
    scaled = np.array([split["scaled"] for split in study])  # splits, scales, (raw, platt), metrics
    penalised = np.array([split["penalised"] for split in study])  # splits, penalties, rules, metrics
    n = np.sqrt(len(study))
    half = penalised[:, natarajan.PENALTIES.index(1.0), 2]
    figure, axes = plt.subplots(2, 4, figsize=(11, 5.6))
    for i, metric in enumerate(natarajan.METRICS):
        up, down = axes[:, i]
        for j, (colour, marker, label) in enumerate(((RED, "o", "exact, probabilities as they are"),
                                                     (BLUE, "s", "exact, after Platt's calibration"))):
            up.errorbar(natarajan.SCALES, scaled[:, :, j, i].mean(0), scaled[:, :, j, i].std(0, ddof=1) / n,
                        marker=marker, color=colour, linewidth=1, markersize=3.5, label=label)
        up.axhline(half[:, i].mean(), color=GREY, linewidth=1, linestyle="--")
        for j, (colour, marker, label) in enumerate((
                (RED, "o", "exact, probabilities as they are"), (BLUE, "s", "exact, after Platt's calibration"),
                (GREY, "x", "threshold ½"), (ORANGE, "D", "threshold tuned out of fold"))):
            down.errorbar(natarajan.PENALTIES, penalised[:, :, j, i].mean(0), penalised[:, :, j, i].std(0, ddof=1) / n,
                          marker=marker, color=colour, linewidth=1, markersize=3.5, label=label,
                          linestyle="--" if j == 2 else "-")
        up.set(xscale="log", yscale="log", title=METRIC_NAMES[metric])
        up.set_xlabel("factor t on the logits", fontsize=9)
        plain_ticks(up.xaxis, [0.1, 0.3, 1, 4])
        down.set(xscale="log", yscale="log")
        down.set_xlabel("C (strong penalty … weak)", fontsize=9)
        down.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())
        for ax in (up, down):
            low, high = ax.get_ylim()
            plain_ticks(ax.yaxis, [y for y in (0.08, 0.1, 0.12, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8) if low <= y <= high])
            ax.grid(linewidth=0.3)
            ax.tick_params(labelsize=8)
    axes[0, 0].set_ylabel("loss")
    axes[1, 0].set_ylabel("loss")
    handles, names = axes[1, 0].get_legend_handles_labels()
    figure.legend(handles, names, loc="lower center", ncol=4, fontsize=9, frameon=False)
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    saved(figure, path)


def top_k(found, path):
    """Ten points of the plane; the ones that the best of all 2^10 vectors takes are filled."""
    figure, axes = plt.subplots(1, 4, figsize=(11, 3.3), sharex=True, sharey=True)
    points, p = np.array(found["points"]), np.array(found["p"])
    for ax, (metric, chosen) in zip(axes, found["best"].items()):
        chosen = np.array(chosen, bool)
        ax.scatter(*points[~chosen].T, s=70, facecolors="none", edgecolors=BLUE, linewidths=1.2)
        ax.scatter(*points[chosen].T, s=70, color=BLUE)
        for probability, point in zip(p, points):
            ax.annotate(f"{probability:.2f}", point, textcoords="offset points", xytext=(0, 7), ha="center", fontsize=8)
        ax.set_title(f"{METRIC_NAMES[metric]}: the {chosen.sum()} likeliest", fontsize=10)
        ax.grid(linewidth=0.3)
        ax.set_axisbelow(True)
        ax.tick_params(labelsize=8)
        ax.margins(0.15)
    figure.tight_layout()
    saved(figure, path)
