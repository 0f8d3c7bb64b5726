//! A signal for the shutdown of a server.

use tokio::sync::watch;

/// Signals that the server is shutting down.
pub struct Ending(watch::Sender<bool>);

impl Ending {
    pub fn new() -> Ending {
        Ending(watch::Sender::new(false))
    }

    /// Announces that the server is shutting down.
    pub fn begin(&self) {
        self.0.send_replace(true);
    }

    /// Waits until the server shuts down.
    pub async fn wait(&self) {
        let mut told = self.0.subscribe();
        // The sender lives as long as `self`.
        let _ = told.wait_for(|ends| *ends).await;
    }
}
