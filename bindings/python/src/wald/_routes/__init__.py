"""Routes: where a cheap model's answer is good enough, and where an expensive one is asked."""
