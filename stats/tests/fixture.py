"""Values of scipy and statsmodels that the crate is held to: prints fixture.json.

    python3 -m venv v && v/bin/pip install numpy scipy==1.17.1 statsmodels==0.15.0
    v/bin/python stats/tests/fixture.py > stats/tests/fixture.json
"""

import json

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

rng = np.random.default_rng(1954)


def share(count, trials):
    low, high = (float(end) for end in proportion_confint(count, trials, 0.05, "wilson"))
    return {"count": count, "trials": trials, "wilson": [max(low, 0.0), min(high, 1.0)]}


def mean(values):
    result = stats.ttest_1samp(values, 0.0)
    interval = result.confidence_interval(0.95)
    return {"values": values, "mean": float(np.mean(values)), "interval": [interval.low, interval.high], "p": result.pvalue}


def paired(first, second):
    result = stats.ttest_rel(first, second)
    interval = result.confidence_interval(0.95)
    return {"first": first, "second": second, "interval": [interval.low, interval.high], "p": result.pvalue}


def clustered(groups, values):
    """A mean with a cluster-robust error and Student's distribution."""
    fit = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": np.array(groups)}, use_t=True)
    found = {
        "value": float(fit.params[0]),
        "error": float(fit.bse[0]),
        "interval": [float(end) for end in fit.conf_int(0.05)[0]],
        "p": float(fit.pvalues[0]),
    }
    return {"groups": groups, "values": values, "mean": found}


def logistic(rows, successes, groups):
    fit = sm.GLM(successes, np.array(rows), family=sm.families.Binomial()).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(groups)}, tol=1e-14, maxiter=100
    )
    return {
        "rows": rows,
        "successes": successes,
        "groups": groups,
        "coefficients": [float(value) for value in fit.params],
        "errors": [float(value) for value in fit.bse],
    }


def floats(array):
    return [round(float(value), 6) for value in array]


def clusters(count, size, spread):
    groups, values = [], []
    for group in range(count):
        luck = rng.normal(0, spread)
        for _ in range(int(rng.integers(1, size + 1))):
            groups.append(group)
            step = 0.3 * int(rng.integers(0, 2))
            values.append(round(float(luck + step + rng.normal()), 6))
    return clustered(groups, values)


def matches(bots, seeds):
    """Every two of some bots, both sides, with an advantage of one side; the first bot is the anchor."""
    strength = rng.normal(0, 0.7, bots)
    rows, successes, groups = [], [], []
    for seed in range(seeds):
        for one in range(bots):
            for other in range(one):
                for first, second in [(one, other), (other, one)]:
                    row = [0.0] * bots
                    row[-1] = 1.0
                    for bot, sign in [(first, 1.0), (second, -1.0)]:
                        if bot:
                            row[bot - 1] = sign
                    chance = 1 / (1 + np.exp(-(strength[first] - strength[second] + 0.6)))
                    rows.append(row)
                    successes.append(float(rng.random() < chance))
                    groups.append(seed)
    return logistic(rows, successes, groups)


def stratified(groups, strata, marks, values):
    """A difference by mark among values of one stratum: a constant for each stratum, cluster-robust errors."""
    marks = np.array(marks, float)
    design = np.column_stack([marks] + [np.array(strata) == stratum for stratum in sorted(set(strata))]).astype(float)
    fit = sm.OLS(values, design).fit(cov_type="cluster", cov_kwds={"groups": np.array(groups)}, use_t=True)
    rows = {"groups": groups, "strata": strata, "marks": [int(mark) for mark in marks], "values": values}
    return rows | {"value": float(fit.params[0]), "error": float(fit.bse[0]), "p": float(fit.pvalues[0])}


def at_risk(games, turns):
    """Games that last some turns; in one of them something may happen, and then the game is no longer looked at."""
    groups, strata, marks, values = [], [], [], []
    for game in range(games):
        won = float(rng.random() < 0.5)
        for turn in range(int(rng.integers(1, turns + 1))):
            mark = int(rng.random() < (0.3 if won else 0.2))
            for column, value in zip((groups, strata, marks, values), (game, turn, mark, won)):
                column.append(value)
            if mark:
                break
    return stratified(groups, strata, marks, values)


shares = [(0, 20), (1, 29), (15, 148), (81, 263), (500, 1000), (997, 1000), (20, 20), (123_456, 1_000_000), (3, 4)]
p_values = [
    [0.01, 0.04, 0.03, 0.005],
    [0.5],
    floats(rng.random(30) ** 3),
]
fixture = {
    "made_with": {"numpy": np.__version__, "scipy": scipy.__version__, "statsmodels": statsmodels.__version__},
    "shares": [share(count, trials) for count, trials in shares],
    "means": [mean(floats(rng.normal(0.3, 2, n))) for n in (2, 5, 40)],
    "paired": [paired(floats(rng.normal(0.2, 1, n)), floats(rng.normal(0, 1, n))) for n in (3, 60)],
    "clustered": [clusters(12, 5, 1.0), clusters(60, 3, 0.2)],
    "p_values": [{"p": p, "q": [float(q) for q in multipletests(p, method="fdr_bh")[1]]} for p in p_values],
    "logistic": [matches(3, 30), matches(5, 12)],
    "stratified": [at_risk(60, 4), at_risk(150, 9)],
}
print(json.dumps(fixture, separators=(",", ":")))
