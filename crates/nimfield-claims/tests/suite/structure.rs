//! The crate's own order: no file imports another in a circle; each theorem that games state is checked, or it is said
//! why not; and the theory pages name the claims that check what they state.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use nimfield::info::{Checked, GameInfo};
use nimfield_claims::find;
use nimfield_games::boards::FILE;

/// The statements of the games about themselves, including those in board files.
fn infos() -> Vec<&'static GameInfo> {
    let games = nimfield::Games::builtin();
    let infos = games.iter().map(|game| game.info);
    infos.chain([&FILE]).collect()
}

#[test]
fn every_fact_of_a_game_has_claims_or_a_reason() {
    let facts = infos().into_iter().flat_map(|info| info.theory);
    let mut count = 0;
    for fact in facts {
        count += 1;
        match fact.checked {
            Checked::By(claims) => {
                assert!(!claims.is_empty(), "{}", fact.statement);
                for id in claims {
                    assert!(find(id).is_some(), "no claim {id}: {}", fact.statement);
                }
            }
            Checked::Elsewhere(why) => assert!(!why.is_empty(), "{}", fact.statement),
        }
    }
    assert!(count > 50, "only {count} facts");
}

/// The text of a page of the documentation.
fn page(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let path = docs.join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The claims that a page links.
fn linked(text: &str) -> BTreeSet<&str> {
    let links = text.split("claims.md#").skip(1);
    links.filter_map(|link| link.split(')').next()).collect()
}

/// The theory page of each game: in the table of the index the first cell of a row names games and
/// links their page.
fn pages_of_games() -> BTreeMap<String, String> {
    let index = page("theory/index.md");
    let rows = index.lines().filter_map(|line| line.strip_prefix("| "));
    let mut pages = BTreeMap::new();
    for cell in rows.filter_map(|row| row.split(" | ").next()) {
        let Some((_, link)) = cell.split_once("](") else {
            continue;
        };
        let name = link.split(['#', ')']).next().unwrap();
        // Every other piece between backticks is a game.
        for game in cell.split('`').skip(1).step_by(2) {
            let before = pages.insert(game.to_string(), name.to_string());
            assert_eq!(before, None, "{game} has two rows in the index");
        }
    }
    pages
}

#[test]
fn theory_pages_name_the_claims_of_their_games() {
    let pages = pages_of_games();
    let mut missing = Vec::new();
    for info in infos() {
        let name = pages.get(info.name);
        let name = name.unwrap_or_else(|| panic!("the theory index lacks {}", info.name));
        let text = page(&format!("theory/{name}"));
        let linked = linked(&text);
        for id in info.theory.iter().flat_map(|fact| fact.claims()) {
            if !linked.contains(id) {
                missing.push(format!("{name}: {id}, of {}", info.name));
            }
        }
    }
    assert!(missing.is_empty(), "not linked:\n{}", missing.join("\n"));
}

#[test]
fn claims_that_the_documentation_links_exist() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let mut count = 0;
    for folder in [docs.clone(), docs.join("theory")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            for id in linked(&text) {
                count += 1;
                assert!(find(id).is_some(), "{}: no claim {id}", path.display());
            }
        }
    }
    assert!(count > 50, "only {count} links");
}

/// The files of the crate by module path, such as `partitions::frames`.
fn modules(folder: &Path, prefix: &str, into: &mut BTreeMap<String, String>) {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        if path.is_dir() {
            modules(&path, &format!("{prefix}{name}::"), into);
        } else {
            let name = match name.as_str() {
                "mod" => prefix.trim_end_matches("::").to_string(),
                "lib" => "crate".to_string(),
                _ => format!("{prefix}{name}"),
            };
            into.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

/// The modules that one uses, by the paths in its text that begin with `crate::` or `super::`.
fn used(name: &str, text: &str, names: &BTreeSet<&str>) -> BTreeSet<String> {
    let text = text.split("#[cfg(test)]").next().unwrap();
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut used = BTreeSet::new();
    let parent = name.rsplit_once("::").map_or("", |(parent, _)| parent);
    for (start, base) in [("crate::", ""), ("super::", parent)] {
        for (at, _) in code.match_indices(start) {
            let rest = &code[at + start.len()..];
            let parts: Vec<&str> = match rest.strip_prefix('{') {
                Some(list) => list[..list.find('}').unwrap()]
                    .split(',')
                    .map(str::trim)
                    .collect(),
                None => vec![rest],
            };
            for part in parts.into_iter().filter(|part| !part.is_empty()) {
                let word = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
                let path = format!("{base}::{}", part.split(word).next().unwrap());
                let path = path.trim_start_matches("::");
                // The longest beginning of the path that is a module.
                let mut end = path.len();
                while end > 0 && !names.contains(&path[..end]) {
                    end = path[..end].rfind("::").unwrap_or(0);
                }
                used.insert(if end == 0 {
                    "crate".to_string()
                } else {
                    path[..end].to_string()
                });
            }
        }
    }
    used.remove(name);
    used
}

#[test]
fn no_file_imports_another_in_a_circle() {
    let mut texts = BTreeMap::new();
    modules(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        "",
        &mut texts,
    );
    assert!(texts.len() > 20, "only {} files", texts.len());
    let names: BTreeSet<&str> = texts.keys().map(String::as_str).collect();
    let mut uses: BTreeMap<&str, BTreeSet<String>> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), used(name, text, &names)))
        .collect();
    // Check that any imports are found.
    assert!(
        uses["hunt"].contains("certificate")
            && uses["partitions::pnim"].contains("partitions::frames")
    );
    for (name, used) in &uses {
        assert!(
            !used.contains("crate") || *name == "crate",
            "{name} imports the front page"
        );
    }
    // Remove the files that import none of the remaining files, until none remain.
    while !uses.is_empty() {
        let left: BTreeSet<String> = uses.keys().map(ToString::to_string).collect();
        let before = uses.len();
        uses.retain(|_, used| used.intersection(&left).next().is_some());
        assert!(uses.len() < before, "a circle among {left:?}");
    }
}
