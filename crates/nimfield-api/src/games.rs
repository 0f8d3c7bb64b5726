//! The games: rules, notation, theory.

use std::borrow::Cow;
use std::sync::Arc;

use nimfield::game::Rules;
use nimfield::info::{Checked, Fact, GameInfo, GameOption, Group, Law, MapExample, Puzzle, Setup};
use nimfield::words::SchemaVersion;
use nimfield::{Games, Play};
use nimfield_games::boards::{self, Board, BoardGame};
use nimfield_rules::RuleFile;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::{ApiError, ErrorKind};

/// A request for the games.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct GamesRequest {
    /// Only the game of this name.
    pub name: Option<String>,
}

/// The games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameList {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The version of Nimfield.
    pub version: &'static str,
    /// The games, and finally boards from files.
    pub games: Vec<GameDescription>,
}

/// A game, or the board of a file: the object of `nimfield games --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameDescription {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The name in notation.
    pub name: Cow<'static, str>,
    /// One line: what kind of game it is.
    pub title: Cow<'static, str>,
    /// The rules in at most two sentences, for people who have never heard of the game.
    pub plain_rules: Cow<'static, str>,
    /// The rules in a few sentences.
    pub rules: Cow<'static, str>,
    /// How a body is written.
    pub body: &'static str,
    /// An example of a position.
    pub example: Cow<'static, str>,
    /// How moves are written.
    pub moves: Cow<'static, str>,
    /// An example of a move.
    pub move_example: &'static str,
    /// The play convention of its source.
    pub play: Play,
    /// What is known.
    pub theory: Vec<FactInfo>,
    /// Where it comes from.
    pub source: Cow<'static, str>,
    /// Whether Left and Right have different moves.
    pub partizan: bool,
    /// The page of the book about its theory.
    pub chapter: &'static str,
    /// The group under which a person looks for it.
    pub group: Group,
    /// The options in parentheses after the name.
    pub options: &'static [GameOption],
    /// What a body consists of.
    pub setup: Setup,
    /// The usual starting position.
    pub start: Cow<'static, str>,
    /// Starting positions, from the shortest game to the longest, which the first player wins, or Left in partizan
    /// games.
    pub starts: Vec<Cow<'static, str>>,
    /// Positions among which puzzles are searched for.
    pub puzzles: &'static [Puzzle],
    /// The claims about whole maps, each with a family that shows it.
    pub laws: &'static [Law],
    /// Maps to begin with.
    pub maps: &'static [MapExample],
}

/// A known fact about a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactInfo {
    /// The statement, with its conditions.
    pub statement: &'static str,
    /// Paper and theorem.
    pub source: &'static str,
    /// The names of the claims that check it.
    pub claims: &'static [&'static str],
    /// What checks the fact if no claim does, or why nothing does.
    pub checked: Option<&'static str>,
}

pub(crate) fn run(_: &Context, wanted: &GamesRequest) -> Result<GameList, ApiError> {
    let games = match &wanted.name {
        None => GameDescription::all(),
        Some(name) => {
            let unknown = || ApiError::new(ErrorKind::Unknown, format!("unknown game `{name}`"));
            vec![GameDescription::named(name).ok_or_else(unknown)?]
        }
    };
    Ok(GameList {
        schema: SchemaVersion,
        version: env!("CARGO_PKG_VERSION"),
        games,
    })
}

impl From<&Fact> for FactInfo {
    fn from(fact: &Fact) -> FactInfo {
        FactInfo {
            statement: fact.statement,
            source: fact.source,
            claims: fact.claims(),
            checked: match fact.checked {
                Checked::By(_) => None,
                Checked::Elsewhere(what) => Some(what),
            },
        }
    }
}

impl GameDescription {
    /// Describes all games, and finally boards from files.
    #[must_use]
    pub fn all() -> Vec<GameDescription> {
        let games = Games::builtin();
        let all = games.iter().map(|game| (game.info, game.partizan));
        all.chain([(&boards::FILE, false)])
            .map(|(info, partizan)| GameDescription::of(info, partizan))
            .collect()
    }

    /// Describes the game of this name, in any case.
    #[must_use]
    pub fn named(name: &str) -> Option<GameDescription> {
        let mut all = GameDescription::all().into_iter();
        all.find(|game| game.name.eq_ignore_ascii_case(name))
    }

    /// Describes the board of a file, with the properties that it shares with games.
    #[must_use]
    pub fn of_board(file: &str, board: &Arc<BoardGame>) -> GameDescription {
        let full = Board::full(board.clone());
        let words = boards::describe(board);
        let sentences = words.lines().filter(|line| line.ends_with('.'));
        let sentences: Vec<&str> = sentences.map(str::trim).collect();
        let rules = sentences.join(" ");
        GameDescription {
            name: format!("@{file}").into(),
            // A description without lines gives an empty title.
            title: words.lines().next().unwrap_or_default().to_string().into(),
            plain_rules: rules.clone().into(),
            rules: rules.into(),
            example: full.to_string().into(),
            play: full.default_play(),
            theory: Vec::new(),
            source: file.to_string().into(),
            start: full.to_string().into(),
            starts: vec![full.to_string().into()],
            ..GameDescription::of(full.info(), false)
        }
    }

    /// Describes the game of a rule file.
    #[must_use]
    pub fn of_rules(path: &str, file: &RuleFile) -> GameDescription {
        if let Some(board) = file.board() {
            return GameDescription::of_board(path, &board);
        }
        let described = GameDescription::of(file.info(), file.is_partizan());
        match file.source().is_empty() {
            true => GameDescription {
                source: path.to_string().into(),
                ..described
            },
            false => described,
        }
    }

    fn of(info: &GameInfo, partizan: bool) -> GameDescription {
        GameDescription {
            schema: SchemaVersion,
            name: info.name.into(),
            title: info.title.into(),
            plain_rules: match info.plain_rules {
                "" => info.rules.into(),
                plain => plain.into(),
            },
            rules: info.rules.into(),
            body: info.body,
            example: info.example.into(),
            moves: info.moves_in_words(),
            move_example: info.move_example,
            play: info.play,
            theory: info.theory.iter().map(FactInfo::from).collect(),
            source: info.source.into(),
            partizan,
            chapter: info.chapter,
            group: info.group,
            options: info.options,
            setup: info.setup,
            start: info.usual_start().into(),
            starts: info.starts.iter().map(|&start| start.into()).collect(),
            puzzles: info.puzzles,
            laws: info.laws,
            maps: info.maps,
        }
    }
}
