//! The public items of a crate as a list that is kept in `api`, so that changes are seen. What is hidden,
//! as `internals` for the tests, is no part of it.

use std::fs;
use std::path::{Path, PathBuf};

/// Compares the public items of the crate in a folder with those on record. With `UPDATE_API` set
/// they are written again.
pub fn check(folder: &Path, name: &str) {
    let source = folder.join("src");
    let mut found = String::new();
    for file in files(&source) {
        let text = fs::read_to_string(&file).expect("a source file");
        let place = file.strip_prefix(&source).expect("a file of the crate");
        if place.with_extension("").starts_with("internals") {
            continue;
        }
        let items = items(&text);
        if !items.is_empty() {
            found.push_str(&format!("{}\n", place.display()).replace('\\', "/"));
            items
                .iter()
                .for_each(|item| found.push_str(&format!("  {item}\n")));
        }
    }
    assert!(
        found.lines().count() > 15,
        "the sources of {name} are elsewhere"
    );
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("api/{name}.txt"));
    if std::env::var_os("UPDATE_API").is_some() {
        fs::write(&record, &found).expect("the record is written");
    }
    let known = fs::read_to_string(&record)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    let missing: Vec<&str> = known
        .lines()
        .filter(|line| !found.lines().any(|l| l == *line))
        .collect();
    let added: Vec<&str> = found
        .lines()
        .filter(|line| !known.lines().any(|l| l == *line))
        .collect();
    assert!(
        known == found,
        "the public items of {name} have changed:\n- {}\n+ {}\nif that is meant: UPDATE_API=1 cargo test -p house",
        missing.join("\n- "),
        added.join("\n+ "),
    );
}

/// The Rust files of a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).expect("a folder of sources");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The heads of the items that are declared `pub`, each on one line, up to its body.
fn items(text: &str) -> Vec<String> {
    let text = match text.find("#[cfg(test)]\nmod ") {
        Some(tests) => &text[..tests],
        None => text,
    };
    let mut found = Vec::new();
    let mut lines = text.lines();
    let mut before = "";
    while let Some(line) = lines.next() {
        let line = line.trim();
        let hidden = std::mem::replace(&mut before, line) == "#[doc(hidden)]";
        if hidden || !line.starts_with("pub ") {
            continue;
        }
        let mut head = line.to_string();
        let ends = |head: &str| head.ends_with(['{', ';', ',', '}']) || head.contains(" = ");
        let opens = |head: &str| {
            let count = |wanted: &str| head.matches(|c| wanted.contains(c)).count();
            count("([{") > count(")]}") && !head.ends_with('{')
        };
        while !ends(&head) || opens(&head) {
            let Some(next) = lines.next() else { break };
            head.push(' ');
            head.push_str(next.trim());
        }
        let end = match head.contains(" use ") || head.starts_with("pub use ") {
            true => head.len(),
            false => head.find(" {").or(head.find(" = ")).unwrap_or(head.len()),
        };
        found.push(head[..end].trim_end_matches([';', ',']).to_string());
    }
    found
}

#[test]
fn heads_of_items_are_found() {
    let text = "pub fn one(\n    a: u8,\n) -> u8 {\n    1\n}\nfn hidden() {}\n    pub size: u64,\npub(crate) fn no() {}\npub use a::{B, C};\npub const N: u8 = 3;\n#[doc(hidden)]\npub mod internals;\n#[cfg(test)]\nmod tests { pub fn t() {} }\n";
    let expected = [
        "pub fn one( a: u8, ) -> u8",
        "pub size: u64",
        "pub use a::{B, C}",
        "pub const N: u8",
    ];
    assert_eq!(items(text), expected);
}
