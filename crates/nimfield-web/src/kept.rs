//! Jobs that outlive the server: each that can go on is a file in the data folder, until it is over.
//!
//! ```text
//! 8 bytes   NIMJOB\0\0
//! u32       format version, 1
//! block     the operation and its request as JSON; its length in 8 bytes
//! 32 bytes  BLAKE3 of everything before
//! ```
//!
//! How far the engine came stands in a file of its own with the same number.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use nimfield_core::files::{Lock, replace};
use nimfield_core::sealed::{End, Format};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::body::LONGEST_BODY;

const FORMAT: Format = Format {
    magic: *b"NIMJOB\0\0",
    version: 1,
    foreign: "not a job of the explorer",
    end: End::Hash,
};

/// A job to start.
#[derive(Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "JobRequest"))]
pub struct Wanted {
    /// The operation.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = nimfield_api::OPERATIONS)))]
    pub operation: String,
    /// Its request.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "serde_json::Map<String, serde_json::Value>")
    )]
    pub request: Box<RawValue>,
}

/// The ending of such a file.
const EXTENSION: &str = "nimjob";

/// The folder of such files, which one server has at a time.
pub struct JobFolder {
    folder: Option<PathBuf>,
    lock: Mutex<Option<Lock>>,
}

impl JobFolder {
    /// Creates the folder of jobs below a data folder, if there is one.
    pub fn new(folder: Option<&Path>) -> JobFolder {
        JobFolder {
            folder: folder.map(|folder| folder.join("jobs")),
            lock: Mutex::default(),
        }
    }

    /// Returns the folder, made and locked by this server.
    fn folder(&self) -> Result<&Path, String> {
        let folder = self
            .folder
            .as_deref()
            .ok_or("no data folder is set to save its state in")?;
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if lock.is_none() {
            let cannot = |error: &dyn std::fmt::Display| {
                format!("its state cannot be kept in the data folder: {error}")
            };
            fs::create_dir_all(folder).map_err(|error| cannot(&error))?;
            *lock = Some(Lock::on(&folder.join("server")).map_err(|error| cannot(&error))?);
        }
        Ok(folder)
    }

    /// Returns what an earlier server left to do, by number, up to `most` jobs; others, and files that are not jobs
    /// or damaged, are left alone.
    pub fn all(&self, most: usize) -> Vec<(u64, Wanted)> {
        // Nothing is made for a server that has no jobs.
        if !self.folder.as_deref().is_some_and(Path::is_dir) {
            return Vec::new();
        }
        let files = self
            .folder()
            .ok()
            .and_then(|folder| fs::read_dir(folder).ok());
        let mut all: Vec<(u64, Wanted)> = files
            .into_iter()
            .flatten()
            .filter_map(|file| read(&file.ok()?.path()))
            .take(most)
            .collect();
        all.sort_unstable_by_key(|(number, _)| *number);
        all
    }

    /// Keeps a job.
    pub fn add(&self, number: u64, wanted: &Wanted) -> Result<(), String> {
        let path = self.folder()?.join(format!("{number}.{EXTENSION}"));
        replace(&path, &FORMAT.seal_data(wanted))
            .map_err(|error| format!("its state cannot be kept in the data folder: {error}"))
    }

    /// Returns the file for the engine's own state, without its ending.
    pub fn state(&self, number: u64) -> Option<Arc<Path>> {
        Some(self.folder.as_ref()?.join(number.to_string()).into())
    }

    /// Removes all files of a job.
    pub fn forget(&self, number: u64) {
        let Some(folder) = &self.folder else { return };
        let start = format!("{number}.");
        for file in fs::read_dir(folder).into_iter().flatten().flatten() {
            if file.file_name().to_string_lossy().starts_with(&start) {
                // A file that stays is found again as a job that can be cancelled again.
                let _ = fs::remove_file(file.path());
            }
        }
    }
}

fn read(path: &Path) -> Option<(u64, Wanted)> {
    let ours = path.extension().is_some_and(|ending| ending == EXTENSION);
    let number = path.file_stem()?.to_str()?.parse().ok().filter(|_| ours)?;
    let bytes = FORMAT.read(path, 2 * LONGEST_BODY as u64).ok()?;
    Some((number, FORMAT.unseal_data(&bytes, "the job").ok()?))
}
