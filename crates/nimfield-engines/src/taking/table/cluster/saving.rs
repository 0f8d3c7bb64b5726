//! Writes finished pieces to the file, and records them in the state.

use super::super::error::ClusterError;
use super::super::ledger::Seal;
use super::exchange::{SAVED, no_file};
use super::peer::Peer;
use nimfield_core::clock::Instant;
use nimfield_core::files::FileError;

/// The most bytes to write before they are recorded.
const TOGETHER: u64 = 1 << 30;
impl Peer<'_> {
    /// Writes a piece and its image to the file, and returns the checksum of the piece.
    pub(super) fn write(&mut self, piece: u32, slots: [u32; 2]) -> Result<u32, ClusterError> {
        let image = self.cut.image(piece);
        let part = self.part.as_ref().ok_or_else(no_file)?;
        let words = self.memory.at(slots[0]);
        let sum = part.write(piece, 0, words)?;
        // An image has equally many stones.
        let counts = self.cut.form.count(&[words], 1);
        let image_sum = match image == piece {
            true => sum,
            false => part.write(image, 0, self.memory.at(slots[1]))?,
        };
        let seals = [sum, image_sum].map(|sum| Seal {
            sums: vec![sum],
            counts: counts.clone(),
        });
        self.pending.push((piece, seals));
        Ok(sum)
    }

    pub(super) fn save_now_and_then(&mut self) -> Result<(), FileError> {
        let unsaved = 2 * self.pending.len() as u64 * self.cut.bytes();
        if self.last.elapsed() >= self.job.save_every || unsaved >= TOGETHER {
            self.save()?;
            self.note_saved()?;
        }
        Ok(())
    }

    /// Flushes written pieces to the disk, and records them or reports them to the process that does.
    pub(super) fn save(&mut self) -> Result<(), FileError> {
        self.last = Instant::now();
        if self.pending.is_empty() {
            return Ok(());
        }
        if let Some(part) = &self.part {
            part.sync()?;
        }
        for (piece, seals) in std::mem::take(&mut self.pending) {
            let image = self.cut.image(piece);
            match &mut self.ledger {
                Some(ledger) => {
                    for (piece, seal) in [piece, image].into_iter().zip(seals) {
                        ledger.seals[piece as usize] = Some(seal);
                        self.unnoted.push(piece);
                    }
                }
                None => {
                    let [own, other] = &seals;
                    let sums = [own, other].map(|seal| u64::from(seal.sums[0]));
                    let head = [SAVED, piece.into(), sums[0], sums[1]];
                    self.mesh.send(0, head, &own.counts);
                }
            }
        }
        self.note_saved()
    }

    /// Records the pieces that have reached the disk.
    pub(super) fn note_saved(&mut self) -> Result<(), FileError> {
        if let Some(ledger) = &mut self.ledger
            && !self.unnoted.is_empty()
        {
            self.unnoted.sort_unstable();
            self.unnoted.dedup();
            ledger.note(&self.unnoted)?;
            self.unnoted.clear();
        }
        Ok(())
    }
}
