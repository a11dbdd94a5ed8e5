//! Dotted keys as written in TOML and on a command line: `unit.division.count`, `area."I-1".rating`.

/// The names in a dotted key, or `None` if it is malformed.
///
/// A name may be bare or in double or single quotes; escapes are not supported.
pub(super) fn split(key: &str) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut rest = key.trim();
    loop {
        let (name, after) = match rest.chars().next()? {
            quote @ ('"' | '\'') => {
                let end = rest[1..].find(quote)? + 1;
                (&rest[1..end], rest[end + 1..].trim_start())
            }
            _ => {
                let end = rest.find('.').unwrap_or(rest.len());
                let name = rest[..end].trim();
                if !is_bare(name) {
                    return None;
                }
                (name, &rest[end..])
            }
        };
        names.push(name.to_owned());
        if after.is_empty() {
            return Some(names);
        }
        rest = after.strip_prefix('.')?.trim_start();
    }
}

/// The key one level below `parent`, quoted if necessary.
pub(super) fn join(parent: &str, name: &str) -> String {
    let dot = if parent.is_empty() { "" } else { "." };
    if is_bare(name) { format!("{parent}{dot}{name}") } else { format!("{parent}{dot}\"{name}\"") }
}

/// The known key that was probably meant by `key`: one that ends with it, or else the closest by edit distance, if that is
/// below a third of the length of its last name.
pub(super) fn nearest<'a>(key: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let tail = format!(".{key}");
    let last = key.rsplit('.').next().map_or(0, str::len);
    let edits = |one: &str| if one.ends_with(&tail) { 0 } else { strsim::osa_distance(key, one) };
    known.map(|one| (edits(one), one)).filter(|(edits, _)| 3 * edits < last).min().map(|(_, one)| one)
}

/// All keys (tables and figures) below a table.
pub(super) fn all(table: &toml::Table) -> Vec<String> {
    fn walk(parent: &str, table: &toml::Table, out: &mut Vec<String>) {
        for (name, value) in table {
            let key = join(parent, name);
            if let toml::Value::Table(inner) = value {
                walk(&key, inner, out);
            }
            out.push(key);
        }
    }
    let mut out = Vec::new();
    walk("", table, &mut out);
    out
}

fn is_bare(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_bare_and_quoted_names() {
        let names = |key| split(key).map(|names| names.join("|"));
        assert_eq!(names("unit.division.count").as_deref(), Some("unit|division|count"));
        assert_eq!(names("area.\"I-1\".rating").as_deref(), Some("area|I-1|rating"));
        assert_eq!(names("area.'Tizi Ouzou' . x").as_deref(), Some("area|Tizi Ouzou|x"));
        assert_eq!(names("1958").as_deref(), Some("1958"));
        for broken in ["", "a.", ".a", "a..b", "a b", "\"a", "\"a\"b", "a.é"] {
            assert_eq!(names(broken), None, "{broken}");
        }
    }

    #[test]
    fn joins_what_it_splits() {
        let names = ["area", "I-1", "Tizi Ouzou", "x"];
        let key = names.iter().fold(String::new(), |key, name| join(&key, name));
        assert_eq!(key, "area.I-1.\"Tizi Ouzou\".x");
        assert_eq!(split(&key).unwrap_or_default(), names);
    }

    #[test]
    fn the_nearest_key_is_the_one_with_that_tail_or_the_fewest_edits() {
        let known = ["unit.division.count", "unit.failek.count", "unit.failek.firepower"];
        let near = |key| nearest(key, known.iter().copied());
        assert_eq!(near("failek.firepower"), Some("unit.failek.firepower"));
        assert_eq!(near("unit.failk.count"), Some("unit.failek.count"));
        assert_eq!(near("colour"), None);
        assert_eq!(nearest("x", std::iter::empty()), None);
    }
}
