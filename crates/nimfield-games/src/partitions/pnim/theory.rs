//! PNim: closed forms.

use crate::partitions::pnim::ones::{a_move_to_one, has_value_one, moves_to_one};
use crate::partitions::pnim::rules::PnimMove;
use crate::partitions::pnim::text::{DISTINCT_PARTS, PET, PROPOSITION_5, THEOREM_1, THEOREM_2};
use nimfield_core::shape::{Partition, Run};
use nimfield_core::theory::Finding;
use nimfield_core::words::{Grundy, Play, Reason, Side};

/// The paper on PNim and RNim.
pub(crate) const PAPER: &str = "Gottlieb, Krnc and Muršič 2025";

/// The closed form that gives a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedForm {
    /// A rectangle of r rows and c columns: ((r-1) xor (c-1)) + 1 (Theorem 1).
    Rectangle,
    /// Between \[r,r,r-1,…,2\] and \[r^r\]: 1 (Theorem 2).
    One,
    /// Two parts, or the conjugate: the larger part plus 1 (Proposition 5).
    TwoParts,
    /// Distinct parts, or the conjugate: heavy, rows + columns - 1.
    Distinct,
}

/// Returns the Grundy value of a non-empty partition by a closed form, and which one, if there is one.
///
/// ```
/// use nimfield_games::partitions::{Partition, pnim::{ClosedForm, closed_form}};
/// assert_eq!(closed_form(&Partition::rectangle(6, 4)), Some((7, ClosedForm::Rectangle)));
/// assert_eq!(closed_form(&Partition::new(1..=40)), Some((79, ClosedForm::Distinct)));
/// assert_eq!(closed_form(&Partition::new([3, 2, 2])), None);
/// ```
#[must_use]
pub fn closed_form(diagram: &Partition) -> Option<(u128, ClosedForm)> {
    let (rows, columns) = (diagram.rows(), diagram.columns());
    if diagram.is_empty() {
        return None;
    }
    if let Some((rows, columns)) = diagram.as_rectangle() {
        let value = u128::from((rows - 1) ^ (columns - 1)) + 1;
        return Some((value, ClosedForm::Rectangle));
    }
    if has_value_one(diagram) {
        return Some((1, ClosedForm::One));
    }
    // The two parts differ, since this is not a rectangle.
    if rows == 2 || columns == 2 {
        return Some((u128::from(rows.max(columns)) + 1, ClosedForm::TwoParts));
    }
    if distinct_side(diagram).is_some() {
        return Some((diagram.lines() - 1, ClosedForm::Distinct));
    }
    None
}

/// Returns the side whose lines all have different sizes, if there is one.
fn distinct_side(diagram: &Partition) -> Option<Side> {
    let mut sides = Side::BOTH.into_iter();
    sides.find(|&side| diagram.oriented(side).has_distinct_parts())
}

/// Returns a closed form as a finding.
pub(super) fn explained(diagram: &Partition) -> Option<Finding<Grundy>> {
    let (value, closed) = closed_form(diagram)?;
    let (rows, columns) = (diagram.rows(), diagram.columns());
    let (fact, source, text) = match closed {
        ClosedForm::Rectangle => (
            THEOREM_1,
            format!("{PAPER}, Theorem 1"),
            format!("pnim[{diagram}] is a rectangle: (({rows}-1) xor ({columns}-1)) + 1 = {value}"),
        ),
        ClosedForm::One => (
            THEOREM_2,
            format!("{PAPER}, Theorem 2"),
            format!(
                "pnim[{diagram}] lies between [{rows}^2,{}] and [{rows}^{rows}], so its value is 1",
                if rows > 3 { format!("{},...,2", rows - 1) } else { "2".to_string() }
            ),
        ),
        ClosedForm::TwoParts => (
            PROPOSITION_5,
            format!("{PAPER}, Proposition 5"),
            format!(
                "pnim[{diagram}] has two {} of different size, the larger one {}: the value is {value}",
                if rows == 2 { "rows" } else { "columns" },
                rows.max(columns)
            ),
        ),
        ClosedForm::Distinct => (
            DISTINCT_PARTS,
            "distinct parts are heavy, an extension of Gottlieb, Krnc and Muršič 2025, Proposition 4"
                .to_string(),
            format!(
                "the {} of pnim[{diagram}] have distinct sizes, so it is heavy: {columns} + {rows} - 1 = {value}",
                distinct_side(diagram).unwrap_or(Side::Rows)
            ),
        ),
    };
    let bound = diagram.lines() - 1;
    let text = match (closed, value == bound) {
        (ClosedForm::Distinct, _) => text,
        (_, true) => format!("{text}, which is heavy"),
        (_, false) => format!("{text}, which is not heavy ({bound})"),
    };
    let reason = Reason::theorem(source, text).checked_by(fact.claims());
    Some(Finding::new(value.into(), reason))
}

/// Returns one move to value `target` that a theorem gives.
pub(super) fn move_to_value(diagram: &Partition, target: u128) -> Option<PnimMove> {
    if target == 0 {
        return Some(PnimMove {
            side: Side::Rows,
            sizes: diagram.clone(),
        });
    }
    if target == 1
        && let Some(mv) = a_move_to_one(diagram)
    {
        return Some(mv);
    }
    let side = distinct_side(diagram)?;
    // Assume that the rows are distinct. Then the columns have all heights from 1 to the number of rows, and these
    // options by columns have all smaller values.
    let columns = diagram.oriented(side).conjugate();
    let rows = columns.columns();
    let target = u64::try_from(target).ok()?;
    let kept: Vec<Run> = if target <= rows {
        // One column.
        vec![Run {
            part: target,
            count: 1,
        }]
    } else if target < 2 * rows {
        // One column of each of target + 1 - rows heights, the largest among them.
        let heights = target + 1 - rows;
        let runs = columns.runs().iter().take(usize::try_from(heights).ok()?);
        runs.map(|run| Run { count: 1, ..*run }).collect()
    } else {
        // At least one column of every height, target + 1 - rows in total.
        let mut more = (target + 1 - rows).checked_sub(rows)?;
        let runs = columns.runs().iter().map(|run| {
            let extra = more.min(run.count - 1);
            more -= extra;
            Run {
                count: 1 + extra,
                ..*run
            }
        });
        let kept = runs.collect();
        if more > 0 {
            return None;
        }
        kept
    };
    let sizes = columns.without(&Partition::from_runs(kept)?)?;
    let side = side.other();
    (!sizes.is_empty()).then_some(PnimMove { side, sizes })
}

/// Returns the moves of a rectangle to value `target`: to rectangles.
fn rectangle_moves(rows: u64, columns: u64, target: u128) -> Vec<PnimMove> {
    let lines = [(Side::Rows, rows, columns), (Side::Columns, columns, rows)];
    let moves = lines.into_iter().filter_map(|(side, count, length)| {
        let left = match target.checked_sub(1) {
            None => 0,
            Some(target) => (u64::try_from(target).ok()? ^ (length - 1)).checked_add(1)?,
        };
        let count = count.checked_sub(left).filter(|&count| count > 0)?;
        let sizes = Partition::from_runs([Run {
            part: length,
            count,
        }])?;
        Some(PnimMove { side, sizes })
    });
    moves.collect()
}

/// Returns whether a diagram is a P-position, with the reason.
pub(super) fn outcome(diagram: &Partition, play: Play) -> Finding<bool> {
    if play == Play::Normal {
        let text = format!("all rows of pnim[{diagram}] can be removed at once");
        return Finding::new(false, Reason::theorem("the rules", text));
    }
    let is_p = has_value_one(diagram);
    let rest = match (is_p, diagram.size()) {
        (true, 1) => "it is [1]",
        (true, _) => "it lies between [r,r,r-1,...,2] and [r^r]",
        (false, _) => "it is not [1] and not between [r,r,r-1,...,2] and [r^r]",
    };
    let text = format!(
        "in misère play a diagram is P exactly if its Grundy value is 1; pnim[{diagram}]: {rest}"
    );
    let source = format!("{PAPER}, Theorem 2 and Proposition 6");
    let reason = Reason::theorem(source, text)
        .checked_by(THEOREM_2.claims())
        .checked_by(PET.claims());
    Finding::new(is_p, reason)
}

/// Returns all moves to value `target` in normal play, if theorems give them.
pub(super) fn moves_to(diagram: &Partition, target: u128) -> Option<Vec<PnimMove>> {
    if let Some((rows, columns)) = diagram.as_rectangle() {
        return Some(rectangle_moves(rows, columns, target));
    }
    let all = |side| PnimMove {
        side,
        sizes: diagram.oriented(side),
    };
    match target {
        0 => Some(Side::BOTH.map(all).into()),
        1 => moves_to_one(diagram),
        _ => None,
    }
}
