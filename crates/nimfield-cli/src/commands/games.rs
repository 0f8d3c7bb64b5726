//! `nimfield games`: the games, their rules, notation, theory and sources.

use nimfield::games::boards::{describe, read_file};
use nimfield_api::{FactInfo, GameDescription};

use crate::errors::{Failure, Status, print};
use crate::objects::json;
use crate::options::Common;
use crate::session::load;

/// The arguments of `nimfield games`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield games                                   a line each
  nimfield games matrix                            rules, notation, theory and sources
  nimfield games @ring.txt                         what a board file means")]
pub struct Args {
    /// A game, or a board file as @FILE; without it, all games in a line each
    pub name: Option<String>,
}

/// Lists the games, or describes one.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let name = wanted.name.as_deref();
    if let Some(file) = name.and_then(|name| name.strip_prefix('@'))
        && file != "file"
    {
        let text = load(file).map_err(Failure::Input)?;
        let board = read_file(file, &text).map_err(Failure::input)?;
        return match common.json {
            true => {
                print(format!("{}\n", json(&GameDescription::of_board(file, &board))).as_bytes())
            }
            false => print(describe(&board).as_bytes()),
        };
    }
    let chosen = match name {
        None => GameDescription::all(),
        Some(name) => {
            let unknown = || {
                let games = GameDescription::all();
                let names: Vec<&str> = games.iter().map(|game| &*game.name).collect();
                let names = names.join(", ");
                Failure::input(format!("there is no game `{name}`; the games are {names}"))
            };
            vec![GameDescription::named(name).ok_or_else(unknown)?]
        }
    };
    let mut text = String::new();
    for game in &chosen {
        match (common.json, name) {
            (true, _) => text.push_str(&format!("{}\n", json(game))),
            (false, None) => text.push_str(&format!("{:<16} {}\n", game.name, game.title)),
            (false, Some(_)) => text.push_str(&in_full(game)),
        }
    }
    if name.is_none() && !common.json {
        text.push_str("\n`nimfield games NAME` tells rules, notation, theory and sources.\n");
    }
    print(text.as_bytes())
}

fn in_full(info: &GameDescription) -> String {
    let mut text = format!("\x1b[1m{}\x1b[0m: {}\n", info.name, info.title);
    let mut section = |label: &str, body: &str| {
        text.push_str(&format!("\n{label}\n{}\n", wrapped(body, "  ")));
    };
    section("Rules", &info.rules);
    section("Position", &format!("{}[...]: {}", info.name, info.body));
    section("Example", &info.example);
    section("Moves", info.moves);
    section("Default play", &info.play.to_string());
    section("Source", &info.source);
    text.push_str("\nWhat is known\n");
    for fact in &info.theory {
        let said = format!("{} ({})", fact.statement, fact.source);
        let body = wrapped(&said, "    ");
        let check = wrapped(&check_of(fact), "      ");
        text.push_str(&format!("  - {}\n{check}\n", body.trim_start()));
    }
    if info.theory.iter().any(|fact| !fact.claims.is_empty()) {
        text.push_str("\n`nimfield verify CLAIM` checks a claim again.\n");
    }
    text
}

/// What checks a fact, in words.
fn check_of(fact: &FactInfo) -> String {
    match fact.checked {
        None => format!("checked by: {}", fact.claims.join(", ")),
        Some(why) => format!("no claim: {why}"),
    }
}

/// The text in lines of at most 90 characters, each after `indent`.
fn wrapped(text: &str, indent: &str) -> String {
    const WIDTH: usize = 90;
    let mut lines = vec![indent.to_string()];
    for word in text.split_whitespace() {
        let line = lines
            .last_mut()
            .expect("there is a line from the beginning");
        if line.chars().count() + 1 + word.chars().count() > WIDTH && line.trim() != "" {
            lines.push(format!("{indent}{word}"));
        } else {
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}
