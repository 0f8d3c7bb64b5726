//! Makes a move: a given one, or one that the machine chooses.

use nimfield::opponent::{Aim, Choice, best_move, random_move};
use nimfield::words::{Reason, SchemaVersion};
use nimfield::{Budget, Play, Player, Query, Sum, values};
use serde::{Deserialize, Serialize};

use crate::asked::Asked;
use crate::context::{Context, play_of};
use crate::error::{ApiError, ErrorKind};

/// A request to make a move.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayRequest {
    /// The position.
    #[serde(flatten)]
    pub asked: Asked,
    /// The move in notation; without it the machine chooses one.
    #[serde(default, rename = "move")]
    pub mv: Option<String>,
    /// How well the machine plays: 1 perfectly, 0 at random; in between, the share of perfect moves.
    #[serde(default = "perfect")]
    pub level: f64,
    /// The seed of random choices, to repeat a game.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Whose move it is, in a partizan position.
    #[serde(default)]
    pub player: Option<Player>,
}

fn perfect() -> f64 {
    1.0
}

/// A move made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Played {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The position before.
    pub position: String,
    /// The play convention.
    pub play: Play,
    /// Whose move it was; null in impartial positions.
    pub player: Option<Player>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it.
    pub to: String,
    /// `given`, or why the machine chose it: `win`, `resist` (lost, but no move makes it last longer), `linger` (lost;
    /// this leaves many moves), `guess` (not decided), `random`.
    pub aim: AimName,
    /// For `resist`: after how many moves the game is over at the latest.
    pub lasts: Option<u32>,
    /// Why the position before was won or lost, if the machine found out.
    pub reason: Option<Reason>,
    /// Whether the other player cannot move now.
    pub over: bool,
    /// If it is over: whether the player who made this move has won.
    pub wins: Option<bool>,
}

/// Why a move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AimName {
    /// The request names it.
    Given,
    /// It wins.
    Win,
    /// The position is lost, and no move makes it last longer.
    Resist,
    /// The position is lost; this move leaves many moves.
    Linger,
    /// It was not decided.
    Guess,
    /// At random.
    Random,
}

pub(crate) fn run(
    context: &Context,
    wanted: &PlayRequest,
    budget: &Budget,
) -> Result<Played, ApiError> {
    if !(0.0..=1.0).contains(&wanted.level) {
        return Err(ApiError::unfit("a level is a number from 0 to 1"));
    }
    let sum = context.read(&wanted.asked, budget)?;
    values::rest(&sum);
    let play = play_of(&wanted.asked, &sum)?;
    let player = match (wanted.player, sum.is_impartial()) {
        (Some(player), _) => player,
        (None, true) => Player::Left,
        (None, false) => {
            return Err(ApiError::unfit(
                "in a partizan position `player` is left or right",
            ));
        }
    };
    let (mv, aim, lasts, reason) = match &wanted.mv {
        Some(text) => {
            let mv = sum.read_move_of(text, player)?;
            if mv.player().is_some_and(|owner| owner != player) {
                return Err(ApiError::new(
                    ErrorKind::Illegal,
                    format!("{mv} is not a move of {player}"),
                ));
            }
            (mv, AimName::Given, None, None)
        }
        None => {
            let Choice { mv, aim, answer } = machine(context, wanted, &sum, play, player, budget)
                .ok_or_else(|| {
                ApiError::new(ErrorKind::Illegal, "no move is left: the game is over")
            })?;
            let (aim, lasts) = match aim {
                Aim::Win => (AimName::Win, None),
                Aim::Resist(moves) => (AimName::Resist, Some(moves)),
                Aim::Linger => (AimName::Linger, None),
                Aim::Guess => (AimName::Guess, None),
                Aim::Random => (AimName::Random, None),
            };
            (mv, aim, lasts, answer.map(|answer| answer.reason))
        }
    };
    let after = sum
        .after(&mv)
        .map_err(|reason| ApiError::new(ErrorKind::Illegal, format!("not legal: {reason}")))?;
    let over = !after.can_move(player.opponent());
    Ok(Played {
        schema: SchemaVersion,
        position: sum.to_string(),
        play,
        player: (!sum.is_impartial()).then_some(player),
        mv: mv.to_string(),
        to: after.to_string(),
        aim,
        lasts,
        reason,
        over,
        wins: over.then_some(play == Play::Normal),
    })
}

/// Returns the move that the machine chooses; `None` if there is none.
fn machine(
    context: &Context,
    wanted: &PlayRequest,
    sum: &Sum,
    play: Play,
    player: Player,
    budget: &Budget,
) -> Option<Choice> {
    let mut random = wanted
        .seed
        .map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    if random.f64() >= wanted.level {
        // The same on machines of any word size.
        return random_move(sum, player, |moves| random.u64(..moves as u64) as usize);
    }
    let query = Query::play(play).unproved(wanted.asked.allow_unproved);
    let mut analyzer = context.analyzer(query, budget);
    best_move(sum, player, &mut analyzer, budget.clone())
}
