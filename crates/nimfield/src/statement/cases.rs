//! The positions that a statement is tested over, the smaller ones first.

use nimfield_core::budget::Budget;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::words::Play;

use crate::by_size::{PositionsBySize, read};
use crate::reader::Load;
use crate::sum::Sum;
use crate::template::Template;

/// The positions that a statement is tested over.
pub struct Cases<'a> {
    load: Load<'a>,
    kind: Kind<'a>,
    play: Option<Play>,
}

enum Kind<'a> {
    BySize(PositionsBySize<'a>),
    Family(Template),
}

impl<'a> Cases<'a> {
    /// Returns all positions of a game, the smaller ones first; `load` reads the file of a game `@FILE`.
    ///
    /// # Errors
    /// As [`PositionsBySize::of`].
    pub fn by_size(game: &str, load: Load<'a>) -> Result<Cases<'a>, NotationError> {
        let positions = PositionsBySize::of(game, load)?;
        Ok(Cases {
            load,
            play: positions.sample()?.agreed_play(),
            kind: Kind::BySize(positions),
        })
    }

    /// Returns the positions of a family, in the order of its letters' values.
    ///
    /// # Errors
    /// If the last of its positions cannot be read.
    pub fn family(family: Template, load: Load<'a>) -> Result<Cases<'a>, NotationError> {
        let mut fault = None;
        let last: Vec<Vec<u64>> = family.last_values(1 << 12).collect();
        for values in last {
            let Ok(text) = family.with(&values) else {
                continue;
            };
            match read(&text, load, &Budget::unlimited()) {
                Ok(position) => {
                    return Ok(Cases {
                        load,
                        play: position.agreed_play(),
                        kind: Kind::Family(family),
                    });
                }
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        let none = || {
            let cursor = Cursor::new(family.text());
            cursor.fault(0..0, "no letters give a position", "")
        };
        Err(fault.unwrap_or_else(none))
    }

    /// Returns the play convention of the games, if they agree.
    pub(super) fn play(&self) -> Option<Play> {
        self.play
    }

    /// Returns whether the positions come in order of size.
    pub(super) fn have_size(&self) -> bool {
        matches!(self.kind, Kind::BySize(_))
    }

    /// Returns the game or the position, as it was written.
    pub(super) fn written(&self) -> &str {
        match &self.kind {
            Kind::BySize(positions) => positions.game(),
            Kind::Family(family) => family.text(),
        }
    }

    /// Reads the position of a case; `None` for what is not a position, which needs no test.
    ///
    /// # Errors
    /// If it could not be read within the budget.
    pub(super) fn position(
        &self,
        case: &Case,
        budget: &Budget,
    ) -> Result<Option<Sum>, NotationError> {
        let Some(text) = &case.text else {
            return Ok(None);
        };
        match read(text, self.load, budget) {
            Ok(position) => Ok(Some(position)),
            Err(error) if error.unfinished => Err(error),
            Err(_) => Ok(None),
        }
    }

    pub(super) fn letters(&self) -> Vec<char> {
        match &self.kind {
            Kind::BySize(_) => Vec::new(),
            Kind::Family(family) => family.letters().iter().map(|letter| letter.name).collect(),
        }
    }

    /// Returns the positions in one spelling.
    pub(super) fn text(&self) -> String {
        match &self.kind {
            Kind::BySize(positions) => positions.game().to_string(),
            Kind::Family(family) => {
                let letters = family.letters().iter();
                let ranges = letters.map(|letter| {
                    let (first, last) = (letter.range.start(), letter.range.end());
                    match letter.not_below {
                        Some((bound, 0)) => format!(" {}={bound}..{last}", letter.name),
                        Some((bound, more)) => format!(" {}={bound}{more:+}..{last}", letter.name),
                        None => format!(" {}={first}..{last}", letter.name),
                    }
                });
                format!("{}{}", family.text(), ranges.collect::<String>())
            }
        }
    }

    /// Returns the texts of the positions with the values of the letters, and the size that each is of; `None` for a
    /// text that cannot be one.
    pub(super) fn walk(&self, up_to: Option<u64>) -> Box<dyn Iterator<Item = Case> + '_> {
        match &self.kind {
            Kind::BySize(positions) => {
                let sizes = 0..=up_to.unwrap_or(u64::MAX);
                Box::new(sizes.flat_map(move |size| {
                    positions.of_size(size).map(move |text| Case {
                        size: Some(size),
                        text: Some(text),
                        letters: Vec::new(),
                    })
                }))
            }
            Kind::Family(family) => {
                let allowed = family.values().filter(|values| family.allows(values));
                Box::new(allowed.map(|letters| Case {
                    size: None,
                    text: family.with(&letters).ok(),
                    letters,
                }))
            }
        }
    }
}

/// A position to test.
pub(super) struct Case {
    pub(super) size: Option<u64>,
    pub(super) text: Option<String>,
    pub(super) letters: Vec<u64>,
}
