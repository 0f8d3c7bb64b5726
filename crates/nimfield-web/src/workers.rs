//! Work for requests: a few at a time, a short queue, and cancellation when no client waits.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

use crate::ending::Ending;

/// The places for computations.
pub struct Workers {
    places: Arc<Semaphore>,
    queue: Semaphore,
}

/// Why work did not finish.
#[derive(Debug)]
pub enum NoWork {
    /// Too many requests are waiting already.
    Busy,
    /// The server is shutting down.
    Ending,
    /// The work panicked with this payload.
    Failed(Box<dyn Any + Send>),
}

impl Workers {
    pub fn new(at_once: usize, queue: usize) -> Workers {
        Workers {
            places: Arc::new(Semaphore::new(at_once)),
            queue: Semaphore::new(queue),
        }
    }

    /// Runs work on its own thread. When the server shuts down, or this future is dropped, the flag passed to the work
    /// is raised. Its place is free once it has ended.
    pub async fn run<T: Send + 'static>(
        &self,
        ending: &Ending,
        work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, NoWork> {
        let place = self.place().await?;
        let cancel = CancelOnDrop::default();
        let flag = cancel.0.clone();
        let mut task = tokio::task::spawn_blocking(move || {
            let result = work(flag);
            drop(place);
            result
        });
        let done = tokio::select! {
            done = &mut task => done,
            () = ending.wait() => {
                cancel.0.store(true, Ordering::Relaxed);
                task.await
            }
        };
        done.map_err(|error| match error.try_into_panic() {
            Ok(panic) => NoWork::Failed(panic),
            Err(_) => NoWork::Ending,
        })
    }

    /// Waits for a place, if the queue has room.
    async fn place(&self) -> Result<OwnedSemaphorePermit, NoWork> {
        match self.places.clone().try_acquire_owned() {
            Ok(place) => return Ok(place),
            Err(TryAcquireError::Closed) => return Err(NoWork::Ending),
            Err(TryAcquireError::NoPermits) => {}
        }
        let _waits = self.queue.try_acquire().map_err(|_| NoWork::Busy)?;
        let place = self.places.clone().acquire_owned().await;
        place.map_err(|_| NoWork::Ending)
    }

    /// Prevents new work.
    pub fn end(&self) {
        self.places.close();
    }
}

/// Raises a flag when dropped, since no client waits for the work any more.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
