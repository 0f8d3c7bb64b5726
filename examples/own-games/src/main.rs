//! `cargo run --manifest-path examples/own-games/Cargo.toml -- 'euclid[5,13] + kayles[7]'`

use std::process::ExitCode;

fn main() -> ExitCode {
    let games = own_games::games();
    for text in std::env::args().skip(1) {
        match own_games::report(&games, &text) {
            Ok(report) => print!("{report}"),
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}
