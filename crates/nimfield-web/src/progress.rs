//! The progress of jobs, as the server sends it to clients.

use std::time::Duration;

use nimfield::budget::Progress;
use serde::Serialize;

/// The progress of a running job.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProgressView {
    #[serde(flatten)]
    progress: Progress,
    /// Seconds since it began.
    seconds: f64,
    /// Positions a second.
    rate: f64,
    /// Seconds left, if the total is known.
    left: Option<f64>,
    /// Bytes of memory that the whole server takes, where the system reports it.
    bytes: Option<u64>,
}

impl ProgressView {
    /// Returns the progress after this time.
    pub fn after(elapsed: Duration, progress: Progress) -> ProgressView {
        let seconds = elapsed.as_secs_f64();
        let rate = progress.done as f64 / seconds.max(1e-9);
        let left = progress.total.filter(|_| progress.done > 0).map(|total| {
            let left = total.saturating_sub(progress.done);
            left as f64 / rate
        });
        ProgressView {
            progress,
            seconds,
            rate,
            left,
            bytes: resident(),
        }
    }
}

/// Returns the memory used by this process.
fn resident() -> Option<u64> {
    // Systems without this file do not report it.
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    // Systems with another format do not report it, either.
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
