//! What all requests share.

use std::sync::Arc;

use tokio::sync::watch;

use crate::config::{Address, Config};
use crate::jobs::Jobs;
use crate::reply::Unread;
use crate::workers::Workers;

/// What all requests share.
pub struct Shared {
    pub config: Config,
    pub address: Address,
    pub workers: Workers,
    pub jobs: Jobs,
    pub unread: Unread,
    pub ending: Ending,
}

/// The state of the router.
pub type State = Arc<Shared>;

/// Signals that the server is shutting down.
pub struct Ending(watch::Sender<bool>);

impl Ending {
    pub fn new() -> Ending {
        Ending(watch::Sender::new(false))
    }

    /// Announces that the server ends now.
    pub fn begin(&self) {
        self.0.send_replace(true);
    }

    /// Waits until the server ends.
    pub async fn wait(&self) {
        let mut told = self.0.subscribe();
        // The sender lives as long as `self`.
        let _ = told.wait_for(|ends| *ends).await;
    }
}
