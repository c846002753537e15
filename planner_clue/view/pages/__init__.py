"""Pages for a browser: a recorded game to step through, and the parts that other pages reuse."""
