//! The tables of columns in `docs/formats.md` say what the code says.
//!
//! `WILAYA_UPDATE=1 cargo test -p wilaya-sim --test sim formats` writes them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use wilaya_sim::formats;

#[test]
fn the_documentation_has_the_columns_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/formats.md");
    let found = fs::read_to_string(&path).expect("it is there");
    let mut text = found.clone();
    for (name, columns) in formats() {
        let mut table = String::from("| Column | Form | Meaning |\n|---|---|---|\n");
        for column in columns {
            let (name, form, help) = (column.name, column.form, column.help);
            assert!(!help.contains('|') && !help.is_empty(), "{name}: {help}");
            writeln!(table, "| `{name}` | {form} | {help} |").expect("it is text");
        }
        let mark = format!("<!-- columns of {name} -->\n");
        let (before, after) = text.split_once(&mark).unwrap_or_else(|| panic!("{mark} is missing"));
        let end = after.find("\n\n").map_or(after.len(), |end| end + 1);
        text = format!("{before}{mark}{table}{}", &after[end..]);
    }
    if std::env::var_os("WILAYA_UPDATE").is_some() {
        fs::write(&path, &text).expect("it can be written");
    } else if let Some((number, (old, new))) =
        (1..).zip(found.lines().zip(text.lines())).find(|(_, (old, new))| old != new)
    {
        panic!("docs/formats.md, line {number}: \"{old}\" should be \"{new}\"; WILAYA_UPDATE=1 writes it");
    } else {
        assert_eq!(found.len(), text.len());
    }
}
