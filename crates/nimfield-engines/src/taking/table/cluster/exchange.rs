//! The messages between processes: announcements of finished pieces, requests, and parts of pieces.

use std::sync::atomic::Ordering;

use super::super::error::ClusterError;
use super::super::ledger::Seal;
use super::coming::{COMING, Coming};
use super::peer::{Peer, is_open};
use super::shares::Place;
use crate::cluster::{PART, Parcel, WINDOW};
use crate::disk::little_endian;
use nimfield_core::checksum::crc32;
use nimfield_core::files::FileFault;

/// The kind of a parcel: the first number of its head. The second number is a piece, the lower of two images. `SETTLED`
/// announces a finished piece; the third number is its checksum.
pub(super) const SETTLED: u64 = 1;
/// A request for the part of a piece whose number is the third one.
pub(super) const REQUESTED: u64 = 2;
/// The answer with the part itself.
pub(super) const SENT: u64 = 3;
/// A piece and its image are on the disk; their checksums follow in the head, and the counts as
/// words.
pub(super) const SAVED: u64 = 4;
impl Peer<'_> {
    /// Sends and receives parcels, and answers requests.
    pub(super) fn exchange(&mut self) -> Result<(), ClusterError> {
        self.mesh.step()?;
        while let Some(parcel) = self.mesh.receive()? {
            self.receive(parcel)?;
        }
        while let Some((to, piece, number)) = self.requests.pop_front() {
            self.send(to, piece, number)?;
        }
        self.request()
    }

    pub(super) fn receive(&mut self, parcel: Parcel) -> Result<(), ClusterError> {
        if let Some(limit) = parcel.stop() {
            self.stopped.get_or_insert(limit);
            return Ok(());
        }
        let [kind, piece, number, more] = parcel.head;
        let from = parcel.from();
        let malformed =
            || ClusterError::Network(format!("process {from} sent a malformed message"));
        if piece >= self.cut.pieces() as u64 {
            return Err(malformed());
        }
        let piece = piece as u32;
        match kind {
            SETTLED => {
                let image = self.cut.image(piece);
                let is_new = self.sums[piece as usize].replace(number as u32).is_none();
                if piece > image || !is_new || from != self.shares.owner(piece) {
                    return Err(malformed());
                }
                let twice = u64::from(image != piece);
                let states = (8 * self.cut.bytes()) << twice;
                self.done.fetch_add(states, Ordering::Relaxed);
                if self.wanted[piece as usize] {
                    self.offered.insert((piece.count_ones(), piece));
                }
            }
            REQUESTED => {
                let parts = self.cut.words().div_ceil(PART);
                let owns = self.slot_of[piece as usize].is_some();
                // The number of parts that the others will request is known from the beginning.
                let is_due = (self.requests.len() as u64) < self.to_send;
                if number >= parts as u64 || !is_due || !owns && self.part.is_none() {
                    return Err(malformed());
                }
                self.requests.push_back((from, piece, number as usize));
            }
            SENT => {
                let coming = self.coming.iter_mut().find(|coming| coming.piece == piece);
                // After a stop, no process waits for this part any more.
                let Some(coming) = coming else {
                    return Ok(());
                };
                if number >= coming.requested as u64 {
                    return Err(malformed());
                }
                let start = number as usize * PART;
                let length = parcel.words.len();
                let is_right = length == PART.min(self.cut.words().saturating_sub(start));
                if !is_right || from != coming.from || coming.came == coming.requested {
                    return Err(malformed());
                }
                coming.came += 1;
                self.on_their_way -= 1;
                let place = self.memory.at_mut(coming.slots[0]);
                place[start..start + length].copy_from_slice(&parcel.words);
            }
            SAVED => {
                let image = self.cut.image(piece);
                let Some(ledger) = &mut self.ledger else {
                    return Err(malformed());
                };
                let counts = parcel.words;
                let is_sealed = [piece, image]
                    .iter()
                    .all(|piece| ledger.seals[*piece as usize].is_some());
                let is_right = from == self.shares.owner(piece)
                    && self.place == Place::Shared
                    && !is_sealed
                    && counts.len() == self.cut.form.shape(self.cut.high).counts;
                if !is_right {
                    return Err(malformed());
                }
                for (piece, sum) in [(piece, number), (image, more)] {
                    ledger.seals[piece as usize] = Some(Seal {
                        sums: vec![sum as u32],
                        counts: counts.clone(),
                    });
                    self.unnoted.push(piece);
                }
            }
            _ => return Err(malformed()),
        }
        Ok(())
    }

    /// Sends a part of a piece.
    pub(super) fn send(
        &mut self,
        to: usize,
        piece: u32,
        number: usize,
    ) -> Result<(), ClusterError> {
        let start = number * PART;
        let length = PART.min(self.cut.words().saturating_sub(start));
        let head = [SENT, piece.into(), number as u64, 0];
        match self.slot_of[piece as usize] {
            Some(slot) => {
                let words = &self.memory.at(slot)[start..start + length];
                self.mesh.send(to, head, words);
            }
            None => {
                let mut words = vec![0; length];
                let part = self.part.as_ref().ok_or_else(no_file)?;
                part.read_from(piece, 0, start, &mut words)?;
                self.mesh.send(to, head, &words);
            }
        }
        self.to_send = self.to_send.saturating_sub(1);
        Ok(())
    }

    /// Requests offered pieces while there is room.
    pub(super) fn request(&mut self) -> Result<(), ClusterError> {
        if self.stopped.is_some() {
            return Ok(());
        }
        let parts = self.cut.words().div_ceil(PART);
        while self.coming.len() < COMING
            && let Some((_, piece)) = self.offered.pop_first()
        {
            let image = self.cut.image(piece);
            let own = [piece, image].map(|piece| self.slot_of[piece as usize]);
            let (place, slots) = match own {
                [Some(slot), Some(image)] if self.shares.owner(piece) == self.me => {
                    (None, [slot, image])
                }
                _ => {
                    let place = self.free.pop();
                    let place = place.expect("there is a place for each piece in transit");
                    (Some(place), self.places[place])
                }
            };
            let from = match (self.place, is_open(self.cut, self.saved, piece)) {
                (Place::Sent, false) => 0,
                _ => self.shares.owner(piece),
            };
            let mut here = 0;
            if from == self.me {
                let part = self.part.as_ref().ok_or_else(no_file)?;
                part.read_from(piece, 0, 0, self.memory.at_mut(slots[0]))?;
                here = parts;
            }
            self.coming.push(Coming {
                piece,
                from,
                slots,
                place,
                requested: here,
                came: here,
            });
        }
        for coming in &mut self.coming {
            while coming.requested < parts && self.on_their_way < WINDOW {
                let head = [REQUESTED, coming.piece.into(), coming.requested as u64, 0];
                self.mesh.send(coming.from, head, &[]);
                coming.requested += 1;
                self.on_their_way += 1;
            }
        }
        Ok(())
    }

    /// Stores the pieces that have arrived completely; returns whether there were any.
    pub(super) fn take_in(&mut self) -> Result<bool, ClusterError> {
        let parts = self.cut.words().div_ceil(PART);
        let (came, coming) = std::mem::take(&mut self.coming)
            .into_iter()
            .partition(|coming| coming.came == parts);
        self.coming = coming;
        let came: Vec<Coming> = came;
        for coming in &came {
            let Coming { piece, slots, .. } = *coming;
            let sum = crc32(&little_endian(self.memory.at(slots[0])));
            if Some(sum) != self.sums[piece as usize] {
                let fault = FileFault::AlteredPiece {
                    piece: piece.into(),
                    of: self.cut.pieces() as u64,
                };
                return Err(fault.of(&self.job.paths().part).into());
            }
            self.reflect(piece, slots);
            if self.place == Place::Sent && self.me == 0 && self.saved[piece as usize].is_none() {
                self.write(piece, slots)?;
            }
        }
        let marking: Vec<&Coming> = came
            .iter()
            .filter(|coming| coming.place.is_some())
            .collect();
        self.mark(&marking);
        for coming in &came {
            self.has(coming.piece);
            self.to_come -= 1;
            self.free.extend(coming.place);
        }
        Ok(!came.is_empty())
    }
}

/// Returns the error of a process without the file: the contents of the file are requested only from processes that
/// have it.
pub(super) fn no_file() -> ClusterError {
    ClusterError::Network("this process has no file".to_owned())
}
