//! The games: rules, notation, what is known.

use nimfield::info::{Checked, Fact, GameInfo, GameOption, Group, Law, MapExample, Puzzle, Setup};
use nimfield::words::SCHEMA;
use nimfield::{Games, games::boards};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::{ApiError, ErrorKind};

/// A request of the games.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GamesRequest {
    /// Only the game of this name.
    pub name: Option<String>,
}

/// The games.
#[derive(Clone, Debug, Serialize)]
pub struct GameList {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of Nimfield.
    pub version: &'static str,
    /// The games, and at last boards from files.
    pub games: Vec<GameDescription>,
}

/// A game: the object of `nimfield games --json`, and more.
#[derive(Clone, Debug, Serialize)]
pub struct GameDescription {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The name in notation.
    pub name: &'static str,
    /// One line: what kind of game it is.
    pub title: &'static str,
    /// The rules in a few sentences.
    pub rules: &'static str,
    /// How a body is written.
    pub body: &'static str,
    /// An example of a position.
    pub example: &'static str,
    /// How moves are written.
    pub moves: &'static str,
    /// An example of a move.
    pub move_example: &'static str,
    /// The play convention of its source.
    pub play: String,
    /// What is known.
    pub theory: Vec<FactInfo>,
    /// Where it comes from.
    pub source: &'static str,
    /// Whether Left and Right have moves of their own.
    pub partizan: bool,
    /// The page of the book about its theory.
    pub chapter: &'static str,
    /// The group under which a person looks for it.
    pub group: Group,
    /// What may stand in parentheses after the name.
    pub options: &'static [GameOption],
    /// What a body consists of.
    pub setup: Setup,
    /// The position that it is usually begun with.
    pub start: &'static str,
    /// Positions among which puzzles are looked for.
    pub puzzles: &'static [Puzzle],
    /// The claims that speak of whole maps, each with a family to show it with.
    pub laws: &'static [Law],
    /// Maps to begin with.
    pub maps: &'static [MapExample],
}

/// Something known of a game.
#[derive(Clone, Debug, Serialize)]
pub struct FactInfo {
    /// What holds, and when.
    pub statement: &'static str,
    /// Paper and theorem.
    pub source: &'static str,
    /// The names of the claims that check it.
    pub claims: &'static [&'static str],
    /// What checks it where no claim does, or why nothing does.
    pub checked: Option<&'static str>,
}

pub(crate) fn run(_: &Context, wanted: &GamesRequest) -> Result<GameList, ApiError> {
    let games = Games::builtin();
    let all = games.iter().map(|game| (game.info, game.partizan));
    let all = all.chain([(&boards::FILE, false)]);
    let is_meant = |info: &GameInfo| match &wanted.name {
        None => true,
        Some(name) => info.name.eq_ignore_ascii_case(name),
    };
    let chosen: Vec<GameDescription> = all
        .filter(|(info, _)| is_meant(info))
        .map(|(info, partizan)| described(info, partizan))
        .collect();
    match (&wanted.name, chosen.is_empty()) {
        (Some(name), true) => {
            let message = format!("there is no game `{name}`");
            Err(ApiError::new(ErrorKind::Unknown, message))
        }
        _ => Ok(GameList {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            games: chosen,
        }),
    }
}

fn described(info: &GameInfo, partizan: bool) -> GameDescription {
    let fact = |fact: &Fact| FactInfo {
        statement: fact.statement,
        source: fact.source,
        claims: fact.claims(),
        checked: match fact.checked {
            Checked::By(_) => None,
            Checked::Elsewhere(what) => Some(what),
        },
    };
    GameDescription {
        schema: SCHEMA,
        name: info.name,
        title: info.title,
        rules: info.rules,
        body: info.body,
        example: info.example,
        moves: info.moves,
        move_example: info.move_example,
        play: info.play.to_string(),
        theory: info.theory.iter().map(fact).collect(),
        source: info.source,
        partizan,
        chapter: info.chapter,
        group: info.group,
        options: info.options,
        setup: info.setup,
        start: info.usual_start(),
        puzzles: info.puzzles,
        laws: info.laws,
        maps: info.maps,
    }
}
