//! The limits of a call, as `nimfield/_progress.py` reads them from its arguments.

use std::sync::LazyLock;
use std::time::Duration;

use pyo3::prelude::*;

/// Querying the system takes several file reads.
static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// The limits of a call.
pub struct Limits {
    pub time: Option<Duration>,
    pub memory: u64,
    pub positions: Option<u64>,
    pub threads: usize,
    pub progress: Option<Py<PyAny>>,
    pub calls_back: bool,
}

impl Default for Limits {
    /// One minute and 2 GiB, as on the command line.
    fn default() -> Limits {
        Limits {
            time: Some(Duration::from_secs(60)),
            memory: 2 << 30,
            positions: None,
            threads: *PROCESSORS,
            progress: None,
            calls_back: false,
        }
    }
}

/// Seconds, bytes, positions, threads, and the function to call with progress.
type Arguments = (
    Option<f64>,
    u64,
    Option<u64>,
    Option<usize>,
    Option<Py<PyAny>>,
);

impl FromPyObject<'_, '_> for Limits {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Limits> {
        let (seconds, memory, positions, threads, progress): Arguments = object.extract()?;
        Ok(Limits {
            // Beyond the largest duration there is no limit.
            time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            memory,
            positions,
            threads: threads.map_or(*PROCESSORS, |threads| threads.min(1024)),
            progress,
            calls_back: false,
        })
    }
}

impl Limits {
    /// For work that calls Python again and again: one thread, as only one at a time can call it.
    pub fn calling_back(mut self, calls_back: bool) -> Limits {
        self.calls_back = calls_back;
        if calls_back {
            self.threads = 1;
        }
        self
    }
}
