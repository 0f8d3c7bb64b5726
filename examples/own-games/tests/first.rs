//! The first program of the book's page "Adding a game" prints what the page says.

use std::process::Command;

#[test]
fn the_first_program_prints_what_the_page_says() {
    let cargo = Command::new(env!("CARGO"))
        .args(["run", "-q", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .args(["--example", "first"])
        .output()
        .expect("cargo starts");
    let errors = String::from_utf8_lossy(&cargo.stderr);
    assert!(cargo.status.success(), "{errors}");
    let printed = String::from_utf8(cargo.stdout).unwrap();
    let page = include_str!("../../../docs/src/adding-a-game.md");
    assert!(
        page.contains(&format!("```text\n{printed}```")),
        "{printed}"
    );
}
