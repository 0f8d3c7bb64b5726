//! The order of the house: in no crate do files or folders use each other in a circle, crates depend on each other
//! as the architecture says, and the public items of each are those on record.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

mod api;
mod defaults;
mod imports;
mod manifests;
mod names;
mod paths;
mod phrases;
mod readmes;
mod rustdoc;

use imports::{Arrows, assert_no_circle, assert_no_circle_of_folders, pictured};
use manifests::{arrows, packages, unused};

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn folder(name: &str) -> PathBuf {
    workspace().join("crates").join(name)
}

#[test]
fn files_do_not_use_each_other_in_a_circle() {
    for name in agreed().keys() {
        assert_no_circle(&folder(name));
    }
}

#[test]
fn folders_do_not_use_each_other_in_a_circle() {
    for name in agreed().keys() {
        assert_no_circle_of_folders(&folder(name));
    }
}

/// The libraries with `test = false` are compiled once; a test inside would never run.
#[test]
fn no_test_is_where_none_runs() {
    let mut asleep = Vec::new();
    for name in agreed().keys() {
        let manifest = std::fs::read_to_string(folder(name).join("Cargo.toml")).unwrap();
        if manifest.lines().any(|line| line == "test = false") {
            tests_inside(&folder(name).join("src"), &mut asleep);
        }
    }
    assert_eq!(asleep, Vec::<PathBuf>::new(), "move these tests to `tests`");
}

/// The files below a folder that hold tests.
fn tests_inside(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests_inside(&path, found);
        } else if std::fs::read_to_string(&path).is_ok_and(|text| text.contains("#[test]")) {
            found.push(path);
        }
    }
}

/// A game with its formula, or by its rules alone, is one short file.
#[test]
fn a_game_is_defined_in_few_lines() {
    for (file, most) in [("euclid.rs", 110), ("kayles.rs", 35)] {
        let path = workspace().join("examples/own-games/src").join(file);
        let lines = std::fs::read_to_string(path).unwrap().lines().count();
        assert!(lines <= most, "{file} has {lines} lines");
    }
}

/// The documentation of the Python package is written for Python.
#[test]
fn documentation_of_functions_begins_with_a_verb() {
    let files = names::production(workspace());
    let mut found = Vec::new();
    for (file, text) in
        files.filter(|(file, _)| file.ends_with(".rs") && !file.contains("nimfield-py/"))
    {
        let lines = rustdoc::without_verb(&text);
        found.extend(
            lines
                .iter()
                .map(|(number, line)| format!("{file}:{number}: {line}")),
        );
    }
    assert!(
        found.is_empty(),
        "begin with a verb, as `Returns`:\n{}",
        found.join("\n")
    );
}

#[test]
fn failures_that_become_values_are_explained() {
    let files = names::production(workspace()).filter(|(file, _)| file.ends_with(".rs"));
    let mut found = Vec::new();
    for (file, text) in files {
        let lines = defaults::without_reason(&text).into_iter();
        found.extend(lines.map(|(number, line)| format!("{file}:{number}: {line}")));
    }
    assert!(
        found.is_empty(),
        "return the failure, expect it with the reason, or say in a comment why the value is right:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_game_is_named_in_its_folder_alone() {
    let games = names::games(workspace());
    for game in [
        "matrix",
        "knight",
        "crps",
        "matrix-partizan",
        "turning",
        "nimbi",
    ] {
        assert!(games.contains(game), "{game} is not among {games:?}");
    }
    let found = names::named_elsewhere(workspace(), &games);
    assert!(
        found.is_empty(),
        "ask the game's description instead: {found:?}"
    );
}

#[test]
fn names_are_found_where_they_are_code_and_nowhere_else() {
    for code in [
        r#"if game == "wythoff" {"#,
        "const start = { name: 'wythoff' };",
        "return Position(f\"wythoff[{a},{b}]\")",
        "const text = `wythoff[${a},${b}]`;",
    ] {
        assert!(names::names(code, "wythoff"), "{code}");
    }
    for code in [
        r#"/// As "wythoff" does."#,
        r#"example: nimfield analyze 'wythoff[3,5]'"#,
        r#"let example = "wythoff[3,5]";"#,
        "#[cfg(test)]\nconst NAME: &str = \"wythoff\";",
        "let wythoff = 5;",
    ] {
        assert!(!names::names(code, "wythoff"), "{code}");
    }
}

#[test]
fn the_public_items_are_those_on_record() {
    // What nobody builds upon in Rust.
    let no_library = ["nimfield-cli", "nimfield-py", "nimfield-wasm"];
    for name in agreed()
        .keys()
        .filter(|name| !no_library.contains(&name.as_str()))
    {
        api::check(&folder(name), name);
    }
}

/// What the contract of the crates says.
fn agreed() -> Arrows {
    let arrows: [(&str, &[&str]); 16] = [
        ("text-cursor", &[]),
        ("nimbers", &["text-cursor"]),
        ("short-game", &["text-cursor"]),
        ("nimfield-core", &["nimbers", "text-cursor"]),
        ("nimfield-engines", &["nimfield-core", "short-game"]),
        (
            "nimfield-games",
            &["nimbers", "nimfield-core", "nimfield-engines"],
        ),
        ("nimfield-laws", &["nimfield-core"]),
        (
            "nimfield-rules",
            &["nimbers", "nimfield-core", "nimfield-games"],
        ),
        (
            "nimfield",
            &[
                "nimbers",
                "nimfield-core",
                "nimfield-engines",
                "nimfield-games",
                "nimfield-laws",
                "nimfield-rules",
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
                "nimfield-laws",
                "short-game",
            ],
        ),
        (
            "nimfield-export",
            &["nimfield", "short-game", "text-cursor"],
        ),
        (
            "nimfield-api",
            &[
                "nimbers",
                "nimfield",
                "nimfield-core",
                "nimfield-engines",
                "nimfield-games",
                "nimfield-rules",
                "nimfield-claims",
                "nimfield-export",
                "short-game",
            ],
        ),
        ("nimfield-web", &["nimfield", "nimfield-api"]),
        (
            "nimfield-wasm",
            &["nimfield", "nimfield-core", "nimfield-api"],
        ),
        (
            "nimfield-cli",
            &[
                "nimbers",
                "nimfield",
                "nimfield-core",
                "nimfield-engines",
                "nimfield-games",
                "nimfield-rules",
                "nimfield-api",
                "nimfield-claims",
                "nimfield-export",
                "nimfield-laws",
                "nimfield-web",
                "short-game",
            ],
        ),
        (
            "nimfield-py",
            &[
                "nimbers",
                "nimfield",
                "nimfield-core",
                "nimfield-engines",
                "nimfield-games",
                "nimfield-rules",
                "nimfield-api",
                "nimfield-claims",
                "nimfield-cli",
                "nimfield-export",
                "short-game",
            ],
        ),
    ];
    let set =
        |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).into()).collect() };
    let arrows = arrows.map(|(name, others)| (name.to_string(), set(others)));
    BTreeMap::from(arrows)
}

#[test]
fn crates_depend_on_what_the_architecture_says() {
    let found = arrows(&packages(workspace()));
    assert_eq!(found, agreed());
    let page = workspace().join("docs/src/architecture.md");
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(pictured(&page), found, "the picture in architecture.md");
}

#[test]
fn every_dependency_is_used() {
    let unused: Vec<String> = packages(workspace()).iter().flat_map(unused).collect();
    assert_eq!(unused, Vec::<String>::new());
}
