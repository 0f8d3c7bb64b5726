//! In which classes PNim may be: `cargo run -p nimfield-classify --example classes`.

use nimfield_classify::{Scope, classify};
use nimfield_core::budget::Budget;
use nimfield_engines::classes::Class;
use nimfield_games::partitions::pnim::census::Grading;

/// Runs the example.
///
/// # Errors
/// If the positions cannot be looked at.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scope = Scope {
        grading: Grading::Size,
        up_to: 10,
        sums: false,
    };
    let report = classify("pnim", scope, &Budget::unlimited())?;
    println!("domestic up to size 10: {}", report.may_be(Class::Domestic));
    assert!(report.may_be(Class::Domestic));
    Ok(())
}
