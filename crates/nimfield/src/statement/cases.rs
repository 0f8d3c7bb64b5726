//! The positions that a statement is tested over, the smaller ones first.

use nimfield_core::budget::Budget;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::words::Play;

use super::shape::is_diagrams;
use crate::reader::Load;
use crate::registry::Games;
use crate::sum::Sum;
use crate::template::Template;

/// The positions that a statement is tested over.
pub struct Cases<'a> {
    load: Load<'a>,
    kind: Kind,
    play: Option<Play>,
}

enum Kind {
    /// Of a game on partitions, the name with its options.
    Partitions(String),
    Family(Template),
}

impl<'a> Cases<'a> {
    /// All partitions in a game whose positions are Young diagrams; `load` reads the file of a game `@FILE`.
    ///
    /// # Errors
    /// If there is no such game, or its positions are of another sort.
    pub fn partitions(game: &str, load: Load<'a>) -> Result<Cases<'a>, NotationError> {
        let game = game.trim();
        let sample = read(&format!("{game}[1]"), load, &Budget::unlimited());
        let is_one = |sum: &Sum| matches!(sum.components(), [term] if is_diagrams(term));
        match sample {
            Ok(sample) if is_one(&sample) => Ok(Cases {
                load,
                play: sample.agreed_play(),
                kind: Kind::Partitions(game.to_string()),
            }),
            // The name of a game whose positions look different is a good name.
            Ok(_) => Err(other_sort(game)),
            Err(_) if Games::builtin().find(game).is_some() => Err(other_sort(game)),
            Err(error) => Err(error),
        }
    }

    /// The positions of a family, in the order of its letters' values.
    ///
    /// # Errors
    /// If the last of its positions cannot be read.
    pub fn family(family: Template, load: Load<'a>) -> Result<Cases<'a>, NotationError> {
        let mut fault = None;
        let last: Vec<Vec<u64>> = family.last_values(1 << 12).collect();
        for values in last {
            let Ok(text) = family.with(&values) else {
                continue;
            };
            match read(&text, load, &Budget::unlimited()) {
                Ok(position) => {
                    return Ok(Cases {
                        load,
                        play: position.agreed_play(),
                        kind: Kind::Family(family),
                    });
                }
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        let none = || {
            let cursor = Cursor::new(family.text());
            cursor.fault(0..0, "no letters give a position", "")
        };
        Err(fault.unwrap_or_else(none))
    }

    /// The play convention of the games, if they agree.
    pub(super) fn play(&self) -> Option<Play> {
        self.play
    }

    /// Whether the positions come in order of size.
    pub(super) fn have_size(&self) -> bool {
        matches!(self.kind, Kind::Partitions(_))
    }

    /// The game or the position, as it was written.
    pub(super) fn written(&self) -> &str {
        match &self.kind {
            Kind::Partitions(game) => game,
            Kind::Family(family) => family.text(),
        }
    }

    /// Reads a position.
    pub(super) fn read(&self, text: &str, budget: &Budget) -> Result<Sum, NotationError> {
        read(text, self.load, budget)
    }

    pub(super) fn letters(&self) -> Vec<char> {
        match &self.kind {
            Kind::Partitions(_) => Vec::new(),
            Kind::Family(family) => family.letters().iter().map(|letter| letter.name).collect(),
        }
    }

    /// The positions in one spelling.
    pub(super) fn text(&self) -> String {
        match &self.kind {
            Kind::Partitions(game) => game.clone(),
            Kind::Family(family) => {
                let letters = family.letters().iter();
                let ranges = letters.map(|letter| {
                    let (first, last) = (letter.range.start(), letter.range.end());
                    match letter.not_below {
                        Some((bound, 0)) => format!(" {}={bound}..{last}", letter.name),
                        Some((bound, more)) => format!(" {}={bound}{more:+}..{last}", letter.name),
                        None => format!(" {}={first}..{last}", letter.name),
                    }
                });
                format!("{}{}", family.text(), ranges.collect::<String>())
            }
        }
    }

    /// The texts of the positions with the values of the letters, and the size that each is of; `None` for a text
    /// that cannot be one.
    pub(super) fn walk(&self, up_to: Option<u64>) -> Box<dyn Iterator<Item = Case> + '_> {
        match &self.kind {
            Kind::Partitions(game) => {
                let sizes = 0..=up_to.unwrap_or(u64::MAX);
                Box::new(sizes.flat_map(move |size| {
                    PartitionsOf::new(size).map(move |parts| Case {
                        size: Some(size),
                        text: Some(format!("{game}[{}]", listed(&parts))),
                        letters: Vec::new(),
                    })
                }))
            }
            Kind::Family(family) => {
                let allowed = family.values().filter(|values| family.allows(values));
                Box::new(allowed.map(|letters| Case {
                    size: None,
                    text: family.with(&letters).ok(),
                    letters,
                }))
            }
        }
    }
}

/// A position to test.
pub(super) struct Case {
    pub(super) size: Option<u64>,
    pub(super) text: Option<String>,
    pub(super) letters: Vec<u64>,
}

fn other_sort(game: &str) -> NotationError {
    let cursor = Cursor::new(game);
    NotationError {
        example: format!("{game}[a,b]: P -> a = b, with ranges a=0..9 b=0..9"),
        ..cursor.fault(
            0..game.len(),
            format!("the positions of `{game}` are not partitions"),
            "a name alone stands for all partitions; other games take a position with letters and a range for each",
        )
    }
}

fn read(text: &str, load: Load<'_>, budget: &Budget) -> Result<Sum, NotationError> {
    let games = Games::builtin();
    games.reader().files(load).budget(budget.clone()).read(text)
}

fn listed(parts: &[u64]) -> String {
    let parts: Vec<String> = parts.iter().map(u64::to_string).collect();
    parts.join(",")
}

/// The partitions of a number, parts descending, the largest first part first.
struct PartitionsOf {
    next: Option<Vec<u64>>,
}

impl PartitionsOf {
    fn new(size: u64) -> PartitionsOf {
        let whole = if size == 0 { Vec::new() } else { vec![size] };
        PartitionsOf { next: Some(whole) }
    }
}

impl Iterator for PartitionsOf {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let here = self.next.take()?;
        // The last part above 1 loses 1, and what follows it is shared out anew in parts as large as that.
        if let Some(last) = here.iter().rposition(|&part| part > 1) {
            let mut after = here[..last].to_vec();
            let most = here[last] - 1;
            let mut rest = here[last] + (here.len() - last - 1) as u64;
            while rest > 0 {
                let part = rest.min(most);
                after.push(part);
                rest -= part;
            }
            self.next = Some(after);
        }
        Some(here)
    }
}
