//! Winning moves.

use std::fmt;
use std::sync::OnceLock;

use nimfield_core::words::Player;

use crate::sum::{Sum, SumMove};

/// A winning move, or a run of winning moves, with the position before it.
///
/// ```
/// let sum = nimfield::read("nim[3,5]")?;
/// let winning = &nimfield::analyze(&sum).winning_moves[0];
/// assert_eq!(winning.to_string(), "heap 2 by 2 to nim[3,3]");
/// assert_eq!(sum.after(&winning.mv), Ok(nimfield::read("nim[3,3]")?));
/// # Ok::<(), nimfield::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WinningMove {
    /// The move, or the run.
    pub mv: SumMove,
    /// The position before it.
    from: Sum,
    texts: OnceLock<(String, Option<String>)>,
}

impl WinningMove {
    /// Creates a winning move of a position.
    #[must_use]
    pub fn new(position: &Sum, mv: SumMove) -> WinningMove {
        WinningMove {
            mv,
            from: position.clone(),
            texts: OnceLock::new(),
        }
    }

    /// Returns the position before it.
    #[must_use]
    pub fn from(&self) -> &Sum {
        &self.from
    }

    /// Returns the player who makes it; `None` in impartial games.
    #[must_use]
    pub fn player(&self) -> Option<Player> {
        self.mv.player()
    }

    /// Returns the position after it; `None` for a run, which leads to several.
    #[must_use]
    pub fn to(&self) -> Option<Sum> {
        match self.mv.amounts() {
            Some(_) => None,
            // A winning move is legal in its position, so this does not fail.
            None => self.from.after(&self.mv).ok(),
        }
    }

    /// Returns the move and the position after it as text, which is cached.
    #[must_use]
    pub fn texts(&self) -> &(String, Option<String>) {
        self.texts.get_or_init(|| self.print())
    }

    /// Shows the texts, printing those that are not cached.
    pub(super) fn show<T>(&self, show: impl FnOnce(&str, Option<&str>) -> T) -> T {
        let printed;
        let (mv, to) = match self.texts.get() {
            Some(kept) => kept,
            None => {
                printed = self.print();
                &printed
            }
        };
        show(mv, to.as_deref())
    }

    fn print(&self) -> (String, Option<String>) {
        (self.mv.to_string(), self.to().map(|to| to.to_string()))
    }
}

/// Winning moves are equal if their moves are.
impl PartialEq for WinningMove {
    fn eq(&self, other: &WinningMove) -> bool {
        self.mv == other.mv
    }
}

impl fmt::Display for WinningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(|mv, to| match to {
            Some(to) => write!(f, "{mv} to {to}"),
            None => f.write_str(mv),
        })
    }
}
