"""The default engine's name, where nothing heavy is imported."""

DEFAULT_ENGINE = "fast-downward"
