"""How far counts of random draws are from what is expected."""


def chi_squared(drawn, means):
    """Return Pearson's statistic of counts, by outcome, whose expected values are ``means``."""
    return sum((drawn[one] - mean) ** 2 / mean for one, mean in means.items())
