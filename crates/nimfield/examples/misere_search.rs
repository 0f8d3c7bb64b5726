//! The search of sums in misère play, of positions that a table would decide sooner as well.
//!
//! ```sh
//! cargo run --release -p nimfield --example misere_search -- 'tactix[5x6]' 'triangle[7]'
//! ```

use std::time::Instant;

use nimfield::Budget;
use nimfield_engines::misere::MisereSearch;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for text in std::env::args().skip(1) {
        let sum = nimfield::read(&text)?;
        let taking = sum.components().first().and_then(|board| board.taking());
        let (game, state) = taking.ok_or("a position of a game of taking stones")?;
        let mut search = MisereSearch::new(game.clone());
        let start = Instant::now();
        let is_p = search.is_p(state, &Budget::unlimited().bytes(6 << 30))?;
        println!(
            "{sum}: {}, {} sums, {:.2} s, {} MiB",
            if is_p { "P" } else { "N" },
            search.positions(),
            start.elapsed().as_secs_f64(),
            search.bytes() >> 20,
        );
    }
    Ok(())
}
