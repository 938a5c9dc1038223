"""Detections and spans: matched to the truth, and kept by a threshold of each class or of all."""
