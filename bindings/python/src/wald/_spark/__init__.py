"""Data frames of Spark: what `wald.spark` gives. Imported with pyspark alone."""
