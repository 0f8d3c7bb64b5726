//! Laws that were proved decide positions of any size.

use std::ops::Range;

use nimfield_core::info::Setup;
use nimfield_core::prelude::*;
use nimfield_core::words::{Reason, counted};
use nimfield_laws::{Automaton, Bound, CannotSay, Prover, Step, Stopped, Verdict};

use nimfield::template::Template;
use nimfield::{Games, Reader};

use super::family::NumberFamily;
use super::prove::facts;

/// A law that was proved again, from its certificate.
#[derive(Debug)]
pub struct ProvedLaw {
    pub(super) family: Template,
    pub(super) numbers: NumberFamily,
    pub(super) prover: Prover,
    pub(super) law: Automaton,
    pub(super) play: Play,
    pub(super) values: bool,
}

/// The kinds of moves of a game, and which a law does not need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Droppable {
    /// A move of each kind; `None` if the kind has no move.
    pub kinds: Vec<Option<Step>>,
    /// Those kinds without any of which the law holds, by their numbers from 0 on.
    pub alone: Vec<usize>,
    /// Kinds without all of which the law holds: tried one after the other.
    pub together: Vec<usize>,
}

/// What a law says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawAnswer {
    /// The position, in digits.
    pub position: String,
    /// Whether the player to move loses.
    pub is_p: bool,
    /// The Grundy value, in misère play the misère Grundy number, if the law gives it.
    pub value: Option<u128>,
    /// The winning moves with the positions that they lead to.
    pub moves: Vec<(String, String)>,
    /// Whether these are all of them.
    pub complete: bool,
    /// The law, and how it was proved.
    pub reason: Reason,
}

/// The numbers of a position as they are written.
struct Written {
    /// The game: its name or the text of its file, and options.
    game: (String, String),
    /// What stands between the brackets, a letter for each number.
    shape: String,
    numbers: Vec<Range<usize>>,
}

/// Finds the numbers of a text; `None` if it is not one position in brackets.
fn written(text: &str, files: &[(String, String)]) -> Option<Written> {
    let text = text.trim_end();
    let opens = text.find('[').filter(|_| text.ends_with(']'))?;
    let head: String = text[..opens].split_whitespace().collect();
    let (name, options) = head.split_once('(').unwrap_or((&head, ""));
    let name = match (name.starts_with('@'), files) {
        (true, [(_, rules)]) => rules.clone(),
        _ => name.to_ascii_lowercase(),
    };
    let mut shape = String::new();
    let mut numbers: Vec<Range<usize>> = Vec::new();
    for (at, c) in text[..text.len() - 1]
        .char_indices()
        .skip_while(|(at, _)| *at <= opens)
    {
        match (c, numbers.last_mut()) {
            (c, _) if c.is_whitespace() || c == ',' => {}
            (';' | '(' | ')', _) => shape.push(c),
            (_, Some(last)) if last.end == at => last.end += c.len_utf8(),
            _ => {
                shape.push('n');
                numbers.push(at..at + c.len_utf8());
            }
        }
    }
    let game = (name, options.to_string());
    Some(Written {
        game,
        shape,
        numbers,
    })
}

/// Returns whether two texts without files have the same game and form.
pub(super) fn covers(family: &str, text: &str) -> bool {
    let form = |text| written(text, &[]).map(|written| (written.game, written.shape));
    form(family).is_some_and(|own| form(text) == Some(own))
}

impl ProvedLaw {
    /// Returns the play convention.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// Returns whether a text without files has the game and the form of the family.
    #[must_use]
    pub fn covers(&self, text: &str) -> bool {
        covers(self.family.text(), text)
    }

    /// Finds which kinds of moves can be dropped so that the law holds without them.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn droppable(&self, budget: &Budget) -> Result<Droppable, CannotSay> {
        let bound = Bound::new(budget);
        let holds = |dropped: &[usize]| {
            let game = self.prover.without(dropped);
            let how = (self.values, self.play);
            let verdict = self.numbers.verdict(&game, &self.law, how, bound)?;
            Ok::<_, CannotSay>(matches!(verdict, Verdict::Proved { .. }))
        };
        let kinds = self.prover.examples(bound)?;
        let (mut alone, mut together) = (Vec::new(), Vec::new());
        for kind in 0..kinds.len() {
            if holds(&[kind])? {
                alone.push(kind);
                together.push(kind);
                // One that can go alone may be needed where others are gone.
                if together.len() > 1 && !holds(&together)? {
                    together.pop();
                }
            }
        }
        Ok(Droppable {
            kinds,
            alone,
            together,
        })
    }

    /// Decides a position of the family of the law, and lists at most `most` winning moves.
    ///
    /// # Errors
    /// If the text is not a position of the family, or the budget does not suffice.
    pub fn decide(
        &self,
        text: &str,
        reader: &Reader<'_>,
        most: usize,
        budget: &Budget,
    ) -> Result<LawAnswer, NotDecided> {
        let bound = Bound::new(budget);
        let text = text.trim();
        let cursor = Cursor::new(text);
        let foreign = |span, what: &str| {
            let message = format!("{what} of the family {}", self.family.text());
            cursor.fault(
                span,
                message,
                "the law decides positions of this family only",
            )
        };
        let files = Template::read(text, Vec::new(), reader)?.files().to_vec();
        let own = written(self.family.text(), self.family.files());
        let (own, given) = match (own, written(text, &files)) {
            (Some(own), Some(given)) if (&own.game, &own.shape) == (&given.game, &given.shape) => {
                (own, given)
            }
            _ => return Err(foreign(0..text.len(), "not a position").into()),
        };
        let games = Games::builtin();
        let setup = games.find(&own.game.0).map(|game| game.info.setup);
        let read = |span: &Range<usize>| {
            let mut number = Cursor::new(&text[..span.end]);
            number.skip_to(span.start);
            let found = match setup {
                // There a power is a number of equal parts.
                Some(Setup::Partition { .. }) => number.need_number("a number"),
                _ => number.need_power("a number"),
            };
            let end = number.need_end("numbers are whole ones");
            found
                .and_then(|found| end.map(|()| found))
                .map_err(|error| NotationError {
                    text: text.to_string(),
                    ..error
                })
        };
        let numbers = given
            .numbers
            .iter()
            .map(read)
            .collect::<Result<Vec<u128>, _>>()?;
        if !self.prover.is_position(&numbers) {
            return Err(foreign(0..text.len(), "these numbers are not a position").into());
        }
        let position = |numbers: &[u128]| {
            let listed: Vec<String> = numbers.iter().map(u128::to_string).collect();
            let opens = text.find('[').unwrap_or(0);
            if !given.shape.contains(|c| c != 'n') {
                return format!("{}[{}]", text[..opens].trim_end(), listed.join(","));
            }
            let (mut full, mut at) = (String::new(), 0);
            for (span, number) in given.numbers.iter().zip(listed) {
                full.push_str(&text[at..span.start]);
                full.push_str(&number);
                at = span.end;
            }
            full + &text[at..]
        };
        let places = &self.numbers.places;
        let letters: Vec<u128> = places.iter().map(|&place| numbers[place]).collect();
        let (is_p, value, set) = match self.values {
            false => (self.law.contains(&letters), None, self.law.clone()),
            true => {
                let mut of_position = self.law.clone();
                for &letter in &letters {
                    of_position = of_position.with(0, letter, bound)?;
                }
                let found = of_position.members((1, usize::MAX), bound)?.0;
                let value = found.first().and_then(|value| value.first()).copied();
                // A proved law gives each position a value; one of 2^128 or more is not printed.
                let zeros = self.law.with(letters.len(), 0, bound)?;
                (value == Some(0), value, zeros)
            }
        };
        let (options, complete) = match is_p || self.numbers.game.block > 0 {
            // Which of several moves wins is chosen by the player who forbids some of them.
            true => (Vec::new(), is_p),
            false => {
                let from = (&places[..], &numbers[..]);
                self.prover.options_in(&set, from, most, bound)?
            }
        };
        let noun = match setup {
            Some(Setup::Heaps { each, .. }) => each,
            // Rule files, also those of the shelf, are typed.
            None | Some(Setup::Typed) => "pile",
            _ => "number",
        };
        let moves = options
            .iter()
            .map(|to| (taken(noun, &numbers, to), position(to)));
        let names: Vec<String> = (self.family.letters().iter().zip(&letters))
            .map(|(letter, number)| format!("{} = {number}", letter.name))
            .collect();
        let (names, states) = (names.join(", "), counted(self.law.states(), "state"));
        let accepts = match (value, is_p) {
            (Some(value), _) => format!("accepts {names} with the value {value}"),
            (None, true) => format!("accepts the P-position {names}"),
            (None, false) => format!("does not accept {names}"),
        };
        let reason = format!(
            "the law of {}, an automaton of {states} that reads digits ({}), {accepts}; it was proved again for all numbers, from \
             the rules: {}",
            self.family.text(),
            self.law.numeration(),
            facts(self.values, self.play),
        );
        Ok(LawAnswer {
            position: position(&numbers),
            is_p,
            value,
            moves: moves.collect(),
            complete,
            reason: Reason::theorem("Büchi 1960", reason),
        })
    }
}

/// Returns a move by what it takes: `piles 1,2 by 3,5`.
fn taken(noun: &str, from: &[u128], to: &[u128]) -> String {
    let changed = (1..)
        .zip(from.iter().zip(to))
        .filter(|(_, (from, to))| from != to);
    let (places, amounts): (Vec<String>, Vec<String>) = changed
        .map(|(place, (&from, &to))| {
            let sign = if to > from { "-" } else { "" };
            (place.to_string(), format!("{sign}{}", from.abs_diff(to)))
        })
        .unzip();
    let alike = amounts.iter().all(|amount| *amount == amounts[0]);
    let s = if places.len() == 1 { "" } else { "s" };
    let shown = if alike { &amounts[..1] } else { &amounts[..] };
    format!("{noun}{s} {} by {}", places.join(","), shown.join(","))
}

/// Why a law does not decide a position.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotDecided {
    /// It is not a position of the family.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The bound does not suffice.
    #[error("not decided by the law: {0}")]
    Stopped(#[from] Stopped),
}
