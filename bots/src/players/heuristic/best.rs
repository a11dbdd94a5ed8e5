/// The choice with the highest value, or the first of several with the same value.
///
/// # Panics
/// If there are no choices.
pub(super) fn best<A: Copy>(choices: &[A], mut value: impl FnMut(A) -> f64) -> A {
    let mut best = (choices[0], f64::NEG_INFINITY);
    for &choice in choices {
        let value = value(choice);
        if value > best.1 {
            best = (choice, value);
        }
    }
    best.0
}
