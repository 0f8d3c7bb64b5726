//! Families of positions: notation with letters for numbers.
//!
//! `matrix[a a+1; b 2b]` with ranges for a and b stands for many positions. A letter may have a coefficient before it
//! and a constant after it (`2n+1`, `3n-2`); letters are replaced only between the brackets of a component or in the
//! options of its game, as in `moore(k)[a b]`, and the word `inf` does not count as letters. In the digits of a code
//! each letter is one digit: `code(0.xy)[n]`.
//!
//! An entry may be any [`Expression`] of the letters, written without blanks unless in parentheses: `nim[a b a^b]`,
//! `wythoff[n (3n+1)/2]`, `nim[a b min(a,b)]`. In partitions, `^` remains the exponent of a part.

use std::ops::Range;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use nimfield_core::budget::Budget;
use nimfield_core::expression::Expression;
use nimfield_core::notation::{CLOSING, Cursor, NotationError, OPENING};

use crate::reader::Reader;
use crate::registry::Games;
use crate::sum::Sum;
use crate::term::Term as Component;

mod entry;
mod list;

use entry::{Entry, Number, Options, game_of_last_name};
pub(crate) use list::LinearEntry;
use list::Listed;

/// A letter with its range of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter.
    pub name: char,
    /// The numbers, both ends included.
    pub range: RangeInclusive<u64>,
    /// Another letter that bounds it from below, as in `b=a..20`, and a number added to that letter, as in `b=a+1..20`.
    /// In a [`Template`] the range then begins where that of the other letter does.
    pub not_below: Option<(char, i64)>,
}

impl Letter {
    /// Returns a letter with the range 0..=0.
    #[must_use]
    pub fn new(name: char) -> Letter {
        Letter {
            name,
            range: 0..=0,
            not_below: None,
        }
    }

    /// Reads `n=0..20` (also `n=0..=20`, or `n=7` for one number); both ends are included. A letter as lower end,
    /// `b=a..20` or `b=a+1..20`, bounds this letter from below.
    ///
    /// # Errors
    /// If the text is not such a range.
    pub fn read(text: &str) -> Result<Letter, NotationError> {
        const HELP: &str = "a range is a letter, =, and two numbers, both included";
        let mut cursor = Cursor::new(text);
        cursor.set_example("n=0..20");
        cursor.blanks();
        let start = cursor.at();
        let word = cursor.word();
        let mut letters = word.chars();
        let name = match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => letter,
            (None, _) => return Err(cursor.expected("a letter", HELP)),
            _ => return Err(cursor.fault(start..cursor.at(), "expected a single letter", HELP)),
        };
        cursor.need("=", HELP)?;
        let number = |cursor: &mut Cursor<'_>| {
            cursor.blanks();
            let start = cursor.at();
            let number = cursor.need_power("the end of a range");
            let help = "the end of a range is a whole number below 2^64";
            let number = number.map_err(|fault| fault.with_help(help))?;
            u64::try_from(number).map_err(|_| {
                cursor.fault(
                    start..cursor.at(),
                    "the end of a range must be below 2^64",
                    HELP,
                )
            })
        };
        cursor.blanks();
        let bound = cursor.peek().filter(char::is_ascii_alphabetic);
        let mut more = 0;
        let from = match bound {
            Some(bound) => {
                let start = cursor.at();
                cursor.take_char(bound);
                if let Some(sign) = cursor.peek().filter(|sign| matches!(sign, '+' | '-')) {
                    cursor.take_char(sign);
                    let start = cursor.at();
                    let number = i64::try_from(number(&mut cursor)?).map_err(|_| {
                        cursor.fault(start..cursor.at(), "this number must be below 2^63", HELP)
                    })?;
                    more = if sign == '-' { -number } else { number };
                }
                let dots = cursor.clone().take("..");
                if bound == name || !dots {
                    let message =
                        "a range begins with a number or another letter, and ends in a number";
                    return Err(cursor.fault(start..cursor.at(), message, HELP));
                }
                0
            }
            None => number(&mut cursor)?,
        };
        let to = match cursor.take_any(&["..=", ".."]) {
            true => number(&mut cursor)?,
            false => from,
        };
        let dash = cursor.at();
        if cursor.take_any(&["-", "–", "…"]) && cursor.peek_digit() {
            let message = format!(
                "a range is written with two dots: {name}={from}..{}",
                cursor.rest()
            );
            return Err(cursor.fault(dash..cursor.at(), message, HELP));
        }
        cursor.need_end(HELP)?;
        if from > to {
            return Err(cursor.fault(0..text.len(), "the range is empty", HELP));
        }
        Ok(Letter {
            name,
            range: from..=to,
            not_below: bound.map(|bound| (bound, more)),
        })
    }

    /// Returns the size of its range.
    #[must_use]
    pub fn count(&self) -> u128 {
        u128::from(self.range.end() - self.range.start()) + 1
    }
}

/// Returns the letters with their lower bounds: the other letters and the numbers added to these. Their ranges begin
/// where those of the other letters do.
fn bounds(
    cursor: &Cursor<'_>,
    letters: &mut [Letter],
) -> Result<Vec<(usize, usize, i64)>, NotationError> {
    let mut bounds = Vec::new();
    for letter in 0..letters.len() {
        let Some((name, more)) = letters[letter].not_below else {
            continue;
        };
        let Some(bound) = letters.iter().position(|other| other.name == name) else {
            let help = "a range may begin with a letter that has a range: a=0..9 b=a..9";
            return Err(cursor.fault(0..0, format!("`{name}` has no range"), help));
        };
        let from = letters[bound].range.start().saturating_add_signed(more);
        let to = *letters[letter].range.end();
        if letters[bound].not_below.is_some() && bound > letter {
            let help = "give the ranges in order: a=0..9 b=a..9 c=b..9";
            return Err(cursor.fault(0..0, format!("the range of `{name}` comes later"), help));
        }
        if from > to {
            let message = format!("the range of `{}` is empty", letters[letter].name);
            return Err(cursor.fault(0..0, message, ""));
        }
        letters[letter].range = from..=to;
        bounds.push((letter, bound, more));
    }
    Ok(bounds)
}

/// A template: literal text and terms.
#[derive(Clone, Debug)]
pub struct Template {
    text: String,
    letters: Vec<Letter>,
    terms: Vec<Term>,
    /// Letters, the letters that bound them from below, and the numbers added to these.
    bounds: Vec<(usize, usize, i64)>,
    condition: Option<Expression>,
    /// The letters that occur among the options of a game.
    in_options: Vec<usize>,
    /// The reader of its positions, with the files that the text names.
    reader: Reader<'static>,
    /// The names and texts of these files.
    files: Vec<(String, String)>,
    /// A parsed position, if other positions are made from it by replacing numbers.
    sample: OnceLock<Option<Sum>>,
}

/// A number at a place in the text that depends on the letters.
#[derive(Clone, Debug)]
struct Term {
    span: Range<usize>,
    number: Number,
}

/// Words in brackets that are not letters of the family.
const WORDS: [&str; 2] = ["infinity", "inf"];

/// Why numbers cannot be substituted into a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{term}` is not a {wanted} for {values}")]
pub struct TermOutOfRange {
    term: String,
    wanted: &'static str,
    /// The letters of the term with their values.
    values: String,
}

/// Why a family has no position for some values of its letters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoMember {
    /// A term of the family is out of range for these values.
    #[error(transparent)]
    Term(#[from] TermOutOfRange),
    /// The text is not a position, or the budget is too small to read it.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

impl NoMember {
    /// Returns whether there is certainly no position, even with a larger budget.
    #[must_use]
    pub(crate) fn is_no_position(&self) -> bool {
        !matches!(self, NoMember::Notation(error) if error.unfinished)
    }
}

impl Template {
    /// Finds the letters in a text that names games of Nimfield and no files.
    ///
    /// # Errors
    /// If a letter has two ranges, or does not occur.
    pub fn new(text: &str, letters: Vec<Letter>) -> Result<Template, NotationError> {
        Template::of_games(text, letters, &Games::builtin())
    }

    /// Finds the letters in a text that names games of a reader, and loads the files that it names after `@`.
    ///
    /// # Errors
    /// If a letter has two ranges, or does not occur, or a file cannot be read.
    ///
    /// ```
    /// use nimfield::template::{Letter, Template};
    /// use nimfield::{Budget, Games};
    ///
    /// let rules = "piles 2\nmove same 1..2 from each and all\n";
    /// let games = Games::builtin().with_rules_text("small-wythoff", rules)?;
    /// let letters = vec![Letter::read("n=0..9")?];
    /// let family = Template::read("small-wythoff[n,2n]", letters, &games.reader())?;
    /// let position = family.position(&[3], &Budget::unlimited()).unwrap();
    /// assert_eq!(position.to_string(), "small-wythoff[3,6]");
    /// # Ok::<(), nimfield::NotationError>(())
    /// ```
    pub fn read(
        text: &str,
        letters: Vec<Letter>,
        reader: &Reader<'_>,
    ) -> Result<Template, NotationError> {
        let mut template = Template::of_games(text, letters, reader.games())?;
        let mut files = Vec::new();
        for (at, _) in text.match_indices('@') {
            let mut cursor = Cursor::new(text);
            cursor.skip_to(at + 1);
            files.push(reader.file(&mut cursor)?);
        }
        template.files = files.clone();
        template.reader = template.reader.files(move |name: &str| {
            let found = files.iter().find(|(own, _)| own == name);
            let text = found.map(|(_, text)| text.clone());
            text.ok_or_else(|| format!("the file {name} is not open"))
        });
        Ok(template)
    }

    fn of_games(
        text: &str,
        mut letters: Vec<Letter>,
        games: &Games,
    ) -> Result<Template, NotationError> {
        let cursor = Cursor::new(text);
        let bounds = bounds(&cursor, &mut letters)?;
        let names: Vec<char> = letters.iter().map(|letter| letter.name).collect();
        let mut terms = Vec::new();
        let mut depth = 0i32;
        // The setup of the game whose brackets were opened last.
        let mut setup = None;
        let mut options: Option<Options> = None;
        let mut in_options = Vec::new();
        let mut at = 0;
        let bytes = text.as_bytes();
        let digits = |from: usize| {
            bytes[from..]
                .iter()
                .take_while(|b| b.is_ascii_digit())
                .count()
        };
        while let Some(next) = text[at..].chars().next() {
            let rest = &text[at..];
            let one_of = |brackets: &[&str]| brackets.iter().any(|b| b.chars().eq([next]));
            if one_of(&OPENING) {
                depth += 1;
                setup = game_of_last_name(&text[..at], games).map(|game| game.info.setup);
            } else if one_of(&CLOSING) {
                depth -= 1;
            }
            if depth == 0 && next == '(' && options.is_none() {
                options = Options::at(text, at, games);
            }
            options = options.filter(|options| options.span.end > at);
            let inside = options
                .as_ref()
                .is_some_and(|options| options.span.contains(&at));
            let word = |word: &&&str| {
                let here = rest.get(..word.len());
                here.is_some_and(|here| here.eq_ignore_ascii_case(word))
            };
            if let Some(word) = WORDS.iter().find(word) {
                at += word.len();
                continue;
            }
            let start = at;
            let digit = options
                .as_ref()
                .filter(|options| inside && options.of_digits);
            if let Some(end) = options
                .as_ref()
                .and_then(|options| options.word_at(text, at))
            {
                at = end;
                continue;
            }
            if (depth > 0 || inside)
                && digit.is_none()
                && let Some(entry) = Entry::at(text, start, setup, &names)
                && let Some(number) = entry.read(text, &names)?
            {
                at = entry.span.end;
                if inside {
                    in_options.extend((0..letters.len()).filter(|&i| number.mentions(i)));
                }
                terms.push(Term {
                    span: entry.span,
                    number,
                });
                continue;
            }
            if digit.is_none() {
                at += digits(start);
            }
            let letter = letters
                .iter()
                .position(|letter| bytes.get(at) == Some(&(letter.name as u8)));
            let Some(letter) = letter.filter(|_| depth > 0 || inside) else {
                at = at.max(start + next.len_utf8());
                continue;
            };
            if inside {
                in_options.push(letter);
            }
            if digit.is_some() {
                at += 1;
                terms.push(Term {
                    span: start..at,
                    number: Number::Digit { letter },
                });
                continue;
            }
            let coefficient = if at == start {
                Some(1)
            } else {
                // A number that is too large is reported below.
                text[start..at].parse().ok()
            };
            at += 1;
            if let Some(next) = (text[at..].chars().next())
                .filter(|next| next.is_ascii_digit() || names.contains(next))
            {
                let name = letters[letter].name;
                let message = format!("`{name}{next}` is not a number");
                let help =
                    format!("write {name}*{next} for a product, and {name} {next} for two numbers");
                return Err(cursor.fault(start..at + 1, message, &help));
            }
            let mut constant = Some(0i128);
            if let Some(sign @ (b'+' | b'-')) = bytes.get(at).copied() {
                let length = digits(at + 1);
                if length > 0 {
                    // A number that is too large is reported below.
                    let number: Option<i128> = text[at + 1..at + 1 + length].parse().ok();
                    constant = number.map(|number| if sign == b'-' { -number } else { number });
                    at += 1 + length;
                }
            }
            let (Some(coefficient), Some(constant)) = (coefficient, constant) else {
                return Err(cursor.fault(
                    start..at,
                    "this number is too large",
                    "numbers must not exceed 2^127",
                ));
            };
            terms.push(Term {
                span: start..at,
                number: Number::Linear {
                    letter,
                    coefficient,
                    constant,
                },
            });
        }
        for (i, letter) in letters.iter().enumerate() {
            let name = letter.name;
            if letters[..i].iter().any(|other| other.name == name) {
                return Err(cursor.fault(0..0, format!("`{name}` has two ranges"), ""));
            }
            if !terms.iter().any(|term| term.number.mentions(i)) {
                let message = format!(
                    "the letter `{name}` does not occur between the brackets or in the options"
                );
                let help = match text.contains('[') {
                    true => "letters stand for numbers: matrix[a b; c d]".to_string(),
                    false => {
                        let digit = text.starts_with(|c: char| c.is_ascii_digit());
                        let game = match digit && text.contains('.') {
                            true => format!("code({text})"),
                            false => text.to_string(),
                        };
                        format!("write the letter in brackets after the game: {game}[{name}]")
                    }
                };
                return Err(cursor.fault(0..text.len(), message, help));
            }
        }
        Ok(Template {
            text: text.to_string(),
            letters,
            terms,
            bounds,
            condition: None,
            in_options,
            reader: games.reader(),
            files: Vec::new(),
            sample: OnceLock::new(),
        })
    }

    /// Returns the position for these values of the letters. The first position is parsed. If the game can make
    /// positions from numbers and the text is one list of numbers, all others are made from the first.
    ///
    /// # Errors
    /// If there is no such position, or the budget is too small to read it.
    pub fn position(&self, values: &[u64], budget: &Budget) -> Result<Sum, NoMember> {
        if let Some(Some(sample)) = self.sample.get()
            && let Some(position) = self.like(sample, values)
        {
            return Ok(position);
        }
        let text = self.with(values)?;
        let position = self.reader.clone().budget(budget.clone()).read(&text)?;
        self.sample.get_or_init(|| {
            let made = self.like(&position, values)?;
            (made.to_string() == position.to_string()).then(|| position.clone())
        });
        Ok(position)
    }

    /// Returns the position that differs from a member of the family only in its numbers; `None` if it must be parsed,
    /// or is not a position.
    fn like(&self, sample: &Sum, values: &[u64]) -> Option<Sum> {
        let [Component::Impartial(term)] = sample.components() else {
            return None;
        };
        let numbers: Option<Vec<u128>> = self.list()?.iter().map(|n| n.of(values)).collect();
        // Parsing the numbers reports their error.
        let position = term.with_numbers(&numbers?)?.ok()?;
        Some(Sum::new(vec![Component::Impartial(position)], None))
    }

    /// Returns the numbers of a text `name[…]`, if they are one list, of numbers, rows or points, and no other numbers
    /// have letters.
    fn list(&self) -> Option<Vec<Listed<'_>>> {
        if !self.in_options.is_empty() {
            return None;
        }
        list::list(&self.text, |at| {
            let term = self.terms.iter().find(|term| term.span.start == at)?;
            Some((&term.number, term.span.len()))
        })
    }

    /// Returns the family in which all letters run from 0 to `last`.
    #[must_use]
    pub fn up_to(&self, last: u64) -> Template {
        let mut family = self.clone();
        for letter in &mut family.letters {
            letter.range = 0..=last;
        }
        family
    }

    /// Restricts the family to letters that satisfy a condition, such as `a < b and even(a+b)`.
    ///
    /// # Errors
    /// If the text is not an expression of the letters.
    pub fn with_condition(self, condition: &str) -> Result<Template, NotationError> {
        let names: Vec<String> = self
            .letters
            .iter()
            .map(|letter| letter.name.to_string())
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let condition = Some(Expression::read(condition, &names)?);
        Ok(Template { condition, ..self })
    }

    /// Returns the letters, in the order given.
    #[must_use]
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// Returns the files that the text names after `@`: their names and texts.
    #[must_use]
    pub fn files(&self) -> &[(String, String)] {
        &self.files
    }

    /// Returns the text with its letters.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether every letter is a separate entry, exactly once, in the order of the ranges.
    #[must_use]
    pub(crate) fn is_box(&self) -> bool {
        let plain = |(i, term): (usize, &Term)| matches!(term.number, Number::Linear { letter, coefficient: 1, constant: 0 } if letter == i);
        self.in_options.is_empty()
            && self.terms.len() == self.letters.len()
            && self.terms.iter().enumerate().all(plain)
    }

    /// Returns whether every letter runs through its whole range, independently of the others.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.bounds.is_empty() && self.condition.is_none()
    }

    /// Returns whether all letters respect their lower bounds, and the condition holds.
    #[must_use]
    pub fn allows(&self, values: &[u64]) -> bool {
        let mut bounds = self.bounds.iter();
        let bounded = bounds.all(|&(letter, bound, more)| {
            values[letter] >= values[bound].saturating_add_signed(more)
        });
        bounded
            && self.condition.as_ref().is_none_or(|condition| {
                let values: Vec<i128> = values.iter().map(|&value| value.into()).collect();
                condition.holds(&values)
            })
    }

    /// Returns the number of positions, ignoring bounds between letters; `u128::MAX` also stands for more.
    #[must_use]
    pub fn count(&self) -> u128 {
        let counts = self.letters.iter().map(Letter::count);
        counts.fold(1, u128::saturating_mul)
    }

    /// Returns the first letter among the options of a game.
    #[must_use]
    pub fn option_letter(&self) -> Option<char> {
        let letter = self.in_options.first()?;
        Some(self.letters[*letter].name)
    }

    /// Returns the number of letters for options, if these come first and no expression mixes them with others.
    pub(crate) fn leading_options(&self) -> Option<usize> {
        let count = self.in_options.iter().max()? + 1;
        let all = (0..count).all(|letter| self.in_options.contains(&letter));
        let apart = |term: &Term| {
            let of = |letters: Range<usize>| letters.into_iter().any(|i| term.number.mentions(i));
            !(of(0..count) && of(count..self.letters.len()))
        };
        (all && count < self.letters.len() && self.terms.iter().all(apart)).then_some(count)
    }

    /// Fixes the values of the first letters, and returns a family of the other letters, which run through their whole
    /// ranges.
    ///
    /// # Errors
    /// If a term has no value, or the text is not that of a family.
    pub(crate) fn part(&self, first: &[u64]) -> Result<Template, NoMember> {
        let letters = self.letters[first.len()..].iter().map(|letter| Letter {
            not_below: None,
            ..letter.clone()
        });
        self.with_some(|letter| letter < first.len(), first, letters.collect())
    }

    /// Replaces letters whose range is a single number by that number, if other letters are left and no bound, condition
    /// or term mixes them with these.
    ///
    /// # Errors
    /// If a term has no value.
    pub fn without_fixed(self) -> Result<Template, NoMember> {
        let first = self.letters.iter().map(|letter| *letter.range.start());
        let (first, is_free): (Vec<u64>, Vec<bool>) = first
            .zip(self.letters.iter().map(|letter| letter.count() > 1))
            .unzip();
        let mentions = |term: &Term, free: bool| {
            (0..first.len()).any(|i| is_free[i] == free && term.number.mentions(i))
        };
        let mixed = |term: &Term| mentions(term, true) && mentions(term, false);
        let both = is_free.contains(&true) && is_free.contains(&false);
        if !self.is_free() || !both || self.terms.iter().any(mixed) {
            return Ok(self);
        }
        let letters = self.letters.iter().zip(&is_free);
        let letters = letters
            .filter(|(_, free)| **free)
            .map(|(letter, _)| letter.clone());
        self.with_some(|letter| !is_free[letter], &first, letters.collect())
    }

    /// Replaces some letters by numbers, and returns the family of the others.
    fn with_some(
        &self,
        replaced: impl Fn(usize) -> bool,
        values: &[u64],
        others: Vec<Letter>,
    ) -> Result<Template, NoMember> {
        let replaced = |term: &&Term| {
            (0..self.letters.len()).any(|letter| replaced(letter) && term.number.mentions(letter))
        };
        let text = self.filled(self.terms.iter().filter(replaced), values)?;
        let part = Template::of_games(&text, others, self.reader.games())?;
        Ok(Template {
            reader: self.reader.clone(),
            files: self.files.clone(),
            ..part
        })
    }

    /// Returns the text with numbers for the letters.
    ///
    /// # Errors
    /// If a term has no value.
    pub fn with(&self, values: &[u64]) -> Result<String, TermOutOfRange> {
        self.filled(self.terms.iter(), values)
    }

    fn filled<'t>(
        &self,
        terms: impl Iterator<Item = &'t Term>,
        values: &[u64],
    ) -> Result<String, TermOutOfRange> {
        let mut text = String::new();
        let mut at = 0;
        for term in terms {
            let Some(number) = term.number.of(values) else {
                let letters = self.letters.iter().enumerate();
                let own = letters.filter(|&(letter, _)| term.number.mentions(letter));
                let own = own.map(|(i, letter)| format!("{} = {}", letter.name, values[i]));
                return Err(TermOutOfRange {
                    term: self.text[term.span.clone()].to_string(),
                    wanted: term.number.wanted(),
                    values: own.collect::<Vec<_>>().join(", "),
                });
            };
            text.push_str(&self.text[at..term.span.start]);
            match term.number {
                Number::Digit { .. } => text.push_str(&format!("{number:X}")),
                _ => text.push_str(&number.to_string()),
            }
            at = term.span.end;
        }
        text.push_str(&self.text[at..]);
        Ok(text)
    }

    /// Returns the numbers of a text `name[…]`, if they are one list, of numbers, rows or points, in which each is
    /// constant or linear in one letter.
    pub(crate) fn linear_list(&self) -> Option<Vec<LinearEntry>> {
        self.list()?.iter().map(Listed::linear).collect()
    }

    /// Returns the numbers of a text `name[…]`, if they are one list in which each is a constant, or a letter times a
    /// coefficient plus a constant.
    #[must_use]
    pub fn numbers(&self) -> Option<Vec<(Option<usize>, u64, i64)>> {
        let numbers = self.linear_list()?.into_iter();
        Some(
            numbers
                .map(|own| (own.letter, own.coefficient, own.constant))
                .collect(),
        )
    }

    /// Returns tuples of values to try for finding a position: first the last ones, then some from the middle and the
    /// beginning, in case many of the last are not positions; at most `most` of each.
    pub(crate) fn last_values(&self, most: u128) -> impl Iterator<Item = Vec<u64>> + '_ {
        let count = self.count();
        let most = count.min(most);
        let last = (0..most).map(move |back| count - 1 - back);
        let between = (1..most).map(move |i| count / most * i);
        let numbers = last.chain(between).chain(0..most);
        numbers.filter_map(|number| self.values_at(number))
    }

    /// Returns the tuple of values with this number; `None` if there are fewer.
    pub(crate) fn values_at(&self, number: u128) -> Option<Vec<u64>> {
        let mut rest = number;
        let mut values: Vec<u64> = Vec::new();
        for letter in self.letters.iter().rev() {
            values.push(letter.range.start() + (rest % letter.count()) as u64);
            rest /= letter.count();
        }
        values.reverse();
        (rest == 0).then_some(values)
    }

    /// Returns all tuples of values, with the last letter changing fastest.
    pub fn values(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        self.values_to(self.letters.iter().map(|letter| *letter.range.end()))
    }

    /// Returns the allowed tuples of values, with the last letter changing fastest. Some `None` items in between let
    /// the caller check the clock, since many tuples may be skipped before the next one.
    pub(crate) fn allowed_values(&self) -> impl Iterator<Item = Option<Vec<u64>>> + '_ {
        /// The number of skipped tuples between two checks of the clock.
        const POLL: u64 = 1024;
        let ends = self.last_allowed();
        let tuple = |(looked_at, values): (u64, Vec<u64>)| match self.allows(&values) {
            true => Some(Some(values)),
            false => looked_at.is_multiple_of(POLL).then_some(None),
        };
        (0..).zip(self.values_to(ends)).filter_map(tuple)
    }

    /// Returns the last number of each letter that the lower bounds allow: a letter that bounds another one from below
    /// ends before the range of that one does.
    fn last_allowed(&self) -> Vec<u64> {
        let ends = self.letters.iter().map(|letter| *letter.range.end());
        let mut ends: Vec<u64> = ends.collect();
        for &(letter, bound, more) in self.bounds.iter().rev() {
            let end = ends[letter].saturating_add_signed(more.saturating_neg());
            ends[bound] = ends[bound].min(end);
        }
        ends
    }

    /// Returns the same members with ranges that leave out numbers for which another range is empty:
    /// `a=0..1000000 b=a..20` becomes `a=0..20 b=a..20`. Cells of a table keep their order and lose empty rows.
    #[must_use]
    pub fn narrowed(mut self) -> Template {
        let ends = self.last_allowed();
        for (letter, end) in self.letters.iter_mut().zip(ends) {
            letter.range = *letter.range.start()..=end;
        }
        self
    }

    fn values_to(
        &self,
        ends: impl IntoIterator<Item = u64>,
    ) -> impl Iterator<Item = Vec<u64>> + '_ {
        let ends: Vec<u64> = ends.into_iter().collect();
        let first: Vec<u64> = self
            .letters
            .iter()
            .map(|letter| *letter.range.start())
            .collect();
        std::iter::successors(Some(first), move |values| {
            let mut next = values.clone();
            for ((value, letter), end) in next.iter_mut().zip(&self.letters).zip(&ends).rev() {
                if *value < *end {
                    *value += 1;
                    return Some(next);
                }
                *value = *letter.range.start();
            }
            None
        })
    }
}
