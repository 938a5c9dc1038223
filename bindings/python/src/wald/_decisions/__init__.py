"""Estimators, decisions, distributions."""
