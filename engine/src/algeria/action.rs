//! Choices.

use super::rules::Rules;
use super::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Place, Point};
use crate::arguments::actions;

actions! {
    /// A choice.
    Action of Rules;

    /// Set-up: the next unit goes to this area.
    Place(at: Place) = "place" place(at);
    /// UN debate: the FLN gains.
    RaiseFln = "raise-fln";
    /// UN debate: the Government loses.
    LowerFrance = "lower-france";
    /// Factional purge: in the wilaya with this index.
    Purge(wilaya: u8) = "purge" wilaya(wilaya);
    /// Factional purge and Suppression: this unit is neutralized.
    Neutralize(at: Place, unit: FlnUnit, from: FlnBox) = "neutralize" place(at)/fln_unit(unit)/fln_box(from);
    /// NATO, Suez and coup: this unit leaves the map.
    Remove(at: Place, unit: GovUnit, from: GovBox) = "remove" place(at)/gov_unit(unit)/gov_box(from);
    /// The OAS goes here.
    Oas(at: Place) = "oas" place(at);
    /// A Police unit is removed; true if it is a neutralized one.
    RemovePolice(at: Place, neutralized: bool) = "remove-police" place(at)/neutralized(neutralized);
    /// A unit of this type is mobilized.
    Mobilize(counter: GovType) = "mobilize" counter(counter);
    /// It arrives here.
    Station(at: Place) = "station" place(at);
    /// A Point is bought.
    Buy(point: Point) = "buy" point(point);
    /// The Border Zone is opened or gains a step.
    BorderZone = "border-zone";
    /// The Border Zone is activated.
    ActivateZone = "activate-zone";
    /// A number.
    Count(count: u8) = "count" number(count);
    /// Everything waiting is activated.
    ActivateAll = "activate-all";
    /// The FLN spends here.
    Spend(at: Place) = "spend" place(at);
    /// A unit of this type is built.
    Build(unit: FlnUnit) = "build" fln_unit(unit);
    /// A unit of the first type becomes one of the second.
    Convert(from: FlnUnit, to: FlnUnit) = "convert" fln_unit(from)/fln_unit(to);
    /// A Cadre goes to France from here.
    Send(at: Place) = "send" place(at);
    /// The Cadre in France comes back to here.
    Return(at: Place) = "return" place(at);
    /// A unit goes there.
    To(at: Place) = "to" place(at);
    /// Propaganda.
    Propaganda = "propaganda";
    /// A Strike.
    Strike = "strike";
    /// A Move.
    Move = "move";
    /// A Raid.
    Raid = "raid";
    /// A Harass.
    Harass = "harass";
    /// A Flush.
    Flush = "flush";
    /// Intelligence.
    Intelligence = "intelligence";
    /// Civil Affairs.
    CivilAffairs = "civil-affairs";
    /// A Suppression.
    Suppression = "suppression";
    /// A Population Resettlement.
    Resettlement = "resettlement";
    /// The FLN tells the Government to act.
    Tell = "tell";
    /// Pass.
    Pass = "pass";
    /// The unit of this type here does it.
    With(at: Place, unit: FlnUnit) = "with" place(at)/fln_unit(unit);
    /// It is done here.
    In(at: Place) = "in" place(at);
    /// A unit of this type takes it; true if it is a neutralized one.
    Hit(unit: FlnUnit, neutralized: bool) = "hit" fln_unit(unit)/neutralized(neutralized);
    /// The target of a Harass.
    Target(unit: GovUnit, from: GovBox) = "target" gov_unit(unit)/gov_box(from);
    /// This unit takes part: type, box, the area where it stands, airmobilized or not.
    Commit(unit: GovUnit, from: GovBox, at: Place, airmobile: bool) =
        "commit" place(at)/gov_unit(unit)/gov_box(from)/airmobile(airmobile);
    /// Go with the units committed.
    Go = "go";
    /// The number of PSP to gain; the rest comes off the opponent.
    Split(count: u8) = "split" number(count);
    /// Nothing, or nothing more.
    Done = "done";
}
