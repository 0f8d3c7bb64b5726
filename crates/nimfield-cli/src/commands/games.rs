//! `nimfield games`: the games, their rules, notation, theory and sources.

use std::path::Path;

use nimfield::check_examples;
use nimfield::notation::closest;
use nimfield::words::counted;
use nimfield_api::{FactInfo, GameDescription};
use nimfield_rules::{RuleFile, file_name};

use crate::budget::budget;
use crate::errors::{Failure, Status, print};
use crate::objects::plain_json;
use crate::options::Common;
use crate::session::load;

/// The arguments of `nimfield games`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield games                                   one line per game
  nimfield games matrix                            rules, notation, theory and sources
  nimfield games @ring.txt                         what a rule file means
  nimfield games --check near.game                 check the examples of a rule file")]
pub struct Args {
    /// A game, or a rule file as @FILE; without it, all games are listed
    pub name: Option<String>,
    /// Read a rule file and check its `example` lines
    #[arg(long, value_name = "FILE", conflicts_with = "name")]
    pub check: Option<String>,
}

/// Lists the games, or describes one.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let name = wanted.name.as_deref();
    if let Some(file) = name.and_then(|name| name.strip_prefix('@'))
        && file != "file"
    {
        let rules = rules_of(file)?;
        if common.json {
            let description = GameDescription::of_rules(file, &rules);
            return print(format!("{}\n", plain_json(&description)).as_bytes());
        }
        let mut text = rules.describe();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        return print(text.as_bytes());
    }
    if let Some(file) = &wanted.check {
        return check(common, file);
    }
    let chosen = match name {
        None => GameDescription::all(),
        Some(name) => {
            let unknown = || {
                let games = GameDescription::all();
                let names: Vec<&str> = games.iter().map(|game| &*game.name).collect();
                let hint = match closest(name, names.iter().copied()) {
                    _ if Path::new(name).is_file() => {
                        format!("did you mean the file `@{name}`?")
                    }
                    Some(guess) => format!("did you mean `{guess}`?"),
                    None if name.contains(['.', '/']) => "this file does not exist".to_string(),
                    None => format!("the games are {}", names.join(", ")),
                };
                Failure::input(format!("unknown game `{name}`; {hint}"))
            };
            vec![GameDescription::named(name).ok_or_else(unknown)?]
        }
    };
    let mut text = String::new();
    for game in &chosen {
        match (common.json, name) {
            (true, _) => text.push_str(&format!("{}\n", plain_json(game))),
            (false, None) => text.push_str(&format!(
                "{:<16} {}\n",
                game.name,
                title_of(&game.name, &game.title)
            )),
            (false, Some(_)) => text.push_str(&in_full(game)),
        }
    }
    if name.is_none() && !common.json {
        text.push_str("\n`nimfield games NAME` prints rules, notation, theory and sources.\n");
    }
    print(text.as_bytes())
}

/// Reads a rule file.
fn rules_of(file: &str) -> Result<RuleFile, Failure> {
    let text = load(file).map_err(Failure::Input)?;
    RuleFile::read(&file_name(file), &text).map_err(Failure::input)
}

/// Checks the examples of a rule file.
fn check(common: &Common, file: &str) -> Result<Status, Failure> {
    let file = file.strip_prefix('@').unwrap_or(file);
    let rules = rules_of(file)?;
    let checked = check_examples(&rules, &budget(common)).map_err(Failure::input)?;
    let mut text = String::new();
    for example in &checked {
        let (position, line) = (&example.position, example.line);
        text += &match &example.fault {
            None => format!("ok      {position}\n"),
            Some(fault) => format!("WRONG   {position}, line {line}: {fault}\n"),
        };
    }
    let wrong = checked
        .iter()
        .filter(|example| example.fault.is_some())
        .count();
    let count = counted(checked.len(), "example");
    text.push_str(&match (checked.len(), wrong) {
        (0, _) => match rules.example_lines().first() {
            Some(line) => format!("{file}: no examples to check; add lines such as `{line}`\n"),
            None => format!("{file}: no examples to check\n"),
        },
        (_, 0) => format!("{file}: {count}, all as the file says\n"),
        _ => format!("{file}: {count}, {wrong} not as the file says\n"),
    });
    print(text.as_bytes())?;
    match wrong {
        0 => Ok(Status::Answered),
        _ => Ok(Status::False),
    }
}

/// Returns the title of a game without the name that may begin it.
fn title_of<'a>(name: &str, title: &'a str) -> &'a str {
    let rest = title
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix(": "));
    rest.unwrap_or(title)
}

fn in_full(info: &GameDescription) -> String {
    let mut text = format!(
        "\x1b[1m{}\x1b[0m: {}\n",
        info.name,
        title_of(&info.name, &info.title)
    );
    let mut section = |label: &str, body: &str| {
        text.push_str(&format!("\n{label}\n{}\n", wrapped(body, "  ")));
    };
    section("Rules", &info.rules);
    section("Position", &format!("{}[...]: {}", info.name, info.body));
    section("Example", &info.example);
    section("Moves", &info.moves);
    section("Default play", info.play.adjective());
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

/// Describes how a fact is checked.
fn check_of(fact: &FactInfo) -> String {
    match fact.checked {
        None => format!("checked by: {}", fact.claims.join(", ")),
        Some(why) => format!("no claim: {why}"),
    }
}

/// Returns the text in lines of at most 90 characters, each after `indent`.
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
