"""From features to estimators; calibration."""
