"""Runs of the command: the name of each in fuzz_command.cpp, and its files."""

import struct

# Objects as the command saves them, of fewer digits.
MODEL = (
    '{"wald":"learner","version":1,"learner":"br","features":3,"task":"labels","labels":2,"at_least":0,"feature_names":["x1",'
    '"x2=blue","x2=red"],"label_names":["y_a","y_b"],"scaler":{"scaling":"standard","shift":[1.34,0.429,0.571],'
    '"factor":[0.961,2.02,2.02]},"regressions":[{"C":0.0001,"loss":0.877,"classes":[0,1],"tried":[0.0001,0.0003,0.001],'
    '"losses":[0.877,0.877,0.878],"intercepts":[-0.286],"weights":[-2.47e-05,-5.77e-05,5.77e-05]},{"C":3,"loss":0.396,'
    '"classes":[0,1],"tried":[1,3,10],"losses":[0.44,0.396,0.398],"intercepts":[0.797],"weights":[1.67,0.736,-0.736]}],'
    '"calibrations":[{"kind":"platt","intercept":-0.288,"slope":0},{"kind":"platt","intercept":0.465,"slope":0.548}]}'
)
CALIBRATION = (
    '{"wald":"calibration","version":1,"input":"probabilities","calibration":{"kind":"platt","intercept":-0.117,'
    '"slope":0.537}}'
)
POLICY = (
    '{"wald":"cascade","version":1,"models":3,"classes":1,"threshold":0,"exponent":27,"negatives_only":false,"costs":[1,1,1],'
    '"names":["m1","m2","m3"],"findings":{"alpha":0.1,"rounded_rows":0,"in_sample":{"rows":5,"weight":5,"disagreement":0,'
    '"mean_models":1,"mean_cost":1,"stops":[1,0,0]},"cross":{"rows":5,"weight":5,"disagreement":0,"mean_models":1,'
    '"mean_cost":1,"stops":[1,0,0]}},"positions":[[0,-0.125,-0.125,1.95],[1,null,null,1.72],[2,0,0,0]]}'
)
ROUTE = (
    '{"wald":"route","version":1,"stages":2,"router":false,"by":"none","goal":"cost","measure":"accuracy","groups":[[0.8,'
    '"-inf"]],"findings":{"theorem":"none","rows":5,"labels":5,"cost":9,"quality":1,"full_cost":20,"full_quality":1,'
    '"exact":true,"feasible":true,"certified":false,"shares":[0.6,0.4],"envelope":[[1,0.6,true],[5,0.8,true],[9,1,true]]}}'
)
WATCH = (
    '{"promise":"{\\"wald\\":\\"promise\\",\\"version\\":1,\\"promise\\":\\"precision>=0.9\\",\\"delta\\":0.05,'
    '\\"average_run\\":null,\\"min_label_probability\\":1,\\"max_weight\\":1,\\"streams\\":[{\\"rows\\":5,\\"labels\\":4,'
    '\\"counts\\":[[1,3,1,0,0]],\\"alarms\\":0,\\"alarm\\":null,\\"evidence\\":null,\\"kept\\":false,'
    '\\"detector\\":{\\"last\\":4,\\"capital\\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],\\"best\\":[1.01,1.01,1.02,1.03,1.05,1.08,'
    '1.12,1.18,1.28,1.42,1.62,1.9,2.26,2.63,2.76,1.94],\\"since\\":[3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3]}}]}","segments":[]}'
)
ANSWER = '{"method":"direct","rule":"or","thresholds":{"s1":0.4,"s2":"inf"}}'

PROBABILITIES = "a,b,c\n0.9,0.2,0.5\n0.1,0,1\n0.4,0.4,1e-9\n"
NAMED = 'id,a,b,c\n"r,1",0.9,0.2,0.5\nr2,0.1,0,1\n'
TRUTH = "a,b,c\n1,0,1\n0,0,1\n1,1,0\n"
OTHER = "a,b,c\n1,0,0\n0,1,1\n1,1,0\n"
SCORES = "s1,s2,y,w\n0.1,0.2,0,1\n0.4,0.6,1,2\n0.35,0.3,0,1\n0.8,-inf,1,1.5\n0.7,0.9,0,1\n0.9,0.8,1,1\n"
KNOWN = "s1,y\n0.1,0\n0.2,1\n0.15,0\n0.3,1\n0.05,0\n"
FEATURES = "x1,x2,note,w,y_a,y_b\n0.5,red,x,1,1,0\n1.5,blue,y,2,0,1\n2.5,red,,1,0,1\n3,blue,q,1,1,1\n0.1,red,q,1,0,0\n"
LIBSVM = "0,1 1:0.5 3:2\n1 2:1\n 1:1\n0 1:0.25 2:3 # note\n0,1 3:1.5\n1 1:2\n"
ENSEMBLE = "m1,m2,m3\n1,-0.5,2\n-1,-2,0.5\n0.25,0.5,1\n-0.5,0.1,-3\n"
STAGES = "c_1,a_1,c_2,a_2,y\n0.9,0,0.95,0,0\n0.4,1,0.9,0,0\n0.8,1,0.7,1,1\n0.3,0,0.99,1,\n"
LISTS = '{"c":[0.9,1.0],"a":[0,0],"y":0}\n{"c":[0.6,0.9],"a":[1,0],"y":null}\n{"c":[0.8,0.7],"a":[1,1],"y":1}\n'
WATCHED = "flagged,label\n1,1\n1,1\n0,\n1,0\n1,1\n"
DECIDED = "probability,flagged,label,label_probability\n0.9,1,1,0.5\n0.2,0,,0.5\n0.6,1,0,1\n0.1,0,1,1\n"
BOXES = ('[{"image_id":1,"category_id":5,"bbox":[0,0,10,9],"score":0.9},{"image_id":2,"category_id":"9","bbox":[1,0,10,9],'
         '"score":0.5}]')
COCO = ('{"images":[{"id":1},{"id":2},{"id":"x"}],"categories":[{"id":5,"name":"cat"},{"id":"9"}],"annotations":['
        '{"image_id":1,"category_id":5,"bbox":[0,0,10,10]},{"image_id":2,"category_id":"9","bbox":[50,50,4,4],"iscrowd":1}]}')
SPANS = "document,start,end,label\na,0,5,person\na,9,12,place\nb,0,5,person\n"
FOUND_SPANS = "label,document,start,end,score\nperson,a,0,5,.9\nplace,a,9,13,.8\nperson,b,0,4,.7\n"
TAGGED = "-DOCSTART- O\n\nAda NNP B-PER\nLovelace NNP I-PER\nin IN O\nRome NNP B-LOC\n\nRome NNP B-LOC\n"
FOUND_TAGS = "Ada B-PER .9\nLovelace I-PER .8\nin O .9\nRome B-PER .7\n\nRome B-LOC .6\n"


def npy(shape, code, descr):
    """A .npy file of probabilities."""
    n = 1
    for side in shape:
        n *= side
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape!r}, }}\n".encode()
    values = [i % 2 if code in "B?" else (i % 7) / 16 for i in range(n)]
    return b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header + struct.pack(f"<{n}{code}", *values)


RUNS = {
    "predict": [PROBABILITIES], "macro": [NAMED], "joint": ["instance,weight,a,b\n0,1,1,0\n0,2,0,1\n1,1,1,1\n"],
    "counts": ["instance,label,s,p\n0,0,1,0.5\n0,1,2,0.25\n0,0,2,0.25\n1,0,1,1\n"], "expected": [TRUTH, PROBABILITIES],
    "evaluate": [TRUTH, OTHER], "compare": [TRUTH, OTHER, "a,b,c\n1,0,1\n0,0,1\n1,0,0\n"], "worth": [TRUTH, PROBABILITIES],
    "fit": [FEATURES], "libsvm": [LIBSVM], "model": [MODEL, FEATURES],
    "threshold": [SCORES], "answer": [ANSWER, SCORES], "fixed": [SCORES], "select": [KNOWN, SCORES], "benefit": [SCORES],
    "reliability": [SCORES], "prevalence": [KNOWN, SCORES], "calibrate": [SCORES], "calibration": [CALIBRATION, SCORES],
    "cascade": [ENSEMBLE], "policy": [POLICY, ENSEMBLE],
    "route": [STAGES], "lists": [LISTS], "routed": [ROUTE, STAGES],
    "watch": [WATCHED], "watched": [WATCH, WATCHED], "estimate": [DECIDED],
    "masks": [npy((2, 2, 2, 3), "f", "<f4")], "exclusive": [npy((2, 3, 2, 2), "d", "<f8")], "raters": [npy((3, 1, 2, 3), "?", "|b1")],
    "coco": [COCO, BOXES], "spans": [SPANS, FOUND_SPANS], "bio": [TAGGED, FOUND_TAGS],
    "images": [SPANS, FOUND_SPANS],
}


def command_seeds():
    for name, files in RUNS.items():
        parts = [each if isinstance(each, bytes) else each.encode() for each in files]
        yield name, name.encode() + b"\n" + b"\n----\n".join(parts)
