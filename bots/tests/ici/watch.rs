//! Follows a game by its events and positions, and checks that they agree with the rules.

use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::{Location, POPULATED};
use wilaya_engine::ici::{Ending, Event, Ici, State};
use wilaya_engine::{BySide, Game, Outcome, Side, Sink, Status};

use crate::coverage::{Coverage, Part, Shown, removal};

/// The tracks as the events tell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tracks {
    public: u8,
    fln: u8,
    pied_noirs: u8,
    crisis: u8,
    density: u8,
    markers: [u8; POPULATED],
}

impl Tracks {
    fn of(state: &State) -> Self {
        Self {
            public: state.french_public(),
            fln: state.fln_marker(),
            pied_noirs: state.pied_noirs(),
            crisis: state.crisis(),
            density: state.density(),
            markers: std::array::from_fn(|region| state.marker(Location(region as u8))),
        }
    }
}

pub(crate) struct Watch<'a> {
    rules: &'a Rules,
    seen: &'a mut Coverage,
    index: u64,
    /// None before the first decision of the first turn.
    tracks: Option<Tracks>,
    turn: Option<u8>,
    turn_checked: u16,
    played: BySide<u8>,
    chits: u64,
    referendums: u8,
    over: Option<(Side, Ending)>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(rules: &'a Rules, seen: &'a mut Coverage, index: u64) -> Self {
        if rules.free_setup && rules.scenario.places_units {
            seen.saw(Part::Shown, Shown::FreeSetUp as usize);
        }
        Self {
            rules,
            seen,
            index,
            tracks: None,
            turn: None,
            turn_checked: u16::MAX,
            played: BySide::default(),
            chits: 0,
            referendums: 0,
            over: None,
        }
    }

    pub(crate) fn saw(&mut self, part: Part, line: usize) {
        self.seen.saw(part, line);
    }

    fn shown(&mut self, what: Shown) {
        self.seen.saw(Part::Shown, what as usize);
    }

    fn at(&self) -> String {
        format!("game {} ({:?}), turn {:?}", self.index, Ici::setting(self.rules), self.turn)
    }

    /// A position after a decision; `thorough` checks all of it, and every turn is begun with that.
    pub(crate) fn look(&mut self, state: &State, thorough: bool) {
        let tracks = Tracks::of(state);
        if let Some(told) = self.tracks {
            assert_eq!(told, tracks, "{}: the events tell other tracks", self.at());
        }
        self.tracks = self.turn.is_some().then_some(tracks);
        let over = Ici::status(state).outcome().and_then(Outcome::winner);
        assert_eq!(over, self.over.map(|(winner, _)| winner), "{}: the events tell another end", self.at());
        let turn = Ici::clock(state).0;
        assert!(turn <= crate::support::ici::MAX_TURNS, "{}: still not over", self.at());
        if thorough || over.is_some() || self.turn_checked != turn {
            self.turn_checked = turn;
            Ici::check(self.rules, state).unwrap_or_else(|why| panic!("{}: {why}", self.at()));
            for side in Side::ALL {
                assert!(state.points(side) <= self.rules.track.points, "{}: {side}", self.at());
            }
        }
        if let Some((winner, ending)) = self.over {
            let why = self.at();
            match ending {
                Ending::Collapse => {
                    assert_eq!((tracks.crisis, winner), (self.rules.collapse(), Side::Fln), "{why}");
                }

                Ending::Control => {
                    let free = Location::regions(self.rules.map.populated).all(|region| {
                        let garrison = state.density() + self.rules.map.population[region.index()];
                        garrison >= 2 * state.failek_count(region)
                    });
                    assert!(free && winner == Side::France, "{why}");
                }
                Ending::Referendum => assert!((1..=2).contains(&self.referendums), "{why}"),
            }
        }
    }

    /// A track moves: it was where the events told.
    fn moves(&mut self, track: impl Fn(&mut Tracks) -> &mut u8, from: u8, to: u8) {
        let at = self.at();
        if let Some(tracks) = &mut self.tracks {
            let now = track(tracks);
            assert_eq!(*now, from, "{at}: a track moves from where it is not");
            assert_ne!(from, to, "{at}: a track that moves stays where it is");
            *now = to;
        }
    }
}

impl Sink<Event> for Watch<'_> {
    fn event(&mut self, event: Event) {
        assert!(self.over.is_none(), "{}: something happens after the end", self.at());
        match event {
            Event::Turn { turn } => {
                let expected = self.turn.map_or(self.rules.scenario.turn, |before| before + 1);
                assert_eq!(turn, expected, "{}: turns follow each other", self.at());
                self.turn = Some(turn);
                self.played = BySide::default();
            }
            Event::Played { side, chit, forced } => {
                self.played[side] += 1;
                assert_eq!(self.played[side], 1, "{}: {side} plays two chits in a turn", self.at());
                assert_eq!(self.chits & chit.bit(), 0, "{}: a chit is played twice", self.at());
                self.chits |= chit.bit();
                let row = self.rules.chit(chit);
                let year = self.turn.unwrap_or_default() / 4;
                assert!(row.playable(year), "{}: {} is played", self.at(), row.id);
                // A side lays, and may be forced to play, chits of the other set (ruling I-19).
                assert_eq!(row.side == side, !forced, "{}: {} is played by {side}", self.at(), row.id);
                self.seen.saw(Part::Chit, chit.index());
                self.shown(if forced { Shown::PlayedByForce } else { Shown::PlayedByChoice });
            }
            Event::Passed { .. } => self.shown(Shown::Passed),
            Event::Crisis { crisis, .. } => {
                let before = self.tracks.map_or(crisis - 1, |tracks| tracks.crisis);
                self.moves(|tracks| &mut tracks.crisis, before, crisis);
                assert_eq!(crisis, before + 1, "{}: crises follow each other", self.at());
                self.seen.saw(Part::Crisis, usize::from(crisis));
            }
            Event::FrenchPublic { from, to } => self.moves(|tracks| &mut tracks.public, from, to),
            Event::FlnMarker { from, to } => self.moves(|tracks| &mut tracks.fln, from, to),
            Event::PiedNoirs { from, to } => self.moves(|tracks| &mut tracks.pied_noirs, from, to),
            Event::Marker { region, from, to } => {
                self.moves(|tracks| &mut tracks.markers[region.index()], from, to);
            }
            Event::Density { now } => {
                if let Some(tracks) = &mut self.tracks {
                    tracks.density = now;
                }
            }
            Event::Rage => self.shown(Shown::Rage),
            Event::Appeasement => self.shown(Shown::Appeasement),
            Event::Independent { .. } => self.shown(Shown::Independence),
            Event::UnitRemoved { .. } => self.shown(Shown::CoupRemoval),
            Event::UnitReduced { .. } => self.shown(Shown::UnitReduced),
            Event::Enabled { flag } => self.seen.saw(Part::Flag, flag.index()),
            Event::Referendum { last, yes, no, winner, .. } => {
                self.referendums += 1;
                if last && self.referendums == 2 {
                    self.shown(Shown::TwoReferendums);
                }
                assert!(yes.max(no) >= self.rules.referendum.majority, "{}: {yes} to {no}", self.at());
                let winner = winner.unwrap_or_else(|| panic!("{}: nobody wins the vote", self.at()));
                self.seen.saw(Part::Referendum, usize::from(last) * 2 + winner as usize);
            }
            Event::ExchangedTypes { exchange, .. } => self.seen.saw(Part::Exchange, exchange.index()),
            Event::FailekRemoved { at, why } => {
                let kind = self.rules.map.kind[at.index()];
                self.seen.saw(Part::Removal, removal(why, kind));
            }
            Event::Displaced { from, to, .. } => {
                assert!(to.is_region(), "{}: displaced to no region", self.at());
                self.seen.saw(Part::Displaced, self.rules.map.kind[from.index()].index());
            }
            Event::StructureAttack { hit: true, .. } => self.shown(Shown::StructureHit),
            Event::MoriceAttack { .. } => self.shown(Shown::MoriceAttack),
            Event::CombatChits { fln, france } => {
                self.seen.saw(Part::Combat, fln.index() * 4 + france.index());
            }
            Event::Fight { killed, eliminated, .. } => {
                if killed {
                    self.shown(Shown::FailekKilled);
                }
                if eliminated {
                    self.shown(Shown::UnitEliminated);
                }
            }
            Event::Level { from, to, .. } => self.seen.saw(Part::Level, from.index() * 4 + to.index()),
            Event::Purge { harsh, success, .. } => {
                if harsh {
                    self.shown(Shown::HarshPurge);
                }
                if success {
                    self.shown(Shown::PurgeSuccess);
                }
            }
            Event::Resettled { steps: 2, .. } => self.shown(Shown::ResettledTwice),
            Event::Infiltration { success: true, .. } => self.shown(Shown::Infiltrated),
            Event::Maquis { .. } => {
                assert!(self.rules.options.maquis, "{}: maquis", self.at());
                self.shown(Shown::MaquisPlaced);
            }
            Event::Over { winner, ending, .. } => {
                self.over = Some((winner, ending));
                self.seen.saw(Part::Ending, ending as usize * 2 + winner as usize);
            }
            _ => {}
        }
    }
}

/// True once the game is over.
pub(crate) fn is_over(state: &State) -> bool {
    matches!(Ici::status(state), Status::Over(_))
}
