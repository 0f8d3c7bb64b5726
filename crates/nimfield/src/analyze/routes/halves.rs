//! Decides boards in misère play by the outcomes of all sums of followers of two halves of the position, or of one of
//! its options.

use nimfield_core::families::taking::Taking;
use nimfield_core::theory::Finding;
use nimfield_core::words::{Play, Reason, ReasonKind};
use nimfield_engines::misere::{Split, Trial, winning_split};

use crate::analyze::case::Part;
use crate::analyze::query::MoveList;
use crate::analyze::route::{Ask, Cost, Goal, Means, Memory, Reply, Route, Stop, late};
use crate::sum::Sum;

/// Sums of two halves.
#[derive(Default)]
pub(super) struct Halves {
    /// The position decided for the current question, and the winning moves found with it.
    listed: Option<(String, MoveList)>,
}

impl Route for Halves {
    fn name(&self) -> &'static str {
        "sums of two halves"
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        let board = part.board().is_some() && !part.follower;
        if !board || ask.play == Play::Normal || !ask.is_outcome() {
            return Cost::Foreign;
        }
        let listed = |(position, _): &(String, MoveList)| {
            part.whole
                .is_some_and(|whole| whole.to_string() == *position)
        };
        match ask.goal {
            Goal::MovesTo if self.listed.as_ref().is_some_and(listed) => Cost::Cheap,
            Goal::Has if part.prefers_keys() => Cost::Never(
                "many positions of the game share a key, but each has its own forms".into(),
            ),
            Goal::Has => late(None, Memory::Whole),
            _ => Cost::Foreign,
        }
    }

    fn has_value(&mut self, part: &Part, _: &Ask, means: &mut Means) -> Reply<Finding<bool>> {
        let (game, state) = part.board().ok_or(Stop::Foreign)?;
        let position = part.whole.ok_or(Stop::Foreign)?;
        let split = Split::new(game, state, means.budget).map_err(passed)?;
        let (is_p, moves) = match split {
            Some(mut split) => {
                let found = by_split(position, state, &mut split, means)?;
                means.spent += split.effort();
                found
            }
            None => by_a_move(position, (game, state), means)?,
        };
        self.listed = Some((position.to_string(), moves));
        Ok(is_p)
    }

    fn moves_to(&mut self, _: &Part, _: &Ask, _: &mut Means) -> Reply<MoveList> {
        let (_, moves) = self.listed.as_ref().ok_or(Stop::Foreign)?;
        Ok(moves.clone())
    }

    fn begin(&mut self) {
        self.listed = None;
    }
}

/// Returns the stop of a route that needs more than the budget.
fn passed(why: impl std::fmt::Display) -> Stop {
    Stop::Passed(format!("the forms of its halves: {why}").into())
}

/// Decides a position with two small halves.
fn by_split(
    position: &Sum,
    state: u64,
    split: &mut Split,
    means: &Means,
) -> Reply<(Finding<bool>, MoveList)> {
    let is_p = split.is_p(state, means.budget).map_err(passed)?;
    let verdict = match is_p {
        true => "none of its moves leaves a P-position",
        false => "some of its moves leave P-positions",
    };
    let mut complete = true;
    let mut moves = match is_p {
        true => MoveList::all(Vec::new()),
        false => moves_leaving(position, |left| {
            let is_p = split.is_p(left, means.budget);
            complete &= is_p.is_ok();
            is_p == Ok(true)
        }),
    };
    moves.complete = complete;
    let text = format!("misère play: {verdict}, {}", counted(split));
    Ok((Finding::new(is_p, reason(text)), moves))
}

/// Decides a position that has a move to one with two small halves.
fn by_a_move(
    position: &Sum,
    (game, state): (&Taking, u64),
    means: &mut Means,
) -> Reply<(Finding<bool>, MoveList)> {
    let found = winning_split(game, state, Trial::Promising, means.budget).map_err(passed)?;
    let none = "neither the position nor the result of a promising move is a P-position of two small halves";
    let (mask, split) = found.ok_or(Stop::Passed(none.into()))?;
    means.spent += split.effort();
    let left = game.least_image(state & !mask);
    let mut moves = moves_leaving(position, |after| game.least_image(after) == left);
    moves.complete = false;
    let name = moves.moves.first().map(ToString::to_string);
    let text = format!(
        "misère play: {} leaves a sum of two parts that is a P-position, {}; \
         other moves were not decided",
        name.expect("the move that was just found"),
        counted(&split)
    );
    Ok((Finding::new(false, reason(text)), moves))
}

fn reason(text: String) -> Reason {
    Reason::new(
        ReasonKind::Table,
        "misère canonical forms: Conway, On Numbers and Games, ch. 12",
        text,
    )
}

/// Describes the work done.
fn counted(split: &Split) -> String {
    let [left, right] = split.classes();
    match (right, split.is_listed()) {
        (1, _) => format!("in the table of {left} different misère forms"),
        (_, true) => format!(
            "in the table of all sums of {left} and {right} different misère forms of its \
             two halves"
        ),
        (_, false) => format!(
            "by a search through {} sums of the {left} and {right} different misère forms \
             of its two halves",
            split.pairs()
        ),
    }
}

/// Returns the moves that leave states with this property.
fn moves_leaving(position: &Sum, mut wanted: impl FnMut(u64) -> bool) -> MoveList {
    let moves = position.moves().filter(|mv| {
        // Illegal moves do not count.
        let after = position.after(mv).ok();
        let board = after.as_ref().and_then(Sum::as_board);
        board.is_some_and(|(_, state)| wanted(state))
    });
    MoveList::all(moves.collect())
}
