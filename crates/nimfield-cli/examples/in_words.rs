//! Prints an answer of the library as the command does: `cargo run -p nimfield-cli --example in_words`.

use nimfield::{Analyzer, Budget, Query};

/// Runs the example.
///
/// # Errors
/// If the position cannot be read.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sum = nimfield::read("matrix[20 24; 24 27]")?;
    let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    let words = nimfield_cli::answer_in_words(&analyzer.analyze(&sum));
    println!("{words}");
    assert!(words.contains("row 2 by 7"));
    Ok(())
}
