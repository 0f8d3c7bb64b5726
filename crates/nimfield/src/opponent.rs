//! Chooses moves: perfect ones where analysis reaches, and stubborn ones if the game is lost.

use crate::analyze::{Analyzer, whole_sum};
use crate::answer::Answer;
use crate::sum::{Sum, SumMove};
use crate::term::Term;
use nimbers::Ordinal;
use nimfield_core::prelude::*;
use nimfield_engines::remoteness::Remotenesses;

/// A chosen move and its aim.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: SumMove,
    /// The aim of the move.
    pub aim: Aim,
    /// The analysis of the position before the move, unless the move was made at random.
    pub answer: Option<Answer>,
}

/// The aim of a chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// It wins.
    Win,
    /// The game is lost; no move makes it last longer than this many moves.
    Resist(u32),
    /// The game is lost, and too large for finding the longest resistance: of the moves that the budget allows to
    /// compare, this one leaves the most moves, or in a partizan game the most more than the opponent has.
    Linger,
    /// The outcome was not decided within the budget: the move is chosen as for [`Aim::Linger`].
    Guess,
    /// The move is random.
    Random,
}

/// The most options examined for the longest resistance.
const RESISTANCE_OPTIONS: u64 = 4 << 20;
/// The most moves to consider.
const SOME_MOVES: usize = 10_000;

/// Finds the best move of `player` within the budget, with an analyser, which may have tables or cached results. In an
/// impartial sum both players have the same moves. `None` if the player has no move left.
#[must_use]
pub fn best_move(
    sum: &Sum,
    player: Player,
    analyzer: &mut Analyzer,
    budget: Budget,
) -> Option<Choice> {
    if sum.is_impartial() {
        return impartial_move(sum, analyzer, budget);
    }
    sum.can_move(player).then_some(())?;
    let answer = analyzer.analyze(sum);
    let winning = answer.winning_moves.iter();
    let mut winning = winning.filter(|found| found.player() == Some(player));
    let winning = winning.find_map(|found| {
        let mv = found.mv.first();
        sum.after(&mv).is_ok().then_some(mv)
    });
    let (mv, aim) = match winning {
        Some(mv) => (mv, Aim::Win),
        None => {
            let mv = roomy_move(sum, player, &budget)?;
            let lost = answer.outcome.is_some_and(|outcome| !wins(outcome, player));
            (mv, if lost { Aim::Linger } else { Aim::Guess })
        }
    };
    Some(Choice {
        mv,
        aim,
        answer: Some(answer),
    })
}

/// Returns whether `player`, who is to move, wins a game with this outcome; in impartial games both players are
/// alike.
#[must_use]
pub fn wins(outcome: Outcome, player: Player) -> bool {
    match outcome {
        Outcome::N => true,
        Outcome::P => false,
        Outcome::L => player == Player::Left,
        Outcome::R => player == Player::Right,
    }
}

/// Finds the move after which `player` has the largest surplus of moves over the opponent.
fn roomy_move(sum: &Sum, player: Player, budget: &Budget) -> Option<SumMove> {
    /// The most moves to count.
    const COUNTED: usize = 1_000;
    let count = |sum: &Sum, player| sum.moves_by(player).take(COUNTED).count() as i64;
    let room = |mv: &SumMove| {
        // Illegal moves do not count.
        let after = sum.after(mv).ok();
        after.map(|after| count(&after, player) - count(&after, player.opponent()))
    };
    let moves = sum.moves_by(player).take(COUNTED);
    while_allowed(moves, budget).max_by_key(room)
}

/// Returns the first move, and further ones while the budget allows.
fn while_allowed(
    moves: impl Iterator<Item = SumMove>,
    budget: &Budget,
) -> impl Iterator<Item = SumMove> {
    let mut first = true;
    moves.take_while(move |_| std::mem::take(&mut first) || budget.check(0).is_ok())
}

/// Finds the best move in an impartial sum.
fn impartial_move(sum: &Sum, analyzer: &mut Analyzer, budget: Budget) -> Option<Choice> {
    sum.moves().next()?;
    let play = analyzer.query().play;
    let answer = analyzer.analyze(sum);
    let winning = answer.winning_moves.first();
    let (mv, aim) = match winning.map(|found| found.mv.first()) {
        Some(mv) => (mv, Aim::Win),
        None if answer.outcome == Some(Outcome::P) => {
            // A part of the time is left for comparing the moves.
            match longest_resistance(sum, play, &budget.leaving_a_quarter()) {
                Some((mv, moves)) => (mv, Aim::Resist(moves)),
                None => (lingering_move(sum, &budget)?, Aim::Linger),
            }
        }
        None => (lingering_move(sum, &budget)?, Aim::Guess),
    };
    Some(Choice {
        mv,
        aim,
        answer: Some(answer),
    })
}

/// Returns a random legal move of `player`, who matters only in partizan sums; `random(n)` must return a number below n.
/// `None` if no move is left. Only the first ten thousand moves are considered.
#[must_use]
pub fn random_move(
    sum: &Sum,
    player: Player,
    random: impl FnOnce(usize) -> usize,
) -> Option<Choice> {
    let moves: Vec<SumMove> = sum.moves_by(player).take(SOME_MOVES).collect();
    let at = if moves.is_empty() {
        0
    } else {
        random(moves.len())
    };
    Some(Choice {
        mv: moves.into_iter().nth(at)?,
        aim: Aim::Random,
        answer: None,
    })
}

/// Finds the move from a lost position that makes the game last longest, and the number of moves; `None` if that takes
/// too much work.
fn longest_resistance(sum: &Sum, play: Play, budget: &Budget) -> Option<(SumMove, u32)> {
    let mut remotenesses = Remotenesses::within(play, RESISTANCE_OPTIONS);
    let mut best: Option<(SumMove, u32)> = None;
    for mv in sum.moves() {
        // If a search cannot finish, there is no longest line; another method then chooses the move.
        let after = sum.clone().play(&mv).ok()?;
        let whole = whole_sum(&after)?;
        let moves = remotenesses.of(&whole, budget).ok()?.moves + 1;
        if best.as_ref().is_none_or(|(_, longest)| moves > *longest) {
            best = Some((mv, moves));
        }
    }
    best
}

/// Finds the move that leaves the most moves, among those that the budget allows, or the first one if it is used up. If
/// there are infinitely many moves, those that make no number of the position larger come first, to keep the board small.
fn lingering_move(sum: &Sum, budget: &Budget) -> Option<SumMove> {
    // Counting the moves of a large position takes long.
    if budget.check(0).is_err() {
        return sum.moves().next();
    }
    let endless = sum.move_count() == u128::MAX;
    let largest = largest_number(sum);
    let moves_left = |mv: &SumMove| {
        let Ok(after) = sum.clone().play(mv) else {
            return (false, 0);
        };
        let stays_small = endless && largest_number(&after) <= largest;
        (stays_small, after.move_count())
    };
    let moves = sum.moves().take(SOME_MOVES);
    while_allowed(moves, budget).max_by_key(moves_left)
}

/// Returns the largest number of a position; for ordinals, the largest coefficient. Numbers of 2^128 and above count as
/// 2^128 - 1.
fn largest_number(sum: &Sum) -> u128 {
    let largest = |number: &Ordinal| {
        let coefficients = number.terms().iter();
        let coefficients = coefficients.map(|(_, one)| u128::try_from(one).unwrap_or(u128::MAX));
        coefficients.max().unwrap_or(0)
    };
    let of = |term: &Term| match term.shape() {
        Shape::Heaps { sizes, .. } => sizes.iter().map(largest).max(),
        Shape::Points { points, .. } => points.iter().flatten().map(largest).max(),
        _ => None,
    };
    sum.components().iter().filter_map(of).max().unwrap_or(0)
}
