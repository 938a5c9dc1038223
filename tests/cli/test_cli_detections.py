"""`wald detections`: COCO's files, spans and tagged tokens, thresholds of classes, matched rows; every message."""

import itertools
import json
import unittest

from harness import CommandTest

TRUTH = {
    "images": [{"id": 1}, {"id": 2}, {"id": 3}],
    "categories": [{"id": 5, "name": "cat"}, {"id": 9, "name": "dog"}, {"id": 11, "name": "owl"}],
    "annotations": [
        {"image_id": 1, "category_id": 5, "bbox": [0, 0, 10, 10]},
        {"image_id": 1, "category_id": 5, "bbox": [20, 0, 10, 10]},
        {"image_id": 2, "category_id": 5, "bbox": [0, 0, 10, 10]},
        {"image_id": 2, "category_id": 9, "bbox": [0, 0, 10, 10]},
        {"image_id": 2, "category_id": 9, "bbox": [50, 50, 40, 40], "iscrowd": 1},
    ],
}
FOUND = [
    {"image_id": 1, "category_id": 5, "bbox": [0, 0, 10, 9], "score": 0.9},
    {"image_id": 1, "category_id": 5, "bbox": [1, 0, 10, 9], "score": 0.95},
    {"image_id": 2, "category_id": 5, "bbox": [0, 1, 10, 9], "score": 0.6},
    {"image_id": 3, "category_id": 5, "bbox": [0, 0, 4, 4], "score": 0.3},
    {"image_id": 2, "category_id": 9, "bbox": [60, 60, 10, 10], "score": 0.8},
    {"image_id": 2, "category_id": 9, "bbox": [0, 0, 10, 10], "score": 0.7},
]
SPANS = "document,start,end,label\na,0,5,person\na,9,12,place\nb,0,5,person\n"
FOUND_SPANS = "label,document,start,end,score\nperson,a,0,5,.9\nplace,a,9,13,.8\nperson,b,0,4,.7\n"
TAGGED = "-DOCSTART- O\n\nAda NNP B-PER\nLovelace NNP I-PER\nin IN O\nRome NNP B-LOC\n\nRome NNP B-LOC\n"
SCORED = "Ada B-PER .9\nLovelace I-PER .8\nin O .9\nRome B-PER .7\n\nRome B-LOC .6\n"


class DetectionsTest(CommandTest):
    def asked(self, found, truth, *options, ending="json"):
        texts = [each if isinstance(each, str) else json.dumps(each) for each in (found, truth)]
        results, known = (self.write(f"{name}.{ending}", text) for name, text in zip(("found", "truth"), texts))
        return ["detections", results, "--truth", known, *options]

    def fails_with(self, asked, part, code=1):
        got, out, err = self.run_raw(*asked)
        self.assertEqual((got, out), (code, ""), asked)
        self.assertIn(part, err)

    def test_coco(self):
        rows = self.folder / "rows.csv"
        found = json.loads(self.wald(*self.asked(FOUND, TRUTH, "--rows", rows)))
        self.assertEqual(found["objective"], "f1")
        classes = found["classes"]
        self.assertEqual({name: each["threshold"] for name, each in classes.items()},
                         {"cat": 0.6, "dog": 0.7, "owl": "inf"})  # fmt: skip
        self.assertEqual((classes["cat"]["tp"], classes["cat"]["fp"], classes["cat"]["positives"]), (2, 1, 3))
        self.assertAlmostEqual(classes["cat"]["value"], 2 / 3)
        self.assertEqual(classes["owl"]["missing"], "there is no truth")
        self.assertEqual(rows.read_text(), "image,class,score,truth\n1,cat,0.9,0\n1,cat,0.95,1\n2,cat,0.6,1\n3,cat,0.3,0\n"
                                           "2,dog,0.8,\n2,dog,0.7,1\n")  # fmt: skip

    def test_crowds_in_words(self):
        truth = {**TRUTH, "annotations": [{**row, "iscrowd": bool(row.get("iscrowd"))} for row in TRUTH["annotations"]]}
        self.assertEqual(self.wald(*self.asked(FOUND, truth)), self.wald(*self.asked(FOUND, TRUTH)))

    def test_ids_of_text(self):
        truth = {**TRUTH, "images": [{"id": f'no. "{row["id"]}"'} for row in TRUTH["images"]], "annotations": []}
        found = [{**row, "image_id": f'no. "{row["image_id"]}"'} for row in FOUND[:1]]
        self.wald(*self.asked(found, truth, "--rows", self.folder / "rows.csv"))
        self.assertEqual((self.folder / "rows.csv").read_text(), 'image,class,score,truth\n"no. ""1""",cat,0.9,0\n')
        self.fails_with(self.asked(FOUND, {**TRUTH, "images": [{"id": 1}, {"id": "1"}]}),
                        "truth.json: images[1]: another image has the same id")

    def test_limits_and_words(self):
        text = self.wald(*self.asked(FOUND, TRUTH, "--min-precision", "0.9", "--precision-level", "0", "--format", "text"))
        self.assertEqual(text, "cat: score >= 0.95 (tp 1 of 3, fp 0, value 1)\ndog: score >= 0.7 (tp 1 of 1, fp 0, value 1)\n"
                               "owl: nothing, there is no truth\n")  # fmt: skip
        found = json.loads(self.wald(*self.asked(FOUND, TRUTH, "--min-overlap", "0.95")))
        self.assertEqual(found["classes"]["cat"]["missing"], "no truth was found")

    def test_spans(self):
        found = json.loads(self.wald(*self.asked(FOUND_SPANS, SPANS, "--form", "spans", ending="csv")))["classes"]
        self.assertEqual([found["person"][each] for each in ("threshold", "tp", "positives")], [0.9, 1, 2])
        self.assertIn("missing", found["place"])
        near = self.asked(FOUND_SPANS, SPANS, "--form", "spans", "--min-overlap", "0.7", ending="csv")
        self.assertEqual(json.loads(self.wald(*near))["classes"]["person"]["threshold"], 0.7)

    def test_tagged_tokens(self):
        found = json.loads(self.wald(*self.asked(SCORED, TAGGED, "--form", "bio", ending="txt")))["classes"]
        self.assertEqual([found["PER"][each] for each in ("threshold", "tp", "fp", "positives")], [0.8, 1, 0, 1])
        self.assertEqual([found["LOC"][each] for each in ("threshold", "tp", "fp", "positives")], [0.6, 1, 0, 2])

    def test_the_pooled_f1(self):
        # Beyond 0.7 the dog, a sure one, gains less by itself than the cats lose by their many false ones.
        spans = "document,start,end,label\n" + "".join(f"d,{i},{i + 1},{'cat' if i < 6 else 'dog'}\n" for i in range(8))
        found = "document,start,end,label,score\n" + "".join(
            f"d,{i},{i + 1},{label},{score}\n" for i, (label, score) in enumerate(
                [("cat", 0.9)] * 5 + [("cat", 0.2)] + [("dog", 0.9), ("dog", 0.1)]))
        found += "".join(f"d,{50 + i},{51 + i},dog,0.5\n" for i in range(3))
        found += "".join(f"d,{60 + i},{61 + i},cat,0.5\n" for i in range(2))
        asked = self.asked(found, spans, "--form", "spans", "--average", "micro", ending="csv")
        got = json.loads(self.wald(*asked))
        best = 0
        rows = [(line.split(",")[3], float(line.split(",")[4]), i < 8) for i, line in enumerate(found.split("\n")[1:-1])]
        for cuts in itertools.product((0.1, 0.2, 0.5, 0.9, 2), repeat=2):
            kept = [true for label, score, true in rows if score >= cuts[label == "dog"]]
            best = max(best, 2 * sum(kept) / (len(kept) + 8))
        self.assertEqual((got["average"], got["value"]), ("micro", best))
        tp, fp = (sum(each[count] for each in got["classes"].values()) for count in ("tp", "fp"))
        self.assertEqual(got["value"], 2 * tp / (tp + fp + 8))
        self.assertNotIn("value", got["classes"]["cat"])
        text = self.wald(*asked, "--format", "text")
        self.assertIn(f"f1 of the summed counts: {best:.4g}", text)
        apart = json.loads(self.wald(*self.asked(found, spans, "--form", "spans", ending="csv")))
        self.assertEqual(apart["average"], "macro")
        self.assertGreater(apart["classes"]["dog"]["value"], 0)

    def test_one_threshold_for_images(self):
        # Of each document one truth is found with 0.9 and in every tenth one is not found at all.
        spans = "document,start,end,label\n" + "".join(f"{d},0,1,x\n{d},5,6,y\n" for d in range(200))
        found = "document,start,end,label,score\n" + "".join(
            f"{d},0,1,x,0.9\n" + (f"{d},5,6,y,0.3\n" if d % 10 else "") + f"{d},8,9,x,0.2\n" for d in range(200))
        found += "z,0,1,x,0.4\n"  # a document without a truth
        asked = self.asked(found, spans, "--form", "spans", "--average", "instance", "--min-recall", "0.8",
                           "--certify", "0.9", ending="csv")
        got = json.loads(self.wald(*asked))
        self.assertEqual((got["objective"], got["average"], got["images"], got["feasible"]),
                         ("mean recall of images >= 0.8, certified at 0.9", "instance", 200, True))
        self.assertTrue(0.2 < got["threshold"] <= 0.3)
        self.assertAlmostEqual(got["value"], 0.95)
        self.assertAlmostEqual(got["detections_per_image"], 1.9)
        self.assertIn("of 200 images, 1.9 detections per image)\n", self.wald(*asked, "--format", "text"))
        asked = self.asked(found, spans, "--form", "spans", "--average", "instance", "--certify", "0.9", ending="csv")
        self.assertEqual(json.loads(self.wald(*asked, "--min-value", "0.6"))["images"], 201)
        out, warnings = self.warned(*asked, "--min-value", "0.99")
        self.assertEqual(warnings, ["no threshold can be proved to hold the limit: nothing is kept"])
        self.assertEqual(json.loads(out)["threshold"], "inf")

    def test_thresholds_of_classes_for_images(self):
        spans = "document,start,end,label\n" + "".join(f"{d},0,1,x\n{d},5,6,y\n" for d in range(200)) + "0,7,8,z\n0,8,9,lost\n"
        found = "document,start,end,label,score\n" + "".join(
            f"{d},0,1,x,0.9\n" + (f"{d},5,6,y,0.3\n" if d % 10 else "") + f"{d},8,9,x,0.2\n" for d in range(200))
        found += "more,0,1,y,0.4\n0,7,8,z,0.5\n"
        asked = self.asked(found, spans, "--form", "spans", "--average", "instance", "--by-class", "--certify", "0.9", ending="csv")
        got = json.loads(self.wald(*asked, "--min-recall", "0.8"))
        self.assertEqual((got["objective"], got["average"]), ("mean recall of images >= 0.8, certified at 0.9", "instance"))
        x, y = (got["classes"][name] for name in "xy")
        self.assertTrue(0.3 < x["threshold"] <= 0.9 and 0.2 < y["threshold"] <= 0.3)
        self.assertEqual((x["value"], x["images"], x["feasible"]), (1, 200, True))
        self.assertAlmostEqual(y["value"], 0.9)
        self.assertEqual(got["classes"]["z"], {"threshold": "inf", "missing": "only one image has it"})
        self.assertEqual(got["classes"]["lost"], {"threshold": "inf", "missing": "no truth was found"})
        # A quarter of what may fail for each of the four classes.
        alone = [each.replace("found.csv", "one.csv").replace("truth.csv", "known.csv") for each in map(str, asked)]
        for name, text in (("one", found), ("known", spans)):
            lines = text.splitlines(keepends=True)
            self.write(f"{name}.csv", lines[0] + "".join(line for line in lines if line.split(",")[3].strip() == "y"))
        alone.remove("--by-class")
        alone[alone.index("0.9")] = "0.975"
        self.assertEqual(json.loads(self.wald(*alone, "--min-recall", "0.8"))["threshold"], y["threshold"])
        # Images that have the class are counted: with a truth or a detection of it.
        precision = json.loads(self.wald(*asked, "--min-precision", "0.5"))["classes"]
        self.assertEqual((precision["x"]["images"], precision["y"]["images"]), (200, 201))
        text = self.wald(*asked, "--min-recall", "0.8", "--format", "text").splitlines()
        self.assertEqual(text[2:], ["z: nothing, only one image has it", "lost: nothing, no truth was found"])
        self.assertTrue(text[1].startswith("y: score >= ") and text[1].endswith("0.9 of 200 images, 0.9 detections per image)"))
        out, warnings = self.warned(*asked, "--min-recall", "0.95")
        self.assertEqual(warnings, ["y: no threshold can be proved to hold the limit: nothing is kept"])
        self.assertEqual(json.loads(out)["classes"]["y"]["threshold"], "inf")

    def test_numbers_in_words(self):
        for options, cost in ((("--marginal-precision", "0.4"), "1.5"), (("--cost-ratio", "1.25"), "1.25")):
            found = json.loads(self.wald(*self.asked(FOUND, TRUTH, *options)))
            self.assertEqual(found["objective"], f"most true positives - fp/{cost}")

    def test_the_help_lists_what_is_read(self):
        text = self.wald("detections", "--help")
        for name in ("--positives", "--rated-rule", "--max-weight", "--equal-weights", "--max-fdr", "--storey", "--prevalence"):
            self.assertNotIn(name, text)

    def test_scores_beyond_1(self):
        self.fails_with(self.asked(FOUND_SPANS.replace(".8", "1.8"), SPANS, "--form", "spans", "--average", "instance",
                                   "--min-recall", "0.5", "--certify", "0.9", ending="csv"),
                        "found.csv: detection 1 has the score 1.8: must lie in [0, 1] with --average instance\n")

    def test_wrong_coco_files(self):
        first = FOUND[0]
        for found, truth, message in (
            ([{**first, "image_id": 8}], TRUTH, "found.json[0].image_id is 8: no such image in "),
            ([{**first, "category_id": 6}], TRUTH, "found.json[0].category_id is 6: no such category in "),
            ([{**first, "score": None}], TRUTH, "found.json[0] has no score"),
            ([{**first, "bbox": [0, 0, -1, 1]}], TRUTH, "found.json[0].bbox[2] is -1: must be at least 0"),
            ([{**first, "bbox": [0, 1e300, 1, 1]}], TRUTH, "found.json: detections[0][2] is 1e300: must be from -1e150 to 1e150"),
            ([{**first, "bbox": [0, 0, 1]}], TRUTH, "found.json[0].bbox: must be [x, y, width, height]"),
            ({}, TRUTH, "found.json: must be a list"),
            ([3], TRUTH, "found.json[0]: must be an object"),
            ('[{"image_id": 1,\n }]', TRUTH, "found.json:2: this is no JSON"),
            (FOUND, [], "truth.json: must be an object with images, categories and annotations"),
            (FOUND, {**TRUTH, "categories": None}, "truth.json: categories is missing"),
            (FOUND, {**TRUTH, "categories": TRUTH["categories"] + [{"id": 12, "name": "cat"}]},
             "truth.json: categories[3]: another category has the same name"),
            ([{**first, "score": "1"}], TRUTH, 'found.json[0].score is "1": must be a finite number'),
            ([{**first, "image_id": True}], TRUTH, "found.json[0].image_id is true: must be a number or a text"),
            (FOUND, {**TRUTH, "images": [{"id": [1]}]}, "truth.json: images[0].id is [1]: must be a number or a text"),
            (FOUND, {**TRUTH, "categories": [{"id": 5, "name": 7}]}, "truth.json: categories[0].name is 7: must be a text"),
            (FOUND, {**TRUTH, "annotations": [{**TRUTH["annotations"][0], "iscrowd": "1"}]},
             'truth.json: annotations[0].iscrowd is "1": must be 0 or 1'),
            (FOUND, {**TRUTH, "annotations": [{**TRUTH["annotations"][0], "iscrowd": 2}]},
             "truth.json: annotations[0].iscrowd is 2: must be 0 or 1"),
        ):
            self.fails_with(self.asked(found, truth), message)

    def test_wrong_spans(self):
        head = "document,start,end,label,score\n"
        for found, message in (
            ("document,start,end,label\na,1,2,b\n", "there is no column score"),
            (head + "a,0,5,x,high\n", "found.csv:2: "),
            (head + "a,6,5,x,1\n", "found.csv:2: end is 5: must be at least start = 6"),
            (head + "a,0,5,x,1\na,0,,x,1\n", "found.csv:3: "),
        ):
            self.fails_with(self.asked(found, SPANS, "--form", "spans", ending="csv"), message)

    def test_wrong_tags(self):
        for found, message in (
            (SCORED.replace("B-PER .9", "X-PER .9"), 'found.txt:1: the tag is "X-PER": must be O, B-NAME or I-NAME'),
            (SCORED.replace("in O", "in I-LOC"), 'found.txt:3: the tag is "I-LOC" after an entity "PER": an entity begins'),
            (SCORED.replace("B-LOC", "I-LOC"), 'found.txt:6: the tag is "I-LOC" after O: an entity begins with B-LOC'),
            (SCORED.replace(" .8", ""), "found.txt:2: 2 columns: a token, a tag and a score are needed"),
            (SCORED.replace(".7", "x"), 'found.txt:4: the score is "x": a finite number is needed'),
            (SCORED.replace("in O", "at O"), 'found.txt:3: token "at" is not the one of --truth in line 5, "in"'),
            (SCORED.replace("\n\n", "\n"),
             'found.txt:5: token "Rome" is in sentence 0: that of --truth in line 8 is in sentence 1'),
            (SCORED + "\nmore O .1\n", "found.txt: 6 tokens, --truth has 5"),
        ):
            self.fails_with(self.asked(found, TAGGED, "--form", "bio", ending="txt"), message)

    def test_contradictions(self):
        for options, message in (
            (["--min-overlap", "0"], "--min-overlap 0: a number in (0, 1] is needed"),
            (["--positives", "3"], "--positives is no option of 'wald detections'"),
            (["--by-class"], "--by-class goes with --average instance"),
            (["--certify", "0.9", "--min-precision", "0.5"], "--certify: detections of one image depend on each other"),
            (["--min-value", "0.9"], "--min-value goes with --average instance"),
            (["--average", "micro", "--min-precision", "0.5"], "--average micro is offered for F1 without limits and costs"),
            (["--average", "micro", "--metric", "jaccard"], "--average micro is offered for F1 without limits and costs"),
            (["--average", "instance", "--certify", "0.9"],
             "--average instance needs one of --min-recall, --min-precision and --min-value"),
            (["--average", "instance", "--min-recall", "0.9"], "--average instance needs --certify"),
            (["--average", "instance", "--min-recall", "0.9", "--certify", "0.9", "--metric", "f1"],
             "--metric with --average instance goes with --min-value"),
            (["--average", "instance", "--min-recall", "0.9", "--certify", "0.9", "--bootstrap", "9"],
             "--bootstrap is 9: "),
            (["--delimiter", ";"], "--delimiter goes with --form spans"),
            (["--max-fdr", "0.1"], "--max-fdr is no option of 'wald detections'"),
            (["--storey", "0.5"], "--storey is no option of 'wald detections'"),
            (["--prevalence", "0.5"], "--prevalence is no option of 'wald detections'"),
            (["--precision-level", "0.5"], "--precision-level is 0.5: this command reads it with --min-precision only"),
            (["--rows", "-"], "--rows and --output are the same"),
        ):
            self.fails_with(self.asked(FOUND, TRUTH, *options), message, 2)


if __name__ == "__main__":
    unittest.main()
