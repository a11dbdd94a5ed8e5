//! The table of nodes: the sequence of play (charts C.1), who decides, and what carries out each choice.

use super::Algeria;
use super::action::Action::*;
use super::phases::{
    build, combat, deployment, fln_missions, french_missions, interphase, random_events, react,
    reinforcement, set_up,
};
use super::play::{self, Play};
use super::state::State;
use super::types::Mission;
use super::words::{Node, Phase};
use crate::Side;
use crate::machine::nodes;

/// What means something during a mission.
const MISSION: &[&str] = &["passes", "mission", "area"];
/// What else does once FLN units take part. The side that last split PSP is forgotten with the mission.
const INVOLVED: &[&str] = &["fln", "mark", "unit", "splitter"];
/// What else does once Government units take part.
const FIGHT: &[&str] = &["gov", "contact", "firepower", "target", "reacted", "hits"];

nodes! {
    Algeria: Phase, |s| s.flow.node;

    phase Phase::SetUp {
        SetUpFrance ["class", "from", "left"]: France, set_up::offer {
            Place(area) => place_for_france(area),
        };
        SetUpFln ["class", "from", "left"]: Fln, set_up::offer { Place(area) => place_for_fln(area) };
    }

    phase Phase::RandomEvents {
        UnDebate: (random_events::un_leader), random_events::offer_un_debate {
            RaiseFln => un_debate(Side::Fln, 1),
            LowerFrance => un_debate(Side::France, -1),
        } always;
        PurgeWilaya: France, random_events::offer_purge_wilaya { Purge(wilaya) => purge_wilaya(wilaya) };
        PurgeUnit ["class", "from", "left"]: Fln, random_events::offer_purge_unit {
            Neutralize(place, unit, at) => purge_unit(place, unit, at),
        };
        NatoUnit ["left"]: France, random_events::offer_nato_unit {
            Remove(area, unit, at) => nato_unit(area, unit, at),
        };
        SuezUnit ["class", "left"]: France, random_events::offer_suez_unit {
            Remove(area, _, at) => suez_unit(area, at),
        };
    }

    phase Phase::Reinforcement {
        OasPlace: (reinforcement::oas_controller), reinforcement::offer_oas_place {
            Oas(place) => place_oas(place),
        };
        RemovePolice ["class"]: France, reinforcement::offer_remove_police {
            RemovePolice(area, neutralized) => remove_police(area, neutralized),
            Done => go_to_stage(Node::Mobilize),
        };
        Mobilize ["class", "from"]: France, reinforcement::offer_mobilize {
            Mobilize(counter) => mobilize(counter, Node::Station),
            Done => go_to_stage(Node::BuyPoint),
        };
        Station ["class", "from"]: France, reinforcement::offer_station { Station(area) => station(area) };
        BuyPoint ["class"]: France, reinforcement::offer_buy_point {
            Buy(point) => buy_point(point),
            Done => go_to_stage(Node::BorderZone),
        };
        BorderZone: France, reinforcement::offer_border_zone {
            BorderZone => extend_zone(),
            Done => go_to_stage(Node::ActivateZone),
        };
        ActivateZone: France, reinforcement::offer_activate_zone {
            ActivateZone => activate_zone(),
            Done => first_activation(),
        };
        ActivateUnits ["class", "waiting_half_psp"]: France, reinforcement::offer_activate_units {
            ActivateAll => activate_all(),
            Count(count) => activate_units(count),
        };
        SpendWhere: Fln, build::offer_where {
            Spend(place) => spend_in(place),
            Done => begin_deployment(),
        };
        SpendOn ["area"]: Fln, build::offer_on {
            Build(unit) => build(unit),
            Convert(from, to) => convert(from, to),
        };
    }

    phase Phase::Deployment {
        DivisionMode ["class"]: France, deployment::offer_division_mode {
            Count(count) => disperse(count, Node::Patrol),
        } always;
        Patrol ["class"]: France, deployment::offer_patrol {
            Count(count) => patrol(count, Node::FrenchMove),
        } always;
        FrenchMove ["class", "from"]: France, deployment::offer_french_move {
            To(area) => move_french(area, Node::CadreInFrance),
            Done => stay(Node::CadreInFrance),
        };
        CadreInFrance: Fln, deployment::offer_cadre_in_france {
            Send(area) => send_cadre(area, Node::FlnDeploy),
            Return(area) => return_cadre(area, Node::FlnDeploy),
            Done => next_deployment(Node::FlnDeploy),
        };
        FlnDeploy ["class"]: Fln, deployment::offer_fln_deploy {
            Count(count) => leave_underground(count, Node::OperationsStart),
        } always;
    }

    phase Phase::Operations {
        FlnOperation ["passes"]: Fln, fln_missions::offer_fln_operation {
            Propaganda => go_to(Node::Propaganda),
            Strike => go_to(Node::Strike),
            Move => go_to(Node::Move),
            Raid => go_to(Node::Raid),
            Harass => go_to(Node::Harass),
            Tell => tell_government(Node::FrenchOperation),
            Pass => pass(Side::Fln, Node::FrenchOperation),
        } always_if(fln_missions::may_tell);
        Propaganda ["passes"]: Fln, fln_missions::offer_propaganda {
            With(place, unit) => propaganda(place, unit),
        };
        Strike ["passes"]: Fln, fln_missions::offer_strike { In(area) => begin_strike(area) };
        StrikeCadres ["fln"] + MISSION: Fln, fln_missions::offer_strike_cadres {
            Count(cadres) => strike(cadres),
        };
        Move ["passes"]: Fln, fln_missions::offer_move { With(from, unit) => begin_move(from, unit) };
        MoveTo ["unit"] + MISSION: Fln, fln_missions::offer_move_to { To(to) => move_to(to) };
        Raid ["passes"]: Fln, fln_missions::offer_raid { In(area) => begin_raid(area) };
        RaidBands + MISSION: Fln, fln_missions::offer_raid_bands { Count(bands) => raid_bands(bands) };
        RaidFaileks ["fln"] + MISSION: Fln, fln_missions::offer_raid_faileks {
            Count(faileks) => raid_faileks(faileks),
        };
        RaidHit ["fln", "mark"] + MISSION: Fln, fln_missions::offer_raid_hit {
            Hit(unit, _) => raid_hit(unit),
        };
        Harass ["passes"]: Fln, fln_missions::offer_harass { With(area, unit) => begin_harass(area, unit) };
        HarassBands ["fln"] + MISSION: Fln, fln_missions::offer_harass_bands {
            Count(bands) => harass_bands(bands),
        };
        HarassFaileks ["fln"] + MISSION: Fln, fln_missions::offer_harass_faileks {
            Count(faileks) => harass_faileks(faileks),
        };
        HarassTarget ["fln"] + MISSION: Fln, fln_missions::offer_harass_target {
            Target(unit, at) => harass_target(unit, at),
        };
        Split ["split", "after"] + MISSION + INVOLVED + FIGHT: (play::splitter), play::offer_split {
            Split(own) => split_psp(own),
        } always;
        React ["target", "hits"] + MISSION + INVOLVED: France, react::offer_react {
            Commit(unit, at, from, airmobile) => react(unit, at, from, airmobile),
            Done => go_to(Node::MissionEnd),
        };
        ReactMore + MISSION + INVOLVED + FIGHT: France, react::offer_react_more {
            Commit(unit, at, from, airmobile) => commit(unit, at, from, airmobile),
            Go => evade(),
        };
        AirPoints + MISSION + INVOLVED + FIGHT: France, combat::offer_air_points {
            Count(points) => france_fire(points),
        };
        FlnLoss ["left", "eliminated"] + MISSION + INVOLVED + FIGHT: Fln, combat::offer_fln_loss {
            Hit(unit, neutralized) => take_hit(unit, neutralized),
        };
        FrenchOperation ["passes"]: France, french_missions::offer_french_operation {
            Flush => go_to(Node::Flush),
            Intelligence => go_to(Node::Intelligence),
            CivilAffairs => go_to(Node::CivilAffairs),
            Suppression => go_to(Node::Suppression),
            Resettlement => go_to(Node::Resettlement),
            Pass => pass(Side::France, Node::FlnOperation),
        };
        Flush ["passes"]: France, react::offer_flush {
            In(area) => begin_paid(Mission::Flush, area, Node::FlushUnit),
        };
        FlushUnit ["gov", "contact", "firepower"] + MISSION: France, react::offer_flush_unit {
            Commit(unit, at, from, airmobile) => commit(unit, at, from, airmobile),
            Go => contact(),
        };
        Intelligence ["passes"]: France, french_missions::offer_intelligence {
            In(area) => intelligence(area),
        };
        CivilAffairs ["passes"]: France, french_missions::offer_civil_affairs {
            In(area) => civil_affairs(area),
        };
        Suppression ["passes"]: France, french_missions::offer_suppression {
            In(area) => begin_paid(Mission::Suppression, area, Node::SuppressionEliteOps),
        };
        SuppressionEliteOps + MISSION: France, french_missions::offer_elites_in_operations {
            Count(count) => elites_in_operations(count),
        };
        SuppressionElitePatrol ["gov"] + MISSION: France, french_missions::offer_elites_on_patrol {
            Count(count) => elites_on_patrol(count),
        };
        SuppressionUnit ["by_oas", "mark", "class", "left"] + MISSION: Fln,
            french_missions::offer_suppression_unit {
            Neutralize(area, unit, at) => suppression_unit(area, unit, at),
        };
        Resettlement ["passes"]: France, french_missions::offer_resettlement { In(area) => resettle(area) };
    }

    phase Phase::Interphase {
        CoupMobilize ["left", "disband", "class", "from"]: France, interphase::offer_mobilize {
            Mobilize(counter) => mobilize(counter, Node::CoupStation),
            Done => disband(),
        };
        CoupStation ["left", "disband", "class", "from"]: France, reinforcement::offer_station {
            Station(area) => station_free(area),
        };
        CoupDisband ["disband", "class", "from"]: France, interphase::offer_disband {
            Remove(area, _, at) => disband_unit(area, at),
        };
    }

    steps {
        TurnStart: begin_turn;
        OasRoll: oas_roll;
        Reinforce: begin_reinforcement;
        FrancePays: france_pays;
        OperationsStart: begin_operations;
        MissionMark: mission_mark;
        MarkAward: mark_award;
        MissionEnd: mission_end;
        FlnFire: fln_fire;
        CombatAward: combat_award;
        CombatNeutralize: combat_neutralize;
        CombatEnd: combat_end;
        SuppressionMark: suppression_mark;
        Interphase: interphase;
        FinalPsl: final_psl;
    }
    over Over ["winner"];
}
