//! The reasons that the analyser gives.

use std::borrow::Borrow;
use std::collections::BTreeSet;

use nimfield_core::prelude::*;
use nimfield_core::words::ReasonKind;

/// Returns the value of a sum from those of its summands.
pub(super) fn nim_sum(values: &[impl Borrow<Finding<Grundy>>]) -> Finding<Grundy> {
    if let [value] = values {
        return value.borrow().clone();
    }
    let parts = || values.iter().map(Borrow::borrow);
    let value: Grundy = parts().map(|part| &part.value).sum();
    let text = match values.len() {
        0 => "no move is possible".to_string(),
        _ => {
            /// The most summands to show one by one.
            const SHOWN: usize = 12;
            let shown: Vec<String> = parts()
                .take(SHOWN)
                .map(|part| part.value.to_string())
                .collect();
            let more = if values.len() > SHOWN { " + …" } else { "" };
            format!("the values add up to {}{more} = {value}", shown.join(" + "))
        }
    };
    let mut sources = BTreeSet::new();
    sources.extend(parts().map(|part| part.reason.source.as_str()));
    let sources: Vec<&str> = sources.into_iter().collect();
    let claims = claims(values);
    let source = match values.len() {
        0 => "the rules".to_string(),
        _ => format!("Sprague 1935 and Grundy 1939; {}", sources.join("; ")),
    };
    Finding::new(
        value,
        Reason::new(ReasonKind::Sum, source, text).checked_by(&claims),
    )
}

/// Returns the claims that check the reasons of these findings.
fn claims(values: &[impl Borrow<Finding<Grundy>>]) -> Vec<&'static str> {
    let mut seen = BTreeSet::new();
    let claims = values.iter().flat_map(|part| &part.borrow().reason.claims);
    claims
        .copied()
        .filter(|claim| seen.insert(*claim))
        .collect()
}

/// Returns the outcome in misère play of a sum of pet summands and nim heaps with these values.
///
/// **Source**: Conway 1976, p. 178; Gurvich and Ho 2018, Theorem 11, for miserable games, which include pet games.
pub(super) fn pet_outcome(values: Vec<Finding<Grundy>>) -> Finding<bool> {
    let heaps: Vec<Grundy> = values.iter().map(|found| found.value.clone()).collect();
    let nim = nimfield_games::nim::misere_outcome(&heaps);
    let text = format!(
        "pet positions are worth the nim heaps of their values in misère sums: {}",
        nim.reason.text
    );
    let theorem = values
        .iter()
        .all(|found| found.reason.kind == ReasonKind::Theorem);
    let kind = if theorem {
        ReasonKind::Theorem
    } else {
        ReasonKind::Sum
    };
    let mut sources: Vec<&str> = values
        .iter()
        .flat_map(|found| found.reason.source.split("; "))
        .collect();
    sources.sort_unstable();
    sources.dedup();
    let source = format!(
        "Conway 1976 and Gurvich and Ho 2018; {}",
        sources.join("; ")
    );
    let reason = Reason::new(kind, source, text)
        .checked_by(&nim.reason.claims)
        .checked_by(&claims(&values));
    Finding::new(nim.value, reason)
}

/// Returns the size of the heap that together with `others` is a P-position of misère nim.
pub(super) fn misere_nim_reply(others: &[Grundy]) -> Grundy {
    let one = Grundy::from(1);
    let sum = others.iter().sum::<Grundy>();
    match others.iter().any(|heap| *heap > one) {
        true => sum,
        false => sum ^ one,
    }
}

/// Describes how many positions were searched, and how many were found in tables.
pub(super) fn searched(positions: u64, looked_up: u64) -> String {
    let s = if positions == 1 { "" } else { "s" };
    match (positions, looked_up) {
        // An earlier search of this analyser found the position.
        (0, 0) => "already known".to_string(),
        (0, 1..) => "looked up in the table of another board".to_string(),
        (_, 0) => format!("{positions} position{s} searched"),
        _ => format!(
            "{positions} position{s} searched, {looked_up} looked up in tables of other boards"
        ),
    }
}

pub(super) fn board_reason(text: String) -> Reason {
    Reason::new(ReasonKind::Table, "table of the whole board", text)
}

pub(super) fn search_reason(text: String) -> Reason {
    Reason::new(
        ReasonKind::Search,
        "exhaustive search with proven shortcuts",
        text,
    )
}

/// A search of more positions takes hours, and more memory than machines have.
const MANY: u128 = 1_000_000_000_000;

/// Seconds in a year.
const YEAR: u128 = 31_557_600;

/// Explains why a position is not decided, and what it would cost to decide, if known: a bound on the number of
/// followers, and the work that routes refused as too large.
pub(super) fn not_decided(
    undecided: &Undecided,
    below: Option<u128>,
    refused: impl Iterator<Item = String>,
) -> Reason {
    let mut text = match undecided {
        Undecided::Unfinished(unfinished) => {
            let cost = below.filter(|&positions| positions > MANY);
            let cost = cost.map_or(String::new(), |positions| cost_of(positions, unfinished));
            format!("not decided within the budget: {unfinished}{cost}")
        }
        Undecided::OutOfReach(why) => format!("not decided: no theorem applies and {why}"),
    };
    for refused in refused {
        text.push_str("; ");
        text.push_str(&refused);
    }
    Reason::new(ReasonKind::Budget, "", text)
}

/// Describes the cost of all followers, in powers of ten.
fn cost_of(positions: u128, unfinished: &Unfinished) -> String {
    let power = |number: u128| format!("10^{}", number.max(1).ilog10() + 1);
    if positions == u128::MAX {
        return "; the position may have more than 10^38 followers".to_string();
    }
    let mut text = format!(
        "; the position has up to {} followers, and a table with one bit for each would take up to {} bytes",
        power(positions),
        power(positions / 8)
    );
    if let Limit::Time { allowed } = unfinished.limit {
        let pace = u128::from(unfinished.done) * 1000 / allowed.as_millis().max(1);
        if let Some(seconds) = positions.checked_div(pace) {
            let years = power(seconds / YEAR);
            text.push_str(&format!(
                ", and this search, at {pace} positions per second, up to {years} years"
            ));
        }
    }
    text
}
