//! Whole boards: sums that are a position on one, and summaries of tables.

use indicatif::HumanCount;
use nimfield::Sum;
use nimfield::families::taking::Taking;
use nimfield_api::Solved;

use crate::errors::{Failure, Status, print};
use crate::options::Common;
use crate::render::sheet::Sheet;

/// Returns the game and the state of a sum that is one position on a board.
pub fn on_a_board(sum: &Sum) -> Result<(&Taking, u64), Failure> {
    sum.as_board().ok_or_else(|| {
        Failure::input(format!(
            "{sum} is not a position on a board of stones\nexample: nimfield solve 'tactix[4x4]' -o 4x4.nimtable"
        ))
    })
}

/// Prints the summary of a table.
pub fn print_summary(common: &Common, solved: &Solved) -> Result<Status, Failure> {
    let text = match common.json {
        true => serde_json::to_string(solved).map_err(Failure::input)? + "\n",
        false => in_words(solved),
    };
    print(text.as_bytes())
}

/// Describes a solved board in words.
fn in_words(solved: &Solved) -> String {
    /// The most winning moves in words; `--json` has no limit.
    const MOVES_SHOWN: usize = 12;
    let mut sheet = Sheet::new(
        &solved.board,
        &format!(", {} play", solved.play.adjective()),
    );
    let mut line = |label: &str, what: &str| sheet.line(label, what);
    let (outcome, meaning) = (solved.outcome, solved.outcome.meaning());
    line("outcome", &format!("\x1b[1m{outcome}\x1b[0m: {meaning}"));
    for (label, value) in [
        ("value", &solved.value),
        ("misère value", &solved.misere_value),
    ] {
        if let Some(value) = value {
            line(label, value);
        }
    }
    let moves = &solved.winning_moves;
    let listed = moves[..moves.len().min(MOVES_SHOWN)].join("  ");
    let listed = match moves.len() {
        0 => "none".to_string(),
        count @ 1..=MOVES_SHOWN => format!("{count}: {listed}"),
        count => format!(
            "{count}: {listed}  and {} more (--json lists all)",
            count - MOVES_SHOWN
        ),
    };
    line("winning moves", &listed);
    let (count, states) = (
        HumanCount(solved.p_positions),
        HumanCount(1 << solved.cells),
    );
    line("P-positions", &format!("{count} of {states} states"));
    let of = |counts: &[u64], all: bool| {
        let shown = counts
            .iter()
            .enumerate()
            .filter(|(_, count)| all || **count > 0);
        let shown = shown.map(|(at, count)| format!("{at}: {}", HumanCount(*count)));
        shown.collect::<Vec<_>>().join("  ")
    };
    line("by stones", &of(&solved.p_by_stones, false));
    if let Some(counts) = &solved.by_value {
        line("by value", &of(counts, true));
    }
    for (label, what) in [("table", &solved.file), ("", &solved.note)] {
        if let Some(what) = what {
            line(label, what);
        }
    }
    sheet.text()
}
