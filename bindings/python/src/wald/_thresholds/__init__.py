"""Samples of scored rows, thresholds, frontiers."""
