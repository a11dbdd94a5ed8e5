//! Estimates with their confidence intervals, at 95 %: shares, means, differences, and ratings from a logistic model.
//!
//! What is estimated from several games of one seed, or several playouts of one position, is not independent: such
//! values come in groups, and [`Clusters`], [`clustered`], [`difference_stratified`],
//! [`Adjusted`] and [`Logistic`] take the groups into account. Many
//! estimates at once need [`benjamini_hochberg`].
//!
//! Functions take what was counted and give back plain numbers; they know no game. All of them are held to values of
//! scipy and statsmodels (`tests/fixture.py`).

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
