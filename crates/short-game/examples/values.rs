//! Evaluates its arguments: `cargo run --example values -- "{2|-1} + *3 >= ^" "thermograph({5|{3|1}})"`.

use short_game::{Arena, DEFAULT_LIMIT};

fn main() {
    let arena = Arena::new();
    for text in std::env::args().skip(1) {
        match arena
            .evaluate(&text)
            .map(|value| value.to_text(&arena, DEFAULT_LIMIT))
        {
            Ok(Ok(answer)) => println!("{text}\n{answer}\n"),
            Ok(Err(error)) => eprintln!("{text}\n{error}\n"),
            Err(error) => eprintln!("{text}\n{error}\n"),
        }
    }
}
