//! Every package that the program, the Python package or the example is built from may be used under a permissive licence.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, LicenseReq, ParseMode};

/// Licences that ask for no more than a notice.
const PERMISSIVE: &[&str] = &["Apache-2.0", "BSD-3-Clause", "ISC", "MIT", "Unicode-3.0", "Unlicense", "Zlib"];

/// Packages under other licences that only the example needs, which compares searches and is not shipped: this one comes
/// with `treant`.
const EXAMPLE: &[(&str, &str)] = &[("vec_storage_reuse", "LGPL-3.0-only")];

/// Packages under other licences that only the Python package names: one tells PyO3 the target while it is built, the other is
/// for systems without random numbers. Neither is in a wheel.
const PYTHON: &[(&str, &str)] =
    &[("target-lexicon", "Apache-2.0 WITH LLVM-exception"), ("tiny-keccak", "CC0-1.0")];

/// The packages of a workspace that come from elsewhere, each with what it says of its licence.
fn packages(folder: &str) -> Vec<(String, Option<String>)> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--manifest-path"])
        .arg(&manifest)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let all = metadata["packages"].as_array().expect("a list of packages");
    let foreign = all.iter().filter(|package| !package["source"].is_null());
    foreign
        .map(|package| {
            let text = |key: &str| package[key].as_str().map(str::to_owned);
            (text("name").expect("every package has a name"), text("license"))
        })
        .collect()
}

/// True if the licence allows use under permissive terms.
fn is_permissive(licence: &str) -> bool {
    // Old manifests have a slash for "or".
    let expression = Expression::parse_mode(licence, ParseMode::LAX).expect("an SPDX expression");
    expression.evaluate(|need: &LicenseReq| {
        need.addition.is_none() && need.license.id().is_some_and(|id| PERMISSIVE.contains(&id.name))
    })
}

fn refused(folder: &str) -> Vec<(String, Option<String>)> {
    let packages = packages(folder);
    assert!(packages.len() > 20, "{folder} has {} packages: are they all listed?", packages.len());
    let refused = |(_, licence): &(String, Option<String>)| !licence.as_deref().is_some_and(is_permissive);
    packages.into_iter().filter(refused).collect()
}

#[test]
fn packages_of_the_workspace_are_permissive() {
    let named = PYTHON.iter().map(|&(name, licence)| (name.to_owned(), Some(licence.to_owned())));
    assert_eq!(refused("."), named.collect::<Vec<_>>());
}

#[test]
fn the_program_needs_no_package_under_another_licence() {
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([
            "tree",
            "--locked",
            "--package",
            "wilaya",
            "--target",
            "all",
            "--edges",
            "all",
            "--prefix",
            "none",
        ])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("a tree is text");
    let names: Vec<_> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"serde_json"), "{tree}");
    for (name, _) in PYTHON {
        assert!(!names.contains(name), "{name}");
    }
}

#[test]
fn packages_of_the_example_are_permissive_or_named() {
    let named = EXAMPLE.iter().map(|&(name, licence)| (name.to_owned(), Some(licence.to_owned())));
    assert_eq!(refused("examples/connect-four"), named.collect::<Vec<_>>());
}

#[test]
fn a_licence_that_asks_for_more_is_found() {
    for licence in ["GPL-3.0-only", "MIT AND LGPL-3.0-only", "MPL-2.0", "Apache-2.0 WITH LLVM-exception"] {
        assert!(!is_permissive(licence), "{licence}");
    }
    for licence in ["MIT/Apache-2.0", "MIT OR GPL-3.0-only", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
        assert!(is_permissive(licence), "{licence}");
    }
}
