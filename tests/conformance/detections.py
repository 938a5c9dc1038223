"""Cases of detections: COCO's greedy matching, by a loop over all truths with overlaps as fractions."""

import random
from fractions import Fraction


def overlap(detection, truth, crowd):
    """The intersection's share of the union, or of the detection if the truth is a crowd."""
    axes = [(0, 2), (1, 3)] if len(detection) == 4 else [(0, 1)]

    def end(region, low, high):  # a box has sizes, a span has its end
        return region[low] + region[high] if len(region) == 4 else region[high]

    both, own, other = Fraction(1), Fraction(1), Fraction(1)
    for low, high in axes:
        both *= max(Fraction(0), min(end(detection, low, high), end(truth, low, high)) - max(detection[low], truth[low]))
        own *= end(detection, low, high) - detection[low]
        other *= end(truth, low, high) - truth[low]
    whole = own if crowd else own + other - both
    return both / whole if both > 0 else Fraction(0)


def matched(truths, crowds, detections, scores, least):
    """1, 0 or "nan" of each detection, which are taken from the highest score on, of equal ones in their order."""
    free, out = set(range(len(truths))), [0] * len(detections)
    least = min(Fraction(least), 1 - Fraction(1, 10**10))
    for i in sorted(range(len(detections)), key=lambda i: -scores[i]):
        place, *region = detections[i]
        for kind in (0, 1):  # a truth before a crowd
            shares = {j: overlap(region, truths[j][1:], kind) for j in free if truths[j][0] == place and crowds[j] == kind}
            shares = {j: share for j, share in shares.items() if float(share) >= least}
            if shares:
                best = max(shares, key=lambda j: (shares[j], j))
                out[i] = "nan" if kind else 1
                if not kind:
                    free.remove(best)
                break
    return out


def detection_cases(case, error):
    rng = random.Random(20261201)
    for i in range(60):
        boxes, n, m = i % 3 != 2, rng.randrange(9), rng.randrange(12)

        def region():
            place = rng.randrange(2) - 1
            if boxes:
                return [place, *(rng.randrange(3) for _ in range(2)), *(rng.randrange(4) for _ in range(2))]
            start = rng.randrange(3)
            return [place, start, start + rng.randrange(4)]

        truths, detections = [region() for _ in range(n)], [region() for _ in range(m)]
        crowds = [int(rng.random() < 0.25) for _ in truths]
        scores = [rng.randrange(5) / 4 for _ in detections]
        least = rng.choice([0.5, 0.25, 1 / 3, 0.75, 1.0])
        if not truths or not detections:  # a table without rows has no columns here
            truths, crowds, detections, scores = [[0, 0, 2]], [0], [[0, 0, 2]], [0.5]
        case("thresholds", f"matched {'boxes' if len(truths[0]) == 5 else 'spans'} {i}", "match_detections", tolerance=0,
             truths=truths, crowds=crowds, detections=detections, scores=scores, min_overlap=least,
             expect={"matched": matched(truths, crowds, detections, scores, least)})
    given = {"truths": [[0, 0, 2]], "crowds": [0], "detections": [[0, 0, 2]], "scores": [0.5], "min_overlap": 0.5}
    for name, change, message in (
        ("an overlap of nothing", {"min_overlap": 0}, "min_overlap is 0: must lie in (0, 1]"),
        ("an overlap above 1", {"min_overlap": 1.5}, "min_overlap is 1.5: must lie in (0, 1]"),
        ("a span that ends before it starts", {"detections": [[0, 3, 2]]},
         "detections[0][2] is 2: must be at least the start of its span"),
        ("half a crowd", {"crowds": [0.5]}, "crowds[0] is 0.5: must be 0 or 1"),
    ):
        error(f"match_detections: {name}", "match_detections", "ARGUMENT", message, "threshold_errors", **{**given, **change})
