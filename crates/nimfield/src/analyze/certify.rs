//! Certificates of boards in misère play, with a file for resuming.

use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileError;
use nimfield_core::prelude::*;
use nimfield_engines::certificate::OutcomeCertificate;
use nimfield_engines::misere::{Proof, Split, Trial, splitting_moves};

use super::state_file::{Saver, StateError, StateFile};
use crate::sum::Sum;

/// Creates a certificate of the winner in misère play, for a position of a taking game that is a sum of two parts small
/// enough to list, or has a move to one; `None` for other positions.
///
/// # Errors
/// If the position does not belong to a taking game, or the budget runs out.
pub fn certify(sum: &Sum, budget: &Budget) -> Result<Option<OutcomeCertificate>, Undecided> {
    let (game, state) = board_of(sum)?;
    Job::new((game, state), sum, budget).prove()
}

/// Returns whether a certificate matches this position: its notation, its moves and its stones.
#[must_use]
pub fn is_certificate_of(certificate: &OutcomeCertificate, sum: &Sum) -> bool {
    sum.as_board().is_some_and(|(game, state)| {
        certificate.position == sum.to_string()
            && game.cells() == certificate.cells
            && game.masks() == certificate.masks
            && state == certificate.start
    })
}

/// A certificate, with the result of saving its proof.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The result of [`certify`].
    pub certificate: Result<Option<OutcomeCertificate>, Undecided>,
    /// The error of the last write, if it failed.
    pub fault: Option<FileError>,
}

/// Certifies as [`certify`] does; saves the progress of the proof in a file and continues the proof that the file
/// holds.
///
/// # Errors
/// If the position does not belong to a taking game, or the file cannot be read or written, is damaged, belongs to
/// another position, or needs more memory than the budget allows.
pub fn certify_keeping(
    sum: &Sum,
    budget: &Budget,
    file: StateFile,
) -> Result<Certified, StateError> {
    let board = board_of(sum).map_err(StateError::NoJob)?;
    let mut job = Job::new(board, sum, budget);
    if let Some(mut input) = file.read()? {
        let proof = Proof::read(board.0, &job.name, &mut input, budget);
        job.proof = proof.map_err(|error| file.refused(error))?;
    }
    let saver = Saver::new(job.name.clone(), file);
    job.budget = budget.clone().saving(Some(saver.save_fn()));
    job.saver = Some(saver);
    // An unwritable file is reported at once.
    job.save(None)?;
    let certificate = job.prove();
    let fault = (job.saver).and_then(|saver| saver.file().fault().cloned());
    Ok(Certified { certificate, fault })
}

/// A position to certify, with the progress of its proof and the file for it.
struct Job<'a> {
    game: &'a Taking,
    state: u64,
    name: String,
    budget: Budget,
    proof: Proof,
    saver: Option<Saver>,
}

/// Returns the game and the state of a sum that is a single board.
fn board_of(sum: &Sum) -> Result<(&Taking, u64), Undecided> {
    sum.as_board().ok_or_else(|| {
        let text = format!("{sum} is not a single board of a game of taking stones");
        Undecided::OutOfReach(text)
    })
}

impl<'a> Job<'a> {
    fn new((game, state): (&'a Taking, u64), sum: &Sum, budget: &Budget) -> Job<'a> {
        Job {
            game,
            state,
            name: sum.to_string(),
            budget: budget.clone(),
            proof: Proof::new(game),
            saver: None,
        }
    }

    fn save(&self, split: Option<&Split>) -> Result<(), FileError> {
        let Some(saver) = &self.saver else {
            return Ok(());
        };
        let search = split.and_then(Split::search);
        let mut file = saver.file();
        file.save(|out| self.proof.save(&self.name, search, out))
    }

    /// Returns the certificate that a move wins, or for 0 that the player to move loses; `None` if that is false.
    fn certificate(
        &mut self,
        mask: u64,
        split: &mut Split,
    ) -> Result<Option<OutcomeCertificate>, Undecided> {
        self.proof.begin(mask, split, &self.budget);
        let found = split.certificate(self.game, self.name.clone(), self.state, mask, &self.budget);
        // Errors are reported at the end.
        let _ = self.save(Some(split));
        Ok(found?)
    }

    /// Returns the certificate that a move wins; `None` if it does not win, or does not leave two small parts.
    fn try_move(&mut self, mask: u64) -> Result<Option<OutcomeCertificate>, Undecided> {
        match Split::new(self.game, self.state & !mask, &self.budget)? {
            Some(mut split) => self.certificate(mask, &mut split),
            None => Ok(None),
        }
    }

    /// Tries a move, and records if it does not win.
    fn try_or_refute(&mut self, mask: u64) -> Result<Option<OutcomeCertificate>, Undecided> {
        let found = self.try_move(mask)?;
        if found.is_none() {
            self.proof.refute();
            // Errors are reported at the end.
            let _ = self.save(None);
        }
        Ok(found)
    }

    fn prove(&mut self) -> Result<Option<OutcomeCertificate>, Undecided> {
        let (game, state) = (self.game, self.state);
        // Try the move that was interrupted first.
        if let Some(mask) = self.proof.tried.filter(|&mask| mask != 0)
            && let Some(certificate) = self.try_or_refute(mask)?
        {
            return Ok(Some(certificate));
        }
        if let Some(mut split) = Split::new(game, state, &self.budget)? {
            if let Some(certificate) = self.certificate(0, &mut split)? {
                return Ok(Some(certificate));
            }
            for mask in game.moves(state) {
                let wins = split.is_p(state & !mask, &self.budget);
                if wins.is_err() {
                    // The file keeps its error, which is returned with the certificate.
                    let _ = self.save(Some(&split));
                }
                if wins? {
                    // Its memory is needed below.
                    drop(split);
                    return self.try_move(mask);
                }
            }
        }
        for mask in splitting_moves(game, state, Trial::All) {
            if !self.proof.refuted.contains(&mask)
                && let Some(certificate) = self.try_or_refute(mask)?
            {
                return Ok(Some(certificate));
            }
        }
        Ok(None)
    }
}
