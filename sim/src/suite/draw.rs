//! Draws a suite: plays games, screens their decisions, and proves errors.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use rayon::ThreadPool;
use wilaya_bots::analysis::{Rollout, RolloutConfig};
use wilaya_bots::play::Match;
use wilaya_bots::{Maker, Roster, build};
use wilaya_engine::dice::{SeededDice, stream_key};
use wilaya_engine::position::Position;
use wilaya_engine::{Actions, BySide, Status};

use super::aim::Aim;
use super::error::SuiteError;
use super::plan::{Cell, SuitePlan};
use super::player::Player;
use super::prove::{Proof, Trial, right_choices};
use super::test::{Origin, Slot, TestPosition, cell_file, read_slots, write_position, write_slots};
use crate::error::FolderError;
use crate::figures::FigureSpec;
use crate::files::Lock;

use crate::ordered::ordered;

/// The purpose of the streams of the seeds of cells, of screened decisions, and of random choices.
const CELLS: u64 = 48;
const LOOKS: u64 = 49;
const ERRORS: u64 = 50;

/// Draws the cells of a plan into a folder.
#[derive(Clone, Copy, Debug)]
pub struct SuiteRun<'a> {
    /// The plan.
    pub plan: &'a SuitePlan,
    /// The folder. Cells already started there are resumed.
    pub out: &'a Path,
}

/// The progress of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The cell.
    pub cell: String,
    /// The number of positions found.
    pub found: usize,
    /// The number of positions wanted.
    pub want: usize,
    /// The number of slots tried, including those that stayed empty.
    pub slots: usize,
}

impl SuiteRun<'_> {
    /// Draws the cells with these names, or all if there are none, and returns the progress of each. Fewer if `stop` was set.
    ///
    /// # Errors
    /// If a cell or bot is unknown, or a file cannot be read or written.
    pub fn run(
        &self,
        only: &[String],
        pool: &ThreadPool,
        stop: &AtomicBool,
        mut each: impl FnMut(Drawn),
    ) -> Result<(), SuiteError> {
        let cells = &self.plan.cells;
        if let Some(unknown) = only.iter().find(|name| cells.iter().all(|cell| cell.name() != **name)) {
            let known = cells.iter().map(Cell::name).collect();
            return Err(SuiteError::NoCell { found: unknown.clone(), known });
        }
        let cells: Vec<_> =
            cells.iter().filter(|cell| only.is_empty() || only.contains(&cell.name())).collect();
        let work = |index: u64| {
            let cell = cells[index as usize];
            let drawn = with_game!(cell.game, G => self.cell::<G>(cell, stop));
            (!stop.load(Ordering::Relaxed) || drawn.is_err()).then_some(drawn)
        };
        ordered(pool, 0..cells.len() as u64, stop, work, |_, drawn| drawn.map(&mut each))?;
        Ok(())
    }

    fn cell<G: Roster>(&self, cell: &Cell, stop: &AtomicBool) -> Result<Drawn, SuiteError> {
        let Self { plan, out } = *self;
        let name = cell.name();
        let path = cell_file(out, &name);
        crate::files::make_folder(out).map_err(FolderError::from)?;
        let _lock = Lock::file(&path).map_err(FolderError::from)?;
        let mut slots = read_slots(&path)?;
        let rules = FigureSpec::default().rules::<G>(&cell.setting())?;
        let place = plan.cells.iter().position(|other| other.name() == name).unwrap_or_default();
        let policies = cell.policies.iter().map(|policy| Ok((policy.to_string(), build::<G>(&policy.bot)?)));
        let policies = policies.collect::<Result<Vec<_>, SuiteError>>()?;
        let key = stream_key(plan.seed, place as u64, CELLS);
        let drawing = Drawing::<G> { plan, cell, rules: &rules, policies: &policies, key, stop };
        let aims = plan.aims.iter().filter(|aim| cell.has(aim));
        let aimed = aims.flat_map(|aim| aim.players.iter().map(move |player| (Some(aim), player)));
        let aimed: Vec<_> = aimed.collect();
        let others = cell.players.iter().map(|player| (None, player)).cycle();
        let tasks = aimed.into_iter().chain(others.take(plan.slots));
        for (number, (aim, player)) in tasks.enumerate().skip(slots.len()) {
            let found = || slots.iter().filter_map(|slot| slot.found.as_ref());
            if found().count() >= cell.want || stop.load(Ordering::Relaxed) {
                break;
            }
            // Skip what another player of the aim has already found.
            if aim.is_some_and(|aim| found().any(|test| test.aim.as_ref() == Some(&aim.name))) {
                let skipped = Slot {
                    slot: number as u64,
                    aim: aim.map(|aim| aim.name.clone()),
                    player: player.to_string(),
                    games: 0,
                    screened: 0,
                    tried: 0,
                    found: None,
                };
                slots.push(skipped);
                continue;
            }
            let Some((slot, position)) = drawing.slot(number as u64, aim, player, &slots)? else { break };
            if let (Some(test), Some(position)) = (&slot.found, &position) {
                write_position(out, &test.id, position)?;
            }
            slots.push(slot);
            write_slots(&path, &slots)?;
        }
        let found = slots.iter().filter(|slot| slot.found.is_some()).count();
        Ok(Drawn { cell: name, found, want: cell.want, slots: slots.len() })
    }
}

/// A decision of a game.
struct Seen<G: Roster> {
    step: u64,
    turn: u16,
    kind: String,
    state: G::State,
    action: G::Action,
}

/// The context shared by the slots of a cell.
struct Drawing<'a, G: Roster> {
    plan: &'a SuitePlan,
    cell: &'a Cell,
    rules: &'a G::Rules,
    policies: &'a [(String, Maker<G>)],
    key: u64,
    stop: &'a AtomicBool,
}

impl<G: Roster> Drawing<'_, G> {
    /// Plays games until an error is found for a slot, or the limit is reached. `None` if stopped.
    fn slot(
        &self,
        number: u64,
        aim: Option<&Aim>,
        player: &Player,
        before: &[Slot],
    ) -> Result<Option<(Slot, Option<Position>)>, SuiteError> {
        let players =
            BySide::new_with(|side| if side == self.cell.side { player } else { &self.cell.opponent });
        let makers = (build::<G>(&players.fln.bot)?, build::<G>(&players.france.bot)?);
        let mut slot = Slot {
            slot: number,
            aim: aim.map(|aim| aim.name.clone()),
            player: player.to_string(),
            games: 0,
            screened: 0,
            tried: 0,
            found: None,
        };
        let most = aim.map_or(self.plan.games, |aim| aim.games);
        while slot.games < most {
            let index = number << 32 | slot.games;
            slot.games += 1;
            let Some(seen) = self.game(index, (&makers.0, &makers.1), players, aim) else { return Ok(None) };
            for one in self.looks(index, seen, before, aim.is_some()) {
                slot.screened += 1;
                let found = self.judge(index, &one, &mut slot.tried);
                if self.stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let Some((right, proofs)) = found else { continue };
                let mut legal = Actions::<G>::new();
                G::legal(self.rules, &one.state, &mut legal);
                let tests = before.iter().filter(|slot| slot.found.is_some()).count();
                slot.found = Some(TestPosition {
                    id: format!("{}-{}", self.cell.name(), tests + 1),
                    game: self.cell.game,
                    scenario: self.cell.scenario.clone(),
                    side: self.cell.side,
                    turn: one.turn,
                    decision: one.kind,
                    choices: legal.len(),
                    right,
                    played: G::action_text(self.rules, one.action),
                    aim: slot.aim.clone(),
                    origin: Origin {
                        seed: self.key,
                        index,
                        step: one.step,
                        players: BySide::new_with(|side| players[side].to_string()),
                    },
                    proofs,
                });
                return Ok(Some((slot, Some(Position::new::<G>(self.rules, &one.state)))));
            }
        }
        Ok(Some((slot, None)))
    }

    /// Plays a game. Returns the decisions of the side that may be screened. `None` if stopped.
    fn game(
        &self,
        index: u64,
        makers: (&Maker<G>, &Maker<G>),
        players: BySide<&Player>,
        aim: Option<&Aim>,
    ) -> Option<Vec<Seen<G>>> {
        let bots = (makers.0(), makers.1());
        let key = (self.key, index);
        let dice = SeededDice::new(self.key, index);
        let mut errors = Pcg64Mcg::seed_from_u64(stream_key(self.key, index, ERRORS));
        let mut game = Match::<G, _, _, _>::new(self.rules, dice, bots, key, &mut ());
        let mut seen = Vec::new();
        for step in 0.. {
            let state = *game.state();
            let Status::Decision { side, kind } = G::status(&state) else { break };
            let turn = G::clock(&state).0;
            if turn > self.plan.max_turns {
                break;
            }
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let share = players[side].random;
            let action = if share > 0.0 && errors.random::<f64>() < share {
                let mut legal = Actions::<G>::new();
                G::legal(self.rules, &state, &mut legal);
                let action = legal[errors.random_range(0..legal.len())];
                game.carry_out(side, action, &mut ());
                action
            } else {
                let Some((_, action)) = game.step(&mut ()) else { break };
                action
            };
            if side != self.cell.side || aim.is_some_and(|aim| !aim.meets::<G>(self.rules, &state, action)) {
                continue;
            }
            seen.push(Seen { step, turn, kind: kind.to_string(), state, action });
        }
        Some(seen)
    }

    /// The decisions to screen: kinds and turns that the cell has enough of are left out, and every kind is equally likely to
    /// be drawn.
    fn looks(&self, index: u64, seen: Vec<Seen<G>>, before: &[Slot], aimed: bool) -> Vec<Seen<G>> {
        let mut rng = Pcg64Mcg::seed_from_u64(stream_key(self.key, index, LOOKS));
        let tests = || before.iter().filter_map(|slot| slot.found.as_ref());
        let wanted = |one: &Seen<G>| {
            let mut legal = Actions::<G>::new();
            G::legal(self.rules, &one.state, &mut legal);
            let kinds = tests().filter(|test| test.decision == one.kind).count();
            let turns = tests().filter(|test| test.turn == one.turn).count();
            let spread = kinds < self.plan.per_kind && turns < self.plan.per_turn;
            (2..=self.plan.most_choices).contains(&legal.len())
                && (aimed || spread)
                && legal.iter().any(|&action| action != one.action && self.looked_for(action))
        };
        let mut left: Vec<_> = seen.into_iter().filter(wanted).collect();
        let mut looks = Vec::new();
        while looks.len() < self.plan.looks && !left.is_empty() {
            let mut kinds: Vec<_> = left.iter().map(|one| one.kind.clone()).collect();
            kinds.sort();
            kinds.dedup();
            let kind = &kinds[rng.random_range(0..kinds.len())];
            let of: Vec<_> = (0..left.len()).filter(|&place| left[place].kind == *kind).collect();
            looks.push(left.swap_remove(of[rng.random_range(0..of.len())]));
        }
        looks
    }

    /// True if a choice may be the best one of a position.
    fn looked_for(&self, action: G::Action) -> bool {
        self.plan.looks_for(&G::action_text(self.rules, action))
    }

    /// Screens a decision and proves the error, if it is one.
    fn judge(&self, index: u64, one: &Seen<G>, tried: &mut u64) -> Option<(Vec<String>, Vec<Proof>)> {
        let seed = stream_key(self.key ^ index, one.step, LOOKS);
        let config = RolloutConfig { seed, max_turns: self.plan.max_turns, rerolls: 0, as_it_is: false };
        let trial = |policy| {
            let decision = Rollout::new(self.rules, &one.state, config)?;
            Some(Trial::<G>::new(decision, one.action, policy))
        };
        for (_, policy) in self.policies {
            if !trial(policy)?.screen(self.plan, |action| self.looked_for(action), self.stop) {
                return None;
            }
        }
        *tried += 1;
        let mut proofs = Vec::new();
        for (name, policy) in self.policies {
            let source = (self.rules, name.clone(), seed);
            proofs.push(trial(policy)?.prove(self.plan, source, self.stop)?);
        }
        let right = right_choices(&proofs, self.plan.gap)?;
        let best = &proofs.first()?.choices.first()?.action;
        self.plan.looks_for(best).then_some((right, proofs))
    }
}
