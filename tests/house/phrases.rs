//! Phrases that people stumbled over, and what to write instead. The house keeps them out.

use std::path::Path;

use crate::workspace;

/// In lower case; misère is written with its accent wherever letters with accents can be.
const FORBIDDEN: [(&str, &str); 48] = [
    ("names its reason", "states its reason"),
    ("takes its time and", "builds slowly but"),
    ("has a value computed", "computes the value"),
    ("tells what a position", "says what a position"),
    ("could not work out who wins", "could not find out who wins"),
    ("told to move now", "before you asked for a move"),
    ("exchange their chairs", "change places"),
    ("names no form", "has an unknown format"),
    ("on the command line prevails", "overrides"),
    ("come to no end of a line", "finish no position"),
    ("take hold of a heap", "choose a heap"),
    (
        "says why they may",
        "the invariant, and where it is established",
    ),
    (
        "whoever uses them says",
        "the invariant, and where it is established",
    ),
    ("is no json", "--json is not available"),
    ("is no command and no move", "unknown command or move"),
    ("there is no game `", "unknown game"),
    ("there is no claim {", "unknown claim"),
    ("there is no option `", "unknown option"),
    ("there is no operation {", "unknown operation"),
    ("there is no line `", "a line is missing"),
    ("`--plan` tells only", "with `--plan` it stops there"),
    ("wanted is", "expected"),
    (" anew", "again"),
    ("comes twice", "occurs twice"),
    ("is there twice", "occurs twice"),
    ("there are moves but none", "no move leads to"),
    ("to be had", "available"),
    ("one's own", "your own"),
    ("tells apart", "separates"),
    ("told apart", "separated"),
    (" is told", "is reported"),
    (" are told", "are reported"),
    (" tells of ", "describes"),
    ("do not tell", "do not decide"),
    ("does not tell", "does not report"),
    ("unless told otherwise", "by default"),
    ("unless it is told", "by default"),
    ("is a fault of it", "is a bug"),
    ("says what nobody says", "is malformed"),
    ("goes on where it was", "continues where it stopped"),
    ("it was there already", "it existed already"),
    ("cannot ask here", "has no access"),
    ("come again in", "try again in"),
    ("knows no `", "unknown"),
    ("lets parcels", "sends and receives parcels"),
    (
        "safety: the caller's",
        "the invariant, and where it is established",
    ),
    (
        "safety: there is a ",
        "the invariant, and where it is established",
    ),
    ("what it compiles to", "how it is computed"),
];

/// Where people read: sources, pages, scripts of the explorer, Python.
const PLACES: [&str; 8] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "crates",
    "docs/src",
    "examples",
    "checker",
];

#[test]
fn no_forbidden_phrase_occurs() {
    let mut found = Vec::new();
    for place in PLACES {
        look(&workspace().join(place), &mut found);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn look(path: &Path, found: &mut Vec<String>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if path.is_dir() {
        // What others wrote, and what was built.
        if ["target", "vendor", "node_modules"].contains(&&*name) {
            return;
        }
        for entry in std::fs::read_dir(path).unwrap() {
            look(&entry.unwrap().path(), found);
        }
        return;
    }
    let kinds = ["rs", "md", "js", "mjs", "py", "pyi", "game"];
    if !path
        .extension()
        .is_some_and(|kind| kinds.iter().any(|one| *one == kind))
    {
        return;
    }
    // Line ends count as blanks, and the marks of comments are left out: a phrase may be broken in two.
    let text = std::fs::read_to_string(path).unwrap().to_lowercase();
    let words = text.split_whitespace();
    let text = words
        .filter(|word| !["//", "///", "//!", "#"].contains(word))
        .collect::<Vec<_>>()
        .join(" ");
    for (phrase, instead) in FORBIDDEN {
        if text.contains(phrase) {
            found.push(format!("{}: `{phrase}`: write `{instead}`", path.display()));
        }
    }
}
