/// The q-values of many tests (Benjamini and Hochberg 1995), in the order of their p-values: among those with a q-value of at
/// most 0.05, one in twenty is expected to be a false alarm, if the tests are independent or positively dependent.
#[must_use]
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<_> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut q_values = vec![1.0; p_values.len()];
    let mut least = 1.0f64;
    for (place, &index) in order.iter().enumerate().rev() {
        least = least.min(p_values[index] * p_values.len() as f64 / (place + 1) as f64);
        q_values[index] = least;
    }
    q_values
}
