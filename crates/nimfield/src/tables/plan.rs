//! Plans how to compute a table of a family.

use nimfield_core::prelude::*;

use super::ask;
use super::cell::Shown;
use super::error::FamilyError;
use super::query::FamilyQuery;
use crate::sum::Sum;
use crate::template::Template;

/// The most positions of a box for each requested one; larger boxes are not computed as a whole.
pub(super) const MOST_CELLS_FOR_A_ROW: u128 = 1_000;

impl FamilyQuery {
    /// Returns the play convention of a table of a family.
    ///
    /// # Errors
    /// If the last position of the family cannot be read, or its games do not agree.
    pub fn play_of(&self, family: &Template, budget: &Budget) -> Result<Play, FamilyError> {
        Ok(Plan::of(family, self, budget)?.play)
    }
}

/// The facts about a family that are needed before computing it.
pub(super) struct Plan {
    pub(super) play: Play,
    pub(super) games: Vec<&'static GameInfo>,
    /// The box to compute as a whole, if any.
    pub(super) corner: Option<(RayGame, Vec<u32>)>,
    pub(super) last: Last,
}

/// The last position of a family.
pub(super) struct Last {
    pub(super) position: Sum,
    /// The values of the letters.
    pub(super) letters: Vec<u64>,
    /// Whether these are the ends of their ranges.
    pub(super) is_at_the_ends: bool,
}

impl Plan {
    pub(super) fn of(
        family: &Template,
        query: &FamilyQuery,
        budget: &Budget,
    ) -> Result<Plan, FamilyError> {
        let ends: Vec<u64> = family
            .letters()
            .iter()
            .map(|letter| *letter.range.end())
            .collect();
        let (letters, position) = last_position(family, budget)?;
        let play = match query.shown {
            Shown::Genera => Some(Play::Misere),
            _ => query.play.or(position.agreed_play()),
        };
        let is_at_the_ends = letters == ends;
        let volume = ends.iter().fold(1u128, |volume, &end| {
            volume.saturating_mul(u128::from(end) + 1)
        });
        let worth_it =
            is_at_the_ends && family.is_box() && volume / family.count() <= MOST_CELLS_FOR_A_ROW;
        let worth_it = worth_it && matches!(query.shown, Shown::Outcomes | Shown::Values);
        let corner = worth_it.then(|| ask::as_ray_box(&position)).flatten();
        Ok(Plan {
            play: play.ok_or(FamilyError::Play)?,
            games: position.games(),
            corner: corner.filter(|(_, sizes)| sizes.len() == ends.len()),
            last: Last {
                position,
                letters,
                is_at_the_ends,
            },
        })
    }
}

/// Finds the last position of a family with its numbers, or another position if many of the last members are not
/// positions.
fn last_position(family: &Template, budget: &Budget) -> Result<(Vec<u64>, Sum), FamilyError> {
    const MOST_TRIED: u128 = 4096;
    let mut fault = None;
    for values in family.last_values(MOST_TRIED) {
        match ask::member(family, &values, budget) {
            Ok(position) => return Ok((values, position)),
            Err(error) if error.is_no_position() => fault = fault.or(Some(error)),
            Err(error) => return Err(error),
        }
    }
    let fault = fault.expect("a family has a member");
    Err(without_range(family, fault))
}

/// Returns whether the family is a whole box: each letter runs from 0 on, whatever the others are.
pub(super) fn is_whole(family: &Template) -> bool {
    let mut letters = family.letters().iter();
    letters.all(|letter| *letter.range.start() == 0) && family.is_free()
}

/// Returns the error for a letter without a range, if that is the problem.
fn without_range(family: &Template, error: FamilyError) -> FamilyError {
    let FamilyError::Notation(fault) = &error else {
        return error;
    };
    let mut at_fault = fault.text[fault.span.clone()].chars();
    let (Some(letter), None) = (at_fault.next(), at_fault.next()) else {
        return error;
    };
    let place = family.text().rfind(letter);
    let known = family.letters().iter().any(|other| other.name == letter);
    match place {
        Some(place) if letter.is_ascii_alphabetic() && !known => {
            FamilyError::Notation(NotationError {
                text: family.text().to_string(),
                span: place..place + letter.len_utf8(),
                message: format!("`{letter}` has no range"),
                help: "each letter gets the numbers that it stands for".to_string(),
                example: format!("{letter}=0..9"),
                unfinished: false,
            })
        }
        _ => error,
    }
}
