//! How a long computation is stopped from outside.

use core::fmt;

/// Asked now and then by a long computation whether it is to stop.
///
/// Most operations take microseconds and never ask. Those that may take longer are also methods of
/// [`Until`], which carries an `Interrupt`; the plain ones are never stopped. The question is
/// asked between steps of at most a fraction of a second, often thousands of times a second, so it
/// should be cheap: look at a flag or at the clock.
///
/// ```
/// use std::cell::Cell;
/// use nimbers::{FiniteNimber, Interrupt, Nimber, Stopped};
///
/// let x = Nimber::power_of_two(100_000).unwrap();
/// let asked = Cell::new(0);
/// let enough = || { asked.set(asked.get() + 1); asked.get() > 3 };
/// let huge = nimbers::num_bigint::BigUint::from(1_u8) << 90_000_u32;
/// assert_eq!(x.until(Interrupt::when(&enough)).pow_big(&huge), Err(Stopped));
/// assert_eq!(asked.get(), 4);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Interrupt<'a>(Option<&'a dyn Fn() -> bool>);

impl<'a> Interrupt<'a> {
    /// What never stops anything.
    pub const NEVER: Interrupt<'static> = Interrupt(None);

    /// Stops as soon as `stop` is found to return true.
    #[must_use]
    pub const fn when(stop: &'a dyn Fn() -> bool) -> Self {
        Interrupt(Some(stop))
    }

    /// Checks once whether to stop.
    ///
    /// # Errors
    /// [`Stopped`] if the computation is to stop.
    #[inline]
    pub fn check(self) -> Result<(), Stopped> {
        match self.0 {
            Some(stop) if stop() => Err(Stopped),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Interrupt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Some(_) => "Interrupt::when(..)",
            None => "Interrupt::NEVER",
        })
    }
}

/// A nimber and what can stop its operations: `x.until(interrupt).order()` is `x.order()` under a limit.
///
/// Made by [`FiniteNimber::until`](crate::FiniteNimber::until) and, with `std`, by `Ordinal::until`. Each
/// method has the errors of the plain one of the same name, and that it was stopped.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Until<'a, N>(pub(crate) &'a N, pub(crate) Interrupt<'a>);

/// The computation was stopped by its [`Interrupt`] before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped before there was an answer")
    }
}

impl core::error::Error for Stopped {}

/// Returns the answer of a computation with [`Interrupt::NEVER`].
pub(crate) fn never_stopped<T>(answer: Result<T, Stopped>) -> T {
    answer.unwrap_or_else(|Stopped| unreachable!("nothing stops it"))
}
