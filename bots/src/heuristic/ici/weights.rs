use wilaya_engine::Side;

use crate::heuristic::weights;

/// The names of the profiles, the default first.
const PROFILES: [&str; 3] = ["balanced", "insurgent", "hunter"];

weights! {
    /// What the heuristic of *Ici, c'est la France!* cannot read from the rules.
    ///
    /// Values are in votes: 1 is one more vote in the last referendum. The defaults stand in `data/ici.toml`, which says
    /// where they come from; each weight is a key, so `wilaya arena` repeats any comparison.
    IciWeights {
        data: "../../../data/ici.toml";
        profiles: PROFILES, "how it plays: both arms, political levels first, or fights first";
        point: 0.0 to 1.0, "worth of an operation point, in votes";
        future: 0.0 to 1.0, "how much a step of a marker counts by where it may yet go, not by the vote as it stands";
        contest: 0.0 to 20.0, "turns for which the points and protection of a contested region are counted";
        block: 0.0 to 5.0, "worth of keeping a step of counterinsurgency out of a region each turn, as a factor of the step";
        presence: 0.0 to 2.0, "worth of a region's first failek, in votes";
        sahara: 0.0 to 20.0, "worth of the only failek in the Sahara, in votes";
        abroad: 0.0 to 2.0, "worth of a failek abroad, in votes";
        hoard: 0.0 to 60.0, "faileks that the FLN wants abroad";
        reserve: 0.0 to 20.0, "points that the FLN keeps for attacks and insurgency when it recruits";
        recruit: 0.0 to 1.0, "worth of a failek wherever it is, in votes";
        level: 0.0 to 2.0, "worth of a political level for each symbol of a region, in votes";
        step: 0.0 to 10.0, "worth of a step of the Pied-noirs' Feelings Marker, in votes";
        marker: 0.0 to 10.0, "worth of a step of the FLN Marker, in votes";
        public: -2.0 to 2.0, "worth to the FLN of a step of the French Public Marker towards 0, in votes";
        density: 0.0 to 10.0, "worth of a step of troop density, in votes";
        rule: 0.0 to 10.0, "worth of a rule that a chit switches on for France, in votes";
        kill: 0.0 to 2.0, "worth to France of a failek lost beside what it did where it stood, in votes";
        keep: 0.0 to 20.0, "points that France keeps for counterinsurgency when it searches";
        patience: 0.0 to 2.0, "worth to France of a point that a search costs and that it could keep for counterinsurgency, in votes";
        shift: 1.0 to 10.0, "how many times better a place must be for a French unit to go there";
    }
}

impl IciWeights {
    /// The weights of a profile: those of the first for a name that is not known.
    #[must_use]
    pub fn profile(name: &str) -> Self {
        let base = Self::default();
        match name {
            "insurgent" => Self { level: 0.5, reserve: 12.0, keep: 12.0, ..base },
            "hunter" => Self { kill: 0.2, keep: 3.0, reserve: 5.0, ..base },
            _ => base,
        }
    }

    /// In how many ways a side can play a phase.
    pub const PLANS: usize = 5;

    /// These weights as they are used for a phase that is played by a plan: 0 as they are, others more one-sided.
    #[must_use]
    pub fn plan(self, side: Side, number: usize) -> Self {
        match (side, number) {
            // It hoards abroad; it thinks of votes yet to come; it contests regions; it recruits wherever it can.
            (Side::Fln, 1) => Self { hoard: 2.0 * self.hoard, ..self },
            (Side::Fln, 2) => Self { future: 3.0 * self.future, ..self },
            (Side::Fln, 3) => Self { contest: 2.0 * self.contest, ..self },
            (Side::Fln, 4) => Self { contest: 0.4 * self.contest, recruit: 3.0 * self.recruit, ..self },
            // It hunts; it moves little; it spends freely; it minds the settlers and the FLN's supply.
            (Side::France, 1) => Self { kill: 4.0 * self.kill, patience: 0.3 * self.patience, ..self },
            (Side::France, 2) => Self { shift: 4.0 * self.shift, ..self },
            (Side::France, 3) => Self { point: 0.4 * self.point, ..self },
            (Side::France, 4) => Self { step: 3.0 * self.step, marker: 3.0 * self.marker, ..self },
            _ => self,
        }
    }
}
