"""Routes: where a cheap model's answer is good enough, and where a dear one is asked."""
