//! The progress bar of a run.

use std::fmt::Write;
use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use wilaya_engine::Side;
use wilaya_sim::Progress;

/// A bar with rate, time left and the current win rate; hidden if the output is not a terminal.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar for a number of games; hidden if `quiet`.
    pub(crate) fn new(games: u64, quiet: bool) -> Self {
        Self::of(games, "games", quiet)
    }

    /// A counter of games whose total is unknown; hidden if `quiet`.
    pub(crate) fn open(quiet: bool) -> Self {
        Self::styled(None, "games", "{spinner} {human_pos} games  {rate}  {elapsed}  {msg}", quiet)
    }

    /// A bar for `count` items; hidden if `quiet`.
    pub(crate) fn of(count: u64, what: &'static str, quiet: bool) -> Self {
        let template =
            format!("{{wide_bar}} {{human_pos}}/{{human_len}} {what}  {{rate}}  {{eta}} left  {{msg}}");
        Self::styled(Some(count), what, &template, quiet)
    }

    fn styled(count: Option<u64>, what: &'static str, template: &str, quiet: bool) -> Self {
        let seen = !quiet && std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        if !seen {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::with_draw_target(count, ProgressDrawTarget::stderr());
        let rate = move |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.0} {what}/s", state.per_sec());
        };
        Self(match style {
            Ok(style) => bar.with_style(style.with_key("rate", rate)),
            Err(_) => bar,
        })
    }

    /// Shows the progress of the run.
    pub(crate) fn update(&self, progress: Progress) {
        self.update_by(0, progress);
    }

    /// Shows the progress of one of several runs, after `before` games of earlier runs.
    pub(crate) fn update_by(&self, before: u64, progress: Progress) {
        // The bar draws a few times a second; skip the text in between.
        if self.0.is_hidden() {
            return;
        }
        self.0.set_position(before + progress.done);
        if progress.done.is_power_of_two() || progress.done.is_multiple_of(64) || progress.done < 64 {
            let rate = progress.win_rate(Side::Fln).map(|rate| format!("FLN wins {:.1} %", rate * 100.0));
            self.0.set_message(rate.unwrap_or_default());
        }
    }

    /// Shows the number done.
    pub(crate) fn at(&self, done: u64) {
        self.0.set_position(done);
    }

    /// Shows a message.
    pub(crate) fn say(&self, words: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(words());
        }
    }

    /// Removes the bar from the screen.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
