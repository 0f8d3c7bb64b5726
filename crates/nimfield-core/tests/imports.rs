//! The arrows between the files of this crate, and between the crates of the workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[path = "../../../tests/imports/mod.rs"]
mod imports;

use imports::{Arrows, assert_no_circle, crates_and_dependencies, pictured};

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn files_use_each_other_in_no_circle() {
    assert_no_circle(Path::new(env!("CARGO_MANIFEST_DIR")));
}

/// What the contract of the crates says.
fn agreed() -> Arrows {
    let arrows: [(&str, &[&str]); 8] = [
        ("nimbers", &[]),
        ("short-game", &[]),
        ("nimfield-core", &["nimbers"]),
        ("nimfield-engines", &["nimfield-core", "short-game"]),
        (
            "nimfield-games",
            &["nimbers", "nimfield-core", "nimfield-engines", "short-game"],
        ),
        (
            "nimfield",
            &[
                "nimbers",
                "nimfield-core",
                "nimfield-engines",
                "nimfield-games",
                "short-game",
            ],
        ),
        (
            "nimfield-claims",
            &[
                "nimbers",
                "nimfield",
                "nimfield-core",
                "nimfield-engines",
                "nimfield-games",
                "short-game",
            ],
        ),
        // The command asks the library, which passes on what lies below.
        (
            "nimfield-cli",
            &["nimbers", "nimfield", "nimfield-claims", "short-game"],
        ),
    ];
    let set =
        |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).into()).collect() };
    let arrows = arrows.map(|(name, others)| (name.to_string(), set(others)));
    BTreeMap::from(arrows)
}

#[test]
fn crates_depend_on_what_the_architecture_says() {
    let found = crates_and_dependencies(workspace()).unwrap();
    assert_eq!(found, agreed());
    let page = workspace().join("docs/src/architecture.md");
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(pictured(&page), found, "the picture in architecture.md");
}
