//! Reports what a certificate of the winner of a board proves.

use std::io::Write;

use nimfield::words::counted;
use nimfield::{Outcome, Play, Sum};
use nimfield_engines::certificate::OutcomeCertificate;

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::objects::{CertificateObject, json};
use crate::options::Common;

/// Checks a certificate and reports what it proves.
pub fn report(
    common: &Common,
    certificate: &OutcomeCertificate,
    sum: &Sum,
) -> Result<Status, Failure> {
    let checked = certificate.check_within(&budget(common));
    let checked =
        checked.map_err(|stopped| Failure::Undecided(format!("the check was {stopped}")))?;
    let checked = checked.map_err(|falsehood| {
        Failure::False(format!("the certificate of {sum} is false: {falsehood}"))
    })?;
    let mut out = anstream::stdout().lock();
    let start = certificate.start;
    let after = start & !certificate.winning_move;
    let winning_move = sum.moves().find(|mv| {
        // A listed move is legal; an illegal one cannot be that of the certificate.
        let left = sum.after(mv).ok();
        left.is_some_and(|left| state(&left).is_some_and(|left| left == after))
    });
    let winning_move = winning_move.map(|mv| mv.to_string());
    if common.json {
        let row = CertificateObject {
            position: sum.to_string(),
            play: Play::Misere,
            outcome: Outcome::impartial(!checked.first_player_wins),
            winning_move: winning_move.filter(|_| checked.first_player_wins),
            positions: checked.positions,
            classes: checked.classes,
            pairs: checked.pairs,
        };
        writeln!(out, "{}", json(&row))?;
    } else {
        let verdict = match winning_move.filter(|_| checked.first_player_wins) {
            Some(mv) => format!("the player to move wins by {mv}"),
            None => "the player to move loses".to_string(),
        };
        writeln!(out, "{sum}: {verdict} (misère play)")?;
        writeln!(
            out,
            "  checked: {} in {} classes, and an answer to every move from {} of classes",
            counted(checked.positions, "position"),
            checked.classes,
            counted(checked.pairs, "pair")
        )?;
    }
    out.flush()?;
    Ok(Status::Answered)
}

/// Returns the stones of a single board.
fn state(sum: &Sum) -> Option<u64> {
    Some(sum.components().first()?.taking()?.1)
}
