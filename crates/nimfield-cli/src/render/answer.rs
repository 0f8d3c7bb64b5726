//! An answer in words.

use std::io::{self, Write};

use nimfield::answer::{Figures, ReasonKind, WinningMove};
use nimfield::{Answer, Play};

use crate::budget::budget;
use crate::options::Common;

/// Winning moves listed in words; with `--json` there is no limit.
pub const MOVES_SHOWN: usize = 40;

/// The parts of an answer to show.
#[derive(Clone, Copy, Debug)]
pub struct AnswerView<'a> {
    /// Whether the value was requested; if it is missing, the output says so.
    pub value: bool,
    /// Whether the winning moves were requested.
    pub moves: bool,
    /// Whether the budget ended the work, so that a larger one might find missing parts.
    pub ended: bool,
    /// A picture of the position. If present, the checks of the reason and the cost are shown as well.
    pub picture: Option<&'a str>,
}

/// Writes the answer in words, or as a line of JSON; returns whether the budget sufficed for all moves.
pub fn write(
    out: &mut dyn Write,
    common: &Common,
    answer: &Answer,
    shown: AnswerView<'_>,
) -> io::Result<bool> {
    if !common.json {
        return in_words(out, answer, shown).map(|()| true);
    }
    let all = answer.write_json(&mut *out, &budget(common))?;
    writeln!(out)?;
    Ok(all)
}

/// Returns the answer for a person, with all of its winning moves and without colours.
#[must_use]
pub fn whole(answer: &Answer) -> String {
    let shown = AnswerView {
        value: false,
        moves: true,
        ended: answer.outcome.is_none(),
        picture: None,
    };
    let mut out = Vec::new();
    describe(&mut out, answer, shown, usize::MAX).expect("memory can be written to");
    let text = String::from_utf8_lossy(&out);
    let plain = anstream::adapter::strip_str(&text).to_string();
    plain.trim_end().to_string()
}

/// Writes the answer for a person.
pub fn in_words(out: &mut dyn Write, answer: &Answer, shown: AnswerView<'_>) -> io::Result<()> {
    describe(out, answer, shown, MOVES_SHOWN)
}

fn describe(
    out: &mut dyn Write,
    answer: &Answer,
    shown: AnswerView<'_>,
    most: usize,
) -> io::Result<()> {
    let picture = shown.picture;
    let within = if shown.ended {
        " within the budget"
    } else {
        ""
    };
    writeln!(out, "\x1b[1m{}\x1b[0m", answer.position)?;
    let mut text = String::new();
    for line in picture.iter().flat_map(|picture| picture.lines()) {
        text.push_str(&format!("    {line}\n"));
    }
    let mut line = |label: &str, what: String| text.push_str(&format!("  {label:<15}{what}\n"));
    line(
        "outcome",
        match answer.outcome {
            Some(outcome) => format!(
                "\x1b[1m{outcome}\x1b[0m: {} ({} play)",
                outcome.meaning(),
                answer.play.adjective()
            ),
            None => format!("not decided ({} play)", answer.play.adjective()),
        },
    );
    let outcome_only = answer.position.ending().is_some();
    match (answer.play, &answer.value, answer.misere_value) {
        (Play::Normal, Some(value), _) => line("value", value.to_string()),
        (Play::Misere, _, Some(value)) => line("misère value", value.to_string()),
        _ if outcome_only && shown.value => line(
            "value",
            "none: positions of this game have outcomes only".to_string(),
        ),
        _ if outcome_only || answer.figures.is_some() => {}
        _ if shown.value => line("value", format!("not found{within}")),
        (Play::Normal, ..) if answer.outcome.is_some() => {
            line("value", "not 0 (--value looks for it)".to_string());
        }
        (Play::Misere, ..) if answer.outcome.is_some() => {
            line("misère value", "not 0 (--value looks for it)".to_string());
        }
        _ => {}
    }
    if let Some(figures) = &answer.figures {
        for (label, what) in partizan_lines(figures, shown.value, within) {
            line(label, what);
        }
    }
    if let Some(genus) = &answer.genus {
        line("genus", genus.to_string());
    }
    let count = moves_in(&answer.winning_moves);
    let asked = shown.moves && answer.outcome.is_some();
    match (count, answer.complete) {
        (0, true) => line("winning moves", "none".to_string()),
        (0, false) if asked => line("winning moves", format!("none found{within}")),
        (_, true) => line("winning moves", format!("{count}, all of them")),
        (_, false) if asked => line("winning moves", format!("{count}, there may be more")),
        _ => {}
    }
    out.write_all(text.as_bytes())?;
    text.clear();
    let lines = answer.winning_moves.len().min(most);
    let (first, others) = answer.winning_moves.split_at(lines);
    let listed = first.iter().map(|found| (found, found.mv.to_string()));
    let listed: Vec<_> = listed.collect();
    let lengths = listed.iter().map(|(_, mv)| mv.len());
    let width = lengths.max().unwrap_or(0);
    for (found, mv) in &listed {
        let player = found
            .player()
            .map_or(String::new(), |player| format!("{player:<7}"));
        let to = found.to().map_or(String::new(), |to| format!("  to {to}"));
        let entry = format!("    {player}{mv:<width$}{to}");
        writeln!(out, "{}", entry.trim_end())?;
    }
    if !others.is_empty() {
        let more = moves_in(others);
        text.push_str(&format!("    and {more} more (--json lists all)\n"));
    }
    let reason = &answer.reason;
    let source = match (reason.kind, reason.source.as_str()) {
        (_, "") | (ReasonKind::Search, _) => String::new(),
        (_, source) => format!("{source}: "),
    };
    let mut line = |label: &str, what: String| text.push_str(&format!("  {label:<15}{what}\n"));
    line("why", format!("{source}{}", reason.text));
    if picture.is_some() {
        if !reason.claims.is_empty() {
            line("checked by", reason.claims.join(", "));
        }
        let effort = answer.effort;
        let seconds = std::time::Duration::from_secs_f64(effort.seconds);
        line(
            "effort",
            format!(
                "{} searched, {seconds:.1?}",
                nimfield::words::counted(effort.positions, "position")
            ),
        );
    }
    out.write_all(text.as_bytes())
}

/// Returns lines with the known properties of a partizan value.
fn partizan_lines(figures: &Figures, asked: bool, within: &str) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    match figures.value_text().or_else(|| figures.summary()) {
        Some(value) => lines.push(("value", value)),
        None if asked => lines.push(("value", format!("not found{within}"))),
        None => {}
    }
    if let (Some(mean), Some(temperature)) = (&figures.mean, &figures.temperature) {
        lines.push(("mean", format!("{mean}, temperature {temperature}")));
    }
    if let (Some(left), Some(right)) = (&figures.left_stop, &figures.right_stop) {
        lines.push(("stops", format!("left {left}, right {right}")));
    }
    if let Some(dag) = figures.dag() {
        lines.push(("form", format!("as numbered nodes\n{dag}")));
    }
    lines
}

/// Returns the number of moves; a run of amounts counts as several.
fn moves_in(found: &[WinningMove]) -> u128 {
    let counts = found.iter().map(|found| found.mv.count());
    counts.fold(0, u128::saturating_add)
}
