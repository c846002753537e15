"""The example problems and their figures; speed is measured by ``python -m benchmarks.speed``."""
