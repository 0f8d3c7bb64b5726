//! The README of each published crate begins with a whole program, which the crate tests.

use std::fs;

use crate::workspace;

#[test]
fn every_readme_of_a_published_crate_begins_with_a_whole_program() {
    let mut missing = Vec::new();
    for entry in fs::read_dir(workspace().join("crates")).expect("the crates") {
        let folder = entry.expect("a folder").path();
        let name = folder.file_name().unwrap().to_string_lossy().to_string();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        // The command is used in a terminal.
        if manifest.contains("publish = false") || name == "nimfield-cli" {
            continue;
        }
        // A crate without a README is listed as well.
        let readme = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        let program = readme.split("```rust").nth(1).unwrap_or("");
        let program = program.split("```").next().unwrap_or("");
        let library = fs::read_to_string(folder.join("src/lib.rs")).expect("a library");
        let whole = program.contains("\nuse ") && program.contains("\nfn main()");
        if !whole || !library.contains("include_str!(\"../README.md\")") {
            missing.push(name);
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}
