//! The table of nodes: the sequence of play, who decides, and what carries out each choice.
//!
//! Unannounced are decisions of which only the deciding side may know whether there is anything to decide, since that depends on
//! its hand or on types of faileks (ruling I-106).

use super::Ici;
use super::action::Action::*;
use super::phases::{
    chits, combat, crisis, fln_move, french_move, insurgency, political, recruit, reinforcement, search,
    set_up, structure, supply,
};
use super::play::Play;
use super::state::State;
use super::words::{Node, Phase};
use crate::Side;
use crate::machine::nodes;

/// What means something during fights.
const FIGHT: &[&str] = &["marked", "fighters", "found", "morice", "morice_done", "arrived"];

nodes! {
    Ici: Phase, |s| s.flow.node;

    phase Phase::Political {
        ChooseChits ["left", "drawn"]: (chooser) unannounced, set_up::offer_choose_chits {
            Choose(chit) => choose(chit),
        } otherwise(go_to(Node::Deal));
        PlaceMarker ["drawn"]: (chooser), set_up::offer_place_marker {
            Marker(region, slot) => place_marker(region, slot),
        } otherwise(go_to(Node::TurnStart));
        PlaceUnit ["part", "drawn"]: France, set_up::offer_place_unit {
            Place(class, at) => place_unit(class, at),
        } otherwise(go_to(Node::TurnStart));
        WeakenUnit ["left", "part", "drawn"]: France, set_up::offer_weaken_unit {
            Weaken(class, at) => weaken(class, at),
        } otherwise(go_to(Node::TurnStart));
        PlayChit: (mover) unannounced, political::offer_play_chit {
            Play(chit) => play_chit(chit),
            Pass => pass(),
        };
        ChitRegion ["left"]: (chooser), chits::offer_chit_region { Step(region) => chit_step(region) }
            otherwise(go_to(Node::Chit));
        ChitUnit ["left", "part"]: (chooser), chits::offer_chit_unit {
            Reduce(class, at) => chit_reduce(class, at),
        } otherwise(go_to(Node::Chit));
        ChitFailek ["left"]: (chooser) unannounced, chits::offer_chit_failek {
            Remove(at, failek) => chit_remove(at, failek),
        } otherwise(go_to(Node::Chit));
        ChitEntry ["part"]: (chooser), chits::offer_chit_entry { Enter(class, at) => chit_enter(class, at) }
            otherwise(go_to(Node::Chit));
        CoupSubstitute ["left", "resume"]: France, crisis::offer_coup_substitute {
            Substitute(class, at, reduced) => substitute(class, at, reduced),
        } otherwise(resume());
    }

    phase Phase::Reinforcement {
        Exchange: Fln unannounced, recruit::offer_exchange {
            Exchange(at, exchange) => exchange(at, exchange),
            Done => go_to(Node::Recruit),
        };
        Recruit: Fln unannounced, recruit::offer_recruit {
            Recruit(at) => recruit(at),
            Done => end_recruiting(),
        };
        ExtraRecruit: Fln unannounced, recruit::offer_extra_recruit {
            Extra(region) => extra_recruit(region),
            Done => pay_recruits(),
        };
        EntryClass ["left", "part", "drawn"]: France, reinforcement::offer_entry_class {
            Admit(class) => admit(class),
        } otherwise(end_group());
        Entry ["left", "part", "drawn"]: France, reinforcement::offer_entry {
            Enter(class, at) => enter_unit(class, at),
        } otherwise(end_group());
        FlipUp ["part"]: France, reinforcement::offer_flip_up {
            FlipUp(class, at) => flip_up(class, at),
            Done => end_flips(),
        };
        KeepMaquis: France, reinforcement::offer_keep_maquis {
            Keep(country, count) => keep_maquis(country, count),
        } otherwise(go_to(Node::MoveAndAttack));
        PlaceMaquis: France, reinforcement::offer_place_maquis {
            Maquis(country) => place_maquis(country),
            Done => go_to(Node::MoveAndAttack),
        };
    }

    phase Phase::MoveAndAttack {
        PickFailek ["moved", "arrived"]: Fln, fln_move::offer_pick_failek {
            Pick(at, failek) => pick(at, failek),
            Done => go_to(Node::FlnStacking),
        };
        MoveFailek ["moved", "arrived"]: Fln, fln_move::offer_move_failek {
            March { to, price, crossing } => march(to, price, crossing),
        } otherwise(stay());
        Morice ["morice_done", "arrived"]: France, search::offer_morice {
            Morice(region) => morice_attack(region),
            Done => end_morice(),
        };
        Supply ["left"]: Fln unannounced, supply::offer_supply {
            Remove(at, failek) => unsupplied(at, failek),
        } otherwise(go_to(Node::StructureStart));
        Structure ["struck"]: Fln, structure::offer_structure {
            Strike(at) => strike(at),
            Done => begin_french_moves(),
        };
        PickUnit ["marked"]: France, french_move::offer_pick_unit {
            PickUnit(class, at, reduced) => pick_unit(class, at, reduced),
            Done => go_to(Node::FrenchStacking),
        };
        MoveUnit ["marked"]: France, french_move::offer_move_unit { Drive { to, price } => drive(to, price) }
            otherwise(park());
        Displace ["marked"]: Fln, french_move::offer_displace { Displace(region) => displace(region) }
            otherwise(undisplaced());
        Search: France, search::offer_search {
            Search(at) => search(at),
            Done => go_to(Node::InsurgencyStart),
        };
        Strength: France, search::offer_strength {
            All => attack_with_all(),
            Send(count) => attack_with(count),
        };
        Attacker ["left", "marked"]: France, search::offer_attacker {
            Attacker(class, reduced) => attacker(class, reduced),
        } otherwise(go_to(Node::Search));
        Fighter ["left"] + FIGHT: France, search::offer_fighter {
            Fighter(class, reduced) => fighter(class, reduced),
        } otherwise(go_to(Node::Search));
        CombatChit ["combat_chits"] + FIGHT: (chooser), combat::offer_combat_chit {
            Combat(combat) => combat_chit(combat),
        } always;
    }

    phase Phase::Insurgency {
        Insurgency ["changed.fln"]: Fln, insurgency::offer_insurgency {
            Propaganda(region) | Assassinate(region) | BuildCells(region) => lower_level(region),
            Done => go_to(Node::CounterinsurgencyStart),
        };
        Counterinsurgency ["changed.fln", "changed.france", "resettled_now", "infiltrated"]: France,
            insurgency::offer_counterinsurgency {
            Purge(region) => purge(region, false),
            HarshPurge(region) => purge(region, true),
            Detect(region) | Mobilize(region) => raise_level(region),
            Resettle(region) => resettle(region),
            Infiltrate(region) => infiltrate(region),
            Done => go_to(Node::TurnEnd),
        };
    }

    steps {
        Deal: deal;
        Markers: next_marker;
        TurnStart: begin_turn;
        Politics: politics;
        Chit: chit_operation;
        Settlers: settlers;
        Fatigue: fatigue;
        Referendum: referendum;
        ReferendumLoss: referendum_loss;
        Reinforce: begin_reinforcement;
        Waves: waves;
        Entries: entries;
        Maquis: next_maquis;
        MoveAndAttack: begin_moves;
        FlnStacking: fln_stacking;
        SupplyTest: next_supply;
        StructureStart: begin_structures;
        FrenchStacking: french_stacking;
        SearchRoll: search_roll;
        Fights: fights;
        InsurgencyStart: begin_insurgency;
        CounterinsurgencyStart: begin_counterinsurgency;
        TurnEnd: end_turn;
    }
    over Over;
}

/// The side named by the state, for decisions that either side may have.
#[inline(always)]
fn chooser(s: &State) -> Side {
    s.flow.chooser
}

/// The side whose part of the political phase this is.
#[inline(always)]
fn mover(s: &State) -> Side {
    s.flow.mover
}
