//! Values of scipy and statsmodels, made by `fixture.py`.

use serde_json::Value;
use wilaya_stats::{
    Case, Interval, Logistic, Moments, Stratified, benjamini_hochberg, clustered, difference_stratified,
    paired, wilson,
};

fn fixture() -> Value {
    serde_json::from_str(include_str!("../fixture.json")).expect("it is JSON")
}

fn each<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().expect("a list")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn numbers(value: &Value, key: &str) -> Vec<f64> {
    each(value, key).iter().map(number).collect()
}

#[track_caller]
fn close(found: f64, expected: f64) {
    let off = (found - expected).abs();
    assert!(off <= 1e-9 * expected.abs().max(1.0), "{found} is not {expected}");
}

#[track_caller]
fn same(found: Interval, expected: &Value) {
    close(found.low, number(&expected[0]));
    close(found.high, number(&expected[1]));
}

#[test]
fn shares() {
    for row in each(&fixture(), "shares") {
        let [count, trials] = ["count", "trials"].map(|key| row[key].as_u64().expect("a number"));
        same(wilson(count, trials), &row["wilson"]);
    }
}

#[test]
fn means_and_pairs() {
    let fixture = fixture();
    for row in each(&fixture, "means") {
        let mut moments = Moments::default();
        numbers(row, "values").into_iter().for_each(|value| moments.push(value));
        close(moments.mean(), number(&row["mean"]));
        same(moments.interval(), &row["interval"]);
        close(moments.estimate().p_value(), number(&row["p"]));
    }
    for row in each(&fixture, "paired") {
        let estimate = paired(numbers(row, "first").into_iter().zip(numbers(row, "second")));
        same(estimate.interval(), &row["interval"]);
        close(estimate.p_value(), number(&row["p"]));
    }
}

#[test]
fn clusters() {
    for row in each(&fixture(), "clustered") {
        let groups = each(row, "groups").iter().map(|group| group.as_u64().expect("a number"));
        let (estimate, expected) = (clustered(groups.zip(numbers(row, "values"))), &row["mean"]);
        close(estimate.value, number(&expected["value"]));
        close(estimate.error, number(&expected["error"]));
        same(estimate.interval(), &expected["interval"]);
        close(estimate.p_value(), number(&expected["p"]));
    }
}

#[test]
fn many_tests_at_once() {
    for row in each(&fixture(), "p_values") {
        let found = benjamini_hochberg(&numbers(row, "p"));
        let expected = numbers(row, "q");
        assert_eq!(found.len(), expected.len());
        found.into_iter().zip(expected).for_each(|(found, expected)| close(found, expected));
    }
}

#[test]
fn ratings() {
    for row in each(&fixture(), "logistic") {
        let expected = numbers(row, "coefficients");
        let mut model = Logistic::new(expected.len());
        let successes = numbers(row, "successes");
        for ((factors, success), group) in each(row, "rows").iter().zip(successes).zip(each(row, "groups")) {
            let factors = factors.as_array().expect("a list").iter().map(number).enumerate();
            let row = factors.filter(|(_, factor)| *factor != 0.0).collect();
            model.push(Case { row, success, group: group.as_u64().expect("a number") });
        }
        let fit = model.fit().expect("it can be fitted");
        assert!(!fit.penalized);
        for (index, (expected, error)) in expected.iter().zip(numbers(row, "errors")).enumerate() {
            close(fit.coefficients[index], *expected);
            close(fit.contrast(&[(index, 1.0)]).error, error);
        }
    }
}

#[test]
fn strata() {
    for row in each(&fixture(), "stratified") {
        let whole = |value: &Value| value.as_u64().expect("a number");
        let [groups, strata, marks, values] =
            ["groups", "strata", "marks", "values"].map(|key| each(row, key));
        let all = (0..values.len()).map(|index| Stratified {
            group: whole(&groups[index]),
            stratum: whole(&strata[index]),
            mark: whole(&marks[index]) == 1,
            value: number(&values[index]),
        });
        let found = difference_stratified(all);
        close(found.value, number(&row["value"]));
        close(found.error, number(&row["error"]));
        close(found.p_value(), number(&row["p"]));
        assert_eq!(found.n, marks.iter().map(whole).sum::<u64>());
    }
}
