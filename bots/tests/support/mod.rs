//! Settings, players and threads for tests that play many games.
#![allow(dead_code, reason = "each test crate uses its own part of this module")]

pub(crate) mod ici;

use std::sync::atomic::{AtomicU64, Ordering};

use wilaya_bots::{Maker, Roster, build};
use wilaya_engine::algeria::{Algeria, Rules};
use wilaya_engine::data::Figures;
use wilaya_engine::dice::{Dice, bot_rng};
use wilaya_engine::{Actions, BySide, Game, Setting, SettingError, Side, Sink, Status, View};

/// The bots of the games.
pub(crate) const BOTS: [&str; 3] = ["random", "thrift", "sober"];

/// A game must end before this turn is over.
pub(crate) const MAX_TURNS: u16 = 200;

/// Every scenario with every set of options that it allows, and both ways to set up.
pub(crate) fn settings() -> Vec<Setting> {
    const OPTIONS: [&str; 5] = [
        "shorter_game",
        "border_zone_cuts_ap",
        "no_react_to_moves",
        "slow_french_reaction",
        "deterministic_independence",
    ];
    let mut settings = Vec::new();
    for (scenario, options) in [("1954", &OPTIONS[..]), ("1958", &OPTIONS[..3]), ("1960", &OPTIONS[..3])] {
        for set in 0..1u32 << options.len() {
            for setup in ["default", "free"] {
                let chosen = options.iter().enumerate().filter(|(bit, _)| set & 1 << bit != 0);
                settings.push(Setting {
                    scenario: Some(scenario.to_owned()),
                    setup: Some(setup.to_owned()),
                    options: chosen.map(|(_, option)| (*option).to_owned()).collect(),
                    bars: Vec::new(),
                });
            }
        }
    }
    settings
}

/// The rules of a setting with the figures that are built in.
pub(crate) fn rules(setting: &Setting) -> Rules {
    Algeria::rules(&Algeria::figures(), setting).unwrap_or_else(|error| panic!("{setting:?}: {error}"))
}

/// The figures with an FLN of 1960 that bots playing by chance bring about too rarely: nearly all in one area, where its
/// fire is heavy, or Bands and Faileks side by side in many.
pub(crate) fn crowded(figures: &Figures) -> Result<[Rules; 2], SettingError> {
    let list = |areas: &[(&str, usize)]| {
        let each = areas.iter().flat_map(|&(area, count)| std::iter::repeat_n(format!("\"{area}\""), count));
        each.collect::<Vec<_>>().join(", ")
    };
    let bands = [("I-1", 2), ("II-2", 2), ("III-1", 1), ("III-3", 1), ("V-2", 1)];
    let one_area = format!(
        r#"
        [scenario.1960]
        fln.IV = {{ front = 1, cadre = 1, band = 17, failek = 10 }}
        abroad.MOROCCO.band = 0
        abroad.TUNISIA = {{ cadre = 0, band = 0, failek = 0 }}
        default.fln.band = [{}, {}]
        default.fln.failek = [{}]
        "#,
        list(&bands),
        list(&[("IV-2", 17)]),
        list(&[("IV-2", 10)]),
    );
    let side_by_side = format!(
        r#"
        [scenario.1960]
        fln.I.failek = 2
        fln.II.failek = 2
        fln.III.failek = 2
        fln.IV.failek = 2
        fln.V.failek = 2
        abroad.TUNISIA.failek = 0
        default.fln.failek = [{}]
        "#,
        list(&[("I-1", 2), ("II-2", 2), ("III-1", 1), ("III-3", 1), ("IV-2", 2), ("V-2", 2)]),
    );
    let setting = Setting { scenario: Some("1960".to_owned()), ..Setting::default() };
    let with = |overlay: &str| {
        let mut figures = figures.clone();
        figures.overlay("crowded", overlay)?;
        Algeria::rules(&figures, &setting)
    };
    Ok([with(&one_area)?, with(&side_by_side)?])
}

/// What makes a bot of this name.
pub(crate) fn maker<G: Roster>(name: &str) -> Maker<G> {
    let spec = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    build(&spec).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What makes the bots of both sides in game `index`: every pair of bots in turn.
pub(crate) fn pair<G: Game>(makers: &[Maker<G>], index: u64) -> BySide<&Maker<G>> {
    let count = makers.len() as u64;
    let names = [index % count, index / count % count];
    BySide::new_with(|side| &makers[names[side as usize] as usize])
}

/// Plays a game to its end, or until `each` says that it is enough. `each` gets the state, who decided and what, after
/// every decision, and once before the first one.
pub(crate) fn play<G: Game, D: Dice, S: Sink<G::Event>>(
    rules: &G::Rules,
    bots: BySide<&Maker<G>>,
    (seed, index): (u64, u64),
    dice: &mut D,
    sink: &mut S,
    mut each: impl FnMut(&G::State, Option<(Side, &Actions<G>, G::Action)>, &mut D, &mut S) -> bool,
) -> G::State {
    let mut rngs = BySide::new_with(|side| bot_rng(seed, index, side));
    let mut players = BySide::new_with(|side| bots[side]());
    let mut legal = Actions::<G>::new();
    let mut choices = G::Choices::default();
    let mut state = G::start(rules, dice, sink);
    if !each(&state, None, dice, sink) {
        return state;
    }
    while let Status::Decision { side, .. } = G::status(&state) {
        legal.clear();
        G::legal(rules, &state, &mut legal);
        G::choices(rules, &state, &mut choices);
        let action = players[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
        G::apply(rules, &mut state, action, dice, sink);
        if !each(&state, Some((side, &legal, action)), dice, sink) {
            break;
        }
    }
    state
}

/// Does the work of each number below `count` on all cores; one `T` a thread collects what it finds.
pub(crate) fn on_all_cores<T: Default + Send>(count: u64, work: impl Fn(&mut T, u64) + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut found = T::default();
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count {
                            return found;
                        }
                        work(&mut found, index);
                    }
                })
            })
            .collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, T>| {
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        handles.into_iter().map(join).collect()
    })
}
