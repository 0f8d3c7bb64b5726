//! The moves of a line in words.

use nimfield_core::words::counted;

use super::edges::Edges;
use super::layout::Layout;
use super::moves::{Kind, LETTERS, MoveLine, SHOWN, TOTAL};
use crate::about::listed;

impl MoveLine {
    /// Returns what a move takes, and what it puts back, in words that follow `take`; the verb for that is `put`.
    pub(crate) fn in_words(&self, layout: &Layout, put: &str) -> String {
        let sets = self.edges.iter();
        let takes: Vec<String> = sets.map(|own| self.taking(own, layout, put)).collect();
        let guard = match &self.guard {
            Some(guard) => format!(", but only if {guard}"),
            None => String::new(),
        };
        takes.join(", or ") + &guard
    }

    /// Returns what a move takes from one of these sets.
    fn taking(&self, edges: &Edges, layout: &Layout, put: &str) -> String {
        let set = edges.in_words(layout);
        let amount = self.amounts.in_words("counters");
        let single = match edges {
            Edges::Listed(sets) => sets.iter().all(|own| own.len() == 1),
            _ => matches!(edges, Edges::Subsets(1, 1) | Edges::Runs(1, 1)),
        };
        let same = || match (single, self.amounts.all(1)) {
            (true, _) => format!("{amount} from {set}"),
            (false, Some(_)) => format!("{amount} from each of {set}"),
            _ if self.amounts.is_any() => {
                format!("the same number of counters from each of {set}")
            }
            _ => format!("{amount} from each of {set}, the same number from each"),
        };
        match (&self.kind, self.put) {
            (Kind::Free(entries), Some(pile)) => {
                let last = entries.last().map_or(String::new(), ToString::to_string);
                // It was read as `-(1)`.
                let more = last
                    .strip_prefix("-(")
                    .and_then(|more| more.strip_suffix(')'));
                let counters = counted(more.unwrap_or(&last), "counter");
                let pile = Edges::Listed(vec![vec![pile]]).in_words(layout);
                format!("{} and {put} {counters} on {pile}", same())
            }
            (Kind::Same, _) => same(),
            (Kind::Own(_), _) if single => same(),
            (Kind::Own(least), _) => {
                let amount = match self.amounts.is_any() {
                    true => "at least 1 counter",
                    false => &amount,
                };
                let some = match least {
                    None => String::new(),
                    Some(1) => "one or more of ".to_string(),
                    Some(least) => format!("{least} or more of "),
                };
                format!("{amount} from each of {some}{set}")
            }
            (Kind::Vector(vector), _) => {
                let times = match self.amounts.in_words("times") {
                    once if once == "1 time" => String::new(),
                    times => format!(", {times} in one move"),
                };
                entries_in_words(edges, layout, vector, put) + &times
            }
            (Kind::Free(entries), _) => entries_in_words(edges, layout, entries, put),
        }
    }
}

/// Returns what a move takes from the piles of a set, one entry for each; negative ones are put on.
fn entries_in_words(
    edges: &Edges,
    layout: &Layout,
    entries: &[impl ToString],
    put: &str,
) -> String {
    let single = match edges {
        Edges::Listed(sets) if sets.len() == 1 => Some(&sets[0]),
        _ => None,
    };
    let pairs = *edges == Edges::Subsets(2, 2);
    let name = |at: usize| match (single, at) {
        (Some(set), _) => Edges::Listed(vec![vec![set[at]]]).in_words(layout),
        (_, 0) if pairs => "one pile".to_string(),
        _ if pairs => "another pile".to_string(),
        _ => match ORDINALS.get(at) {
            Some(ordinal) => format!("the {ordinal}"),
            None => format!("number {}", at + 1),
        },
    };
    let (mut takes, mut puts, mut signs) = (Vec::new(), Vec::new(), "");
    for (at, entry) in entries.iter().enumerate() {
        let entry = entry.to_string();
        match entry.strip_prefix('-') {
            _ if entry == "0" => {}
            Some(more) if !more.contains(['+', '-']) => {
                puts.push(format!("{} on {}", counted(more, "counter"), name(at)));
            }
            _ => {
                if entry.contains('-') {
                    signs = " (a negative number is put on the pile)";
                }
                takes.push(format!("{} from {}", counted(&entry, "counter"), name(at)));
            }
        }
    }
    let set = match edges {
        _ if single.is_some() || pairs => String::new(),
        Edges::Subsets(..) | Edges::Runs(..) | Edges::Joined => {
            format!(" of {} in any order", edges.in_words(layout))
        }
        _ => format!(" of {}", edges.in_words(layout)),
    };
    let puts = match puts.is_empty() {
        true => String::new(),
        false => format!(" and {put} {}", listed(&puts, "and")),
    };
    format!("{}{puts}{set}{signs}", listed(&takes, "and"))
}

const ORDINALS: [&str; SHOWN] = ["first", "second", "third"];

/// Explains the letters that the conditions and the amounts of these lines use, in a sentence.
pub(crate) fn letters_in_words(lines: &[MoveLine]) -> Option<String> {
    let used = |line: &MoveLine, letter: usize| {
        let entries = match (&line.kind, line.put) {
            // The others are the amount.
            (Kind::Free(entries), Some(_)) => &entries[entries.len() - 1..],
            (Kind::Free(entries), None) => &entries[..],
            _ => &[],
        };
        let mut all = line.guard.iter().chain(entries);
        all.any(|expression| expression.mentions(letter))
    };
    let meaning = |letter: usize| {
        let line = lines.iter().find(|line| used(line, letter))?;
        let free = matches!(line.kind, Kind::Free(_)) && line.put.is_none();
        let meaning = match letter {
            TOTAL => "the sum of all piles before the move".to_string(),
            _ if letter >= SHOWN => {
                let ordinal = ORDINALS[letter - SHOWN];
                format!("the size of the {ordinal} pile before the move")
            }
            _ if free => "any number of at least 1".to_string(),
            _ => format!("the number taken from the {} pile", ORDINALS[letter]),
        };
        Some(format!("{} is {meaning}", LETTERS[letter]))
    };
    let meanings: Vec<String> = (0..LETTERS.len()).filter_map(meaning).collect();
    (!meanings.is_empty()).then(|| format!("Here {}.", listed(&meanings, "and")))
}
