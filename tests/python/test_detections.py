"""Detections: matching, the readers of COCO, BIO and span files with their errors, thresholds per class."""

import json
import random

import numpy as np
import pytest
import wald
from wald import ArgumentError, FormatError, UnsupportedError
from wald.detections import read_bio, read_coco, read_spans

IMAGES = [{"id": 1}, {"id": 2}, {"id": 3}]
CATEGORIES = [{"id": 5, "name": "cat"}, {"id": 9, "name": "dog"}, {"id": 11, "name": "owl"}]


def truth_row(image, category, box, **more):
    return {"image_id": image, "category_id": category, "bbox": box, **more}


TRUTHS = [truth_row(1, 5, [0, 0, 10, 10]), truth_row(1, 5, [20, 0, 10, 10]), truth_row(2, 5, [0, 0, 10, 10]),
          truth_row(2, 9, [0, 0, 10, 10]), truth_row(2, 9, [50, 50, 40, 40], iscrowd=1)]  # fmt: skip
FOUND = [truth_row(1, 5, [0, 0, 10, 9], score=0.9), truth_row(1, 5, [1, 0, 10, 9], score=0.95),
         truth_row(2, 5, [0, 1, 10, 9], score=0.6), truth_row(3, 5, [0, 0, 4, 4], score=0.3),
         truth_row(2, 9, [60, 60, 10, 10], score=0.8), truth_row(2, 9, [0, 0, 10, 10], score=0.7)]  # fmt: skip


def files(folder, found=FOUND, **truth):
    known = {"images": IMAGES, "categories": CATEGORIES, "annotations": TRUTHS, **truth}
    paths = folder / "results.json", folder / "truth.json"
    for path, content in zip(paths, (found, known)):
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return paths


def test_matches_are_cocos():
    found = wald.match_detections(
        [[0, 0, 2, 2], [2, 0, 2, 2], [0, 0, 9, 9]], [[1, 0, 2, 2]] * 4, np.array([0.5, 0.5, 0.9, 0.9], np.float32),
        truth_images=["a"] * 3, images=["a", "a", "a", "b"], crowds=[False, False, True], min_overlap=1 / 3)  # fmt: skip
    assert np.array_equal(found, [1, np.nan, 1, 0], equal_nan=True)
    spans = [[3, 6], [3, 7]]
    for least, expected in ((1, [0, 1]), (0.75, [1, 0])):
        given = {"truth_images": [0], "images": [0, 0], "min_overlap": least}
        assert wald.match_detections([[3, 7]], spans, [0.9, 0.5], **given).tolist() == expected
        assert wald.match_detections([[3, 7]], spans, [0.9, 0.5], truth_classes="a", classes="bb", **given).tolist() == [0, 0]
    assert len(wald.match_detections([], [], [], truth_images=[], images=[])) == 0
    assert wald.match_detections([], [[0, 2]], [0.5], truth_images=[], images=[1]).tolist() == [0]
    assert len(wald.match_detections([[0, 2]], [], [], truth_images=[1], images=[])) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"min_overlap": 0}, r"min_overlap is 0: must lie in \(0, 1\]"),
        ({"detections": [[0, 0, -1, 2]]}, r"detections\[0\]\[2\] is -1: must be at least 0"),
        ({"scores": [np.nan]}, r"scores\[0\] is NaN"),
        ({"scores": [1, 2]}, "scores"),
        ({"crowds": [3]}, r"crowds\[0\] is 3: must be 0 or 1"),
        ({"classes": [1]}, "classes is given alone"),
        ({"truths": [[0, 1]]}, "columns"),
        ({"truths": [[0, 1, 2]]}, r"truths has shape \(1, 3\): must have 4 columns \(x, y, width, height\), or 2 \(start, end\)"),
        ({"truths": [0, 1, 2, 3]}, r"truths has shape \(4,\): must have 4 columns"),
        ({"images": [0, 1]}, "images has 2 elements: must have 1, one per row"),
        ({"truth_images": []}, "truth_images has 0 elements: must have 1, one per row"),
        ({"classes": "ab", "truth_classes": "a"}, "classes has 2 elements: must have 1, one per row"),
        ({"images": [np.nan]}, r"images\[0\] is missing"),
        ({"images": 3}, "images has 0 dimensions: must have 1"),
    ],
)
def test_wrong_arguments(change, message):
    given = {"truths": [[0, 0, 2, 2]], "detections": [[0, 0, 2, 2]], "scores": [1], "truth_images": [0], "images": [0]}
    with pytest.raises(ArgumentError, match=message.replace("classes is", "(truth_)?classes is")):
        given.update(change)
        wald.match_detections(given.pop("truths"), given.pop("detections"), given.pop("scores"), **given)


def test_coco_files(tmp_path):
    rows = read_coco(*files(tmp_path))
    assert np.array_equal(rows.truth, [0, 1, 1, 0, np.nan, 1], equal_nan=True)
    assert rows.positives == {"cat": 3, "dog": 1, "owl": 0}
    assert rows.classes.tolist() == ["cat"] * 4 + ["dog"] * 2 and rows.images.tolist() == [1, 1, 2, 3, 2, 2]
    assert rows.all_images == (1, 2, 3)
    assert np.array_equal(read_coco(*files(tmp_path), min_overlap=0.95).truth, [0, 0, 0, 0, np.nan, 1], equal_nan=True)
    assert "4 of 4" not in repr(rows) and "3 of 4 truths" in repr(rows)


def test_a_threshold_per_class(tmp_path):
    rows = read_coco(*files(tmp_path))
    chosen = rows.choose("f1")
    assert chosen.thresholds == {"cat": 0.6, "dog": 0.7, "owl": np.inf}
    assert chosen.missing == {"owl": "there is no truth"}
    assert chosen["cat"].recall == pytest.approx(2 / 3) and chosen["cat"].value == pytest.approx(2 / 3)
    assert chosen.apply([0.6, 0.59, 0.7, 9], ["cat", "cat", "dog", "owl"]).tolist() == [True, False, True, False]
    with pytest.raises(ArgumentError, match="classes holds 'cow': must be one of 'cat', 'dog', 'owl'"):
        chosen.apply([1], ["cow"])
    with pytest.raises(ArgumentError, match="classes has 1 elements: must have 2, one per row"):
        chosen.apply([1, 1], ["cat"])
    with pytest.raises(ArgumentError, match=r"scores\[1\] is NaN"):
        chosen.apply([1, np.nan], ["cat", "cat"])
    with pytest.raises(ArgumentError, match="name is 'cow': must be one of 'cat', 'dog', 'owl'"):
        rows.of("cow")
    with pytest.raises(TypeError, match=r"thresholds\['cat'\] must be a number: found 'x'"):
        rows.evaluate({"cat": "x", "dog": 0, "owl": 0})
    assert chosen.to_frame()["class"].tolist() == ["cat", "dog", "owl"]
    assert rows.choose(min_precision=0.9, precision_level=0).thresholds["cat"] == 0.95
    assert rows.choose(cost_ratio=2).thresholds["cat"] == 0.6
    with pytest.raises(UnsupportedError, match="certify"):
        rows.choose(certify=0.9, min_precision=0.5)


def test_one_threshold_certified_for_images(tmp_path):
    random = np.random.default_rng(8)

    def drawn(n):
        """As documents of spans: of each its classes of truths, their scores (or none), and scores of false detections."""
        truths, found = ["document,start,end,label"], ["document,start,end,label,score"]
        for image in range(n):
            hard = random.random() < 0.3
            for place in range(random.integers(4)):
                label = "ab"[random.integers(2)]
                truths.append(f"{image},{place},{place + 1},{label}")
                if random.random() < 0.95:
                    found.append(f"{image},{place},{place + 1},{label},{random.beta(2 if hard else 6, 3):.6f}")
            found += [f"{image},{90 + k},{91 + k},a,{random.beta(2, 6):.6f}" for k in range(random.integers(3))]
        return ["\n".join(each) + "\n" for each in (found, truths)]

    def recall(rows, threshold):
        """Mean over the documents with a truth, by hand."""
        hits, counts = {}, {}
        for (image, _), count in rows.truth_counts.items():
            counts[image] = counts.get(image, 0) + count
        for image, score, true in zip(rows.images, rows.scores, rows.truth):
            hits[image] = hits.get(image, 0) + (true == 1 and score >= threshold)
        return np.mean([hits.get(image, 0) / count for image, count in counts.items()])

    rows = read_spans(*written(tmp_path, *drawn(400)))
    found = rows.choose(average="instance", min_recall=0.7, certify=0.9)
    assert found.feasible and found.value == pytest.approx(recall(rows, found.threshold)) and found.value > 0.7
    assert found.n_images == len({image for image, _ in rows.truth_counts}) < len(rows.all_images)
    kept = found.apply(rows.scores)
    assert (kept == (rows.scores >= found.threshold)).all() and found.thresholds == {"a": found.threshold, "b": found.threshold}
    with_truth = np.isin(rows.images, [image for image, _ in rows.truth_counts])
    assert found.detections_per_image == pytest.approx((kept & with_truth).sum() / found.n_images)
    assert set(rows.evaluate(found)) == {"a", "b"}
    broken = 0
    population = read_spans(*written(tmp_path, *drawn(4000)))
    for _ in range(40):
        sample = read_spans(*written(tmp_path, *drawn(150)))
        broken += recall(population, sample.choose(average="instance", min_recall=0.7, certify=0.9).threshold) < 0.7
    assert broken <= 10
    f1 = rows.choose("f1", average="instance", min_value=0.5, certify=0.9)
    assert f1.feasible and f1.n_images == len(rows.all_images)
    with pytest.warns(wald.DecisionWarning, match="no threshold can be proved"):
        lost = rows.choose(average="instance", min_recall=0.999, certify=0.9)
    assert not lost.feasible and not lost.apply(rows.scores).any()
    with pytest.raises(ArgumentError, match='certify is not set: average "instance" needs it'):
        rows.choose(average="instance", min_recall=0.7)
    above = read_spans(*written(tmp_path, "document,start,end,label,score\na,0,1,x,7\n", "document,start,end,label\na,0,1,x\n"))
    with pytest.raises(ArgumentError, match=r"scores\[0\] is 7: must lie in \[0, 1\] with average instance"):
        above.choose(average="instance", min_recall=0.7, certify=0.9)


def test_thresholds_of_classes_certified_for_images(tmp_path):
    random = np.random.default_rng(12)
    n = 800
    # Of each image and class: how many truths, how likely they are to be found, and false detections.
    counts, hard = random.integers(0, 3, (n, 3)), random.random((n, 3)) < 0.3
    population = {}
    for image in range(n):
        truths, found = [], []
        for at, name in enumerate("abc"):
            for place in range(counts[image, at]):
                truths.append((name, place))
                if random.random() < 0.95:
                    found.append((name, place, random.beta(2 if hard[image, at] else 6, 3 + at)))
            found += [(name, 90 + place, random.beta(2, 6)) for place in range(random.integers(2))]
        population[image] = truths, found

    def drawn(images):
        truths, found = ["document,start,end,label"], ["document,start,end,label,score"]
        for number, image in enumerate(images):
            truths += [f"{number},{place},{place + 1},{name}" for name, place in population[image][0]]
            found += [f"{number},{place},{place + 1},{name},{score:.9f}" for name, place, score in population[image][1]]
        return read_spans(*written(tmp_path, "\n".join(found) + "\n", "\n".join(truths) + "\n"))

    def mean(metric, name, cut, images):
        """By hand, over the images that have the class."""
        values = []
        for image in images:
            places = {place for of, place in population[image][0] if of == name}
            scores = {place: score for of, place, score in population[image][1] if of == name}
            kept = {place for place, score in scores.items() if score >= cut}
            if metric == "recall" and places:
                values.append(len(kept & places) / len(places))
            elif metric == "precision" and (places or scores):
                values.append(len(kept & places) / len(kept) if kept else 1)
        return np.mean(values)

    for metric, limit in (("recall", 0.6), ("precision", 0.7)):
        broken, proved, simulations = 0, 0, 40
        for _ in range(simulations):
            chosen = drawn(random.integers(n, size=120)).choose(average="instance", by_class=True, certify=0.8, **{f"min_{metric}": limit})
            assert set(chosen) == set("abc")
            broken += any(each.feasible and mean(metric, name, each.threshold, range(n)) < limit for name, each in chosen.items())
            proved += sum(each.feasible for each in chosen.values())
        assert broken / simulations <= 0.2 + 3 * (0.2 * 0.8 / simulations) ** 0.5 and proved > 2 * simulations
        # Keeping everything or nothing breaks one of the two limits.
        assert mean(metric, "c", 0 if metric == "precision" else 1, range(n)) < limit

    # The oracle: betting on each image of a class along the path, with a third of what may fail.
    images = random.integers(n, size=150)
    rows = drawn(images)
    chosen = rows.choose(average="instance", by_class=True, min_recall=0.6, certify=0.7)
    for name in "abc":
        one = chosen[name]
        having = [image for image in images if any(of == name for of, _ in population[image][0])]
        assert one.n_images == len(having) and one.thresholds == {name: one.threshold}
        assert one.value == pytest.approx(mean("recall", name, one.threshold, images))
        table = [[float(f"{score:.9f}") for of, place, score in population[image][1] if of == name] for image in having]
        flags = [[int(place < 90) for of, place, _ in population[image][1] if of == name] for image in having]
        for row, flag, image in zip(table, flags, having):
            lost = sum(of == name for of, _ in population[image][0]) - sum(flag)
            row += [-np.inf] * lost
            flag += [1] * lost
        wide = max(map(len, table))
        table = [row + [-np.inf] * (wide - len(row)) for row in table]
        flags = [flag + [0] * (wide - len(flag)) for flag in flags]
        alone = wald.label_thresholds(np.array(flags, np.uint8), np.array(table), average="instance", min_recall=0.6, certify=0.9)
        assert alone.thresholds[0] == one.threshold
    kept = chosen.apply(rows.scores, rows.classes)
    assert (kept == [score >= chosen.thresholds[name] for score, name in zip(rows.scores, rows.classes)]).all()
    assert set(rows.evaluate(chosen)) == set("abc")
    with pytest.warns(wald.DecisionWarning, match="no threshold can be proved"):
        assert not rows.choose(average="instance", by_class=True, min_recall=0.999, certify=0.9).feasible
    with pytest.raises(ArgumentError, match='by_class is True: requires average "instance", and average is "macro"'):
        rows.choose(by_class=True, min_recall=0.6)
    with pytest.raises(ArgumentError, match='certify is not set: average "instance" needs it'):
        rows.choose(average="instance", by_class=True, min_recall=0.6)
    with pytest.raises(ArgumentError, match=r"certify is 1: must lie in \(0, 1\)"):
        rows.choose(average="instance", by_class=True, min_recall=0.6, certify=1)
    lonely = read_spans(*written(tmp_path, "document,start,end,label,score\na,0,1,x,.7\na,0,1,y,.7\n",
                                 "document,start,end,label\na,0,1,x\na,5,6,y\n"))
    assert lonely.choose(average="instance", by_class=True, min_recall=0.5, certify=0.9).missing == {
        "x": "only one image has it", "y": "no truth was found"}


def test_limits_are_of_images(tmp_path):
    random = np.random.default_rng(2)
    truths, found = [], []
    for image in range(40):
        for place in range(random.integers(4)):
            truths.append(truth_row(image, 5, [20 * place, 0, 10, 10]))
            if random.random() < 0.8:
                found.append(truth_row(image, 5, [20 * place, 0, 10, 9], score=random.random()))
        if random.random() < 0.3:
            found.append(truth_row(image, 5, [0, 50, 5, 5], score=random.random()))
    images = [{"id": image} for image in range(40)]
    rows = read_coco(*files(tmp_path, found, images=images, annotations=truths))
    judged = rows.evaluate({"cat": 0.4, "dog": 0.5, "owl": 0.5})
    assert list(judged) == ["cat"]
    kept = rows.scores >= 0.4
    tp, fp = (int((rows.truth[kept] == label).sum()) for label in (1, 0))
    assert judged["cat"]["recall"]["value"] == pytest.approx(tp / len(truths))
    assert judged["cat"]["precision"]["value"] == pytest.approx(tp / (tp + fp))
    assert judged["cat"]["f1"]["value"] == pytest.approx(2 * tp / (tp + fp + len(truths)))
    assert judged["cat"]["recall"]["low"] < tp / len(truths) < judged["cat"]["recall"]["high"]
    with_rows = {row["image_id"] for row in truths + found}
    assert judged["cat"].n_units == len(with_rows)
    drawn = rows.evaluate({"cat": 0.4, "dog": 0.5, "owl": 0.5}, bootstrap=200, seed=1)
    assert drawn["cat"]["f1"]["low"] < judged["cat"]["f1"]["value"] < drawn["cat"]["f1"]["high"]
    with pytest.raises(ArgumentError, match="thresholds has no class 'dog'"):
        rows.evaluate({"cat": 0.4})
    with pytest.raises(ArgumentError, match=r"thresholds\['cat'\] is -inf: must be above -inf"):
        rows.evaluate({"cat": -np.inf, "dog": 0, "owl": 0})


@pytest.mark.parametrize(
    ("found", "truth", "message"),
    [
        ([truth_row(8, 5, [0, 0, 1, 1], score=1)], {}, r"results.json\[0\].image_id is 8: no such image in .*truth.json"),
        ([truth_row(1, 6, [0, 0, 1, 1], score=1)], {}, r"results.json\[0\].category_id is 6: no such category in"),
        ([truth_row(1, 5, [0, 0, 1, 1])], {}, r"results.json\[0\] has no score"),
        ([truth_row(1, 5, [0, 0, 1, 1], score="1")], {}, r"results.json\[0\].score is '1': must be a finite number"),
        ([truth_row(1, 5, [0, 0, -1, 1], score=1)], {}, r"results.json\[0\].bbox\[2\] is -1: must be at least 0"),
        ([truth_row(1, 5, [0, 0, 1], score=1)], {}, r"bbox is \[0, 0, 1\]: must be \[x, y, width, height\]"),
        ({}, {}, "results.json is dict: must be a list"),
        ('[{"image_id": 1,\n]', {}, "results.json is no JSON: .* at line 2, column 1"),
        ([], {"categories": None}, "truth.json has no categories"),
        ([], {"images": [3]}, r"truth.json: images\[0\] is int: must be an object"),
        ([], {"annotations": [truth_row(1, 5, None)]}, r"annotations\[0\] has no bbox"),
        ([], {"images": [{"id": [1]}]}, r"truth.json: images\[0\].id is \[1\]: must be a number or a text"),
        ([truth_row(True, 5, [0, 0, 1, 1], score=1)], {}, r"\[0\].image_id is True: must be a number or a text"),
        ([], {"categories": [{"id": 5, "name": ["cat"]}]}, r"categories\[0\].name is \['cat'\]: must be a text"),
        ([], {"annotations": [truth_row(1, 5, [0, 0, 1, 1], iscrowd="0")]}, r"\[0\].iscrowd is '0': must be 0 or 1"),
        ([], {"annotations": [truth_row(1, 5, [0, 0, 1, 1], iscrowd=2)]}, r"\[0\].iscrowd is 2: must be 0 or 1"),
    ],
)
def test_wrong_coco_files(tmp_path, found, truth, message):
    with pytest.raises(FormatError, match=message):
        read_coco(*files(tmp_path, found, **truth))


def test_forms_of_coco_files(tmp_path):
    """A mark of byte order, crowds as true or false, categories without names."""
    results, truth = files(tmp_path, annotations=[{**row, "iscrowd": bool(row.get("iscrowd"))} for row in TRUTHS],
                           categories=[*CATEGORIES[:2], {"id": 11, "name": None}])  # fmt: skip
    truth.write_bytes(b"\xef\xbb\xbf" + truth.read_bytes())
    rows = read_coco(results, truth)
    assert rows.positives == {"cat": 3, "dog": 1, 11: 0} and np.isnan(rows.truth[4])


def written(folder, *texts):
    paths = [folder / name for name in ("found.txt", "truth.txt")]
    for path, text in zip(paths, texts):
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return paths


def test_span_files(tmp_path):
    truth = "document,start,end,label\na,0,5,person\na,9,12,place\nb,0,5,person\n"
    found = "label,document,start,end,score\nperson,a,0,5,.9\nplace,a,9,13,.8\nperson,b,0,4,.7\nperson,c,0,4,.6\n"
    rows = read_spans(*written(tmp_path, found, truth))
    assert rows.truth.tolist() == [1, 0, 0, 0] and rows.positives == {"person": 2, "place": 1}
    assert read_spans(*written(tmp_path, found, truth), min_overlap=0.7).truth.tolist() == [1, 1, 1, 0]
    assert rows.choose("f1").thresholds == {"person": 0.9, "place": np.inf}
    spaced = read_spans(*written(tmp_path, "\n" + found + "\n\n", truth + "\r\n"))
    assert spaced.truth.tolist() == rows.truth.tolist()


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ("document,start,end,label\n", "found.txt has no column score: must have document, start, end, label, score"),
        ("document,start,end,label,score\na,0,5,x,high\n", "found.txt:2: score is 'high': must be a finite number"),
        ("document,start,end,label,score\na,6,5,x,1\n", "found.txt:2: end is 5: must be at least start = 6"),
        ("document,start,end,label,score\na,0,5,x,1\na,0,,x,1\n", "found.txt:3: end is empty"),
        ("document,start,end,label,score\na,1_0,15,x,1\n", "found.txt:2: start is '1_0': must be a finite number"),
        ("document,start,end,label,score,score\na,0,5,x,1,2\n", "found.txt has two columns score"),
        ("document,start,end,label,score\na,0,5,x,1,2\n", "found.txt:2: 6 cells, where the header has 5"),
        (b"document,start,end,label,score\n\xe9,0,5,x,1\n", "found.txt is not UTF-8"),
        ("document,start,end,label,score\n\na,0,5,x,1\n", "found.txt:2: an empty line before the end of the table"),
        ("document,start,end,label,score\na,0,5,x,1\n , ,,,\n\na,0,5,x,1\n", "found.txt:3: an empty line before the end"),
    ],
)
def test_wrong_span_files(tmp_path, found, message):
    with pytest.raises(FormatError, match=message):
        read_spans(*written(tmp_path, found, "document,start,end,label\n"))


TAGGED = "-DOCSTART- O\n\nAda NNP B-PER\nLovelace NNP I-PER\nin IN O\nRome NNP B-LOC\n\nRome NNP B-LOC\n"
SCORED = "Ada B-PER .9\nLovelace I-PER .8\nin O .9\nRome B-PER .7\n\nRome B-LOC .6\n"


def test_bio_files(tmp_path):
    rows = read_bio(*written(tmp_path, SCORED, TAGGED))
    assert rows.truth.tolist() == [1, 0, 1] and rows.scores.tolist() == [0.8, 0.7, 0.6]
    assert rows.positives == {"PER": 1, "LOC": 2} and rows.all_images == (0, 1)
    spaces = [SCORED.replace("in O", "\xa0\u3000 O"), TAGGED.replace("in IN", "\xa0\u3000 IN")]  # tokens, too
    assert read_bio(*written(tmp_path, *spaces)).truth.tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (SCORED.replace("B-PER .9", "X-PER .9"), "found.txt:1: tag is 'X-PER': must be O, B-NAME or I-NAME"),
        (SCORED.replace("in O", "in I-LOC"), "found.txt:3: tag is 'I-LOC' after an entity 'PER': an entity begins with B-LOC"),
        (SCORED.replace("B-LOC", "I-LOC"), "found.txt:6: tag is 'I-LOC' after O: an entity begins with B-LOC"),
        (SCORED.replace(" .8", ""), "found.txt:2: 2 columns: must have a token, a tag and a score"),
        (SCORED.replace(".7", "x"), "found.txt:4: score is 'x': must be a finite number"),
        (SCORED.replace("in O", "at O"), "found.txt:3: token 'at' is not that of .*truth.txt:5, 'in'"),
        (SCORED.replace("\n\n", "\n"), "found.txt:5: token 'Rome' is in sentence 0: that of .*truth.txt:8 is in sentence 1"),
        (SCORED.replace(".7", "1_0"), "found.txt:4: score is '1_0': must be a finite number"),
        (SCORED.encode() + b"\xe9", "found.txt is not UTF-8"),
        (SCORED + "\nmore O .1\n", "found.txt has 6 tokens: .*truth.txt has 5"),
    ],
)
def test_wrong_bio_files(tmp_path, found, message):
    with pytest.raises(FormatError, match=message):
        read_bio(*written(tmp_path, found, TAGGED))


SPANS = "document,start,end,label\na,0,5,person\na,9,12,place\nb,0,5,person\n"
FOUND_SPANS = "label,document,start,end,score\nperson,a,0,5,.9\nplace,a,9,13,.8\nperson,b,0,4,.7\n"
PIECES = ["NaN", "Infinity", "1e999", "9" * 400, "9" * 5000, "null", "true", "[" * 3000, "{", '"', ",", "\n", "\0", "\r", "-1", "B-", "I-PER"]


@pytest.mark.parametrize(
    ("read", "found", "truth"),
    [
        (read_coco, json.dumps(FOUND), json.dumps({"images": IMAGES, "categories": CATEGORIES, "annotations": TRUTHS})),
        (read_spans, FOUND_SPANS, SPANS),
        (read_bio, SCORED, TAGGED),
    ],
)
def test_files_from_anywhere(tmp_path, read, found, truth):
    """Whatever a file holds, its reader answers or refuses."""
    draw = random.Random(5)
    answered = 0
    for _ in range(2000):
        texts = [found.encode(), truth.encode()]
        for _ in range(draw.randint(1, 3)):
            which = draw.randrange(2)
            at = draw.randrange(len(texts[which]) + 1)
            piece = draw.choice(PIECES).encode() if draw.random() < 0.7 else bytes([draw.randrange(256)])
            texts[which] = texts[which][:at] + piece + texts[which][at + draw.randrange(8) :]
        try:
            rows = read(*written(tmp_path, *texts))
        except (ArgumentError, FormatError):
            continue
        assert len(rows.truth) == len(rows.scores) == len(rows.classes) == len(rows.images)
        answered += 1
    assert 5 < answered < 1900


def test_the_pooled_f1_is_the_greatest(tmp_path):
    from itertools import product

    random = np.random.default_rng(5)
    more = 0
    for _ in range(20):
        truths, found = [], []
        for place, category in enumerate(random.choice([5, 9, 11], 12, p=[0.6, 0.3, 0.1])):
            box = [20 * place, 0, 10, 10]
            if random.random() < 0.8:
                truths.append(truth_row(1, int(category), box))
            if random.random() < 0.8:
                found.append(truth_row(1, int(category), box, score=int(random.integers(1, 9)) / 8))
        found += [truth_row(1, 11 - 2 * (i % 2), [20 * i, 50, 10, 10], score=int(random.integers(1, 9)) / 8)
                  for i in range(random.integers(14))]  # fmt: skip
        rows = read_coco(*files(tmp_path, found, annotations=truths))
        names = list(rows.positives)

        def pooled(cuts, rows=rows, names=names):
            kept = rows.scores >= np.array([cuts[names.index(name)] for name in rows.classes], float)
            return 2 * (rows.truth[kept] == 1).sum() / max(kept.sum() + sum(rows.positives.values()), 1)

        best = max(pooled(cuts) for cuts in product(*([*range(1, 9), np.inf] for _ in names)) for cuts in [np.array(cuts) / 8])
        own = rows.choose("f1", average="micro").thresholds
        assert pooled([own[name] for name in names]) == pytest.approx(best)
        apart = rows.choose("f1").thresholds
        more += best > pooled([apart[name] for name in names]) + 1e-9
    assert more > 0
    with pytest.raises(UnsupportedError, match='average "micro" is offered for F1'):
        rows.choose(average="micro", min_precision=0.5)
    with pytest.raises(ArgumentError, match="average"):
        rows.choose(average="all")
