//! Work for requests: so much at once, a short queue, and an end to what nobody waits for any more.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::places::{Client, NoPlace, Places};

/// Those who compute.
pub struct Workers {
    places: Places,
    running: Arc<Running>,
}

/// The cancel flags of what runs.
#[derive(Default)]
struct Running {
    next: AtomicU64,
    flags: Mutex<HashMap<u64, Arc<AtomicBool>>>,
}

/// Why nothing came of some work.
#[derive(Debug, PartialEq, Eq)]
pub enum NoWork {
    /// Too many wait already.
    Busy,
    /// The server ends.
    Ending,
    /// It failed in a way that nobody foresaw.
    Failed,
}

impl From<NoPlace> for NoWork {
    fn from(why: NoPlace) -> NoWork {
        match why {
            NoPlace::Busy => NoWork::Busy,
            NoPlace::Closed => NoWork::Ending,
        }
    }
}

impl Workers {
    pub fn new(at_once: usize, queue: usize) -> Workers {
        Workers {
            places: Places::new(at_once, queue),
            running: Arc::default(),
        }
    }

    /// Does some work of a client on a thread of its own. When this future is dropped, the flag that the work is
    /// given is raised; its place is free when it has ended.
    pub async fn run<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, NoWork> {
        let place = self.places.take(client).await?;
        let cancel = CancelOnDrop::new(&self.running);
        let flag = cancel.flag.clone();
        let task = tokio::task::spawn_blocking(move || {
            let result = work(flag);
            drop(place);
            result
        });
        task.await.map_err(|_| NoWork::Failed)
    }

    /// Cancels all work, and begins no more.
    pub fn end(&self) {
        self.places.close();
        for flag in self.running.flags().values() {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

impl Running {
    fn flags(&self) -> MutexGuard<'_, HashMap<u64, Arc<AtomicBool>>> {
        self.flags.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Raises a flag when it is dropped: nobody waits for the work any more.
struct CancelOnDrop {
    number: u64,
    flag: Arc<AtomicBool>,
    running: Arc<Running>,
}

impl CancelOnDrop {
    fn new(running: &Arc<Running>) -> CancelOnDrop {
        let number = running.next.fetch_add(1, Ordering::Relaxed);
        let flag = Arc::new(AtomicBool::new(false));
        running.flags().insert(number, flag.clone());
        CancelOnDrop {
            number,
            flag,
            running: running.clone(),
        }
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.flag.store(true, Ordering::Relaxed);
        self.running.flags().remove(&self.number);
    }
}
