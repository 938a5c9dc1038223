"""How costs grow: exponents fitted to the times of bench-growth, and their picture.

The exponent of an algorithm is the slope of log time against log n, by least squares over its last decade of n.
"""
import collections
import math
import shutil
import statistics
import subprocess


def series(rounds):
    """(metric, algorithm) -> [(n, median seconds)], ascending, of the names growth/<metric>/<algorithm>/<n>."""
    times = collections.defaultdict(list)
    for measured in rounds:
        for name, entry in measured.items():
            group, *rest = name.split("/")
            if group == "growth":
                metric, algorithm, n = rest
                times[metric, algorithm, int(n)].append(entry["time"] * 1e-9)
    out = collections.defaultdict(list)
    for (metric, algorithm, n), values in sorted(times.items()):
        out[metric, algorithm].append((n, statistics.median(values)))
    return dict(out)


def exponent(points):
    """The slope over the last decade, or None if fewer than two points lie in it."""
    last = [(math.log(n), math.log(t)) for n, t in points if n * 10 >= points[-1][0]]
    if len(last) < 2:
        return None
    x0, y0 = (statistics.fmean(column) for column in zip(*last))
    return sum((x - x0) * (y - y0) for x, y in last) / sum((x - x0) ** 2 for x, _ in last)


def rows(found):
    for (metric, algorithm), points in found.items():
        slope = exponent(points)
        yield (metric, algorithm, points[-1][0], points[-1][1], slope)


def draw(found, path):
    """An SVG by gnuplot; False if there is no gnuplot."""
    if not shutil.which("gnuplot"):
        return False
    dashes = {"f1": 1, "jaccard": 4, "gmean": 2, "yardstick": 3}
    script = [
        'set terminal svg size 860,600 font "sans,13" background rgb "white"',
        f'set output "{path}"',
        "set logscale xy",
        'set format x "10^{%T}"',
        'set format y "10^{%T}"',
        'set xlabel "number of labels n"',
        'set ylabel "seconds a decision"',
        "set key outside right",
        "set grid lw 0.5",
        "set yrange [1e-7:10]",
    ]
    plots = []
    for number, ((metric, algorithm), points) in enumerate(found.items()):
        data = "\n".join(f"{n} {t:.9g}" for n, t in points)
        script.append(f"$d{number} << EOD\n{data}\nEOD")
        title = "std::sort" if metric == "yardstick" else f"{metric}: {algorithm}".replace("_", "\\\\_")
        plots.append(f'$d{number} with linespoints dt {dashes.get(metric, 1)} pt {number % 8 + 4} ps 0.5 lw 1.6 '
                     f'title "{title}"')
    script.append("plot " + ", \\\n ".join(plots))
    subprocess.run(["gnuplot"], input="\n".join(script) + "\n", text=True, check=True)
    return True
