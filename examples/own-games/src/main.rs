//! `cargo run --manifest-path examples/own-games/Cargo.toml -- 'euclid[5,13] + kayles[7]'`

use std::process::ExitCode;

fn main() -> ExitCode {
    let games = own_games::games();
    for text in std::env::args().skip(1) {
        let sum = match games.read(&text) {
            Ok(sum) => sum,
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::from(2);
            }
        };
        let answer = nimfield::analyze(&sum);
        let outcome = answer
            .outcome
            .map_or("not decided", |outcome| outcome.meaning());
        println!("{sum}: {outcome}, because {}", answer.reason.text);
        for found in &answer.winning_moves {
            println!("  {found}");
        }
    }
    ExitCode::SUCCESS
}
