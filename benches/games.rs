//! Whole games, playouts and single steps of both games, single-threaded, by the clock.
//!
//! Items are decisions, iterations of a search or positions, so the throughput is these per second; where games are
//! played, the throughput in hertz is games per second. Before it is timed, each case must do what the committed baseline says.
//!
//! `cargo bench` runs all of it; `cargo bench --bench games -- "legal algeria"` what has that in its name.

#[expect(dead_code, reason = "what the gate of instructions needs beside the cases")]
mod work;

use divan::Bencher;
use divan::counter::{CyclesCount, ItemsCount};
use work::baseline::Baseline;
use work::names;

fn main() {
    divan::main();
}

/// Times a case, which must do what it always did.
fn time(bencher: Bencher<'_, '_>, name: &str) {
    let mut work = work::work(name);
    work.run();
    let baseline = Baseline::read();
    let expected = baseline.entries.get(name).map(|entry| (entry.items, entry.checksum));
    assert_eq!(
        Some((work.items(), work.checksum())),
        expected,
        "{name}: other work was done than the baseline says (cargo bench --bench instructions -- --save)"
    );
    let bencher = bencher.counter(ItemsCount::new(work.items()));
    match work.games() {
        0 => bencher.bench_local(|| work.run()),
        games => bencher.counter(CyclesCount::new(games)).bench_local(|| work.run()),
    }
}

#[divan::bench(args = names("games"))]
fn games(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name);
}

#[divan::bench(args = names("playouts-random"))]
fn playouts_random(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name);
}

#[divan::bench(args = names("playouts-sober"))]
fn playouts_sober(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name);
}

#[divan::bench(args = names("search"))]
fn search(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name);
}

#[divan::bench(args = names("choices"))]
fn choices(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name);
}

#[divan::bench(args = names("legal"))]
fn legal(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name);
}

#[divan::bench(args = names("apply"))]
fn apply(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name);
}

#[divan::bench(args = names("copy"))]
fn copy(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name);
}

#[divan::bench(args = names("observe"))]
fn observe(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name);
}

#[divan::bench(args = names("determinize"))]
fn determinize(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name);
}
