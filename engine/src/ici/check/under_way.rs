//! Checks that the decision and the operation in progress fit the rest of the position.

use crate::StateError::{self, Forbidden};
use crate::ensure::{ensure, equal, within};
use crate::ici::Ici;
use crate::ici::formulas;
use crate::ici::rules::{Op, Rules};
use crate::ici::state::{DRAWN, LOST_NOW, State, TYPES, recruited_at};
use crate::ici::types::{COUNTRIES, FranceAction, Location, Units};
use crate::ici::words::{Ending, Node, Phase};
use crate::machine::Sequence as _;
use crate::side::{BySide, Side};

/// True for the decisions before the first turn.
fn of_set_up(node: Node) -> bool {
    Ici::uses(node, "drawn") && Ici::phase(node) == Some(Phase::Political)
}

impl State {
    pub(super) fn check_flow(&self, rules: &Rules) -> Result<(), StateError> {
        let node = self.flow.node;
        if node == Node::Over {
            return self.check_end(rules);
        }
        let Some(phase) = Ici::phase(node) else {
            return Err(Forbidden("next.decision: the position is between decisions".to_owned()));
        };
        ensure!(self.flow.over.is_none(), "next.winner: found a winner, expected null while a side decides");
        equal("turn.phase", self.flow.phase, phase, format_args!(", that of {node}"))?;
        self.check_turn(rules, node)?;
        self.check_idle(rules, node)?;
        within("under_way.chit", self.flow.chit.index(), 0..=rules.chits.len() - 1)?;
        within("under_way.picked_failek", usize::from(self.flow.picked), 0..=TYPES - 1)?;
        within("under_way.picked_unit", self.flow.picked_unit.index(), 0..=rules.units.len() - 1)?;
        self.check_node(rules, node)?;
        ensure!(self.choices(rules) > 1, "next.decision: found {node}, which has no choices here");
        Ok(())
    }

    /// Checks that the game is over for the stated reason.
    fn check_end(&self, rules: &Rules) -> Result<(), StateError> {
        let Some((winner, ending)) = self.flow.over else {
            return Err(Forbidden("next.winner: found null, expected a winner".to_owned()));
        };
        let (collapsed, france) = (self.crisis == rules.collapse(), winner == Side::France);
        let fits = match ending {
            Ending::Collapse => collapsed && !france,
            Ending::Control => !collapsed && france,
            Ending::Referendum => !collapsed && self.referendums > 0,
        };
        ensure!(fits, "next.ending: found {}, which does not fit the winner and the tracks", ending.word());
        Ok(())
    }

    /// Checks that the turn fits the decision.
    fn check_turn(&self, rules: &Rules, node: Node) -> Result<(), StateError> {
        let (turn, first, begun) =
            (u16::from(self.turn), u16::from(rules.scenario.turn), u16::from(self.played));
        ensure!(of_set_up(node) == (begun == 0), "turn.begun: found {begun}, which is impossible at {node}");
        let expected = (turn + 1).saturating_sub(first);
        ensure!(
            if begun == 0 { turn == first } else { begun == expected },
            "turn.begun: found {begun}, expected {expected} in this turn, or 0 during set-up in the first one"
        );
        ensure!(
            self.flow.phase == Phase::Political || self.turn < rules.calendar.last_turn,
            "turn.year: found {node} in the last turn, whose political phase ends the game"
        );
        within("tracks.referendums", self.referendums, 0..=1)
    }

    /// Checks that values without a meaning at the decision have their idle values.
    fn check_idle(&self, rules: &Rules, node: Node) -> Result<(), StateError> {
        // A fight after a search, not after a Morice attack.
        let found = Ici::uses(node, "fighters") && !self.flow.morice;
        let uses = |key: &str| Ici::uses(node, key) && !(found && matches!(key, "arrived" | "morice_done"));
        let moves = uses("moved");
        let payer = Ici::decider(node, self).filter(|_| self.flow.phase == Phase::Reinforcement);
        let most = payer.map_or(0, |payer| 2 * u16::from(self.points[payer]));
        ensure!(
            u16::from(self.flow.bill) <= most,
            "under_way.bill: found {}, expected at most {most}, twice the points of the side that pays",
            self.flow.bill
        );
        let recruits = self.recruits.iter().any(|count| *count > 0);
        ensure!(node != Node::Exchange || !recruits, "under_way.recruits: found some, expected none yet");
        ensure!(
            moves || self.moved.iter().flatten().all(|count| *count == 0),
            "faileks: found some that have moved, expected none at {node}"
        );
        for (region, (arrived, moved)) in self.arrived.iter().zip(&self.moved).enumerate() {
            let may = |failek: usize| !moves || arrived[failek] <= moved[failek];
            ensure!(
                *arrived == [0; TYPES] || uses("arrived") && (0..TYPES).all(may),
                "faileks.{}.arrived: found some that came over a border, expected none that have not moved at {node}",
                rules.id(Location(region as u8))
            );
        }
        let there: &[(&str, bool, &str)] = &[
            ("marked", self.marked != 0, "units: found marked units"),
            ("fighters", self.fighters != 0, "units: found units that fight"),
            ("found", self.flow.found > 0, "under_way.found: found faileks"),
            ("morice", self.flow.morice, "under_way.morice: found true"),
            ("morice_done", self.morice_done != 0, "under_way.morice_done: found regions"),
            ("struck", self.struck != 0, "under_way.struck: found locations"),
            ("changed.fln", self.changed.fln != 0, "under_way.changed.fln: found regions"),
            ("changed.france", self.changed.france != 0, "under_way.changed.france: found regions"),
            ("resettled_now", self.resettled_now != 0, "under_way.resettled_now: found regions"),
            ("infiltrated", self.infiltrated != 0, "under_way.infiltrated: found regions"),
            ("combat_chits", self.flow.combat != BySide::default(), "under_way.combat_chits: found some"),
            ("resume", self.flow.resume != Node::Over, "next.resume: found an interruption"),
            ("drawn", self.units_at(DRAWN) != 0, "units: found drawn ones"),
        ];
        if let Some((.., what)) = there.iter().find(|(key, there, _)| *there && !uses(key)) {
            return Err(Forbidden(format!("{what}, expected none at {node}")));
        }
        let early = self.flow.phase < Phase::MoveAndAttack && self.units_at(LOST_NOW) != 0;
        ensure!(!early, "units: found some lost now, expected none at {node}");
        Ok(())
    }

    /// Checks that the values needed at the decision are present.
    fn check_node(&self, rules: &Rules, node: Node) -> Result<(), StateError> {
        ensure!(
            !Ici::uses(node, "left") || self.flow.left > 0,
            "under_way.left: found 0, expected choices that are left at {node}"
        );
        let part = usize::from(self.flow.part);
        if Ici::uses(node, "part") {
            within("under_way.part", part, 0..=rules.classes.len() - 1)?;
        }
        match node {
            Node::ChooseChits | Node::PlaceMarker | Node::PlaceUnit | Node::WeakenUnit => {
                self.check_set_up(rules, node)
            }
            Node::ChitRegion | Node::ChitUnit | Node::ChitFailek | Node::ChitEntry => {
                self.check_chit(rules, node)
            }
            Node::CoupSubstitute => self.check_coup(rules),
            Node::Entry | Node::EntryClass => self.check_entry(rules, node),
            Node::Recruit => self.check_recruits(rules),
            Node::ExtraRecruit => self.check_left(rules.recruit.extra),
            Node::FlipUp => self.check_left(0),
            Node::KeepMaquis | Node::PlaceMaquis => {
                let may = rules.options.maquis && !rules.france_barred(FranceAction::Maquis);
                ensure!(may, "next.decision: found {node}, which does not occur in this game");
                within("under_way.part", part, 0..=COUNTRIES - 1)?;
                self.check_left(if node == Node::PlaceMaquis { rules.maquis.per_turn } else { u8::MAX })
            }
            Node::MoveFailek => self.check_march(rules),
            Node::Supply => {
                ensure!(self.flow.site.is_populated(), "under_way.site: expected a populated region");
                within("under_way.least", usize::from(self.flow.least), 0..=TYPES - 1)?;
                let over = formulas::unsupplied(rules, self, self.flow.site);
                equal("under_way.left", self.flow.left, over, " over the supply limit")
            }
            Node::PickUnit | Node::MoveUnit => {
                ensure!(self.marked & !self.on_map() == 0, "units: found marked units off the map");
                if node == Node::PickUnit {
                    return Ok(());
                }
                let there =
                    self.flow.site.in_algeria() && self.unit_at(self.flow.picked_unit) == self.flow.site;
                ensure!(there, "under_way.picked_unit: found a unit that is not at the site");
                let moved = self.marked & self.flow.picked_unit.bit() != 0;
                ensure!(!moved, "under_way.picked_unit: found a unit that has moved");
                Ok(())
            }
            Node::Displace => self.check_displaced(rules),
            Node::Strength | Node::Attacker | Node::Fighter | Node::CombatChit => {
                let there = self.flow.site.in_algeria() && !rules.id(self.flow.site).is_empty();
                ensure!(there, "under_way.site: expected the location in Algeria of the search");
                let strays = self.marked & !self.units_at(self.flow.site);
                ensure!(strays == 0, "units: found an attacker that is not at the site");
                ensure!(
                    !self.flow.morice || self.flow.site.is_region(),
                    "under_way.site: expected the region of a Morice attack"
                );
                self.check_fight(rules, node)
            }
            _ => Ok(()),
        }
    }

    fn check_left(&self, most: u8) -> Result<(), StateError> {
        within("under_way.left", self.flow.left, 0..=most)
    }

    /// Checks the set-up so far.
    fn check_set_up(&self, rules: &Rules, node: Node) -> Result<(), StateError> {
        let scenario = &rules.scenario;
        let hands = match (node, self.flow.chooser) {
            (Node::ChooseChits, side) => {
                let now = scenario.chosen.saturating_sub(self.flow.left);
                if side == Side::Fln { [now, 0] } else { [scenario.chosen, now] }
            }
            _ => [scenario.chosen + scenario.drawn; 2],
        };
        self.check_left(if node == Node::ChooseChits { scenario.chosen } else { scenario.weakened })?;
        for side in Side::ALL {
            let key = format!("chits.{}.hand", side.name());
            equal(&key, self.hand_size[side], hands[side as usize], format_args!(" chits at {node}"))?;
        }
        if node == Node::ChooseChits {
            let laid = self.track.fln | self.track.france;
            ensure!(laid == 0, "chits: found some on the track, expected none at {node}");
        }
        let drawn = self.units_at(DRAWN);
        let free = rules.free_setup && scenario.places_units;
        let all: Units = (1 << rules.units.len()) - 1;
        let (waiting, least) = match node {
            Node::ChooseChits | Node::PlaceMarker => (if free { all } else { 0 }, usize::from(u8::MAX)),
            Node::PlaceUnit => (drawn, usize::from(self.flow.part)),
            _ => (0, usize::from(u8::MAX)),
        };
        ensure!(
            drawn == waiting,
            "units: found {} drawn, expected {} at {node}",
            drawn.count_ones(),
            waiting.count_ones()
        );
        if node == Node::ChooseChits {
            return Ok(());
        }
        ensure!(rules.free_setup, "next.decision: found {node}, expected a free set-up");
        self.check_markers(rules, node)?;
        let first = rules.class_units.iter().position(|class| class & drawn != 0);
        ensure!(
            node != Node::PlaceUnit || first == Some(least),
            "under_way.part: found {least}, expected the first class with a unit to place"
        );
        if node != Node::PlaceMarker {
            equal("next.chooser", self.flow.chooser.name(), Side::France.name(), "")?;
            let placing = node == Node::PlaceUnit;
            let reduced = if placing { 0 } else { scenario.weakened.saturating_sub(self.flow.left) };
            equal("units", self.reduced.count_ones(), reduced.into(), " that are reduced")?;
        }
        Ok(())
    }

    /// Checks that the markers placed are on slots that they may choose.
    fn check_markers(&self, rules: &Rules, node: Node) -> Result<(), StateError> {
        let choices = &rules.scenario.markers;
        let placing = node == Node::PlaceMarker;
        let part = if placing { usize::from(self.flow.part) } else { choices.len() };
        for (number, choice) in choices.iter().enumerate().take(part + 1) {
            let end = if number == part { self.flow.least } else { u8::MAX };
            let mut counts = [0u8; 8];
            for region in Location::regions(choice.regions).take_while(|region| region.0 < end) {
                let slot = choice.slots.iter().position(|slot| *slot == self.slot[region.index()]);
                let count = slot.and_then(|slot| counts.get_mut(slot));
                let fits = count.is_some_and(|count| {
                    *count += 1;
                    *count <= choice.per_slot
                });
                ensure!(
                    fits,
                    "regions.{}.marker: found {}, expected a slot that has room",
                    rules.id(region),
                    self.slot[region.index()]
                );
            }
        }
        if !placing {
            return Ok(());
        }
        let (choice, least) = (choices.get(part), self.flow.least);
        let region = choice.is_some_and(|choice| least < 32 && choice.regions & 1 << least != 0);
        ensure!(
            region,
            "under_way.least: found {least}, expected the number of a region whose marker is placed"
        );
        let chooser = choice.map_or(self.flow.chooser, |choice| choice.side);
        equal("next.chooser", self.flow.chooser.name(), chooser.name(), "")
    }

    /// Checks that the chit in progress has been played, and that it calls for the current decision.
    fn check_chit(&self, rules: &Rules, node: Node) -> Result<(), StateError> {
        let row = rules.chit(self.flow.chit);
        self.check_chit_played(rules)?;
        let op = usize::from(self.flow.op).checked_sub(1).and_then(|op| row.ops.get(op));
        let (expected, chooser) = match op {
            Some(Op::ChooseRegions { chooser, .. }) => (Node::ChitRegion, *chooser),
            Some(Op::FlipFrench { chooser, .. }) => (Node::ChitUnit, *chooser),
            Some(Op::RemoveFaileks { chooser, .. }) => (Node::ChitFailek, *chooser),
            Some(Op::AddUnits(units)) => {
                let left = units & self.units_at(Location::NONE);
                let first = rules.class_units.iter().position(|class| class & left != 0);
                let part = usize::from(self.flow.part);
                ensure!(
                    first == Some(part),
                    "under_way.part: found {part}, expected the first class with a unit that enters by the chit"
                );
                self.check_left(0)?;
                (Node::ChitEntry, Side::France)
            }
            _ => {
                return Err(Forbidden(format!(
                    "under_way.operation: found {}, expected one that asks for {node}",
                    self.flow.op
                )));
            }
        };
        equal("next.decision", node, expected, ", for the chit")?;
        equal("next.chooser", self.flow.chooser.name(), chooser.name(), "")
    }

    fn check_chit_played(&self, rules: &Rules) -> Result<(), StateError> {
        let row = rules.chit(self.flow.chit);
        let waiting = self.hand[row.side] | self.cup[row.side] | self.track[row.side];
        let played = rules.scenario.cup[row.side] & !waiting & self.flow.chit.bit() != 0;
        ensure!(played, "under_way.chit: found {}, expected a chit that has been played", row.id);
        Ok(())
    }

    /// Checks what a coup has interrupted.
    fn check_coup(&self, rules: &Rules) -> Result<(), StateError> {
        let fits = match self.flow.resume {
            Node::Chit => {
                self.check_chit_played(rules)?;
                let op = usize::from(self.flow.op)
                    .checked_sub(1)
                    .and_then(|op| rules.chit(self.flow.chit).ops.get(op));
                matches!(op, Some(Op::PiedNoirs(_)))
            }
            Node::Fatigue => self.referendums > 0 && (self.rage_spent || self.appeasement_spent),
            Node::ReferendumLoss => self.referendums == 1,
            _ => false,
        };
        ensure!(fits, "next.resume: found a node that a coup cannot have interrupted");
        Ok(())
    }

    /// Checks units that enter: as many as can be paid for.
    fn check_entry(&self, rules: &Rules, node: Node) -> Result<(), StateError> {
        within("under_way.operation", self.flow.op, 0..=2)?;
        let (units, price) = self.entering(rules);
        let (left, there) = (u32::from(self.flow.left), units.count_ones());
        let paid = u32::from(self.flow.bill) + left * u32::from(price);
        let points = 2 * u32::from(self.points.france);
        ensure!(
            left <= there && paid <= points,
            "under_way.left: found {left}, expected at most {there} units that enter and can be paid for"
        );
        let part = usize::from(self.flow.part);
        if node == Node::EntryClass {
            ensure!(left < there, "under_way.left: found {left}, expected fewer than the {there} that enter");
        } else if left == there {
            let first = rules.class_units.iter().position(|class| class & units != 0);
            ensure!(
                first == Some(part),
                "under_way.part: found {part}, expected the first class that enters"
            );
        } else {
            let enters = rules.class_units[part] & units != 0;
            ensure!(enters, "under_way.part: found {part}, expected a class with a unit that enters");
        }
        Ok(())
    }

    fn check_recruits(&self, rules: &Rules) -> Result<(), StateError> {
        for (index, count) in self.recruits.iter().enumerate() {
            let at = recruited_at(index);
            let most = formulas::recruit_limit(rules, self, at);
            within(&format!("under_way.recruits.{}", rules.id(at)), *count, 0..=most)?;
        }
        Ok(())
    }

    fn check_march(&self, rules: &Rules) -> Result<(), StateError> {
        let exists = self.flow.site.index() < Location::COUNT && !rules.id(self.flow.site).is_empty();
        ensure!(exists, "under_way.site: found null, expected the location that the failek leaves");
        let picked = usize::from(self.flow.picked);
        let here = self.faileks(self.flow.site).by_type()[picked];
        let moved = self.moved.get(self.flow.site.index()).map_or(0, |moved| moved[picked]);
        ensure!(here > moved, "under_way.picked_failek: found a type that cannot move from there");
        Ok(())
    }

    /// Checks that the units to displace exceed the limits.
    fn check_displaced(&self, rules: &Rules) -> Result<(), StateError> {
        ensure!(
            self.marked != 0 && self.marked & !self.on_map() == 0,
            "units: found no marked units or some off the map, expected those to displace"
        );
        for at in Location::each(self.locations_of(self.marked)) {
            let limit = rules.stacking[rules.map.kind[at.index()].index()].french;
            let over = self.french_count(at).saturating_sub(limit);
            let marked = (self.marked & self.units_at(at)).count_ones();
            ensure!(
                marked <= u32::from(over),
                "units: found {marked} to displace in {}, expected at most {over}, over the stacking limit",
                rules.id(at)
            );
        }
        Ok(())
    }

    fn check_fight(&self, rules: &Rules, node: Node) -> Result<(), StateError> {
        let fights = Ici::uses(node, "fighters");
        let there = if !fights {
            0
        } else if self.flow.morice {
            formulas::arrivals(self, self.flow.site)
        } else {
            formulas::findable(rules, self, self.flow.site)
        };
        let (found, most) = (self.flow.found, there.min(rules.combat.squares));
        ensure!(
            found <= most && fights == (found > 0),
            "under_way.found: found {found} faileks, expected at most {most} at {node}"
        );
        ensure!(self.fighters & !self.marked == 0, "units: found a fighter that does not attack");
        if fights {
            let fighters = self.fighters.count_ones()
                + if node == Node::Fighter { u32::from(self.flow.left) } else { 0 };
            let pairs = u32::from(self.flow.found).min(self.marked.count_ones());
            ensure!(
                fighters == pairs && pairs > 0,
                "units: found {fighters} present or future fighters, expected {pairs}, one per fight"
            );
        }
        let chosen = (self.flow.combat.fln.is_some(), self.flow.combat.france.is_some());
        let expected = (node == Node::CombatChit && self.flow.chooser == Side::France, false);
        ensure!(chosen == expected, "under_way.combat_chits: found the wrong number at {node}");
        Ok(())
    }
}
