//! Paths that the documents name: they exist.

use std::path::{Path, PathBuf};

use crate::workspace;

/// The documents: those at the root of the repository, and the pages of the book.
fn documents() -> Vec<PathBuf> {
    let root = ["README.md", "CONTRIBUTING.md"].map(|name| workspace().join(name));
    let pages = std::fs::read_dir(workspace().join("docs/src")).unwrap();
    let pages = pages.map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    root.into_iter().chain(pages).collect()
}

/// All files and folders of the repository that are not built, as paths from its root.
fn all(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let own = path.strip_prefix(workspace()).unwrap();
        let name = own.to_str().unwrap().replace('\\', "/");
        let built = ["target", "node_modules", "vendor", ".git"];
        if built.iter().any(|built| path.ends_with(built)) {
            continue;
        }
        found.push(name);
        if path.is_dir() {
            all(&path, found);
        }
    }
}

/// The names that `{a,b}` in a path stands for.
fn spelled_out(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else {
        return vec![path.to_string()];
    };
    let (choices, after) = rest.split_once('}').expect("a brace that is closed");
    let choices = choices
        .split(',')
        .map(|choice| format!("{before}{choice}{after}"));
    choices.flat_map(|path| spelled_out(&path)).collect()
}

/// Whether a path has this form, in which `*` stands for any characters of a name.
fn fits(path: &str, form: &str) -> bool {
    match form.split_once('*') {
        None => path == form,
        Some((before, after)) => path.strip_prefix(before).is_some_and(|rest| {
            let name = rest.find('/').unwrap_or(rest.len());
            (0..=name).any(|end| rest.is_char_boundary(end) && fits(&rest[end..], after))
        }),
    }
}

/// Whether the words between backquotes are a path of the repository: it begins at its root or with the name of a crate,
/// or is the end of the path of a source.
fn is_path(text: &str, crates: &[String]) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/_.-*{},".contains(c);
    let first = text.split('/').next().unwrap();
    let begins = || {
        let own = [
            "crates", "docs", "tests", "examples", "checker", "fuzz", ".ci",
        ];
        text.contains('/') && (own.contains(&first) || crates.iter().any(|name| name == first))
    };
    text.chars().all(plain) && (begins() || text.ends_with(".rs") && !text.starts_with('.'))
}

#[test]
fn paths_in_documents_exist() {
    let mut paths = Vec::new();
    all(workspace(), &mut paths);
    let crates = paths.iter().filter_map(|path| path.strip_prefix("crates/"));
    let crates: Vec<String> = crates
        .filter(|path| !path.contains('/'))
        .map(str::to_string)
        .collect();
    let (mut missing, mut checked) = (Vec::new(), 0);
    for document in documents() {
        let text = std::fs::read_to_string(&document).unwrap();
        let mut is_code = false;
        for line in text.lines() {
            is_code ^= line.trim_start().starts_with("```");
            if is_code {
                continue;
            }
            for named in line
                .split('`')
                .skip(1)
                .step_by(2)
                .filter(|text| is_path(text, &crates))
            {
                for form in spelled_out(named.trim_end_matches('/')) {
                    let known = |path: &String| {
                        let starts = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
                        let mut ends = starts.enumerate().filter(|(folders, _)| {
                            // Below `crates`, in a crate, or, of sources, anywhere.
                            path.starts_with("crates/") && *folders < 2 || form.ends_with(".rs")
                        });
                        fits(path, &form) || ends.any(|(_, end)| fits(end, &form))
                    };
                    checked += 1;
                    if !paths.iter().any(known) {
                        missing.push(format!("{}: `{named}`", document.display()));
                    }
                }
            }
        }
    }
    assert!(
        missing.is_empty(),
        "these paths do not exist:\n{}",
        missing.join("\n")
    );
    assert!(checked > 100, "few paths were found: {checked}");
}

#[test]
fn paths_are_told_from_other_words() {
    let crates = ["nimfield-cli".to_string()];
    for path in [
        "nimfield-cli/src/board.rs",
        "docs/src/*.md",
        "table/{a,b}.rs",
        "words.rs",
    ] {
        assert!(is_path(path, &crates), "{path}");
    }
    for other in ["and/or", "3/4", "matrix[1 2]", "nimfield", "parts/*.shard"] {
        assert!(!is_path(other, &crates), "{other}");
    }
    assert!(fits("routes/partizan_sums.rs", "routes/partizan_*.rs"));
    assert!(!fits("routes/more/partizan_sums.rs", "routes/*.rs"));
    assert_eq!(spelled_out("{a,b}.rs"), ["a.rs", "b.rs"]);
}
