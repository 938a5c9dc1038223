"""Ensembles in order, with early exit; trees."""
