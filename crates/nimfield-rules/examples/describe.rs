//! Reads a rule file, describes the game, and shows where a mistake is:
//! `cargo run -p nimfield-rules --example describe`.

use nimfield_core::notation::Cursor;
use nimfield_rules::{RuleFile, RulePosition};

const FILE: &str = "\
name     a-Wythoff
param    a 1..100
piles    2
move     same any from each
move     any from pairs where abs(k-l) < a
";

/// Runs the example.
///
/// # Errors
/// If the file or the position cannot be read.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = RuleFile::read("@a-wythoff.game", FILE)?;
    println!("{}", game.describe());
    let RulePosition::Piles(position) = game.position(&mut Cursor::new("(2)[3,5]"))? else {
        return Err("a file of piles has other positions".into());
    };
    println!("{position}");

    let mistake = FILE.replace("pairs", "piars");
    let Err(error) = RuleFile::read("@a-wythoff.game", &mistake) else {
        return Err("`piars` is read".into());
    };
    println!("{error}");
    assert!(error.to_string().contains("piars"));
    Ok(())
}
