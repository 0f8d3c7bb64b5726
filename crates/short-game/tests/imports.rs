//! No circles: what a file of this crate imports does not import it, however far around.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// All source files but `lib.rs`, which imports everything, by their module paths.
fn modules() -> BTreeMap<String, String> {
    fn visit(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_string();
            if path.is_dir() {
                visit(&path, &format!("{prefix}{name}::"), found);
            } else if name == "mod" {
                let module = prefix.trim_end_matches("::").to_string();
                found.insert(module, std::fs::read_to_string(path).unwrap());
            } else if name != "lib" {
                found.insert(
                    format!("{prefix}{name}"),
                    std::fs::read_to_string(path).unwrap(),
                );
            }
        }
    }
    let mut found = BTreeMap::new();
    visit(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        "",
        &mut found,
    );
    found
}

/// The code without comments and without its tests, which stand at the end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

/// The module that a path leads to; none for what the crate's root passes on, which would hide
/// where it comes from.
fn target(path: &str, modules: &BTreeMap<String, String>) -> Option<String> {
    let mut best = None;
    let mut name = String::new();
    for part in path.split("::") {
        if !name.is_empty() {
            name += "::";
        }
        name += part.trim();
        if modules.contains_key(&name) {
            best = Some(name.clone());
        }
    }
    best
}

fn imports(module: &str, text: &str, modules: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    let code = code(text);
    let mut paths: Vec<String> = Vec::new();
    for (word, base) in [("crate::", ""), ("super::", parent), ("self::", module)] {
        for (at, _) in code.match_indices(word) {
            let rest = &code[at + word.len()..];
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'));
            let rest = rest[..end.unwrap_or(rest.len())].trim_end_matches(':');
            paths.push(
                format!("{base}::{rest}")
                    .trim_start_matches(':')
                    .to_string(),
            );
        }
    }
    // A folder stands above its files.
    for line in code.lines() {
        let line = line.trim_start_matches("pub ").trim();
        if let Some(file) = line.strip_prefix("mod ") {
            paths.push(format!("{module}::{}", file.trim_end_matches(';')));
        }
    }
    for path in paths {
        let to = target(&path, modules);
        let to = to.unwrap_or_else(|| panic!("{module} imports {path} through the root"));
        found.insert(to);
    }
    found
}

#[test]
fn no_file_imports_itself_around_a_circle() {
    let modules = modules();
    assert!(modules.len() > 20 && modules.contains_key("calc::parse"));
    let mut arrows: BTreeMap<String, BTreeSet<String>> = modules
        .iter()
        .map(|(name, text)| (name.clone(), imports(name, text, &modules)))
        .collect();
    assert!(arrows["sum"].contains("arena") && arrows["calc"].contains("calc::parse"));
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 80);
    // Files without imports go, until none is left.
    while !arrows.is_empty() {
        let leaves: Vec<String> = arrows
            .iter()
            .filter(|(_, to)| to.is_empty())
            .map(|(name, _)| name.clone())
            .collect();
        assert!(!leaves.is_empty(), "a circle among {arrows:#?}");
        for leaf in leaves {
            arrows.remove(&leaf);
            for to in arrows.values_mut() {
                to.remove(&leaf);
            }
        }
    }
}

#[test]
fn a_circle_would_be_found() {
    let text = |text: &str| text.to_string();
    let modules = BTreeMap::from([
        (text("a"), text("use crate::b::{B, C};")),
        (
            text("b"),
            text("// use crate::nothing::D;\nfn f() -> crate::a::A {}"),
        ),
        (text("c"), text("mod cursor;\npub mod d;\npub use d::D;")),
        (text("c::cursor"), text("")),
        (
            text("c::d"),
            text("use super::cursor::Span;\n#[cfg(test)]\nuse crate::a::A;"),
        ),
    ]);
    let of = |name: &str| {
        imports(name, &modules[name], &modules)
            .into_iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(of("a"), ["b"]);
    assert_eq!(of("b"), ["a"]);
    assert_eq!(of("c"), ["c::cursor", "c::d"]);
    assert_eq!(of("c::d"), ["c::cursor"]);
}
