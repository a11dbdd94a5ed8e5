//! Bars: the words for what is removed from a game.

use super::files::GAME;
use crate::algeria::rules::{Bars, Options, Rules};
use crate::algeria::types::{GovType, Mission, Point, RandomEvent};
use crate::data::Words;
use crate::{Item, SettingError, Side};

/// The words of a setting.
pub(super) const WORDS: Words = Words { game: GAME, default_scenario: "1958", options: Options::NAMES };

/// A kind of action that can be barred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Mission(Mission),
    Build,
    Convert,
    Mobilize,
    Points,
    BorderZone,
    Air,
    Airmobile,
    Patrol,
    Disperse,
}

/// The kinds of action of both sides in canonical order: word, display name, kind.
const ACTS: [(Side, &str, &str, Act); 20] = [
    (Side::Fln, "propaganda", "Propaganda", Act::Mission(Mission::Propaganda)),
    (Side::Fln, "strike", "Strikes", Act::Mission(Mission::Strike)),
    (Side::Fln, "move", "Moves", Act::Mission(Mission::Move)),
    (Side::Fln, "raid", "Raids", Act::Mission(Mission::Raid)),
    (Side::Fln, "harass", "Harassment", Act::Mission(Mission::Harass)),
    (Side::Fln, "build", "Building units", Act::Build),
    (Side::Fln, "convert", "Converting units", Act::Convert),
    (Side::France, "flush", "Flushes", Act::Mission(Mission::Flush)),
    (Side::France, "react", "Reactions", Act::Mission(Mission::React)),
    (Side::France, "intelligence", "Intelligence", Act::Mission(Mission::Intelligence)),
    (Side::France, "civil-affairs", "Civil Affairs", Act::Mission(Mission::CivilAffairs)),
    (Side::France, "suppression", "Suppression", Act::Mission(Mission::Suppression)),
    (Side::France, "resettlement", "Population Resettlement", Act::Mission(Mission::Resettlement)),
    (Side::France, "mobilize", "Mobilizing units", Act::Mobilize),
    (Side::France, "points", "Buying Points", Act::Points),
    (Side::France, "border-zone", "Border Zone", Act::BorderZone),
    (Side::France, "air", "Air Points", Act::Air),
    (Side::France, "airmobile", "Airmobile units", Act::Airmobile),
    (Side::France, "patrol", "Patrols", Act::Patrol),
    (Side::France, "disperse", "Dispersing divisions", Act::Disperse),
];

impl Act {
    /// The reason why it is impossible with these rules, if it is.
    fn absent(self, rules: &Rules) -> Option<String> {
        let no_points = |point: Point| {
            let index = point.index();
            let bought = !rules.bars.points && rules.point_max[index] > 0;
            rules.scenario.points[index] == 0 && !bought
        };
        let division = GovType::Division.index();
        match self {
            _ if self.barred(&rules.bars) => Some(BARRED.to_owned()),
            Self::Air if no_points(Point::Air) => Some("there are no Air Points".to_owned()),
            Self::Airmobile if no_points(Point::Helo) => Some("there are no Helo Points".to_owned()),
            Self::Disperse
                if rules.bars.mobilize && rules.scenario.gov.iter().all(|wilaya| wilaya[division] == 0) =>
            {
                Some("there are no divisions".to_owned())
            }
            _ => None,
        }
    }

    fn bar(self, bars: &mut Bars) {
        match self {
            Self::Mission(mission) => bars.missions |= 1 << mission.index(),
            Self::Build => bars.build = true,
            Self::Convert => bars.convert = true,
            Self::Mobilize => bars.mobilize = true,
            Self::Points => bars.points = true,
            Self::BorderZone => bars.border_zone = true,
            Self::Air => bars.air = true,
            Self::Airmobile => bars.airmobile = true,
            Self::Patrol => bars.patrol = true,
            Self::Disperse => bars.disperse = true,
        }
    }

    fn barred(self, bars: &Bars) -> bool {
        let mut more = *bars;
        self.bar(&mut more);
        more == *bars
    }
}

/// The reason given for an item that has been removed.
const BARRED: &str = "barred";

/// The display name of an event.
fn event_name(event: RandomEvent) -> &'static str {
    match event {
        RandomEvent::None => "No event",
        RandomEvent::ForeignArms => "Foreign arms shipment",
        RandomEvent::Jealousy => "Jealousy and paranoia",
        RandomEvent::Elections => "Elections in France",
        RandomEvent::UnDebate => "UN debate",
        RandomEvent::FactionalPurge => "FLN factional purge",
        RandomEvent::Independence => "Independence of Morocco and Tunisia",
        RandomEvent::Nato => "NATO pressure",
        RandomEvent::Suez => "Suez crisis",
        RandomEvent::Amnesty => "Amnesty",
        RandomEvent::Sartre => "Article by Sartre",
    }
}

/// The reason why an event cannot occur with these rules, if it cannot.
fn no_event(rules: &Rules, event: RandomEvent) -> Option<String> {
    if rules.bars.events & 1 << event.index() != 0 {
        Some(BARRED.to_owned())
    } else if event == RandomEvent::Suez && !rules.scenario.suez {
        Some(format!("it cannot occur in scenario {}", rules.scenario.id))
    } else {
        None
    }
}

/// The events that can be barred: all except [`RandomEvent::None`].
fn events() -> impl Iterator<Item = RandomEvent> {
    RandomEvent::ALL.iter().copied().filter(|event| *event != RandomEvent::None)
}

/// All bars, in canonical form and order.
fn all() -> impl Iterator<Item = String> {
    let actions = ACTS.iter().map(|(side, word, ..)| format!("action:{}:{word}", side.name()));
    events().map(|event| format!("event:{event}")).chain(actions)
}

/// All bars as items, in canonical order.
pub(in crate::algeria) fn items(rules: &Rules) -> Vec<Item> {
    let events = events().map(|event| (event_name(event).to_owned(), no_event(rules, event)));
    let actions = ACTS.iter().map(|(side, _, name, act)| (format!("{side}: {name}"), act.absent(rules)));
    let words = all().zip(events.chain(actions));
    words.map(|(word, (name, absent))| Item { word, name, absent }).collect()
}

/// Reads bars.
///
/// # Errors
/// An unknown bar; the error lists the known ones.
pub(super) fn read(words: &[String]) -> Result<Bars, SettingError> {
    let mut bars = Bars::default();
    for word in words {
        let parts: Vec<&str> = word.split(':').collect();
        match parts[..] {
            ["event", name] => match events().find(|event| event.word() == name) {
                Some(event) => bars.events |= 1 << event.index(),
                None if name == RandomEvent::None.word() => {
                    return Err(SettingError::Excluded(format!(
                        "{word} bars nothing: it is not an event; bar one of {}",
                        join(events().map(RandomEvent::word))
                    )));
                }
                None => return Err(WORDS.unknown("event", name, events().map(RandomEvent::word))),
            },
            ["action", side, name] => {
                let unknown = |_| WORDS.unknown("side", side, Side::ALL.map(Side::name));
                let side: Side = side.parse().map_err(unknown)?;
                let of_side = || ACTS.iter().filter(|(of, ..)| *of == side);
                let what = match side {
                    Side::Fln => "action of the FLN",
                    Side::France => "action of France",
                };
                let act = of_side().find(|(_, word, ..)| *word == name);
                let unknown = || WORDS.unknown(what, name, of_side().map(|(_, word, ..)| *word));
                act.ok_or_else(unknown)?.3.bar(&mut bars);
            }
            _ => return Err(WORDS.unknown("bar", word, all())),
        }
    }
    Ok(bars)
}

fn join(words: impl Iterator<Item = &'static str>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// The bars in canonical form and order; [`read`] reads them back.
pub(super) fn write(bars: &Bars) -> Vec<String> {
    let barred = events()
        .map(|event| bars.events & 1 << event.index() != 0)
        .chain(ACTS.iter().map(|(.., act)| act.barred(bars)));
    all().zip(barred).filter(|(_, barred)| *barred).map(|(word, _)| word).collect()
}
