//! The test positions of a statement, the smaller ones first.

use nimfield_core::prelude::*;

use crate::by_size::PositionsBySize;
use crate::reader::Reader;
use crate::sum::Sum;
use crate::template::{NoMember, Template};

/// The test positions of a statement.
pub struct TrialPositions {
    kind: Kind,
    play: Option<Play>,
}

enum Kind {
    BySize(PositionsBySize),
    Family(Template),
}

impl TrialPositions {
    /// Returns all positions of a game of the reader, the smaller ones first.
    ///
    /// # Errors
    /// Errors of [`PositionsBySize::of`].
    pub fn by_size(game: &str, reader: &Reader<'static>) -> Result<TrialPositions, NotationError> {
        let positions = PositionsBySize::of(game, reader)?;
        Ok(TrialPositions {
            play: positions.sample()?.agreed_play(),
            kind: Kind::BySize(positions),
        })
    }

    /// Returns the positions of a family, in the order of its letters' values.
    ///
    /// # Errors
    /// If the last of its positions cannot be read.
    pub fn family(family: Template) -> Result<TrialPositions, NotationError> {
        let mut fault = None;
        let last: Vec<Vec<u64>> = family.last_values(1 << 12).collect();
        for values in last {
            match family.position(&values, &Budget::unlimited()) {
                Ok(position) => {
                    return Ok(TrialPositions {
                        play: position.agreed_play(),
                        kind: Kind::Family(family),
                    });
                }
                Err(NoMember::Notation(error)) => fault = fault.or(Some(error)),
                Err(NoMember::Term(_)) => {}
            }
        }
        let none = || {
            let cursor = Cursor::new(family.text());
            cursor.fault(0..0, "no values of the letters give a position", "")
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

    /// Reads the position of a case; `None` if it is not a position and needs no test.
    ///
    /// # Errors
    /// If it could not be read within the budget, or a position that a game lists cannot be read.
    pub(super) fn position(
        &self,
        case: &TrialPosition,
        budget: &Budget,
    ) -> Result<Option<Sum>, NotationError> {
        let read = match (&self.kind, &case.text) {
            (Kind::BySize(positions), Some(text)) => positions.read(text, budget),
            (Kind::BySize(_), None) => return Ok(None),
            (Kind::Family(family), _) => match family.position(&case.letters, budget) {
                Ok(position) => Ok(position),
                Err(NoMember::Notation(error)) => Err(error),
                Err(NoMember::Term(_)) => return Ok(None),
            },
        };
        match read {
            Ok(position) => Ok(Some(position)),
            Err(error) if error.unfinished || !self.may_lack(case) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Returns whether a case may be invalid: letters may give any numbers, such as increasing parts of a partition,
    /// but every position that a game lists must be valid.
    fn may_lack(&self, case: &TrialPosition) -> bool {
        match (&self.kind, case.size) {
            (Kind::BySize(positions), Some(size)) => positions.may_lack(size),
            _ => true,
        }
    }

    pub(super) fn letters(&self) -> Vec<char> {
        match &self.kind {
            Kind::BySize(_) => Vec::new(),
            Kind::Family(family) => family.letters().iter().map(|letter| letter.name).collect(),
        }
    }

    /// Returns a unique description of the positions.
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

    /// Returns the cases, up to a size if positions have one. Some `None` items in between remind the caller to check
    /// the clock.
    pub(super) fn walk(
        &self,
        up_to: Option<u64>,
    ) -> Box<dyn Iterator<Item = Option<TrialPosition>> + '_> {
        match &self.kind {
            Kind::BySize(positions) => {
                let sizes = 0..=up_to.unwrap_or(u64::MAX);
                Box::new(sizes.flat_map(move |size| {
                    let cases = positions.of_size(size).map(move |text| {
                        Some(TrialPosition {
                            size: Some(size),
                            text: Some(text),
                            letters: Vec::new(),
                        })
                    });
                    // Sizes may have no positions.
                    std::iter::once(None).chain(cases)
                }))
            }
            Kind::Family(family) => {
                let case = |letters: Vec<u64>| TrialPosition {
                    size: None,
                    text: None,
                    letters,
                };
                Box::new(
                    family
                        .allowed_values()
                        .map(move |letters| letters.map(case)),
                )
            }
        }
    }
}

/// A position to test.
pub(super) struct TrialPosition {
    pub(super) size: Option<u64>,
    /// The position of a game; `None` for a member of a family.
    text: Option<String>,
    pub(super) letters: Vec<u64>,
}
