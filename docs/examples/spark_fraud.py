"""Fraud in Spark, from features to alerts: a model of Spark's machine learning, the threshold that catches most fraud within
a budget of alerts, alerts for new rows, and what they are worth. Needs pyspark with Spark Connect or without.

    spark-submit spark_fraud.py
"""

import sys

from pyspark.ml.classification import LogisticRegression
from pyspark.ml.feature import VectorAssembler
from pyspark.ml.functions import vector_to_array
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import wald.spark


def transactions(spark, rows, seed):
    """Made up: one in fifty is fraud, which is larger and comes at night and from new devices."""
    frame = spark.range(rows).withColumn("fraud", F.rand(seed) < 0.02)
    shift = F.when(F.col("fraud"), 1.2).otherwise(0.0)
    return frame.select("id", "fraud", *((F.randn(seed + i) + shift).alias(name)
                                         for i, name in enumerate(("amount", "night", "device"), 1)))


def main(spark, rows=20_000, out=sys.stdout):
    train, tune, new = (transactions(spark, rows, seed) for seed in (10, 20, 30))
    columns = VectorAssembler(inputCols=["amount", "night", "device"], outputCol="features")
    model = LogisticRegression(labelCol="y", maxIter=5).fit(
        columns.transform(train.withColumn("y", F.col("fraud").cast("double"))))

    def scored(frame):
        return model.transform(columns.transform(frame)).select(
            "id", "fraud", vector_to_array("probability")[1].alias("score"))

    # Each pass reads the rows again: what they are made of is kept.
    tuner = wald.spark.ThresholdTuner(truth="fraud", score="score", prediction="alert", max_alert_rate=0.01,
                                      progress=lambda line: print(line, file=out))
    threshold = tuner.fit(scored(tune).persist())
    alerts = threshold.transform(scored(new))
    found = alerts.agg(F.sum(F.col("alert").cast("int")).alias("alerts"),
                       F.sum((F.col("alert") & F.col("fraud")).cast("int")).alias("caught"),
                       F.sum(F.col("fraud").cast("int")).alias("fraud")).first()
    print(f"threshold {threshold.thresholds:.3f}: {found['alerts']} alerts, {found['caught']} of {found['fraud']} frauds",
          file=out)
    return threshold, found


if __name__ == "__main__":
    main(SparkSession.builder.getOrCreate())
