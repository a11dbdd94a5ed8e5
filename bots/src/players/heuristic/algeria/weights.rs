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
        profiles: PROFILES, "how it plays: both arms, propaganda and police only, or combat first";
        plans: profile, plan;
        danger: 0.0 to 10.0, "how much more a point of a PSL is worth to the FLN at 0 than at the knee, in PSP";
        knee: 1.0 to 99.0, "the PSL below which a point of it is worth more to the FLN, in PSP";
        horizon: 0.0 to 20.0, "turns for which the FLN counts something that stays";
        ap: 0.0 to 5.0, "worth of an AP to the FLN, in PSP";
        area: 0.0 to 5.0, "worth to the FLN of the PSP and AP that control of an area brings, as a factor";
        cadre: 0.0 to 10.0, "worth of a Cadre beside the award for it, in PSP";
        band: 0.0 to 10.0, "worth of a Band beside the award for it, in PSP";
        front: 0.0 to 10.0, "worth of a Front beside the awards for it, in PSP";
        failek: 0.0 to 10.0, "worth of a Failek beside the awards for it, in PSP";
        terror: -5.0 to 5.0, "worth of a Terror marker to the FLN, in PSP";
        police: 0.0 to 10.0, "worth to the FLN of a Police unit neutralized for a turn, beside the award, in PSP";
        brigade: 0.0 to 10.0, "worth to the FLN of a mobile unit neutralized for a turn, in PSP";
        spread: 0.0 to 10.0, "worth of an area's first agitator, in PSP";
        shift: 0.0 to 3.0, "worth of what a Move gains, as a factor";
        found: 0.0 to 10.0, "worth of a Front that a Cadre becomes, in PSP";
        build: 0.0 to 5.0, "worth of units that the FLN builds, as a factor";
        reserve: 0.0 to 3.0, "AP kept for Propaganda and Strikes, as a share of what they can use";
        expose: 0.0 to 3.0, "how much the FLN minds being flushed when it leaves the Underground box, as a factor";
        react: 0.0 to 3.0, "how much the FLN minds a React, as a factor";
        france_danger: 0.0 to 10.0, "how much more a point of a PSL is worth to the Government at 0 than at the knee, in PSP";
        france_knee: 1.0 to 99.0, "the PSL below which a point of it is worth more to the Government, in PSP";
        france_horizon: 0.0 to 20.0, "turns for which the Government counts something that stays";
        france_ap: 0.0 to 5.0, "worth to the Government of an AP that the FLN does not draw, in PSP";
        france_area: 0.0 to 5.0, "worth to the Government of the PSP and AP that control of an area brings, as a factor";
        affairs: 0.0 to 5.0, "worth of Civil Affairs still to come where Police go, as a factor";
        hinder: 0.0 to 5.0, "worth of a unit on Patrol for each agitator in its area, in PSP a turn";
        hold: 0.0 to 5.0, "worth of control still to come where units go, as a factor";
        floor: 0.0 to 99.0, "the PSL below which the Government buys no units, in PSP";
        floor_police: 0.0 to 99.0, "the PSL below which it buys no Police, in PSP";
        naval: 0.0 to 5.0, "worth of Naval Points, as a factor";
        cap: 0.0 to 1.0, "share of its PSL that the Government spends on activation in a turn";
        march: 0.0 to 5.0, "worth of control still to come where activated units march, as a factor";
        patrol: 0.0 to 5.0, "worth of an activated unit on Patrol where it is, as a factor";
        flush: 0.0 to 5.0, "worth of a Flush by two elite brigades where one of them is activated, as a factor";
        stay: 0.0 to 5.0, "worth of a Patrol where a unit stands instead of a march, as a factor";
        kill: 0.0 to 5.0, "worth to the Government of an FLN unit eliminated or reduced, beside the awards, in PSP";
        used: 0.0 to 5.0, "worth of a unit that could still go to a Flush or React, in PSP";
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
