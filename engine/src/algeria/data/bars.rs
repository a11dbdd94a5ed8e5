//! Bars: what is taken out of a game, in words.

use super::files::GAME;
use crate::algeria::rules::{Bars, Rules};
use crate::algeria::types::{GovType, Mission, Point, RandomEvent};
use crate::{Item, SettingError, Side};

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

impl Act {
    const FLN: [Self; 7] = [
        Self::Mission(Mission::Propaganda),
        Self::Mission(Mission::Strike),
        Self::Mission(Mission::Move),
        Self::Mission(Mission::Raid),
        Self::Mission(Mission::Harass),
        Self::Build,
        Self::Convert,
    ];
    const FRANCE: [Self; 13] = [
        Self::Mission(Mission::Flush),
        Self::Mission(Mission::React),
        Self::Mission(Mission::Intelligence),
        Self::Mission(Mission::CivilAffairs),
        Self::Mission(Mission::Suppression),
        Self::Mission(Mission::Resettlement),
        Self::Mobilize,
        Self::Points,
        Self::BorderZone,
        Self::Air,
        Self::Airmobile,
        Self::Patrol,
        Self::Disperse,
    ];

    fn of(side: Side) -> &'static [Self] {
        match side {
            Side::Fln => &Self::FLN,
            Side::France => &Self::FRANCE,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Mission(mission) => mission.word(),
            Self::Build => "build",
            Self::Convert => "convert",
            Self::Mobilize => "mobilize",
            Self::Points => "points",
            Self::BorderZone => "border-zone",
            Self::Air => "air",
            Self::Airmobile => "airmobile",
            Self::Patrol => "patrol",
            Self::Disperse => "disperse",
        }
    }

    /// What it is called for people.
    fn name(self) -> &'static str {
        match self {
            Self::Mission(Mission::Propaganda) => "Propaganda",
            Self::Mission(Mission::Strike) => "Strikes",
            Self::Mission(Mission::Move) => "Moves",
            Self::Mission(Mission::Raid) => "Raids",
            Self::Mission(Mission::Harass) => "Harassment",
            Self::Mission(Mission::Flush) => "Flushes",
            Self::Mission(Mission::React) => "Reactions",
            Self::Mission(Mission::Intelligence) => "Intelligence",
            Self::Mission(Mission::CivilAffairs) => "Civil Affairs",
            Self::Mission(Mission::Suppression) => "Suppression",
            Self::Mission(Mission::Resettlement) => "Population Resettlement",
            Self::Build => "Building units",
            Self::Convert => "Converting units",
            Self::Mobilize => "Mobilizing units",
            Self::Points => "Buying Points",
            Self::BorderZone => "Border Zone",
            Self::Air => "Air Points",
            Self::Airmobile => "Airmobile units",
            Self::Patrol => "Patrols",
            Self::Disperse => "Dispersing divisions",
        }
    }

    /// Why nobody can do it with these rules, if nobody can.
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

/// Why something does not occur that is taken out.
const BARRED: &str = "barred";

/// What an event is called for people.
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

/// Why an event cannot take place with these rules, if it cannot.
fn no_event(rules: &Rules, event: RandomEvent) -> Option<String> {
    if rules.bars.events & 1 << event.index() != 0 {
        Some(BARRED.to_owned())
    } else if event == RandomEvent::Suez && !rules.scenario.suez {
        Some(format!("it cannot happen in the scenario {}", rules.scenario.id))
    } else {
        None
    }
}

/// The kinds of action of both sides, in canonical order.
fn acts() -> impl Iterator<Item = (Side, Act)> {
    Side::ALL.into_iter().flat_map(|side| Act::of(side).iter().map(move |act| (side, *act)))
}

/// The events that can be barred: all but the one that is none.
fn events() -> impl Iterator<Item = RandomEvent> {
    RandomEvent::ALL.iter().copied().filter(|event| *event != RandomEvent::None)
}

/// Every bar there is, in canonical form and order.
fn all() -> impl Iterator<Item = String> {
    let actions = acts().map(|(side, act)| format!("action:{}:{}", side.name(), act.word()));
    events().map(|event| format!("event:{event}")).chain(actions)
}

/// Every bar there is as an item, in canonical order.
pub(in crate::algeria) fn items(rules: &Rules) -> Vec<Item> {
    let events = events().map(|event| (event_name(event).to_owned(), no_event(rules, event)));
    let actions = acts().map(|(side, act)| (format!("{side}: {}", act.name()), act.absent(rules)));
    let words = all().zip(events.chain(actions));
    words.map(|(word, (name, absent))| Item { word, name, absent }).collect()
}

/// Reads bars.
///
/// # Errors
/// A word that is no bar, with those that are.
pub(super) fn read(words: &[String]) -> Result<Bars, SettingError> {
    let mut bars = Bars::default();
    for word in words {
        let unknown = |what, part: &str, known| {
            Err(SettingError::Unknown { game: GAME, what, word: part.to_owned(), known })
        };
        let parts: Vec<&str> = word.split(':').collect();
        match parts[..] {
            ["event", name] => match events().find(|event| event.word() == name) {
                Some(event) => bars.events |= 1 << event.index(),
                None if name == RandomEvent::None.word() => {
                    return Err(SettingError::Excluded(format!(
                        "{word} bars nothing, because it is no event: bar one of {}",
                        join(events().map(RandomEvent::word))
                    )));
                }
                None => return unknown("event", name, events().map(|one| one.word().to_owned()).collect()),
            },
            ["action", side, name] => {
                let Ok(side) = side.parse::<Side>() else {
                    let known = Side::ALL.map(|side| side.name().to_owned());
                    return unknown("side", side, known.to_vec());
                };
                match Act::of(side).iter().find(|act| act.word() == name) {
                    Some(act) => act.bar(&mut bars),
                    None => {
                        let what = match side {
                            Side::Fln => "action of the FLN",
                            Side::France => "action of France",
                        };
                        let known = Act::of(side).iter().map(|act| act.word().to_owned());
                        return unknown(what, name, known.collect());
                    }
                }
            }
            _ => return unknown("bar", word, all().collect()),
        }
    }
    Ok(bars)
}

fn join(words: impl Iterator<Item = &'static str>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// The bars in canonical form and order. [`read`] reads them back.
pub(super) fn write(bars: &Bars) -> Vec<String> {
    let barred = events()
        .map(|event| bars.events & 1 << event.index() != 0)
        .chain(acts().map(|(_, act)| act.barred(bars)));
    all().zip(barred).filter(|(_, barred)| *barred).map(|(word, _)| word).collect()
}
