use wilaya_engine::Side;

use crate::heuristic::weights;

/// The names of the profiles, the default first.
const PROFILES: [&str; 3] = ["balanced", "insurgent", "hunter"];

weights! {
    /// The weights of the heuristic for *Ici, c'est la France!*: what it cannot read from the rules.
    ///
    /// Values are in votes: 1 is one more vote in the last referendum. Each scenario has its own defaults, in
    /// `data/ici-*.toml`, with the command that found them. Each weight is a key, so `wilaya arena` can repeat any comparison.
    IciWeights {
        data: "1955" in "../../../../data/ici-1955.toml", "1959" in "../../../../data/ici-1959.toml";
        profiles: PROFILES, "style: both arms, political levels first, or fights first";
        plans: profile, plan;
        point: 0.0 to 1.0, "value of an operation point, in votes";
        france_point: 0.0 to 1.0, "as point, for France";
        future: 0.0 to 1.0, "how much a step of a marker counts by its possible later moves rather than by the vote as it stands";
        france_future: 0.0 to 1.0, "as future, for France";
        time: -1.0 to 1.0, "extra value of lasting effects at the start of the calendar over halfway through, as a share";
        france_time: -1.0 to 1.0, "as time, for France";
        contest: 0.0 to 20.0, "turns for which the points and protection of a contested region are counted";
        france_contest: 0.0 to 20.0, "as contest, for France";
        block: 0.0 to 5.0, "value of keeping a step of counterinsurgency out of a region each turn, as a factor of the step";
        france_block: 0.0 to 5.0, "as block, for France";
        presence: 0.0 to 2.0, "value of a region's first failek, in votes";
        france_presence: 0.0 to 2.0, "as presence, for France";
        sahara: 0.0 to 20.0, "value of the only failek in the Sahara, in votes";
        france_sahara: 0.0 to 20.0, "as sahara, for France";
        abroad: 0.0 to 2.0, "value of a failek abroad, in votes";
        hoard: 0.0 to 60.0, "number of faileks that the FLN wants abroad";
        commando: 0.0 to 5.0, "value of exchanging two faileks for a zonal commando, in votes";
        reserve: 0.0 to 20.0, "points that the FLN keeps for attacks and insurgency when it recruits";
        recruit: 0.0 to 1.0, "value of a failek wherever it is, in votes";
        france_recruit: 0.0 to 1.0, "as recruit, for France";
        level: 0.0 to 2.0, "value of a political level per symbol of a region, in votes";
        france_level: 0.0 to 2.0, "as level, for France";
        step: 0.0 to 10.0, "value of a step of the Pied-noirs' Feelings Marker, in votes";
        france_step: 0.0 to 10.0, "as step, for France";
        crisis: -10.0 to 10.0, "value to the FLN of a government crisis, in addition to its effects, in votes";
        france_crisis: -10.0 to 10.0, "as crisis, for France";
        reset: 0.0 to 2.0, "value of the steps by which a government crisis resets the Pied-noirs' Feelings Marker, as a factor";
        france_reset: 0.0 to 2.0, "as reset, for France";
        marker: 0.0 to 10.0, "value of a step of the FLN Marker, in votes";
        france_marker: 0.0 to 10.0, "as marker, for France";
        public: -2.0 to 2.0, "value to the FLN of a step of the French Public Marker towards 0, in votes";
        france_public: -2.0 to 2.0, "as public, for France";
        density: 0.0 to 10.0, "value of a step of troop density, in votes";
        rule: 0.0 to 10.0, "value of a rule that a chit switches on for France, in votes";
        spare: 0.0 to 99.0, "points that France keeps when it flips up units";
        kill: 0.0 to 2.0, "value to France of a failek lost, in addition to its effect in its location, in votes";
        keep: 0.0 to 20.0, "points that France keeps for counterinsurgency when it searches";
        patience: 0.0 to 2.0, "value to France of a point that a search costs and that it could keep for counterinsurgency, in votes";
        shift: 1.0 to 10.0, "factor by which a place must be better for a French unit to go there";
    }
}

impl IciWeights {
    /// The number of ways in which a side can play a phase.
    pub const PLANS: usize = 5;

    /// The weights a side uses, under the names of the FLN's.
    pub(super) fn for_side(&self, side: Side) -> Self {
        match side {
            Side::Fln => *self,
            Side::France => Self {
                point: self.france_point,
                future: self.france_future,
                time: self.france_time,
                contest: self.france_contest,
                block: self.france_block,
                presence: self.france_presence,
                sahara: self.france_sahara,
                recruit: self.france_recruit,
                level: self.france_level,
                step: self.france_step,
                crisis: self.france_crisis,
                reset: self.france_reset,
                marker: self.france_marker,
                public: self.france_public,
                ..*self
            },
        }
    }
}

fn profile(base: &IciWeights, name: &str) -> IciWeights {
    match name {
        "insurgent" => IciWeights { level: 0.5, france_level: 0.5, reserve: 12.0, keep: 12.0, ..*base },
        "hunter" => IciWeights { kill: 0.2, keep: 3.0, reserve: 5.0, ..*base },
        _ => *base,
    }
}

fn plan(base: &IciWeights, side: Side, number: usize) -> IciWeights {
    match (side, number) {
        // It hoards abroad; looks to later votes; contests regions; or recruits wherever it can.
        (Side::Fln, 1) => IciWeights { hoard: 2.0 * base.hoard, ..*base },
        (Side::Fln, 2) => IciWeights { future: 3.0 * base.future, ..*base },
        (Side::Fln, 3) => IciWeights { contest: 2.0 * base.contest, ..*base },
        (Side::Fln, 4) => IciWeights { contest: 0.4 * base.contest, recruit: 3.0 * base.recruit, ..*base },
        // It hunts; moves little; spends freely; or minds the settlers and the FLN's supply.
        (Side::France, 1) => IciWeights { kill: 4.0 * base.kill, patience: 0.3 * base.patience, ..*base },
        (Side::France, 2) => IciWeights { shift: 4.0 * base.shift, ..*base },
        (Side::France, 3) => IciWeights { france_point: 0.4 * base.france_point, ..*base },
        (Side::France, 4) => IciWeights {
            france_step: 3.0 * base.france_step,
            france_marker: 3.0 * base.france_marker,
            ..*base
        },
        _ => *base,
    }
}
