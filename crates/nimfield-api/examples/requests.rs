//! Answers requests as a server would: `cargo run -p nimfield-api --example requests`.

use nimfield::Budget;
use nimfield_api::{Context, Request, answer};

/// Runs the example.
///
/// # Errors
/// If a request cannot be read or answered.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let context = Context::default();
    for (operation, body) in [
        ("analyze", r#"{"position": "matrix[20 24; 24 27]"}"#),
        ("moves", r#"{"position": "nim[3,5]", "most": 5}"#),
    ] {
        let request = Request::read(operation, body.as_bytes())?;
        let answer = answer(&context, &request, &Budget::unlimited())?;
        println!("{operation}: {}", serde_json::to_string(&answer)?);
    }
    Ok(())
}
