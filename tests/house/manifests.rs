//! What the manifests say, as Cargo reads them: which crate depends on which, and whether it uses what it
//! depends on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::imports::{Arrows, Token, tokens};

/// A crate of the workspace, or the one of Python beside it.
pub struct Package {
    name: String,
    folder: PathBuf,
    /// For programs and the library, and for the build.
    dependencies: BTreeSet<String>,
    /// For tests, benches and examples.
    for_tests: BTreeSet<String>,
}

/// Reads the manifests of all crates in the folder `crates`.
///
/// # Panics
/// If Cargo cannot read one.
pub fn packages(workspace: &Path) -> Vec<Package> {
    let crates = fs::canonicalize(workspace.join("crates")).expect("the crates");
    metadata(&workspace.join("Cargo.toml"))
        .into_iter()
        .filter(|package| package.folder.starts_with(&crates))
        .collect()
}

fn metadata(manifest: &Path) -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .arg("--manifest-path")
        .arg(manifest)
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {text}", manifest.display());
    let read: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = read["packages"].as_array().expect("a list of packages");
    packages.iter().map(package).collect()
}

fn package(read: &Value) -> Package {
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let (mut dependencies, mut for_tests) = (BTreeSet::new(), BTreeSet::new());
    for dependency in read["dependencies"].as_array().expect("a list") {
        let names = match dependency["kind"] == "dev" {
            true => &mut for_tests,
            false => &mut dependencies,
        };
        names.insert(text(&dependency["name"]));
    }
    let manifest = fs::canonicalize(text(&read["manifest_path"])).expect("a manifest");
    Package {
        name: text(&read["name"]),
        folder: manifest.parent().expect("its folder").to_path_buf(),
        dependencies,
        for_tests,
    }
}

/// Returns the crates, each with those of the list that it depends on, in whatever build it is; dependencies
/// of tests do not count.
pub fn arrows(packages: &[Package]) -> Arrows {
    let names: BTreeSet<String> = packages
        .iter()
        .map(|package| package.name.clone())
        .collect();
    let arrow = |package: &Package| (package.name.clone(), &package.dependencies & &names);
    packages.iter().map(arrow).collect()
}

/// Returns the dependencies of a crate that no path in its code names.
pub fn unused(package: &Package) -> Vec<String> {
    let named = |folders: &[&str]| {
        let mut named = BTreeSet::new();
        folders
            .iter()
            .for_each(|folder| names(&package.folder.join(folder), &mut named));
        named
    };
    let in_programs = named(&["src"]);
    let in_tests = named(&["src", "tests", "benches", "examples"]);
    let unused = |dependencies: &BTreeSet<String>, named: &BTreeSet<String>| {
        let unused = dependencies
            .iter()
            .filter(|name| !named.contains(&name.replace('-', "_")));
        unused
            .map(|name| format!("{}: {name}", package.name))
            .collect()
    };
    let list: [Vec<String>; 2] = [
        unused(&package.dependencies, &in_programs),
        unused(&package.for_tests, &in_tests),
    ];
    list.concat()
}

/// Collects the names with which paths and `use` begin in the Rust files of a folder.
fn names(folder: &Path, found: &mut BTreeSet<String>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            names(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let tokens = tokens(&fs::read_to_string(&path).expect("a source file"));
            for pair in tokens.windows(2) {
                match pair {
                    [Token::Name(name), Token::Path] => found.insert(name.clone()),
                    [Token::Name(first), Token::Name(name)] if first == "use" => {
                        found.insert(name.clone())
                    }
                    _ => false,
                };
            }
        }
    }
}
