//! Estimates with 95 % confidence intervals: shares, means, differences, and ratings from a logistic model.
//!
//! Estimates from several games of one seed, or several playouts of one position, are not independent: such values come in
//! groups, and [`Clusters`], [`clustered`], [`difference_stratified`], [`Adjusted`] and [`Logistic`] take the groups into
//! account. For many tests at once, use [`benjamini_hochberg`].
//!
//! Functions take counts and return plain numbers; they know no game. All of them are tested against scipy and statsmodels
//! (`tests/fixture.py`).

mod adjusted;
mod cluster;
mod distribution;
mod estimate;
mod logistic;
mod mean;
mod multiple;
mod root;
mod share;
mod sprt;
mod stratified;

pub use adjusted::Adjusted;
pub use cluster::{Clusters, clustered};
pub use estimate::{CONFIDENCE, Estimate, Interval};
pub use logistic::{Case, Fit, Logistic};
pub use mean::{Moments, paired};
pub use multiple::benjamini_hochberg;
pub use share::{wilson, wilson_of};
pub use sprt::{Pairs, Sprt, Verdict};
pub use stratified::{Stratified, difference_stratified};
