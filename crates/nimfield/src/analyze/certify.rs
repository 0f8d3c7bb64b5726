//! Certificates of boards in misère play, with a file for resuming.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileError;
use nimfield_core::prelude::*;
use nimfield_engines::certificate::OutcomeCertificate;
use nimfield_engines::misere::{PairSearch, Proof, Split, Trial, splitting_moves};

use super::state_file::{StateError, StateFile};
use crate::sum::Sum;

/// Creates a certificate of the winner in misère play, for a position of a taking game that is a sum of two parts small
/// enough to list, or has a move to one; `None` for other positions.
///
/// # Errors
/// If the position does not belong to a taking game, or the budget runs out.
pub fn certify(sum: &Sum, budget: &Budget) -> Result<Option<OutcomeCertificate>, Undecided> {
    prove(sum, budget, &Keeper::default())
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
    let (game, _) = board_of(sum).map_err(StateError::NoJob)?;
    let position = sum.to_string();
    let proof = match file.read()? {
        Some(input) => {
            Proof::read(game, &position, input, budget).map_err(|error| file.refused(error))?
        }
        None => Proof::default(),
    };
    let keeper = Keeper(Arc::new(Mutex::new(ProofProgress {
        proof,
        job: Some((game.clone(), position, file)),
    })));
    // An unwritable file is reported at once.
    keeper.save(None)?;
    let certificate = prove(sum, budget, &keeper);
    let fault = keeper.lock().fault();
    Ok(Certified { certificate, fault })
}

/// The progress of a proof, and its file.
#[derive(Default)]
struct ProofProgress {
    proof: Proof,
    job: Option<(Taking, String, StateFile)>,
}

impl ProofProgress {
    fn fault(&self) -> Option<FileError> {
        self.job.as_ref()?.2.fault().cloned()
    }
}

/// [`ProofProgress`], in the form of searches that report their progress.
#[derive(Clone, Default)]
struct Keeper(Arc<Mutex<ProofProgress>>);

impl Keeper {
    fn lock(&self) -> MutexGuard<'_, ProofProgress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts or continues the proof for the sums that a move leaves.
    fn begin(&self, mask: u64, split: &mut Split, budget: &Budget) {
        let mut kept = self.lock();
        kept.proof.begin(mask, split, budget);
        if kept.job.is_some() {
            let keeper = self.clone();
            split.keeping(Box::new(move |search| {
                if let ProofProgress {
                    proof,
                    job: Some((game, position, file)),
                } = &mut *keeper.lock()
                {
                    file.save_in_time(|out| proof.save(game, position, search.found(), out));
                }
            }));
        }
    }

    fn save(&self, search: Option<&PairSearch>) -> Result<(), FileError> {
        let ProofProgress {
            proof,
            job: Some((game, position, file)),
        } = &mut *self.lock()
        else {
            return Ok(());
        };
        let found = search.into_iter().flat_map(PairSearch::found);
        file.save(|out| proof.save(game, position, found, out))
    }

    /// Records that the move that was tried does not win.
    fn refute(&self) {
        self.lock().proof.refute();
        // Errors are reported at the end.
        let _ = self.save(None);
    }

    /// Returns the certificate that a move wins, or for 0 that the player to move loses; `None` if that is false.
    fn certificate(
        &self,
        (game, state): (&Taking, u64),
        name: &str,
        mask: u64,
        split: &mut Split,
        budget: &Budget,
    ) -> Result<Option<OutcomeCertificate>, Undecided> {
        self.begin(mask, split, budget);
        let found = split.certificate(game, name.to_string(), state, mask, budget);
        // Errors are reported at the end.
        let _ = self.save(split.search());
        Ok(found?)
    }
}

/// Returns the game and the state of a sum that is a single board.
fn board_of(sum: &Sum) -> Result<(&Taking, u64), Undecided> {
    sum.as_board().ok_or_else(|| {
        let text = format!("{sum} is not a single board of a game of taking stones");
        Undecided::OutOfReach(text)
    })
}

fn prove(
    sum: &Sum,
    budget: &Budget,
    keeper: &Keeper,
) -> Result<Option<OutcomeCertificate>, Undecided> {
    let (game, state) = board_of(sum)?;
    let name = sum.to_string();
    let try_move = |mask: u64| match Split::new(game, state & !mask, budget)? {
        Some(mut split) => keeper.certificate((game, state), &name, mask, &mut split, budget),
        None => Ok(None),
    };
    // Try the move that was interrupted first.
    let tried = keeper.lock().proof.tried.filter(|&mask| mask != 0);
    if let Some(mask) = tried {
        if let Some(certificate) = try_move(mask)? {
            return Ok(Some(certificate));
        }
        keeper.refute();
    }
    if let Some(mut split) = Split::new(game, state, budget)? {
        if let Some(certificate) =
            keeper.certificate((game, state), &name, 0, &mut split, budget)?
        {
            return Ok(Some(certificate));
        }
        for mask in game.moves(state) {
            let wins = split.is_p(state & !mask, budget);
            if wins.is_err() {
                // `keeper` stores the error, which is returned with the certificate.
                let _ = keeper.save(split.search());
            }
            if wins? {
                // Its memory is needed below.
                drop(split);
                return try_move(mask);
            }
        }
    }
    for mask in splitting_moves(game, state, Trial::All) {
        if keeper.lock().proof.refuted.contains(&mask) {
            continue;
        }
        if let Some(certificate) = try_move(mask)? {
            return Ok(Some(certificate));
        }
        keeper.refute();
    }
    Ok(None)
}
