//! A move as a value.

use std::fmt::{self, Debug, Display};
use std::ops::RangeInclusive;
use std::sync::Arc;

use nimbers::Ordinal;
use smallvec::SmallVec;

use super::arg::Arg;
use super::form::{Piece, pieces};

/// A move of any game, or a run of moves that differ only in the amount.
///
/// ```
/// use nimfield_core::moves::{Arg, Move};
///
/// let mv = Move::new("heap {place} by {amount}", [Arg::Place(1), Arg::Number(3)]);
/// assert_eq!(mv.to_string(), "heap 2 by 3");
/// let run = mv.up_to(7).unwrap();
/// assert_eq!((run.to_string().as_str(), run.count()), ("heap 2 by 3..7", 5));
/// assert_eq!(run.first(), mv);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Move {
    form: &'static str,
    args: SmallVec<[Arg; 2]>,
}

/// The form of moves that are known only as text.
pub const TEXT: &str = "{text}";

impl Move {
    /// Creates a move of a form with these arguments, one for each hole.
    #[must_use]
    pub fn new(form: &'static str, args: impl IntoIterator<Item = Arg>) -> Move {
        let args = args.into_iter().collect();
        Move { form, args }
    }

    /// Creates a move that is known only as text.
    #[must_use]
    pub fn of_text(text: impl Into<Arc<str>>) -> Move {
        Move::new(TEXT, [Arg::Text(text.into())])
    }

    /// Returns the form.
    #[must_use]
    pub fn form(&self) -> &'static str {
        self.form
    }

    /// Returns the arguments for the holes of the form.
    #[must_use]
    pub fn args(&self) -> &[Arg] {
        &self.args
    }

    /// Returns the amounts that the move takes, several for a run; `None` for moves whose form does not end with an
    /// amount.
    #[must_use]
    pub fn amounts(&self) -> Option<RangeInclusive<u128>> {
        match self.args.last()? {
            _ if !self.form.ends_with("{amount}") => None,
            Arg::Number(amount) => Some(*amount..=*amount),
            Arg::Run(first, last) => Some(*first..=*last),
            _ => None,
        }
    }

    /// Returns whether it is a run of two or more amounts.
    #[must_use]
    pub fn is_run(&self) -> bool {
        matches!(self.args.last(), Some(Arg::Run(..)))
    }

    /// Returns the number of moves that it stands for: the number of amounts of a run, otherwise 1.
    #[must_use]
    pub fn count(&self) -> u128 {
        let amounts = self.amounts().unwrap_or(0..=0);
        (amounts.end() - amounts.start()).saturating_add(1)
    }

    /// Returns move `number`, from 0, of a run.
    #[must_use]
    pub fn nth(&self, number: u128) -> Option<Move> {
        let Some(amounts) = self.amounts() else {
            return (number == 0).then(|| self.clone());
        };
        let amount = amounts.start().checked_add(number)?;
        amounts
            .contains(&amount)
            .then(|| self.ending(Arg::Number(amount)))
    }

    /// Returns the move to play: the first one of a run, or the move itself.
    #[must_use]
    pub fn first(&self) -> Move {
        match self.args.last() {
            Some(Arg::Run(first, _)) => self.ending(Arg::Number(*first)),
            _ => self.clone(),
        }
    }

    /// Returns the run from this move to the one that takes the amount `last`; `None` if moves of the form have no
    /// amount, or this one takes more.
    #[must_use]
    pub fn up_to(&self, last: u128) -> Option<Move> {
        let first = *self.amounts()?.start();
        match first == last {
            true => Some(self.first()),
            false => (first < last).then(|| self.ending(Arg::Run(first, last))),
        }
    }

    /// Extends the run by `next`, if `next` takes one more than its last move.
    #[must_use]
    pub fn followed_by(&self, next: &Move) -> Option<Move> {
        let last = self.amounts()?.end().checked_add(1)?;
        (self.ending(Arg::Number(last)) == *next).then(|| self.up_to(last))?
    }

    fn ending(&self, last: Arg) -> Move {
        let mut args = self.args.clone();
        args.pop();
        args.push(last);
        Move { args, ..*self }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut args = self.args.iter();
        for piece in pieces(self.form) {
            match (piece, piece.hole().and_then(|_| args.next())) {
                (Piece::Word(word), _) => f.write_str(word)?,
                (Piece::Hole(kind), Some(arg)) => arg.write(kind, f)?,
                (Piece::Hole(_), None) => {}
            }
        }
        Ok(())
    }
}

impl Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// A game's own type of move, which engines and rules use without parsing forms.
///
/// Moves print as their [`Move`] does, so `Display` of a type of moves is one line:
/// [`displays_as_move!`](crate::displays_as_move).
pub trait GameMove: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// Returns the move as a value of its form.
    fn to_move(&self) -> Move;

    /// Converts a [`Move`] into a move of this game, a run into its first move; `None` if it has another form.
    fn of_move(mv: &Move) -> Option<Self>;
}

impl GameMove for Move {
    fn to_move(&self) -> Move {
        self.clone()
    }

    fn of_move(mv: &Move) -> Option<Move> {
        Some(mv.first())
    }
}

/// Moves that are known only as text.
impl GameMove for String {
    fn to_move(&self) -> Move {
        Move::of_text(self.as_str())
    }

    fn of_move(mv: &Move) -> Option<String> {
        match (mv.form, mv.args()) {
            (TEXT, [Arg::Text(text)]) => Some(text.to_string()),
            _ => None,
        }
    }
}

/// Moves that are an amount.
impl GameMove for u32 {
    fn to_move(&self) -> Move {
        Move::new("{amount}", [Arg::Number((*self).into())])
    }

    fn of_move(mv: &Move) -> Option<u32> {
        mv.amounts()
            .and_then(|amounts| u32::try_from(*amounts.start()).ok())
    }
}

/// Implements `Display` for a type of moves through [`GameMove::to_move`].
#[macro_export]
macro_rules! displays_as_move {
    ($Move:ty) => {
        impl std::fmt::Display for $Move {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&$crate::moves::GameMove::to_move(self), f)
            }
        }
    };
}

/// Points, sets and lists as arguments.
impl Arg {
    /// Creates a point.
    #[must_use]
    pub fn point(coordinates: impl IntoIterator<Item = Ordinal>) -> Arg {
        Arg::Point(coordinates.into_iter().collect())
    }

    /// Creates a list of numbers.
    #[must_use]
    pub fn list<N: Into<u128>>(numbers: impl IntoIterator<Item = N>) -> Arg {
        Arg::List(numbers.into_iter().map(Into::into).collect())
    }
}
