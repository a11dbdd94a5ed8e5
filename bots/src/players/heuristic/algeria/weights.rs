use wilaya_engine::Side;

use crate::heuristic::weights;

/// The names of the profiles, the default first.
const PROFILES: [&str; 3] = ["balanced", "agitator", "soldier"];

weights! {
    /// The weights of the heuristic for *Algeria*: what it cannot read from the tables.
    ///
    /// Values are in PSP: 1 is a point off the opponent's PSL while neither side is in danger. Each scenario has its own
    /// defaults, in `data/algeria-*.toml`, with the command that found them. Each weight is a key, so `wilaya arena` can
    /// repeat any comparison.
    AlgeriaWeights {
        data: "1958" in "../../../../data/algeria-1958.toml", "1954" in "../../../../data/algeria-1954.toml", "1960" in "../../../../data/algeria-1960.toml";
        profiles: PROFILES, "style: both arms, propaganda and police only, or combat first";
        plans: profile, plan;
        danger: 0.0 to 10.0, "extra value to the FLN of a point of PSL at 0 over one at the knee, in PSP";
        knee: 1.0 to 99.0, "PSL below which a point of it counts for more to the FLN, in PSP";
        horizon: 0.0 to 20.0, "turns for which the FLN counts a lasting effect";
        ap: 0.0 to 5.0, "value of an AP to the FLN, in PSP";
        area: 0.0 to 5.0, "value to the FLN of the PSP and AP that control of an area brings, as a factor";
        cadre: 0.0 to 10.0, "value of a Cadre in addition to the award for it, in PSP";
        band: 0.0 to 10.0, "value of a Band in addition to the award for it, in PSP";
        front: 0.0 to 10.0, "value of a Front in addition to the award for it, in PSP";
        failek: 0.0 to 10.0, "value of a Failek in addition to the award for it, in PSP";
        terror: -5.0 to 5.0, "value of a Terror marker to the FLN, in PSP";
        police: 0.0 to 10.0, "value to the FLN of a Police unit neutralized for a turn, in addition to the award, in PSP";
        brigade: 0.0 to 10.0, "value to the FLN of a mobile unit neutralized for a turn, in PSP";
        spread: 0.0 to 10.0, "value of an area's first agitator, in PSP";
        shift: 0.0 to 3.0, "value of the gain of a Move, as a factor";
        found: 0.0 to 10.0, "value of converting a Cadre into a Front, in PSP";
        build: 0.0 to 5.0, "value of units the FLN builds, as a factor";
        reserve: 0.0 to 3.0, "AP kept for Propaganda and Strikes, as a share of their needs";
        expose: 0.0 to 3.0, "cost to the FLN of the risk of a Flush when units leave the Underground box, as a factor";
        react: 0.0 to 3.0, "cost to the FLN of the risk of a React, as a factor";
        france_danger: 0.0 to 10.0, "extra value to the Government of a point of PSL at 0 over one at the knee, in PSP";
        france_knee: 1.0 to 99.0, "PSL below which a point of it counts for more to the Government, in PSP";
        france_horizon: 0.0 to 20.0, "turns for which the Government counts a lasting effect";
        france_ap: 0.0 to 5.0, "value to the Government of an AP the FLN does not receive, in PSP";
        france_area: 0.0 to 5.0, "value to the Government of the PSP and AP that control of an area brings, as a factor";
        affairs: 0.0 to 5.0, "value of later Civil Affairs where Police go, as a factor";
        hinder: 0.0 to 5.0, "value of a unit on Patrol for each agitator in its area, in PSP per turn";
        hold: 0.0 to 5.0, "value of later control where units go, as a factor";
        floor: 0.0 to 99.0, "PSL below which the Government buys no units, in PSP";
        floor_police: 0.0 to 99.0, "PSL below which it buys no Police, in PSP";
        naval: 0.0 to 5.0, "value of Naval Points, as a factor";
        cap: 0.0 to 1.0, "share of its PSL that the Government spends on activation in a turn";
        march: 0.0 to 5.0, "value of later control where activated units march, as a factor";
        patrol: 0.0 to 5.0, "value of an activated unit on Patrol in its area, as a factor";
        flush: 0.0 to 5.0, "value of a Flush by two elite brigades where one of them is activated, as a factor";
        stay: 0.0 to 5.0, "value of a Patrol in the unit's area instead of a march, as a factor";
        kill: 0.0 to 5.0, "value to the Government of an FLN unit eliminated or reduced, in addition to the award, in PSP";
        used: 0.0 to 5.0, "value of keeping a unit available for a Flush or React, in PSP";
    }
}

impl AlgeriaWeights {
    /// The number of ways in which a side can play a phase.
    pub const PLANS: usize = 5;
}

fn profile(base: &AlgeriaWeights, name: &str) -> AlgeriaWeights {
    match name {
        "agitator" => AlgeriaWeights { band: 0.0, brigade: 0.0, patrol: 0.0, flush: 0.0, ..*base },
        "soldier" => AlgeriaWeights { flush: 1.0, cap: 0.2, affairs: 0.5, build: 2.0, ..*base },
        _ => *base,
    }
}

fn plan(base: &AlgeriaWeights, side: Side, number: usize) -> AlgeriaWeights {
    match (side, number) {
        // It gathers AP; takes areas; spreads its agitators; or builds, whatever is left for missions.
        (Side::Fln, 1) => AlgeriaWeights { ap: 2.0 * base.ap, ..*base },
        (Side::Fln, 2) => AlgeriaWeights { area: 2.0 * base.area, ..*base },
        (Side::Fln, 3) => AlgeriaWeights { spread: 3.0 * base.spread, ..*base },
        (Side::Fln, 4) => AlgeriaWeights { build: 2.0 * base.build, reserve: 0.3 * base.reserve, ..*base },
        // It blockades the coast; gives up areas; denies the FLN its AP; or thinks only of the next turn.
        (Side::France, 1) => AlgeriaWeights { naval: 4.0 * base.naval, ..*base },
        (Side::France, 2) => {
            AlgeriaWeights { hold: 0.5 * base.hold, france_area: 0.5 * base.france_area, ..*base }
        }
        (Side::France, 3) => AlgeriaWeights { france_ap: 2.0 * base.france_ap, ..*base },
        (Side::France, 4) => AlgeriaWeights { france_horizon: 0.4 * base.france_horizon, ..*base },
        _ => *base,
    }
}
