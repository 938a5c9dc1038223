#!/usr/bin/env python3
"""Nodes x_q and weights w_q > 0 with |1 - s^a sum_q w_q exp(-x_q s)| <= 1e-15 on [1, R], R as great as N nodes allow.

    make_reciprocal_nodes.py POWER FIRST LAST    prints the rows of N = FIRST ... LAST; POWER a is 1 or 0.5

core/numeric/special/reciprocal_nodes.inc is made of its output. Needs mpmath; takes some minutes.

For each N the nodes follow a path in R. It starts at R = 1, where they are those of Gauss and Laguerre, which meet
s^-a to order 2N at one point; on the path they meet it at 2N Chebyshev points of log s; and at the end of the path
Remez's exchange levels the 2N + 1 extremes of the error.
"""
import sys

from mpmath import mp, mpf, matrix, lu_solve, exp, log, cos, pi

POWER = mpf(1)
EPS = mpf(2) ** -52


def gauss_laguerre(count):
    """Golub and Welsch's problem is symmetric tridiagonal; mpmath has its solution."""
    jacobi = matrix(count, count)
    for i in range(count):
        jacobi[i, i] = 2 * i + POWER
        if i:
            jacobi[i, i - 1] = jacobi[i - 1, i] = (i * (i + POWER - 1)) ** mpf("0.5")
    values, vectors = mp.eigsy(jacobi)
    return [values[i] for i in range(count)], [vectors[0, i] ** 2 for i in range(count)]


def error(nodes, s):
    return 1 - s**POWER * sum(w * exp(-x * s) for x, w in nodes)


def newton(nodes, points, signs):
    """Nodes whose error at points[j] is signs[j] * level; without signs level is 0 and there is one point less."""
    count = len(nodes)
    level = mpf(0)
    for step in range(60):
        size = len(points)
        jacobian, residual = matrix(size, size), matrix(size, 1)
        for j, s in enumerate(points):
            total = mpf(0)
            for q, (x, w) in enumerate(nodes):
                term = s**POWER * w * exp(-x * s)
                total += term
                jacobian[j, q] = -x * s * term  # by log x
                jacobian[j, count + q] = term  # by log w
            if signs:
                jacobian[j, size - 1] = signs[j]
            residual[j] = 1 - total - (signs[j] * level if signs else 0)
        delta = lu_solve(jacobian, residual)
        largest = max(abs(delta[q]) for q in range(2 * count))
        if largest > 2:
            return None
        nodes = [(x * exp(delta[q]), w * exp(delta[count + q])) for q, (x, w) in enumerate(nodes)]
        if signs:
            level += delta[size - 1]
        if largest < mpf(10) ** -25:
            return nodes
    return None


def chebyshev(count, ratio):
    return [exp(log(ratio) * (1 - cos(pi * (2 * j + 1) / (2 * count))) / 2) for j in range(count)]


def extremes(nodes, points, ratio):
    """Where the error is greatest between its zeros, by golden section, and at both ends."""
    golden = (mpf(5) ** 0.5 - 1) / 2
    out = [mpf(1)]
    for a, b in zip(points, points[1:]):
        for _ in range(22):
            c, d = b - golden * (b - a), a + golden * (b - a)
            if abs(error(nodes, c)) > abs(error(nodes, d)):
                b = d
            else:
                a = c
        out.append((a + b) / 2)
    return out + [ratio]


def worst(nodes, points, ratio):
    middles = [(a * b) ** mpf("0.5") for a, b in zip(points, points[1:])]
    return max(abs(error(nodes, s)) for s in [mpf(1), ratio] + middles)


def level_of(nodes, points, ratio):
    top = extremes(nodes, points, ratio)
    return max(abs(error(nodes, s)) for s in top), top


def exchanged(nodes, ratio, zeros):
    for _ in range(4):
        high, top = level_of(nodes, zeros, ratio)
        low = min(abs(error(nodes, s)) for s in top)
        if high < low * mpf("1.05"):
            break
        signs = [1 if error(nodes, top[0]) > 0 else -1]
        for _ in top[1:]:
            signs.append(-signs[-1])
        better = newton(nodes, top, signs)
        if better is None:
            break
        nodes = better
        zeros = [bisect(nodes, a, b) for a, b in zip(top, top[1:])]
    return nodes, level_of(nodes, zeros, ratio)[0], zeros


def bisect(nodes, a, b):
    positive = error(nodes, a) > 0
    for _ in range(60):
        c = (a + b) / 2
        if (error(nodes, c) > 0) == positive:
            a = c
        else:
            b = c
    return (a + b) / 2


def path(count):
    """The greatest R on a path of small steps, and its nodes."""
    mp.dps = 60 + 5 * count
    y, w = gauss_laguerre(count)
    log_ratio = mpf("0.02") * count if count > 7 else mpf("0.02")
    centre = exp(log_ratio / 2)
    nodes = [(a / centre, b * exp(a) / centre**POWER) for a, b in zip(y, w)]
    nodes = newton(nodes, chebyshev(2 * count, exp(log_ratio)), None)
    before = None
    step = mpf("0.02")
    best = nodes, log_ratio
    while step > mpf("0.002"):
        guess = nodes
        if before:
            t = step / (log_ratio - before[1])
            guess = [(x * (x / bx) ** t, u * (u / bu) ** t) for (x, u), (bx, bu) in zip(nodes, before[0])]
        ratio = exp(log_ratio + step)
        points = chebyshev(2 * count, ratio)
        found = newton(guess, points, None)
        if found is None or worst(found, points, ratio) > 4 * EPS:
            step /= 2
            continue
        before = nodes, log_ratio
        nodes, log_ratio = found, log_ratio + step
        step = min(step * mpf("1.5"), mpf("0.4"))
    # The exchange lowers the error several times.
    ratio = exp(log_ratio)
    nodes, high, zeros = exchanged(nodes, ratio, chebyshev(2 * count, ratio))
    return nodes, ratio, high


def main():
    global POWER
    POWER = mpf(sys.argv[1])
    for count in range(int(sys.argv[2]), int(sys.argv[3]) + 1):
        nodes, ratio, high = path(count)
        print("//", count, "nodes: R =", mp.nstr(ratio, 8), "error", mp.nstr(high, 3), flush=True)
        for x, w in nodes:
            print("    {%s, %s}," % (mp.nstr(x, 20), mp.nstr(w, 20)))


if __name__ == "__main__":
    main()
