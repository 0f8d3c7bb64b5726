//! How long the work will take, by what small parts of it take now.

use std::io;
use std::path::Path;

use super::layout::PieceLayout;
use crate::disk::{Rates, bytes};
use nimfield_core::checksum::crc32;
use nimfield_core::clock::Instant;

/// How long the work will take.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// Seconds in all.
    pub seconds: f64,
    /// Seconds to settle the states, were they all in memory.
    pub settling: f64,
    /// What the disk does; `None` if there is nothing to be done.
    pub rates: Option<Rates>,
}

/// Two pieces that were settled: how many sources they have, and the seconds.
pub(super) struct Trial {
    pub(super) least: (usize, f64),
    pub(super) most: (usize, f64),
}

impl Trial {
    /// Returns the seconds for a piece with this many sources, by interpolation.
    pub(super) fn seconds(&self, sources: usize) -> f64 {
        let (least, most) = (self.least, self.most);
        // There may be pieces with fewer sources than were tried.
        match most.0.saturating_sub(least.0) {
            0 => most.1,
            range => {
                let part = sources.saturating_sub(least.0) as f64 / range as f64;
                least.1 + (most.1 - least.1) * part
            }
        }
    }
}

impl Estimate {
    /// Creates the estimate for work that only has to be checked and named.
    pub(super) fn nothing() -> Estimate {
        Estimate {
            seconds: 0.0,
            settling: 0.0,
            rates: None,
        }
    }

    /// Measures from the seconds that settling takes, and the planes of a piece: it is sealed, hashed, and written to
    /// a probe of the disk, which is read again.
    pub(super) fn measure(
        folder: &Path,
        form: PieceLayout,
        planes: &[&[u64]],
        settling: f64,
        (reads, writes, data): (u64, u64, u64),
        threads: usize,
    ) -> io::Result<Estimate> {
        let piece = planes[0];
        let piece_bytes = size_of_val(piece) as f64;
        let timed = |work: &mut dyn FnMut()| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        };
        let counting = timed(&mut || _ = std::hint::black_box(form.count(planes)));
        let summing = timed(&mut || _ = std::hint::black_box(crc32(bytes(piece))));
        let hashing = timed(&mut || _ = std::hint::black_box(blake3::hash(bytes(piece))));
        let rates = Rates::measure(folder, bytes(piece))?;
        let pieces = |count: u64| count as f64;
        let moved =
            pieces(writes) * piece_bytes / rates.written + pieces(reads) * piece_bytes / rates.read;
        // One of two images is counted.
        let sealing = pieces(writes) * (summing + counting / planes.len() as f64 / 2.0)
            + pieces(reads) * summing;
        let threads = threads as f64;
        let ends = data as f64 / piece_bytes * (2.0 * summing + hashing / threads)
            + data as f64 / rates.read;
        let work = match threads > 1.0 {
            true => (settling + sealing / threads).max(moved + sealing),
            false => settling + sealing + moved,
        };
        Ok(Estimate {
            seconds: work + ends,
            settling,
            rates: Some(rates),
        })
    }
}
