use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use wilaya_engine::{BySide, Choices, MAX_CHOICES, Side, Status, View};

use super::arm::{Arm, Plan};
use super::beliefs::{Beliefs, MOST_MODELS};
use super::memory::Memory;
use super::root::Root;
use super::searchable::Searchable;
use super::settings::Settings;
use super::tally::Tally;
use super::worker::{Task, Worker};
use crate::draw::by_verb;
use crate::evaluation::Networks;
use crate::{Alternative, Bot, Budget, Control, Explanation, Unit};

/// The time left in a turn divided by this is the time for a decision.
const SHARE: u32 = 12;

/// The searching bot.
#[derive(Clone, Debug)]
pub struct Mcts<G: Searchable> {
    settings: Settings,
    root: Root<G::Action>,
    workers: Vec<Worker<G>>,
    memory: Memory<G::Action, G::Decision>,
    control: Control,
    plan: Plan,
    /// The turn, and the time left for it.
    turn: (u16, Duration),
    iterations: u64,
    /// The time that an iteration took in the last search with a time limit, as if its playouts had not lasted a turn longer.
    pace: Duration,
    /// Beliefs about each side's policy as an opponent.
    beliefs: BySide<Beliefs>,
}

impl<G: Searchable> Mcts<G> {
    /// A bot with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        // They are read now, so that no iteration has to.
        if !G::TREE {
            let _ = Networks::evaluation();
        }
        Self {
            settings,
            root: Root::default(),
            workers: (0..settings.threads.max(1)).map(|_| Worker::new(&settings)).collect(),
            memory: Memory::default(),
            control: Control::default(),
            plan: Plan::default(),
            turn: (0, Duration::ZERO),
            iterations: 0,
            pace: Duration::MAX,
            beliefs: BySide::new_with(|side| Beliefs::new(if settings.learns { G::models(side) } else { 1 })),
        }
    }

    /// The believed probabilities of a side's [models](Searchable::model), which sum to 1.
    #[must_use]
    pub fn beliefs(&self, side: Side) -> &[f64] {
        self.beliefs[side].shares()
    }

    /// By how much the second of two choices beats the first for the side to decide, in probability of winning, and the standard
    /// error, over this many rounds. The same key gives the same dice. Playouts last as long as the settings say, however many
    /// rounds there are. Meaningless for a game that is searched as a tree.
    pub fn compare(&mut self, view: View<'_, G>, pair: [G::Action; 2], rounds: u32, key: u64) -> (f64, f64) {
        let budget = std::mem::replace(&mut self.settings.budget, Budget::Iterations(2 * rounds));
        self.root.begin(pair.map(Arm::Action).into_iter());
        halve(self, view, key, self.settings.horizon, Instant::now(), None);
        self.settings.budget = budget;
        (self.root.ahead(1, view.side()), self.root.error(1))
    }

    /// The time for a decision, if the budget is a time.
    fn limit(&mut self, turn: u16) -> Option<Duration> {
        match self.settings.budget {
            Budget::Iterations(_) => None,
            Budget::Decision(time) => Some(time),
            Budget::Turn(time) => {
                if self.turn.0 != turn {
                    self.turn = (turn, time);
                }
                Some(self.turn.1 / SHARE)
            }
        }
    }

    /// The turns by which all playouts last longer: one if there are many iterations. How many a time allows is only known from
    /// what they took before.
    fn further(&self, limit: Option<Duration>) -> u16 {
        u16::from(match (self.settings.budget, limit) {
            (Budget::Iterations(iterations), _) => iterations >= G::MANY,
            (_, limit) => limit.is_some_and(|limit| limit / G::MANY >= self.pace),
        })
    }

    /// Searches among the arms in the root, of which the first is the policy's choice.
    fn search(&mut self, view: View<'_, G>, key: u64) {
        let begun = Instant::now();
        let limit = self.limit(view.clock().0);
        let further = self.further(limit);
        halve(self, view, key, self.settings.horizon + further, begun, limit);
        self.iterations += self.root.visits();
        self.control.set_progress(1.0);
        if limit.is_some() {
            self.turn.1 = self.turn.1.saturating_sub(begun.elapsed());
            self.pace = begun.elapsed().div_f64(self.root.visits().max(1) as f64 * f64::from(1 + further));
        }
    }

    /// The plan for the phase; searches for one if there is none yet.
    fn plan(&mut self, view: View<'_, G>, side: Side, rng: &mut Pcg64Mcg) -> usize {
        let clock = view.clock();
        if self.plan.clock != clock {
            self.plan = Plan { clock, number: 0 };
            let plans = G::plans(side);
            if self.settings.plans && plans > 1 && !G::TREE {
                self.root.begin((0..plans).map(Arm::Plan));
                self.search(view, rng.random());
                if let Some(Arm::Plan(number)) = self.root.best(side, self.settings.doubt) {
                    self.plan.number = number;
                }
            }
        }
        self.plan.number
    }

    /// The arm to play after a search.
    fn preferred(&self, side: Side) -> Option<Arm<G::Action>> {
        if G::TREE { self.root.most_visited() } else { self.root.best(side, self.settings.doubt) }
    }

    /// Puts the choices into the root, the policy's choice first.
    fn lay_out(&mut self, view: View<'_, G>, side: Side, choices: &G::Choices, rng: &mut Pcg64Mcg) {
        let plan = if self.plan.clock == view.clock() { self.plan.number } else { 0 };
        let advised = self.workers[0].advise(view, side, plan, choices, rng);
        let others = choices.to_list().into_iter().filter(|&action| action != advised);
        self.root.begin(std::iter::once(advised).chain(others).map(Arm::Action));
        if let (Status::Decision { kind, .. }, true) = (view.status(), self.settings.keep > 0.0 && !G::TREE) {
            let of = (view.clock(), side, kind);
            self.root.recall(self.settings.keep, |arm| match arm {
                Arm::Action(action) => self.memory.recall(of, action),
                Arm::Plan(_) => None,
            });
        }
    }
}

impl<G: Searchable> Bot<G> for Mcts<G> {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        let Status::Decision { side, kind } = view.status() else { return choices.nth(0) };
        let plan = self.plan(view, side, rng);
        if !self.settings.all && !G::branches(kind) {
            return self.workers[0].advise(view, side, plan, choices, rng);
        }
        if self.settings.slip > 0.0 && rng.random_bool(self.settings.slip) {
            return by_verb::<G>(choices, rng);
        }
        self.lay_out(view, side, choices, rng);
        self.search(view, rng.random());
        match self.preferred(side) {
            Some(Arm::Action(action)) => {
                self.memory.keep((view.clock(), side, kind), self.root.found(action));
                action
            }
            _ => choices.nth(0),
        }
    }

    fn watches(&self) -> bool {
        self.settings.learns
    }

    fn watch(&mut self, view: View<'_, G>, action: G::Action, rng: &mut Pcg64Mcg) {
        let Status::Decision { side, .. } = view.status() else { return };
        let beliefs = &mut self.beliefs[side];
        if !beliefs.learns() {
            return;
        }
        let rules = view.rules();
        let state = G::determinize(rules, &view.observe(), rng);
        // What was imagined may leave other choices than there were.
        if !G::is_legal(rules, &state, action) {
            return;
        }
        let mut choices = G::Choices::default();
        G::choices(rules, &state, &mut choices);
        let models = self.workers[0].foresee(View::new(rules, &state, side), &choices, rng);
        let agrees: ArrayVec<bool, MOST_MODELS> = models.map(|chosen| chosen == action).collect();
        beliefs.learn(self.settings.floor, self.settings.recall, |model| agrees[model]);
    }

    fn set_budget(&mut self, budget: Budget) {
        self.settings.budget = budget;
        self.workers.iter_mut().for_each(|worker| worker.make_tree(&self.settings));
    }

    fn budget(&self) -> Option<Budget> {
        Some(self.settings.budget)
    }

    fn set_control(&mut self, control: Control) {
        self.control = control;
    }

    fn iterations(&self) -> u64 {
        self.iterations
    }

    fn explain(&self, view: View<'_, G>, legal: &[G::Action]) -> Option<Explanation<G::Action>> {
        let Status::Decision { side, kind } = view.status() else { return None };
        if !self.settings.all && !G::branches(kind) {
            return G::policy(side, 0).explain(view, legal);
        }
        let mut bot = self.clone();
        let mut choices = G::Choices::default();
        G::choices(view.rules(), view.observe().state(), &mut choices);
        let mut rng = rand::SeedableRng::seed_from_u64(0);
        bot.lay_out(view, side, &choices, &mut rng);
        bot.search(view, 0);
        let alternative = |(arm, visits, value, interval)| match arm {
            Arm::Action(action) if visits > 0 => {
                Some(Alternative { action, value, interval: Some(interval), visits: Some(u64::from(visits)) })
            }
            _ => None,
        };
        let best = bot.preferred(side);
        let mut ranked: Vec<_> = bot.root.arms(side).filter_map(alternative).collect();
        ranked.sort_by(|one, other| other.value.total_cmp(&one.value));
        // What it would play comes first, though another may look better by what chance explains.
        if let Some(at) = ranked.iter().position(|one| Some(Arm::Action(one.action)) == best) {
            ranked[..=at].rotate_right(1);
        }
        Some(Explanation { unit: Unit::Chance, ranked })
    }
}

/// Sequential halving, in as many stages as it takes; a tree grows in one. Fills the tallies of the root.
fn halve<G: Searchable>(
    bot: &mut Mcts<G>,
    view: View<'_, G>,
    key: u64,
    horizon: u16,
    begun: Instant,
    limit: Option<Duration>,
) {
    let Some(side) = view.status().side() else { return };
    let mut left = match bot.settings.budget {
        Budget::Iterations(iterations) => iterations as usize,
        Budget::Decision(_) | Budget::Turn(_) => usize::MAX,
    };
    let most = bot.root.arms.len().min(left);
    let mut alive: ArrayVec<u8, MAX_CHOICES> = (0..most as u8).collect();
    bot.workers.iter_mut().for_each(Worker::clear);
    let stages = if G::TREE { 1 } else { (most.max(2) - 1).ilog2() + 1 };
    let all = left;
    let mut round = 0;
    for stage in 0..stages {
        // A round of a tree is one iteration.
        let each = if G::TREE { 1 } else { alive.len() };
        let rounds = (left / (stages - stage) as usize / each.max(1)).max(1);
        if left < alive.len() || alive.len() < 2 {
            break;
        }
        let share = f64::from(stage + 1) / f64::from(stages);
        let task = Task {
            view,
            seen: view.observe(),
            side,
            plan: bot.plan,
            key,
            arms: &bot.root.arms,
            alive: &alive,
            rounds: round..round.saturating_add(rounds as u64),
            horizon,
            until: limit.map(|limit| begun + limit.mul_f64(share)),
            control: &bot.control,
            beliefs: &bot.beliefs[side.other()],
            settings: &bot.settings,
            done: match limit {
                Some(_) => (f64::from(stage) / f64::from(stages), share),
                None => (1.0 - left as f64 / all as f64, 1.0 - (left - rounds * each) as f64 / all as f64),
            },
        };
        round = play(&mut bot.workers, &task, &mut bot.root.tallies);
        left = if limit.is_some() { left } else { left - rounds * each };
        if bot.control.stopped() {
            break;
        }
        // The first stays; of the others the better half.
        let root = &bot.root;
        alive[1..].sort_by(|&one, &other| {
            let ahead = |arm: u8| root.ahead(usize::from(arm), side);
            ahead(other).total_cmp(&ahead(one)).then(one.cmp(&other))
        });
        let half = alive.len() / 2;
        alive.truncate(1 + half.max(1));
    }
}

/// Has the threads play the rounds of a task and adds up what they find. Returns the round after the last.
fn play<G: Searchable>(
    workers: &mut [Worker<G>],
    task: &Task<'_, G>,
    tallies: &mut [Tally; MAX_CHOICES],
) -> u64 {
    let count = workers.len();
    let last = match workers {
        [worker] => worker.work(task, 0, 1),
        _ => std::thread::scope(|scope| {
            let handles: Vec<_> = workers
                .iter_mut()
                .enumerate()
                .map(|(index, worker)| scope.spawn(move || worker.work(task, index as u64, count as u64)))
                .collect();
            handles
                .into_iter()
                .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .max()
                .unwrap_or(0)
        }),
    };
    for worker in workers {
        for (tally, found) in tallies.iter_mut().zip(&mut worker.tallies) {
            tally.add(found);
            *found = Tally::default();
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::ici::Ici;

    use super::*;

    fn further<G: Searchable>(budget: Budget, limit: Option<u64>, pace: u64) -> u16 {
        let mut bot = Mcts::<G>::new(Settings { budget, ..Settings::default() });
        bot.pace = Duration::from_micros(pace);
        bot.further(limit.map(Duration::from_millis))
    }

    #[test]
    fn playouts_last_longer_with_many_iterations() {
        let iterations = |number| further::<Algeria>(Budget::Iterations(number), None, 1);
        assert_eq!([511, 512, 4_096].map(iterations), [0, 1, 1]);
        assert_eq!(further::<Ici>(Budget::Iterations(100_000), None, 1), 0);
        // 512 iterations of 39 microseconds take 20 milliseconds.
        let time = Budget::Decision(Duration::from_millis(20));
        assert_eq!([39, 40].map(|pace| further::<Algeria>(time, Some(20), pace)), [1, 0]);
        let mut bot = Mcts::<Algeria>::new(Settings { budget: time, ..Settings::default() });
        assert_eq!(bot.limit(1).map(|limit| bot.further(Some(limit))), Some(0), "nothing is known yet");
    }
}
