//! Classes of units, in the order in which a decision goes through them: by place, type and box.

use std::ops::ControlFlow;

use super::state::{ALGERIA, State};
use super::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mask, Place};

/// Lets a visitor stop an enumeration of choices early.
pub(crate) type Visit = ControlFlow<()>;

/// The boxes of units that are not neutralized.
pub const ACTIVE: [FlnBox; 3] = [FlnBox::Ug, FlnBox::Ops, FlnBox::Oc];

/// Elite brigades.
pub(crate) const ELITE: &[GovUnit] = &[GovUnit::Elite];

/// The number of a class of FLN units in the fixed order: place, type, box.
pub(crate) fn fln_class_number(place: Place, unit: FlnUnit, at: FlnBox) -> u16 {
    ((place.index() * FlnUnit::ALL.len() + unit.index()) * FlnBox::ALL.len() + at.index()) as u16
}

/// The number of a class of Government units in the fixed order: area, type, box.
pub(crate) fn gov_class_number(area: Place, unit: GovUnit, at: GovBox) -> u16 {
    ((area.index() * GovUnit::ALL.len() + unit.index()) * GovBox::ALL.len() + at.index()) as u16
}

/// The classes of active FLN units in some areas: number, class, count.
pub(crate) fn active_classes(
    s: &State,
    areas: Mask,
) -> impl Iterator<Item = (u16, (Place, FlnUnit, FlnBox), u8)> + Clone {
    Place::each(areas).flat_map(move |place| {
        FlnUnit::ALL.iter().flat_map(move |&unit| {
            ACTIVE.into_iter().filter_map(move |at| {
                let count = s.fln(place, unit, at);
                (count > 0).then_some((fln_class_number(place, unit, at), (place, unit, at), count))
            })
        })
    })
}

/// The classes of Government units of one type on the map: number, class, count.
pub(crate) fn gov_classes(
    s: &State,
    units: &'static [GovUnit],
) -> impl Iterator<Item = (u16, (Place, GovUnit, GovBox), u8)> + Clone {
    let with = |unit| GovBox::ALL.iter().fold(0, |all, &at| all | s.gov_places(unit, at));
    let places: [Mask; GovUnit::ALL.len()] = std::array::from_fn(|unit| with(GovUnit::ALL[unit]));
    Place::each(ALGERIA).flat_map(move |area| {
        let here = units.iter().filter(move |unit| places[unit.index()] & area.bit() != 0);
        here.flat_map(move |&unit| {
            GovBox::ALL.iter().filter_map(move |&at| {
                let count = s.gov(area, unit, at);
                (count > 0).then_some((gov_class_number(area, unit, at), (area, unit, at), count))
            })
        })
    })
}

/// Calls `f` with each class of an ordered pick: those from the last choice on that can still fill the number together with the
/// classes after them.
pub(crate) fn ordered<C>(
    classes: impl Iterator<Item = (u16, C, u8)> + Clone,
    from: u16,
    left: u8,
    mut f: impl FnMut(C) -> Visit,
) -> Visit {
    let mut room: u16 =
        classes.clone().filter(|(class, ..)| *class >= from).map(|(_, _, count)| u16::from(count)).sum();
    for (class, choice, count) in classes {
        if class >= from {
            if room < u16::from(left) {
                break;
            }
            f(choice)?;
            room -= u16::from(count);
        }
    }
    ControlFlow::Continue(())
}

/// The classes of active Bands and Faileks in an area.
pub(crate) fn targets(s: &State, area: Place) -> impl Iterator<Item = (u16, (FlnUnit, FlnBox), u8)> + Clone {
    [FlnUnit::Band, FlnUnit::Failek].into_iter().flat_map(move |unit| {
        ACTIVE.into_iter().filter_map(move |at| {
            let count = s.fln(area, unit, at);
            (count > 0).then_some((fln_class_number(area, unit, at), (unit, at), count))
        })
    })
}

/// The distance between the class numbers of neighbouring areas.
pub(crate) const STRIDE: u16 = 8;

/// The first class from `class` on that has units. `masks` gives the areas with units for each number within an area; the
/// numbers of neighbouring areas are `stride` apart.
#[inline]
pub(crate) fn first_class<const N: usize>(masks: [Mask; N], class: u16, stride: u16) -> Option<u16> {
    let (area, number) = (class / stride, usize::from(class % stride));
    let mut first = u16::MAX;
    for (one, mask) in masks.into_iter().enumerate() {
        // In its area, the classes before `number` are done.
        let left = u64::from(mask) >> (area + u16::from(one < number)) << (area + u16::from(one < number));
        first = first.min(left.trailing_zeros() as u16 * stride + one as u16);
    }
    (first < u64::BITS as u16 * stride).then_some(first)
}

/// Where divisions are, by box.
#[inline]
pub(crate) fn modes(s: &State) -> [Mask; GovBox::ALL.len()] {
    std::array::from_fn(|number| {
        let at = GovBox::ALL[number];
        s.gov_places(GovUnit::Concentrated, at) | s.gov_places(GovUnit::Dispersed, at)
    })
}

/// Where units in the Underground box are, by type.
#[inline]
pub(crate) fn underground(s: &State) -> [Mask; FlnUnit::ALL.len()] {
    std::array::from_fn(|number| s.fln_places(FlnUnit::ALL[number], FlnBox::Ug) & ALGERIA)
}

/// Where units in the Operations box are, by type.
#[inline]
pub(crate) fn on_hand(s: &State) -> [Mask; GovUnit::MOBILE.len()] {
    GovUnit::MOBILE.map(|unit| s.gov_places(unit, GovBox::Ops))
}

/// The area and number of the class at the cursor.
#[inline]
pub(crate) fn cursor(s: &State) -> (Place, usize) {
    (Place((s.flow.cursor / STRIDE) as u8), usize::from(s.flow.cursor % STRIDE))
}

/// The number of divisions in the class at the cursor of [`modes`].
#[inline]
pub(crate) fn divisions(s: &State) -> u8 {
    let (area, number) = cursor(s);
    let at = GovBox::ALL[number];
    s.gov(area, GovUnit::Concentrated, at) + s.gov(area, GovUnit::Dispersed, at)
}

/// The number of units in the class at the cursor of [`on_hand`].
#[inline]
pub(crate) fn ready(s: &State) -> u8 {
    let (area, number) = cursor(s);
    s.gov(area, GovUnit::MOBILE[number], GovBox::Ops)
}

/// The number of units in the class at the cursor of [`underground`].
#[inline]
pub(crate) fn undeployed(s: &State) -> u8 {
    let (area, number) = cursor(s);
    s.fln(area, FlnUnit::ALL[number], FlnBox::Ug)
}

/// The Government units that have to be activated (rules 6.32).
pub const FRENCH: [GovUnit; 4] = [GovUnit::Concentrated, GovUnit::Dispersed, GovUnit::French, GovUnit::Elite];

/// The class of waiting units with this number: by area, then type.
#[inline]
pub(crate) fn waiting(s: &State, class: u16) -> (Place, GovUnit, u8) {
    let (area, unit) = (Place((class / 4) as u8), FRENCH[usize::from(class % 4)]);
    (area, unit, s.gov(area, unit, GovBox::Oc))
}

/// Where units wait, by type.
#[inline]
fn waiting_at(s: &State) -> [Mask; FRENCH.len()] {
    FRENCH.map(|unit| s.gov_places(unit, GovBox::Oc))
}

/// The first class of waiting units from `class` on.
#[inline]
pub(crate) fn next_waiting(s: &State, class: u16) -> Option<u16> {
    first_class(waiting_at(s), class, FRENCH.len() as u16)
}

/// The type of counter that the Government places now.
pub(crate) fn gov_type(s: &State) -> GovType {
    GovType::ALL[usize::from(s.flow.cursor) % GovType::ALL.len()]
}

/// The type of unit that the FLN places now.
pub(crate) fn fln_type(s: &State) -> FlnUnit {
    FlnUnit::ALL[usize::from(s.flow.cursor) % FlnUnit::ALL.len()]
}
