//! The distributions behind the intervals, computed only with the `libm` crate, so that every digit is the same on every
//! machine. Crates of distributions call the machine's C library.

use std::f64::consts::SQRT_2;

use crate::root::root;

/// The probability that a standard normal variable exceeds `z`.
pub(crate) fn normal_above(z: f64) -> f64 {
    libm::erfc(z / SQRT_2) / 2.0
}

/// The value that a standard normal variable exceeds with this probability, at most one half.
pub(crate) fn normal_upper(chance: f64) -> f64 {
    root(0.0, 40.0, |z| chance - normal_above(z))
}

/// The probability that a variable with Student's distribution exceeds `t`, which must not be negative.
pub(crate) fn student_above(t: f64, freedom: f64) -> f64 {
    let square = t * t;
    Beta::new(freedom / 2.0, 0.5).below(freedom / (freedom + square)) / 2.0
}

/// The value that a variable with Student's distribution exceeds with this probability, at most one half.
pub(crate) fn student_upper(chance: f64, freedom: f64) -> f64 {
    let share = Beta::new(0.5, freedom / 2.0).quantile(1.0 - 2.0 * chance);
    (freedom * share / (1.0 - share)).sqrt()
}

/// The beta distribution.
pub(crate) struct Beta {
    /// Its shapes, both above 0.
    a: f64,
    b: f64,
    /// The logarithm of the beta function of its shapes.
    log: f64,
}

impl Beta {
    pub(crate) fn new(a: f64, b: f64) -> Self {
        Self { a, b, log: libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b) }
    }

    /// The probability that a variable is below `x`, from 0 to 1: the regularized incomplete beta function.
    pub(crate) fn below(&self, x: f64) -> f64 {
        let Self { a, b, .. } = *self;
        if x <= 0.0 || x >= 1.0 {
            return x.clamp(0.0, 1.0);
        }
        let scale = libm::exp(self.log_power(a, b, x));
        // The continued fraction converges fast on this side of the mean.
        if x < (a + 1.0) / (a + b + 2.0) {
            scale / a * fraction(a, b, x)
        } else {
            1.0 - scale / b * fraction(b, a, 1.0 - x)
        }
    }

    /// The value that a variable is below with this probability, by Newton's method from the mean, safeguarded by bisection.
    pub(crate) fn quantile(&self, chance: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        let mut x = self.a / (self.a + self.b);
        for _ in 0..200 {
            let off = self.below(x) - chance;
            if off > 0.0 {
                high = x;
            } else {
                low = x;
            }
            let density = libm::exp(self.log_power(self.a - 1.0, self.b - 1.0, x));
            let newton = x - off / density;
            let next = if low <= newton && newton <= high { newton } else { f64::midpoint(low, high) };
            // Each Newton step doubles the correct digits, so the next one would change nothing.
            let done = (next - x).abs() <= 1e-9 * next.min(1.0 - next);
            x = next;
            if done {
                break;
            }
        }
        x
    }

    /// The logarithm of the product of a power of `x` and one of `1 - x`, divided by the beta function.
    fn log_power(&self, a: f64, b: f64, x: f64) -> f64 {
        a * libm::log(x) + b * libm::log1p(-x) - self.log
    }
}

/// The continued fraction of the incomplete beta function by Lentz's method (DLMF 8.17.22; Press et al., *Numerical Recipes*,
/// 6.4).
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let not_zero = |value: f64| if value.abs() < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { value };
    let mut above = 1.0;
    let mut below = 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut product = below;
    // The number of terms grows like the square root of the shape parameters.
    for m in 1..100_000 {
        let m = f64::from(m);
        let twice = a + 2.0 * m;
        let even = m * (b - m) * x / ((twice - 1.0) * twice);
        let odd = -(a + m) * (a + b + m) * x / (twice * (twice + 1.0));
        let mut step = 1.0;
        for term in [even, odd] {
            below = 1.0 / not_zero(1.0 + term * below);
            above = not_zero(1.0 + term / above);
            step = above * below;
            product *= step;
        }
        if (step - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} is not {expected}");
    }

    /// Values from scipy 1.17.1: `stats.norm`, `stats.t` and `stats.beta`, `isf`, `sf` and `ppf`.
    #[test]
    fn they_are_those_of_scipy() {
        close(normal_upper(0.025), 1.959_963_984_540_054_5);
        close(normal_upper(2.5e-5), 4.055_626_981_122_4);
        close(normal_above(5.0), 2.866_515_718_791_933e-7);
        for (freedom, upper, above) in [
            (1.0, 12.706_204_736_174_694, 0.102_416_382_349_566_72),
            (2.5, 3.574_654_842_003_681_7, 0.036_288_047_774_515_914),
            (10.0, 2.228_138_851_986_274, 0.006_671_827_511_284_785),
            (199.0, 1.971_956_544_251_753_3, 0.001_522_413_362_553_087),
            (1e4, 1.960_201_239_890_626, 0.001_353_224_094_998_833),
            (1e6, 1.959_966_356_814_107, 0.001_349_931_271_070_9),
        ] {
            close(student_upper(0.025, freedom), upper);
            close(student_above(3.0, freedom), above);
        }
        close(student_upper(2.5e-5, 3.0), 35.297_919_449_815_126);
        for (a, b, chance, below) in [
            (1.0, 1_000_001.0, 0.025, 2.531_778_234_601_215_4e-8),
            (1_000_000.0, 1.0, 0.025, 0.999_996_311_127_349_8),
            (300_000.5, 700_000.5, 0.975, 0.300_898_746_216_003_43),
            (0.5, 7.5, 0.975, 0.292_436_173_662_309_84),
        ] {
            close(Beta::new(a, b).quantile(chance), below);
        }
    }
}
