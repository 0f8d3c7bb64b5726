//! Searches for a counterexample to a conjecture: `cargo run -p nimfield-claims --example hunt`.

use nimfield_claims::{Hunt, Shard, claims, find};
use nimfield_core::budget::Budget;

/// Runs the example.
///
/// # Errors
/// If the search is stopped.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{} claims", claims().count());
    let conjecture = find("ferguson-conjecture").ok_or("unknown claim")?;
    let mut hunt = Hunt::new(conjecture, Shard::WHOLE);
    hunt.go_on(conjecture, 8, &Budget::unlimited(), |_| {})?;
    let found = hunt.found().ok_or("no counterexample up to this size")?;
    println!("a counterexample: {}", found.certificate.case);
    Ok(())
}
