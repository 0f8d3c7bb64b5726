//! Games in which a move takes any amount, the same from each of its places: forms and shape define the moves.
//!
//! ```
//! use nimfield_core::shape::any_amount;
//! use nimfield_core::prelude::*;
//!
//! /// Heaps: a move lowers one of them, or all alike.
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct Alike(Vec<u128>);
//!
//! displays_as_shape!(Alike);
//! by_default!(Alike);
//!
//! impl Rules for Alike {
//!     type Move = Move;
//!     const INFO: GameInfo = GameInfo {
//!         forms: &["heap {place} by {amount}", "all by {amount}"],
//!         ..GameInfo::named("alike", "alike[3,4,5]")
//!     };
//!     const ANY_AMOUNT: bool = true;
//!
//!     fn shape(&self) -> Shape {
//!         Shape::heaps("heap", self.0.iter().copied())
//!     }
//!     fn of_numbers(heaps: &[u128]) -> Result<Alike, String> {
//!         Ok(Alike(heaps.to_vec()))
//!     }
//!     fn moves(&self) -> Moves<'_, Move> {
//!         any_amount::moves(Self::INFO.forms, self.shape())
//!     }
//! }
//!
//! let position = Alike(vec![3, 4, 5]);
//! let last = position.moves().last().expect("there are moves");
//! assert_eq!((position.move_count(), last.to_string()), (15, "all by 3".to_string()));
//! assert_eq!(position.play(&last), Ok(Alike(vec![0, 1, 2])));
//! assert!(Alike(vec![0, 1]).play(&last).is_err());
//! let (game, sizes) = position.as_ray_box().expect("heaps below 2^32");
//! assert_eq!((game.rays().count(), sizes), (4, vec![3, 4, 5]));
//! ```

use super::Shape;
use super::layout::least;
use crate::families::ray::RayGame;
use crate::moves::{Arg, Forms, Move, Piece, pieces};

/// Returns the moves that take 1, even from empty places: one for each place that a form can name, or one for all
/// places together.
fn lines(forms: Forms, shape: &Shape) -> impl Iterator<Item = Move> {
    forms.iter().flat_map(|&form| {
        let noun = match (pieces(form).next(), pieces(form).nth(1)) {
            (Some(Piece::Word(noun)), Some(Piece::Hole("place"))) => noun.trim(),
            _ => "",
        };
        let places = match shape.count(noun) {
            Some(count) => (0..count).map(|place| Some(Arg::Place(place))).collect(),
            None => vec![None],
        };
        let one =
            move |place: Option<Arg>| Move::new(form, place.into_iter().chain([Arg::Number(1)]));
        places.into_iter().map(one)
    })
}

/// Returns the moves along each line as a run of amounts; none if the shape has no sizes.
fn runs(forms: Forms, shape: Shape) -> impl Iterator<Item = Move> {
    let lines = shape.sizes().map(|sizes| {
        let runs =
            lines(forms, &shape).filter_map(|one| one.up_to(least(&sizes, &shape.cells_of(&one))?));
        runs.collect::<Vec<Move>>()
    });
    lines.into_iter().flatten()
}

/// Returns the moves of a position, for [`Rules::moves`](crate::game::Rules::moves).
pub fn moves(forms: Forms, shape: Shape) -> Box<dyn Iterator<Item = Move>> {
    let of_run = |run: Move| (0..run.count()).filter_map(move |number| run.nth(number));
    Box::new(runs(forms, shape).flat_map(of_run))
}

/// Returns how many moves there are.
pub(crate) fn count(forms: Forms, shape: Shape) -> u128 {
    runs(forms, shape).fold(0, |sum, run| run.count().saturating_add(sum))
}

/// Returns the numbers of the position after a move.
///
/// # Errors
/// Why the move is not legal.
pub(crate) fn after(forms: Forms, shape: &Shape, mv: &Move) -> Result<Vec<u128>, String> {
    let mv = mv.first();
    let amount = mv.amounts().map_or(1, |amounts| *amounts.start());
    if amount == 0 {
        return Err("a move takes at least 1".to_string());
    }
    if !lines(forms, shape).any(|one| taking(&one, amount).as_ref() == Some(&mv)) {
        return Err(format!("{mv} is not a move of this position"));
    }
    let sizes = shape
        .sizes()
        .and_then(|sizes| least(&sizes, &shape.cells_of(&mv)));
    let (most, text) = (sizes.unwrap_or(0), mv.to_string());
    let refused = || match (mv.args(), text.rsplit_once(" by ")) {
        ([Arg::Place(_), _], Some((place, _))) => format!("{place} holds only {most}"),
        _ => format!("at most {most} can be taken from each"),
    };
    shape.after(&mv).ok_or_else(refused)
}

/// Returns the move along a line that takes this amount.
fn taking(one: &Move, amount: u128) -> Option<Move> {
    one.up_to(amount)?.nth(amount - 1)
}

/// Returns the move that leaves these numbers.
pub(crate) fn move_to(forms: Forms, shape: &Shape, numbers: &[u128]) -> Option<Move> {
    let sizes: Vec<u128> = shape.sizes()?.into_iter().collect::<Option<_>>()?;
    let fallen = sizes
        .iter()
        .zip(numbers)
        .map(|(from, &to)| from.checked_sub(to));
    let amount = fallen.collect::<Option<Vec<u128>>>()?.into_iter().max()?;
    let mut moves = lines(forms, shape).filter_map(|one| taking(&one, amount));
    moves.find(|mv| shape.after(mv).as_deref() == Some(numbers))
}

/// Returns the box of positions up to this one.
pub(crate) fn ray_box(forms: Forms, shape: &Shape) -> Option<(RayGame, Vec<u32>)> {
    let sizes = shape.sizes()?.into_iter();
    let sizes: Vec<u32> = sizes
        .map(|size| u32::try_from(size?).ok())
        .collect::<Option<_>>()?;
    let rays = lines(forms, shape).map(|one| shape.cells_of(&one));
    // More piles than a ray game has give an error.
    Some((RayGame::new(sizes.len(), rays).ok()?, sizes))
}

/// Returns the move along a ray of the game of [`ray_box`].
pub(crate) fn ray_move(forms: Forms, shape: &Shape, ray: usize, amount: u32) -> Option<Move> {
    taking(&lines(forms, shape).nth(ray)?, amount.into())
}
