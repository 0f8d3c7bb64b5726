//! Families whose P-positions are counted without a table of them.

use nimfield_core::budget::Budget;
use nimfield_core::clock::Instant;
use nimfield_core::families::ray::RayGame;
use nimfield_core::words::Play;

use crate::answer::Effort;
use nimfield_engines::sieve::OutcomeTable;

use super::cell::Shown;
use super::counts::CountOfP;
use super::engine::Engine;
use super::error::FamilyError;
use super::plan::{self, Plan};
use super::query::FamilyQuery;
use crate::template::Template;

/// A family that is all of a box of a ray game (nim, Wythoff's game, matrix nim), from 0 on. To count its
/// P-positions takes as long as its [table](super::FamilyTable) and a small part of the memory.
///
/// # Example
/// ```
/// use nimfield::budget::Budget;
/// use nimfield::tables::{FamilyQuery, Shown, WholeBox};
/// use nimfield::template::{Letter, Template};
///
/// let letters = vec![Letter::read("a=0..7")?, Letter::read("b=0..7")?];
/// let family = Template::new("wythoff[a b]", letters)?;
/// let query = FamilyQuery::new(Shown::Outcomes);
/// let whole = WholeBox::of(&family, &query, &Budget::unlimited())?.expect("it is a box");
/// assert_eq!(whole.bounds(), [8, 8]);
/// assert_eq!(whole.count_p(&Budget::unlimited())?.count, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WholeBox {
    game: RayGame,
    play: Play,
    bounds: Vec<u32>,
}

impl WholeBox {
    /// Returns the box that a family is; `None` if it is not a box, or not all of one, or if something else than
    /// outcomes is requested.
    ///
    /// # Errors
    /// If the last position of the family cannot be read.
    pub fn of(
        family: &Template,
        query: &FamilyQuery,
        budget: &Budget,
    ) -> Result<Option<WholeBox>, FamilyError> {
        let Plan { play, corner, .. } = Plan::of(family, query, budget)?;
        let corner = corner.filter(|_| query.shown == Shown::Outcomes && plan::is_whole(family));
        Ok(corner.map(|(game, sizes)| WholeBox {
            game,
            play,
            bounds: sizes.iter().map(|size| size.saturating_add(1)).collect(),
        }))
    }

    /// Returns for each pile the number that its entries stay below.
    #[must_use]
    pub fn bounds(&self) -> &[u32] {
        &self.bounds
    }

    /// Returns the play convention.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> u128 {
        self.bounds.iter().map(|&bound| u128::from(bound)).product()
    }

    /// Returns what counts.
    #[must_use]
    pub fn engine(&self) -> Engine {
        Engine::Sieve
    }

    /// Counts the P-positions.
    ///
    /// # Errors
    /// If the box is too large for the budget.
    ///
    /// # Complexity
    /// That of [`OutcomeTable::count`].
    pub fn count_p(&self, budget: &Budget) -> Result<CountOfP, FamilyError> {
        let start = Instant::now();
        let count = OutcomeTable::count(&self.game, self.play, &self.bounds, budget)?;
        Ok(CountOfP {
            count: count.into(),
            members: self.positions(),
            effort: Effort {
                positions: u64::try_from(self.positions()).unwrap_or(u64::MAX),
                seconds: start.elapsed().as_secs_f64(),
            },
            ..CountOfP::default()
        })
    }
}
