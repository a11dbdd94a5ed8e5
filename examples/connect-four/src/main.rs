//! Iterations a second of wilaya's search and of three others on Connect Four: from the empty board, with playouts at random
//! to the end, on one thread. They take turns, so that what else the machine does meets all of them; the median counts. The
//! best first move is the middle column, which a search of this size should mostly find.
//!
//! `cargo run --release -- [ITERATIONS] [ROUNDS]`

#[path = "../../own_game/connect_four.rs"]
mod connect_four;
mod others;
mod ours;

use std::time::Instant;

/// A search of some iterations with a seed; returns the best column, from 0.
type Search = fn(u32, u64) -> u8;

const SEARCHES: [(&str, Search); 4] = [
    ("wilaya", ours::search),
    ("minimax", others::minimax),
    ("board-game", others::board_game),
    ("treant", others::treant),
];

fn main() -> Result<(), std::num::ParseIntError> {
    let mut args = std::env::args().skip(1).map(|text| text.parse());
    let (iterations, rounds) = (args.next().unwrap_or(Ok(20_000))?, args.next().unwrap_or(Ok(15))?);
    let mut speeds = [const { Vec::new() }; SEARCHES.len()];
    let mut middle = [0; SEARCHES.len()];
    for round in 0..rounds {
        for ((speeds, middle), (_, search)) in speeds.iter_mut().zip(&mut middle).zip(SEARCHES) {
            let begun = Instant::now();
            let column = search(iterations, u64::from(round) + 1);
            speeds.push(f64::from(iterations) / begun.elapsed().as_secs_f64());
            *middle += u32::from(column == connect_four::COLUMNS / 2);
        }
    }
    println!("{iterations} iterations from the empty board, median of {rounds} rounds");
    let medians = speeds.map(|mut speeds| {
        speeds.sort_by(f64::total_cmp);
        speeds[speeds.len() / 2]
    });
    for (((name, _), median), middle) in SEARCHES.iter().zip(medians).zip(middle) {
        let share = median / medians[0];
        println!(
            "{name:12} {median:>9.0} iterations/s, {share:.2} of wilaya's; {middle} times the middle column"
        );
    }
    Ok(())
}
