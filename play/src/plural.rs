//! Counts in words.

/// A number and its noun: `3 Bands`, `1 Band`.
pub(crate) fn count(number: impl Into<u32>, one: &str) -> String {
    let number = number.into();
    if number == 1 { format!("1 {one}") } else { format!("{number} {}", plural(one)) }
}

/// The plural of a name that ends in its noun or has the noun before a bracket.
pub(crate) fn plural(one: &str) -> String {
    if let Some((noun, rest)) = one.split_once(" (") {
        return format!("{} ({rest}", plural(noun));
    }
    // The name of a class of units ends in its strength.
    match one.rsplit_once(' ') {
        Some((noun, figures)) if figures.starts_with(|first: char| first.is_ascii_digit()) => {
            return format!("{} {figures}", plural(noun));
        }
        _ => {}
    }
    match one {
        "Police" | "PSP" | "AP" => one.to_owned(),
        _ if ["s", "men", "infantry"].iter().any(|same| one.ends_with(same)) => one.to_owned(),
        _ => match one.strip_suffix('y') {
            Some(stem) => format!("{stem}ies"),
            None => format!("{one}s"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_one_is_many() {
        for (one, many) in [
            ("Band", "2 Bands"),
            ("division (Concentrated)", "2 divisions (Concentrated)"),
            ("Police", "2 Police"),
            ("paratroopers 2-4", "2 paratroopers 2-4"),
            ("mechanized unit 2-3", "2 mechanized units 2-3"),
            ("mountain infantry 4-2", "2 mountain infantry 4-2"),
            ("Saharan company 2-4 (reduced)", "2 Saharan companies 2-4 (reduced)"),
        ] {
            assert_eq!(count(2u8, one), many);
            assert_eq!(count(1u8, one), format!("1 {one}"));
        }
    }
}
