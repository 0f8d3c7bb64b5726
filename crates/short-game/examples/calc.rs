//! Evaluates its arguments.
fn main() {
    let arena = short_game::Arena::new();
    for text in std::env::args().skip(1) {
        match arena.evaluate(&text) {
            Ok(value) => println!("{text}\n  {}", value.to_text(&arena, 2000).unwrap()),
            Err(error) => println!("{text}\n  error {error}"),
        }
    }
}
