"""The pictures."""

import matplotlib

matplotlib.use("svg")
import decided
import matplotlib.pyplot as plt
import plan

BLUE, RED, ORANGE, GREY, GREEN = "#2a6f97", "#c1121f", "#e09f3e", "#6c757d", "#588157"


def saved(figure, path):
    plt.rcParams["svg.hashsalt"] = "wald"
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def headline(found, path):
    """F1 by instance of the same probabilities by each rule."""
    shown = (  # name in the table, name for readers, colour
        ("at ½", "cut at ½", GREY),
        ("a threshold a label, scikit-learn", "one threshold per label, scikit-learn", ORANGE),
        ("one tuned threshold, the likeliest where none", "one tuned threshold, at least one label", RED),
        ("BOOMER, its GFM", "BOOMER", GREEN),
        ("Wald, calibrated", "Wald", "#89c2d9"),
        (f"`{decided.RECIPES[-1]}`, calibrated", "Wald, learning which labels go together", BLUE),
    )
    figure, ax = plt.subplots(figsize=(7.6, 4.2))
    for i, (name, label, colour) in enumerate(shown):
        for j, s in enumerate(plan.SMALL):
            value = found[s].get(name)
            if value is not None:
                ax.bar(j + (i - 2.5) * 0.14, 100 * value, 0.13, color=colour, label=label if j == 0 else None)
                ax.text(j + (i - 2.5) * 0.14, 100 * value + 0.8, f"{100 * value:.0f}", ha="center", fontsize=7)
    ax.set_xticks(range(len(plan.SMALL)), plan.SMALL)
    ax.set(ylabel="F1 on test rows, %", ylim=(0, 100))
    ax.grid(axis="y", linewidth=0.3)
    ax.set_axisbelow(True)
    figure.legend(loc="lower center", ncol=2, fontsize=8, frameon=False)
    figure.tight_layout(rect=(0, 0.16, 1, 1))
    saved(figure, path)


def spoilt(found, path):
    """F1 against temperature and shift."""
    figure, axes = plt.subplots(2, 3, figsize=(7.6, 4.8), sharex="row")
    for j, s in enumerate(plan.SMALL):
        for i, what in enumerate(("temperature", "shift")):
            ax, curve = axes[i][j], found[s] or {}
            keys = [k for k in curve if k.startswith(what)]
            x = [float(k.split()[1]) for k in keys]
            for name, colour, label in (
                ("half", GREY, "at ½"),
                ("wald", RED, "Wald"),
                ("mended", BLUE, "Wald, calibrated"),
            ):
                ax.plot(
                    x,
                    [100 * curve[k][f"{name} instance"] for k in keys],
                    "o-",
                    color=colour,
                    markersize=3,
                    linewidth=1.2,
                    label=label if i == j == 0 else None,
                )
            if what == "temperature":
                ax.set_xscale("log")
                ax.set_xticks([0.3, 1, 3], ["0.3", "1", "3"])
                ax.minorticks_off()
                ax.set_title(s, fontsize=9)
            ax.set_xlabel("log-odds times" if what == "temperature" else "log-odds plus", fontsize=8)
            ax.grid(linewidth=0.3)
            ax.tick_params(labelsize=8)
    axes[0][0].set_ylabel("F1 by instance, %", fontsize=8)
    axes[1][0].set_ylabel("F1 by instance, %", fontsize=8)
    figure.legend(loc="lower center", ncol=3, fontsize=8, frameon=False)
    figure.tight_layout(rect=(0, 0.06, 1, 1))
    saved(figure, path)


def beforehand(found, path):
    """Gain realised against gain promised, in points."""
    figure, axes = plt.subplots(1, 2, figsize=(7.6, 3.8), sharex=True, sharey=True)
    for ax, name, title in zip(axes, ("wald", "calibrated"), ("probabilities as they are", "calibrated")):
        for sure, colour, label in ((True, BLUE, "beyond two standard errors"), (False, GREY, "within")):
            mine = [x for x in found if x[4] == name and (x[7] != "undetermined") == sure]
            ax.plot(
                [100 * x[5] for x in mine],
                [100 * x[8] for x in mine],
                "o",
                color=colour,
                markersize=3,
                alpha=0.7,
                label=label if name == "wald" else None,
            )
        ax.plot((0, 1, 40), (0, 1, 40), color=GREY, linewidth=0.7, linestyle=":")
        ax.axhline(0, color=GREY, linewidth=0.7)
        ax.set_xscale("symlog", linthresh=1)
        ax.set_yscale("symlog", linthresh=1)
        ax.set_xlim(-0.2, 50)
        ax.set_xticks([0, 1, 10], ["0", "1", "10"])
        ax.set_yticks([-10, -1, 0, 1, 10], ["−10", "−1", "0", "1", "10"])
        ax.minorticks_off()
        ax.set_title(title, fontsize=9)
        ax.set_xlabel("gain promised, points")
        ax.grid(linewidth=0.3)
    axes[0].set_ylabel("gain realised, points")
    figure.legend(loc="lower center", ncol=2, fontsize=8, frameon=False)
    figure.tight_layout(rect=(0, 0.08, 1, 1))
    saved(figure, path)
