//! `nimfield misere`, `nimfield certify` and `nimfield check`

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use nimfield::Sum;
use nimfield::analyze::{MisereReport, Undecided, misere_report};
use nimfield::engines::certificate::OutcomeCertificate;
use nimfield::files::FileFault;

use crate::analyze::{read, text_of};
use crate::args::{Certify, Common, Misere};
use crate::budget::budget;
use crate::errors::{Failure, Status, complain};

/// Runs `nimfield misere`.
pub fn run(common: &Common, wanted: &Misere) -> Result<Status, Failure> {
    let mut out = anstream::stdout().lock();
    let mut status = Status::Answered;
    for text in &wanted.texts {
        let sum = text_of(text).and_then(|text| read(text).map_err(|error| error.to_string()));
        let sum = match sum {
            Ok(sum) => sum,
            Err(message) => {
                complain(&message);
                status = status.max(Status::Input);
                continue;
            }
        };
        match misere_report(&sum, wanted.limit, wanted.dag, &budget(common)) {
            Ok(report) if common.json => {
                serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
                writeln!(out)?;
            }
            Ok(report) => write!(out, "{}", in_words(&report, wanted.limit))?,
            Err(undecided) => {
                out.flush()?;
                complain(&format!("{sum}: {undecided}"));
                status = status.max(Status::Undecided);
            }
        }
    }
    out.flush()?;
    Ok(status)
}

fn in_words(report: &MisereReport, limit: usize) -> String {
    let mut text = format!("\x1b[1m{}\x1b[0m\n", report.position);
    let mut line = |label: &str, what: &str| {
        let _ = writeln!(text, "  {label:<15}{what}");
    };
    line("outcome", &format!("{} (misere play)", report.outcome));
    line("genus", &report.genus);
    line(
        "tame",
        match report.tame {
            true => "yes, and all its followers: the nim rule holds in sums of such positions",
            false => "not hereditarily",
        },
    );
    match (&report.nodes, &report.form) {
        (Some(nodes), _) => line("form", &format!("as numbered nodes\n{nodes}")),
        (None, Some(form)) => line("form", form),
        (None, None) => line(
            "form",
            &format!("of more than {limit} characters (--dag prints it as numbered nodes)"),
        ),
    }
    line("birthday", &report.birthday.to_string());
    line(
        "followers",
        &format!(
            "{} different forms, of {} positions",
            report.followers, report.positions
        ),
    );
    text
}

/// Runs `nimfield certify`.
pub fn certify(common: &Common, wanted: &Certify) -> Result<Status, Failure> {
    let text = text_of(&wanted.position).map_err(Failure::Input)?;
    let sum = read(text).map_err(Failure::input)?;
    let certificate = match nimfield::analyze::certify(&sum, &budget(common)) {
        Ok(Some(certificate)) => certificate,
        Ok(None) => {
            return Err(Failure::Undecided(format!(
                "no certificate: neither is {sum} a sum of two parts of at most 24 cells, nor does \
                 a winning move make it one"
            )));
        }
        Err(Undecided::OutOfReach(why)) => return Err(Failure::Input(why)),
        Err(undecided) => return Err(Failure::Undecided(format!("no certificate: {undecided}"))),
    };
    let file = &wanted.output;
    certificate
        .write(file)
        .map_err(|error| Failure::input(format!("cannot write {}: {error}", file.display())))?;
    report(common, &certificate, &sum)
}

/// Runs `nimfield check`.
pub fn check(common: &Common, file: &Path) -> Result<Status, Failure> {
    if let Some(status) = crate::claims::check_if_counterexample(file)? {
        return Ok(status);
    }
    let certificate = OutcomeCertificate::read(file).map_err(|error| match &error.fault {
        FileFault::Io(error) => Failure::input(format!("cannot read {}: {error}", file.display())),
        _ => Failure::input(error),
    })?;
    let foreign = |why: String| {
        Failure::input(format!(
            "{}: the certificate is not one of {}: {why}",
            file.display(),
            certificate.position
        ))
    };
    let sum = read(&certificate.position).map_err(|error| foreign(error.to_string()))?;
    let taking = match sum.components() {
        [component] => component.taking(),
        _ => None,
    };
    let same = taking.is_some_and(|(game, state)| {
        game.cells() == certificate.cells
            && game.masks() == certificate.masks
            && state == certificate.start
    });
    if !same {
        return Err(foreign("the moves or the stones are others".to_string()));
    }
    report(common, &certificate, &sum)
}

/// Checks a certificate and says what it proves.
fn report(common: &Common, certificate: &OutcomeCertificate, sum: &Sum) -> Result<Status, Failure> {
    let mut out = anstream::stdout().lock();
    let checked = match certificate.check() {
        Ok(checked) => checked,
        Err(falsehood) => {
            complain(&format!("the certificate of {sum} is false: {falsehood}"));
            return Ok(Status::False);
        }
    };
    let start = certificate.start;
    let after = start & !certificate.winning_move;
    let component = &sum.components()[0];
    let winning_move = component.moves().find(|mv| {
        let left = component.play(mv).ok();
        left.is_some_and(|left| left.taking().is_some_and(|(_, left)| left == after))
    });
    if common.json {
        let row = serde_json::json!({
            "schema": nimfield::words::SCHEMA,
            "position": sum.to_string(),
            "play": "misere",
            "outcome": if checked.first_player_wins { "N" } else { "P" },
            "winning_move": winning_move.filter(|_| checked.first_player_wins),
            "positions": checked.positions,
            "classes": checked.classes,
            "pairs": checked.pairs,
        });
        writeln!(out, "{row}")?;
    } else {
        let verdict = match winning_move.filter(|_| checked.first_player_wins) {
            Some(mv) => format!("the player to move wins by {mv}"),
            None => "the player to move loses".to_string(),
        };
        writeln!(out, "{sum}: {verdict} (misere play)")?;
        writeln!(
            out,
            "  checked: {} positions in {} classes, and an answer to every move from {} pairs of \
             classes",
            checked.positions, checked.classes, checked.pairs
        )?;
    }
    out.flush()?;
    Ok(Status::Answered)
}
