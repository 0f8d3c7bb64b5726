//! Which games are named outside their own folders.
//!
//! A game's description comes through the registry. Code that compares a name, or writes a position of one
//! game, would be one more place to change for a new game.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Names that are also words for other things: kinds of diagrams, keys of JSON, tags, classes of a style sheet.
/// Only positions that are put together with them count.
const WORDS: [&str; 5] = ["matrix", "lines", "triangle", "nimbers", "code"];

/// The names of all games: what stands before the brackets in the examples of the games' folders.
pub fn games(workspace: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in files(&workspace.join("crates/nimfield-games/src")) {
        let text = fs::read_to_string(&file).expect("a source file");
        for literal in text.split('"').skip(1).step_by(2) {
            let name: String = literal
                .chars()
                .take_while(|c| c.is_ascii_lowercase() || *c == '-')
                .collect();
            let rest = &literal[name.len()..];
            let example = rest.starts_with('[') || (rest.starts_with('(') && rest.contains(")["));
            if example && !rest.contains('{') {
                names.insert(name);
            }
        }
    }
    names.remove("");
    names
}

/// The source files of the crates with their texts, tests and foreign code aside.
pub fn production(workspace: &Path) -> impl Iterator<Item = (String, String)> {
    files(&workspace.join("crates"))
        .into_iter()
        .filter_map(move |file| {
            let place = file.strip_prefix(workspace).expect("a file in it");
            let place = place.to_string_lossy().replace('\\', "/");
            let production = ["/src/", "/page/", "/python/"]
                .iter()
                .any(|part| place.contains(part));
            let text = || fs::read_to_string(&file).expect("a source file");
            (production && !place.contains("/vendor/")).then(|| (place, text()))
        })
}

/// The files of the crates that are neither about the games nor about what papers say of them, with the
/// names in each.
pub fn named_elsewhere(workspace: &Path, games: &BTreeSet<String>) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let about_games = ["nimfield-games/", "nimfield-claims/"];
    for (place, text) in production(workspace) {
        if !about_games.iter().any(|part| place.contains(part)) {
            let named = games.iter().filter(|game| names(&text, game));
            found.extend(named.map(|game| (place.clone(), game.clone())));
        }
    }
    found
}

/// Whether the code names the game: as a whole literal, or where a position of it is put together.
pub fn names(code: &str, game: &str) -> bool {
    let mut docs = false;
    code.lines()
        .take_while(|line| line.trim() != "#[cfg(test)]")
        .any(|line| {
            let was_docs = docs;
            docs ^= line.matches("\"\"\"").count() % 2 == 1;
            let comment = ["//", "#", "*"]
                .iter()
                .any(|mark| line.trim_start().starts_with(mark));
            let code = line.split(" // ").next().unwrap_or(line);
            !was_docs && !comment && stands_in(code, game)
        })
}

fn stands_in(line: &str, game: &str) -> bool {
    line.match_indices(game).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = &line[at + game.len()..];
        match before {
            Some(quote @ ('"' | '\'' | '`')) => {
                let whole = after.starts_with(quote) && !WORDS.contains(&game);
                whole || after.starts_with("[{") || after.starts_with("[$")
            }
            _ => false,
        }
    })
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let name = path.file_name().and_then(|name| name.to_str());
        if path.is_dir() {
            if !matches!(name, Some("target" | "node_modules")) {
                found.extend(files(&path));
            }
        } else if matches!(extension, Some("rs" | "js" | "py" | "pyi")) {
            found.push(path);
        }
    }
    found
}
