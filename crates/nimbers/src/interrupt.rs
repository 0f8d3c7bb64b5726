//! Stops long computations from outside.

use core::fmt;

/// A long computation checks this at intervals, to find out whether to stop.
///
/// Most operations take microseconds and never check. Operations that may take longer have it as their last argument;
/// pass [`NEVER`](Self::NEVER) if nothing should stop them. They check between steps of at most a fraction of a second,
/// often thousands of times a second, so the check should be cheap, such as reading a flag or the clock.
///
/// ```
/// use std::cell::Cell;
/// use nimbers::{FiniteNimber, Interrupt, Nimber, Stopped};
///
/// let x = Nimber::power_of_two(100_000).unwrap();
/// let asked = Cell::new(0);
/// let enough = || { asked.set(asked.get() + 1); asked.get() > 3 };
/// let huge = nimbers::num_bigint::BigUint::from(1_u8) << 90_000_u32;
/// assert_eq!(x.pow_big(&huge, Interrupt::when(&enough)), Err(Stopped));
/// assert_eq!(asked.get(), 4);
/// ```
#[derive(Clone, Copy)]
pub struct Interrupt<'a> {
    stop: Option<&'a dyn Fn() -> bool>,
    /// The most bytes that a table may take.
    memory: u64,
}

impl Default for Interrupt<'_> {
    fn default() -> Self {
        Interrupt::NEVER
    }
}

impl<'a> Interrupt<'a> {
    /// Never stops anything.
    pub const NEVER: Interrupt<'static> = Interrupt {
        stop: None,
        memory: u64::MAX,
    };

    /// Creates an interrupt that stops once `stop` returns true.
    #[must_use]
    pub const fn when(stop: &'a dyn Fn() -> bool) -> Self {
        Interrupt {
            stop: Some(stop),
            memory: u64::MAX,
        }
    }

    /// Limits the tables that logarithms may need to `bytes` bytes.
    #[must_use]
    pub const fn with_memory(self, bytes: u64) -> Self {
        Interrupt {
            memory: bytes,
            ..self
        }
    }

    /// Returns the most bytes that a table may take.
    pub(crate) const fn memory(self) -> u64 {
        self.memory
    }

    /// Checks once whether to stop.
    ///
    /// # Errors
    /// [`Stopped`] if the computation must stop.
    #[inline]
    pub fn check(self) -> Result<(), Stopped> {
        match self.stop {
            Some(stop) if stop() => Err(Stopped),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Interrupt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.stop {
            Some(_) => "Interrupt::when(..)",
            None => "Interrupt::NEVER",
        })
    }
}

/// The [`Interrupt`] stopped the computation before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped before there was an answer")
    }
}

impl core::error::Error for Stopped {}

/// The result of a computation that may be stopped.
pub(crate) type OrStopped<T> = Result<T, Stopped>;

/// Returns the answer of a computation with [`Interrupt::NEVER`].
pub(crate) fn never_stopped<T>(answer: OrStopped<T>) -> T {
    answer.unwrap_or_else(|Stopped| unreachable!("nothing stops it"))
}
