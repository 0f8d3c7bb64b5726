//! The limits of an arena, and the watch that enforces them.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
// The standard library has no clock in browsers.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

use crate::error::{Error, Result};

/// The limits of an [`Arena`](crate::Arena): memory, time, and a flag that stops it.
///
/// Every operation of the arena respects them, including the calculator and printing. All loops and recursions check
/// them, usually every few microseconds and at the latest after a few milliseconds. At a limit, the operation fails
/// with an error that names it, and all existing games stay valid.
///
/// ```
/// # use short_game::{Arena, Error, Limits};
/// # use std::time::Duration;
/// let arena = Arena::with_limits(Limits::default().time(Duration::ZERO))?;
/// let error = arena.evaluate("heat(*400, 1000)").unwrap_err();
/// assert_eq!(error.cause, Some(Error::Time));
/// // The next question may take its own time.
/// arena.set_limits(Limits::default().time(Duration::from_secs(60)));
/// assert!(arena.evaluate("heat(*, 1000)").is_ok());
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Limits {
    /// The most bytes for games, options, index, caches, and temporary tables of operations. When they are used up,
    /// operations fail with [`Error::Memory`].
    pub bytes: usize,
    /// From this moment on operations fail with [`Error::Time`].
    pub deadline: Option<Instant>,
    /// Once this is true, operations fail with [`Error::Cancelled`]. A Ctrl-C handler can raise
    /// it.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    /// Allows 1 GiB and unlimited time, without a cancel flag.
    fn default() -> Self {
        Limits {
            bytes: 1 << 30,
            deadline: None,
            cancel: None,
        }
    }
}

impl Limits {
    /// Limits the time, counted from now. A time that the clock cannot express means no limit.
    pub fn time(mut self, time: Duration) -> Limits {
        self.deadline = Instant::now().checked_add(time);
        self
    }
}

/// The units of work between two checks of clock and flag; a unit takes well below a microsecond.
const UNITS: u32 = 4096;

thread_local! {
    /// The units of work of this thread since its last check.
    static WORK: Cell<u32> = const { Cell::new(0) };
}

/// The limits of an arena except the bytes.
#[derive(Debug)]
pub(crate) struct Watch {
    /// Whether there is a deadline or a flag.
    armed: AtomicBool,
    limits: RwLock<Limits>,
}

impl Watch {
    pub(crate) fn new(limits: Limits) -> Watch {
        Watch {
            armed: AtomicBool::new(limits.deadline.is_some() || limits.cancel.is_some()),
            limits: RwLock::new(limits),
        }
    }

    pub(crate) fn set(&self, limits: Limits) {
        let mut held = self.limits.write().unwrap_or_else(PoisonError::into_inner);
        let armed = limits.deadline.is_some() || limits.cancel.is_some();
        *held = limits;
        self.armed.store(armed, Ordering::Relaxed);
    }

    pub(crate) fn limits(&self) -> Limits {
        let held = self.limits.read().unwrap_or_else(PoisonError::into_inner);
        held.clone()
    }

    /// Counts `units` of work, each about one table look-up, and checks at intervals whether to stop.
    #[inline]
    pub(crate) fn spend(&self, units: usize) -> Result<()> {
        let units = u32::try_from(units).unwrap_or(UNITS);
        let done = WORK.get().saturating_add(units);
        if done < UNITS {
            WORK.set(done);
            return Ok(());
        }
        WORK.set(0);
        self.look()
    }

    /// Checks now whether to stop.
    #[inline]
    pub(crate) fn look(&self) -> Result<()> {
        if self.armed.load(Ordering::Relaxed) {
            self.look_closely()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn look_closely(&self) -> Result<()> {
        let limits = self.limits.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(flag) = &limits.cancel
            && flag.load(Ordering::Relaxed)
        {
            return Err(Error::Cancelled);
        }
        match limits.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Error::Time),
            _ => Ok(()),
        }
    }
}
