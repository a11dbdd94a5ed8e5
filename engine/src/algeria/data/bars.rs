//! Bars: what is taken out of a game, in words.

use super::GAME;
use crate::algeria::rules::Bars;
use crate::algeria::types::{Mission, RandomEvent};
use crate::{SettingError, Side};

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

/// The events that can be barred: all but the one that is none.
fn events() -> impl Iterator<Item = RandomEvent> {
    RandomEvent::ALL.iter().copied().filter(|event| *event != RandomEvent::None)
}

/// Every bar there is, in canonical form and order.
pub(in crate::algeria) fn all() -> impl Iterator<Item = String> {
    let actions = Side::ALL.into_iter().flat_map(|side| {
        Act::of(side).iter().map(move |act| format!("action:{}:{}", side.name(), act.word()))
    });
    events().map(|event| format!("event:{event}")).chain(actions)
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
        .chain(Side::ALL.into_iter().flat_map(|side| Act::of(side).iter().map(|act| act.barred(bars))));
    all().zip(barred).filter(|(_, barred)| *barred).map(|(word, _)| word).collect()
}
