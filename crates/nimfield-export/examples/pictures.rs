//! Draws a position as SVG and as TikZ: `cargo run -p nimfield-export --example pictures`.

use nimfield_export::{latex, picture};

/// Runs the example.
///
/// # Errors
/// If the position cannot be drawn.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = "pnim[4,2,1]";
    let sum = nimfield::read(text)?;
    let diagrams: Vec<_> = sum.components().iter().map(|part| part.diagram()).collect();
    let svg = picture::draw(&diagrams, text)?.to_svg();
    println!("{} bytes of SVG", svg.len());
    println!("{}", latex::position(&diagrams, text)?);
    assert!(svg.starts_with("<svg"));
    Ok(())
}
