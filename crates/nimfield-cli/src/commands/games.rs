//! `nimfield games`: the games, their rules, notation, theory and sources.

use nimfield::Games;
use nimfield::games::boards::{describe, read_file};
use nimfield::info::{Checked, Fact, GameInfo};

use crate::errors::{Failure, Status, print};
use crate::options::Common;
use crate::session::load;

/// The arguments of `nimfield games`.
#[derive(Debug, clap::Args)]
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
        return print(describe(&game).as_bytes());
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
            (true, _) => text.push_str(&format!("{}\n", as_json(info))),
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

fn as_json(info: &GameInfo) -> serde_json::Value {
    let fact = |fact: &Fact| {
        serde_json::json!({
            "statement": fact.statement,
            "source": fact.source,
            "claims": fact.claims(),
        })
    };
    serde_json::json!({
        "schema": nimfield::words::SCHEMA,
        "name": info.name,
        "title": info.title,
        "rules": info.rules,
        "body": info.body,
        "example": info.example,
        "moves": info.moves,
        "move_example": info.move_example,
        "play": info.play.to_string(),
        "theory": info.theory.iter().map(fact).collect::<Vec<_>>(),
        "source": info.source,
    })
}
