//! Describes a position for a page that does not know the rules.

use std::borrow::Cow;

use nimfield::handles::Handle;
use nimfield::info::Setup;
use nimfield::words::SchemaVersion;
use nimfield::{Budget, Play, Player, Sum, Term};
use nimfield_games::boards::{self, Board};
use serde::{Deserialize, Serialize};

use crate::asked::Asked;
use crate::context::{Context, play_of};
use crate::describe::DiagramView;
use crate::error::ApiError;

/// A request to describe a position.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionRequest {
    /// The position.
    #[serde(flatten)]
    pub asked: Asked,
}

/// A position described.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionAnswer {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The position in strict notation.
    pub position: String,
    /// The requested play convention, or that of the sources; null if these differ.
    pub play: Option<Play>,
    /// Whether Left and Right have different moves.
    pub partizan: bool,
    /// The number of legal moves; null for infinitely many, or too many to count one by one. For partizan positions,
    /// those of both players.
    pub move_count: Option<String>,
    /// Who can move: in impartial positions the list is empty or holds both.
    pub can_move: Vec<Player>,
    /// How many options the other player may forbid before each move.
    pub forbids: usize,
    /// The components.
    pub components: Vec<ComponentView>,
}

/// A component.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComponentView {
    /// Its number, from 1, as moves name it in a sum.
    pub number: usize,
    /// The name of its game, as `games` knows it; null for a value.
    pub game: Option<&'static str>,
    /// The component in notation.
    pub text: String,
    /// The rules in sentences, without who wins, if the game is from a file; null for a game that `games` lists.
    pub rules: Option<Cow<'static, str>>,
    /// The text before the body: the name of the game or of the file, without options.
    pub name: String,
    /// The options between the parentheses; null for none.
    pub options: Option<String>,
    /// The body between the brackets; null for a value.
    pub body: Option<String>,
    /// What the body consists of.
    pub setup: Setup,
    /// The play convention of its source.
    pub play: Play,
    /// A picture in several lines of text.
    pub picture: String,
    /// How it is laid out in the plane.
    pub diagram: DiagramView,
    /// The handles that make moves; none where moves are chosen from a list.
    pub handles: Vec<Handle>,
}

pub(crate) fn run(
    context: &Context,
    wanted: &PositionRequest,
    budget: &Budget,
) -> Result<PositionAnswer, ApiError> {
    let written = context.written(&wanted.asked, budget)?;
    // If the sources differ, the position is still described, without a play convention.
    let play = play_of(&wanted.asked, &written).ok();
    let sum = play.map_or(Ok(written.clone()), |play| written.for_play(play))?;
    Ok(PositionAnswer {
        schema: SchemaVersion,
        // The text must also be valid in a request for another play convention, so it is the written one.
        position: written.to_string(),
        play,
        partizan: !sum.is_impartial(),
        move_count: move_count(&sum),
        can_move: can_move(&sum).collect(),
        forbids: sum.ending().map_or(0, |ending| ending.forbids),
        components: sum
            .components()
            .iter()
            .enumerate()
            .map(|(i, term)| described(i, term))
            .collect(),
    })
}

/// Returns the players who can move.
pub(crate) fn can_move(sum: &Sum) -> impl Iterator<Item = Player> {
    let players = [Player::Left, Player::Right].into_iter();
    players.filter(|&player| sum.can_move(player))
}

/// Returns the number of moves; `None` for infinitely many, or too many to count one by one.
pub(crate) fn move_count(sum: &Sum) -> Option<String> {
    /// The most moves that are counted one by one.
    const COUNTED: usize = 20_000;
    sum.count_moves(COUNTED).map(|count| count.to_string())
}

fn described(index: usize, term: &Term) -> ComponentView {
    let text = term.to_string();
    let info = term.info();
    let parts = info.and_then(|_| parts(&text));
    let picture = term.draw();
    let diagram = DiagramView::of(term, &picture);
    ComponentView {
        number: index + 1,
        game: info.map(|info| info.name),
        rules: rules(term),
        name: parts.map_or_else(|| text.clone(), |parts| parts.name.to_string()),
        options: parts.and_then(|parts| Some(parts.options?.to_string())),
        body: parts.map(|parts| parts.body.to_string()),
        setup: info.map_or(Setup::Typed, |info| info.setup),
        play: term.default_play(),
        picture,
        diagram,
        handles: term.handles(),
        text,
    }
}

/// Returns the rules of a game from a file.
fn rules(term: &Term) -> Option<Cow<'static, str>> {
    let board = term.as_any().and_then(|any| any.downcast_ref::<Board>());
    let info = term.info().filter(|info| info.name.starts_with('@'))?;
    Some(match board {
        Some(board) => boards::plain_rules(board.game()).into(),
        None => info.rules.into(),
    })
}

/// The parts of the printed notation of a component.
#[derive(Clone, Copy)]
struct Parts<'a> {
    name: &'a str,
    options: Option<&'a str>,
    body: &'a str,
}

/// Splits a printed position, whose text is strict: a name, optional options in parentheses, a body in brackets.
fn parts(text: &str) -> Option<Parts<'_>> {
    let (head, body) = text.strip_suffix(']')?.split_once('[')?;
    let (name, options) = match head.strip_suffix(')') {
        Some(head) => {
            let (name, options) = head.split_once('(')?;
            (name, Some(options))
        }
        None => (head, None),
    };
    Some(Parts {
        name,
        options,
        body,
    })
}
