//! `nimfield games`: the games, their rules, notation, theory and sources.

use std::sync::Arc;

use nimfield::Games;
use nimfield::games::boards::{Board, BoardGame, describe, read_file};
use nimfield::info::{Checked, Fact, GameInfo};
use nimfield::notation::Notation;

use crate::errors::{Failure, Status, print};
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
        let game = read_file(file, &text).map_err(Failure::input)?;
        let words = describe(&game);
        return match common.json {
            true => print(format!("{}\n", board_as_json(file, &game, &words)).as_bytes()),
            false => print(words.as_bytes()),
        };
    }
    let games = Games::builtin();
    let mut known: Vec<&GameInfo> = games.iter().map(|game| game.info).collect();
    known.push(&nimfield::games::boards::FILE);
    let is_meant = |info: &&GameInfo| name.is_none_or(|name| info.name.eq_ignore_ascii_case(name));
    let chosen: Vec<&GameInfo> = known.iter().copied().filter(is_meant).collect();
    if let (true, Some(name)) = (chosen.is_empty(), name) {
        let names: Vec<&str> = known.iter().map(|info| info.name).collect();
        let names = names.join(", ");
        return Err(Failure::input(format!(
            "there is no game `{name}`; the games are {names}"
        )));
    }
    let mut text = String::new();
    for info in &chosen {
        match (common.json, name) {
            (true, _) => text.push_str(&format!("{}\n", info.to_json())),
            (false, None) => text.push_str(&format!("{:<16} {}\n", info.name, info.title)),
            (false, Some(_)) => text.push_str(&in_full(info)),
        }
    }
    if name.is_none() && !common.json {
        text.push_str("\n`nimfield games NAME` tells rules, notation, theory and sources.\n");
    }
    print(text.as_bytes())
}

fn in_full(info: &GameInfo) -> String {
    let mut text = format!("\x1b[1m{}\x1b[0m: {}\n", info.name, info.title);
    let mut section = |label: &str, body: &str| {
        text.push_str(&format!("\n{label}\n{}\n", wrapped(body, "  ")));
    };
    section("Rules", info.rules);
    section("Position", &format!("{}[...]: {}", info.name, info.body));
    section("Example", info.example);
    section("Moves", info.moves);
    section("Default play", &info.play.to_string());
    section("Source", info.source);
    text.push_str("\nWhat is known\n");
    for fact in info.theory {
        let said = format!("{} ({})", fact.statement, fact.source);
        let body = wrapped(&said, "    ");
        let check = wrapped(&check_of(fact), "      ");
        text.push_str(&format!("  - {}\n{check}\n", body.trim_start()));
    }
    if info.theory.iter().any(|fact| !fact.claims().is_empty()) {
        text.push_str("\n`nimfield verify CLAIM` checks a claim again.\n");
    }
    text
}

/// What checks a fact, in words.
fn check_of(fact: &Fact) -> String {
    match fact.checked {
        Checked::By(claims) => format!("checked by: {}", claims.join(", ")),
        Checked::Elsewhere(why) => format!("no claim: {why}"),
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

/// A board of a file: the same fields as a game, as far as it has them.
fn board_as_json(file: &str, game: &Arc<BoardGame>, words: &str) -> serde_json::Value {
    let full = Board::full(game.clone());
    let info = full.info();
    let rules: Vec<&str> = words
        .lines()
        .filter(|line| line.ends_with('.'))
        .map(str::trim)
        .collect();
    serde_json::json!({
        "schema": nimfield::words::SCHEMA,
        "name": format!("@{file}"),
        "title": words.lines().next().unwrap_or_default(),
        "rules": rules.join(" "),
        "body": info.body,
        "example": full.to_string(),
        "moves": info.moves,
        "move_example": info.move_example,
        "play": full.default_play().to_string(),
        "theory": [],
        "source": file,
    })
}
