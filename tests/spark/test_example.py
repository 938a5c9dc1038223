"""The example of the documents runs, and the code of docs/guides/scale.md that is about Spark."""

import importlib.util
import io
import re

from conftest import SOURCE


def test_example_from_features_to_alerts(spark):
    spec = importlib.util.spec_from_file_location("spark_fraud", SOURCE / "docs" / "examples" / "spark_fraud.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    out = io.StringIO()
    threshold, found = module.main(spark, 4000, out)
    assert out.getvalue().startswith("pass 1: 4000 rows in ") and "alerts, " in out.getvalue()
    assert threshold.facts[None]["tp"] + threshold.facts[None]["fp"] <= 40
    assert 15 <= found["alerts"] <= 80 and found["caught"] > found["alerts"] / 4


def test_guide(spark):
    text = (SOURCE / "docs" / "guides" / "scale.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    blocks = [block for block in blocks if "spark" in block]
    assert blocks
    known = {"__name__": "guide", "spark": spark}
    for block in blocks:
        exec(block, known)
