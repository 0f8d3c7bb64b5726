//! The crate's own order: no file imports another in a circle, and what games state is checked or it is
//! said why not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use nimfield_claims::{Checked, claims_of, find, links};

/// Name and sources of the facts of every game.
fn facts() -> Vec<(&'static str, &'static str)> {
    let games = nimfield::Games::builtin();
    let infos = games.iter().map(|game| game.info);
    let facts = infos.flat_map(|info| info.theory.iter().map(|fact| (info.name, fact.source)));
    facts.collect()
}

#[test]
fn every_fact_of_a_game_has_claims_or_a_reason() {
    let facts = facts();
    assert!(facts.len() > 50, "only {} facts", facts.len());
    for &(game, source) in &facts {
        let of_it: Vec<_> = links()
            .iter()
            .filter(|link| link.is_of(game, source))
            .collect();
        assert_eq!(of_it.len(), 1, "{game}: {source}");
        let is_checked = matches!(of_it[0].checked, Checked::By(_));
        assert_eq!(
            claims_of(game, source).count() > 0,
            is_checked,
            "{game}: {source}"
        );
    }
    for link in links() {
        let used = facts.iter().any(|(game, source)| link.is_of(game, source));
        assert!(
            used,
            "no fact of {} has the source {}",
            link.game, link.source
        );
        match link.checked {
            Checked::By(ids) => {
                assert!(!ids.is_empty(), "{}: {}", link.game, link.source);
                ids.iter()
                    .for_each(|id| assert!(find(id).is_some(), "no claim {id}"));
            }
            Checked::Elsewhere(why) => assert!(!why.is_empty()),
        }
    }
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
    // That the imports are seen at all.
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
    // What imports nothing that is left is taken away, until nothing is left.
    while !uses.is_empty() {
        let left: BTreeSet<String> = uses.keys().map(ToString::to_string).collect();
        let before = uses.len();
        uses.retain(|_, used| used.intersection(&left).next().is_some());
        assert!(uses.len() < before, "a circle among {left:?}");
    }
}
