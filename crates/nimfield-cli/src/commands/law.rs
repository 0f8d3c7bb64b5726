//! Laws for all numbers: certificates checked, and positions decided by them.

use std::path::Path;

use nimfield::answer::SCHEMA;
use nimfield::words::counted;
use nimfield::{Outcome, Play};
use nimfield_claims::CertificateError;
use nimfield_claims::guess::{LawAnswer, LawCertificate, NotDecided, ProvedLaw};
use nimfield_core::clock::Instant;
use nimfield_core::strict_json;
use nimfield_rules::shelf;
use serde_json::{Value, json};

use crate::budget::budget;
use crate::errors::{Failure, Status, print};
use crate::input::of_kind;
use crate::objects::{CheckedLawObject, json, plain_json};
use crate::options::Common;
use crate::questions::Reply;
use crate::render::answer::MOVES_SHOWN;
use crate::render::sheet::Sheet;
use crate::session::{load, reader};

/// Winning moves that are listed at most.
const MOST_MOVES: usize = 1_000;

/// Positions whose numbers have no more digits than this are searched; a law of the shelf decides larger ones.
const SEARCHED_DIGITS: usize = 2;

/// Laws that decide positions: one from a file, or those of the shelf as they are needed.
pub struct Laws<'a> {
    common: &'a Common,
    given: bool,
    proved: Vec<ProvedLaw>,
}

impl<'a> Laws<'a> {
    /// Reads the law in a file, if one is given, and proves it again.
    pub fn new(common: &'a Common, path: Option<&Path>) -> Result<Laws<'a>, Failure> {
        let prove = |path: &Path| {
            let at = |error: String| Failure::input(format!("{}: {error}", path.display()));
            let text = load(&path.to_string_lossy()).map_err(Failure::Input)?;
            let value: Value = strict_json::read(&text).map_err(|error| at(error.to_string()))?;
            let law: LawCertificate = of_kind(&value, &text, "law").map_err(at)?;
            if let Some(play) = common.play.filter(|play| *play != law.play) {
                return Err(at(format!(
                    "the law is one of {} play, and --play asks for {} play",
                    law.play.adjective(),
                    play.adjective()
                )));
            }
            let proved = law.check(&budget(common));
            proved.map_err(|error| failure(path, error))
        };
        Ok(Laws {
            common,
            given: path.is_some(),
            proved: path.map(prove).transpose()?.into_iter().collect(),
        })
    }

    /// Decides a position, whose value and winning moves may be asked for; `None` if no law is about it, or it is small and
    /// no law was given.
    pub fn answer(
        &mut self,
        text: &str,
        (value, moves): (bool, bool),
    ) -> Result<Option<Reply<'static>>, Failure> {
        let common = self.common;
        let law = match self.given {
            true => self.proved.first(),
            false if value => None,
            false => self.of_shelf(text)?,
        };
        let Some(law) = law else { return Ok(None) };
        let start = Instant::now();
        let budget = budget(common);
        let most = if moves { MOST_MOVES } else { 0 };
        let mut answer =
            law.decide(text, &reader(), most, &budget)
                .map_err(|error| match error {
                    NotDecided::Notation(error) => Failure::from(error),
                    error => Failure::undecided(error),
                })?;
        answer.complete &= answer.is_p || moves;
        let lacking = (value && answer.value.is_none())
            || (moves && !answer.complete && answer.moves.is_empty());
        let text = match common.json {
            true => in_json(&answer, law.play(), start.elapsed().as_secs_f64()) + "\n",
            false => in_words(&answer, law.play(), moves),
        };
        Ok(Some(Reply::new(text, Status::complete(!lacking))))
    }

    /// Returns the law of the shelf about a large position.
    fn of_shelf(&mut self, text: &str) -> Result<Option<&ProvedLaw>, Failure> {
        let (head, body) = text.split_once('[').unwrap_or((text, ""));
        let name = head
            .split('(')
            .next()
            .unwrap_or(head)
            .trim()
            .to_ascii_lowercase();
        let large = body
            .split(|c: char| !c.is_ascii_digit())
            .any(|run| run.len() > SEARCHED_DIGITS);
        let found = shelf::LAWS.iter().find(|(own, _)| *own == name);
        let Some((_, laws)) = found.filter(|_| large || body.contains('^')) else {
            return Ok(None);
        };
        let play = self.common.play.unwrap_or(Play::Normal);
        if let Some(at) = self
            .proved
            .iter()
            .position(|law| law.play() == play && law.covers(text))
        {
            return Ok(Some(&self.proved[at]));
        }
        let laws: Vec<LawCertificate> = strict_json::read(laws).map_err(Failure::input)?;
        let own = laws.iter().find(|law| law.play == play && law.covers(text));
        let Some(own) = own else { return Ok(None) };
        // Each proof has the whole budget, however long questions before it took.
        let proved = own.check(&budget(self.common));
        let proved = proved.map_err(|error| failure(Path::new(&name), error))?;
        self.proved.push(proved);
        Ok(self.proved.last())
    }
}

fn in_json(answer: &LawAnswer, play: Play, seconds: f64) -> String {
    let value = answer
        .value
        .or(answer.is_p.then_some(0))
        .map(|value| value.to_string());
    let moves = answer.moves.iter();
    let moves: Vec<Value> = moves
        .map(|(mv, to)| json!({ "player": null, "move": mv, "to": to }))
        .collect();
    let mut object = json!({
        "schema": SCHEMA,
        "position": answer.position,
        "play": play,
        "outcome": Outcome::impartial(answer.is_p),
        "value": value,
    });
    if play == Play::Misere {
        object["misere_value"] = object["value"].take();
        object["genus"] = Value::Null;
    }
    object["mean"] = Value::Null;
    object["temperature"] = Value::Null;
    object["winning_moves"] = moves.into();
    object["complete"] = answer.complete.into();
    object["reason"] = json!(answer.reason);
    object["effort"] = json!({ "positions": 0, "seconds": seconds });
    plain_json(&object)
}

fn in_words(answer: &LawAnswer, play: Play, moves: bool) -> String {
    let mut sheet = Sheet::new(&answer.position, "");
    let outcome = Outcome::impartial(answer.is_p);
    let meaning = outcome.meaning();
    sheet.line(
        "outcome",
        format_args!(
            "\x1b[1m{outcome}\x1b[0m: {meaning} ({} play)",
            play.adjective()
        ),
    );
    let label = if play == Play::Normal {
        "value"
    } else {
        "misère value"
    };
    match answer.value.or(answer.is_p.then_some(0)) {
        Some(value) => sheet.line(label, value),
        None => sheet.line(label, "not 0"),
    }
    let count = answer.moves.len();
    match (count, answer.complete) {
        (0, true) => sheet.line("winning moves", "none"),
        (0, false) if !moves => {}
        (0, false) => sheet.line("winning moves", "not listed"),
        (_, true) => sheet.line("winning moves", format_args!("{count}, all of them")),
        (_, false) => sheet.line("winning moves", format_args!("{count}, there may be more")),
    }
    let shown = &answer.moves[..count.min(MOVES_SHOWN)];
    let width = shown.iter().map(|(mv, _)| mv.len()).max().unwrap_or(0);
    for (mv, to) in shown {
        sheet.entry(format_args!("{mv:<width$}  to {to}"));
    }
    if count > MOVES_SHOWN {
        let more = count - MOVES_SHOWN;
        sheet.entry(format_args!("and {more} more (--json lists all)"));
    }
    let reason = &answer.reason;
    sheet.line("why", format_args!("{}: {}", reason.source, reason.text));
    sheet.text()
}

/// Returns why a certificate was not accepted.
fn failure(path: &Path, error: CertificateError) -> Failure {
    let text = format!("{}: {error}", path.display());
    match error {
        CertificateError::Unchecked(_) => Failure::Undecided(text),
        CertificateError::Form(_) => Failure::input(text),
        CertificateError::Wrong(_) => Failure::False(text),
    }
}

/// Checks a certificate of a law.
pub fn check_certificate(
    common: &Common,
    path: &Path,
    given: &LawCertificate,
) -> Result<Status, Failure> {
    let budget = budget(common);
    given.check(&budget).map_err(|error| failure(path, error))?;
    let law = given.law().map_err(Failure::input)?;
    let text = match common.json {
        true => json(&CheckedLawObject {
            position: &given.position,
            play: given.play,
            terms: if given.values { "values" } else { "outcomes" },
            numeration: law.numeration().to_string(),
            states: law.states(),
        }),
        false => format!(
            "{} ({} play): {} an automaton of {} accepts the digits ({})\nproved again for all numbers, from the rules",
            given.position,
            given.play.adjective(),
            if given.values {
                "the value is v exactly if"
            } else {
                "P exactly if"
            },
            counted(law.states(), "state"),
            law.numeration(),
        ),
    };
    print((text + "\n").as_bytes())
}
