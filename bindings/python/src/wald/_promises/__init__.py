"""Promises: what a rule was promised to do, watched in use."""
