//! The reader of positions.
//!
//! ```text
//! sum        := ['-'] component (('+'|'-') component)*
//! component  := GAME ['(' options ')'] '[' body ']'  |  '@'FILE ['[' picture ']']  |  value
//!               where FILE describes a board, or holds one position of a game
//! ```
//!
//! Each game defines its bodies and moves; see [`Notation`](nimfield_core::notation::Notation). Values are written as
//! in CGSuite. The name of a component selects its game, and so determines whether it is partizan. If all components
//! are impartial, `0` and `*n` are nim heaps, otherwise values.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use nimfield_core::notation::closest;
use nimfield_core::prelude::*;
use nimfield_games::boards::read_from_file;
use nimfield_games::game_tree::{GameTree, STARS};
use nimfield_games::nim::Nim;
use short_game::calc::is_loopy;
use short_game::{Arena, DEFAULT_LIMIT, Printed};

use crate::registry::Games;
use crate::rules_read::RulesRead;
use crate::sum::Sum;
use crate::term::{Term, WrittenValue, heap};
use crate::values;

/// Returns the text of the file with this name, or an error message.
type Load<'a> = Arc<dyn Fn(&str) -> Result<String, String> + Send + Sync + 'a>;

/// Reads a position of the games of Nimfield: a component or a sum of them.
///
/// # Errors
/// If the text is not a position: the place, what was expected there, and an example.
///
/// ```
/// let sum = nimfield::read("MATRIX[7,5; 6 8] + *17").unwrap();
/// assert_eq!(sum.to_string(), "matrix[7 5; 6 8] + nim[17]");
/// let sum = nimfield::read("matrix-partizan[1 2; 2 2] + *17").unwrap();
/// assert_eq!(sum.to_string(), "matrix-partizan[1 2; 2 2] + *17");
/// ```
pub fn read(text: &str) -> Result<Sum, NotationError> {
    Games::builtin().read(text)
}

/// Reads positions, possibly with files and a budget. [`Games::reader`] creates it.
///
/// ```
/// use nimfield::{Budget, Games, Play};
///
/// let load = |name: &str| match name {
///     "cross.txt" => Ok("board rect 3 3 minus corners\nplay misere".to_string()),
///     _ => Err(format!("there is no file {name}")),
/// };
/// let games = Games::builtin();
/// let reader = games.reader().files(&load).budget(Budget::unlimited().bytes(1 << 24));
/// let sum = reader.read("@cross.txt[o/o.o/.]").unwrap();
/// assert_eq!(sum.to_string(), "@cross.txt[1/101/0]");
/// assert_eq!(sum.default_play(), Play::Misere);
/// ```
#[derive(Clone)]
pub struct Reader<'a> {
    games: Games,
    load: Load<'a>,
    rules: RulesRead,
    budget: Option<Budget>,
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl Games {
    /// Reads a position: a component or a sum of them.
    ///
    /// # Errors
    /// If the text is not a position: the place, what was expected there, and an example.
    pub fn read(&self, text: &str) -> Result<Sum, NotationError> {
        self.reader().read(text)
    }

    /// Returns a reader for these games, without files and without a budget.
    #[must_use]
    pub fn reader(&self) -> Reader<'static> {
        Reader {
            games: self.clone(),
            load: Arc::new(|_| Err("files cannot be read here".to_string())),
            rules: RulesRead::default(),
            budget: None,
        }
    }
}

impl<'a> Reader<'a> {
    /// Allows files: `@board.txt` is a board, or a position, from a file. `load` returns the text of the file with this
    /// name, or an error message.
    #[must_use]
    pub fn files<'b>(
        self,
        load: impl Fn(&str) -> Result<String, String> + Send + Sync + 'b,
    ) -> Reader<'b> {
        Reader {
            games: self.games,
            load: Arc::new(load),
            rules: self.rules,
            budget: self.budget,
        }
    }

    /// Returns the games that positions may name.
    #[must_use]
    pub(crate) fn games(&self) -> &Games {
        &self.games
    }

    /// Reads the name of a file, and returns it with its text.
    pub(crate) fn file(&self, cursor: &mut Cursor<'_>) -> Result<(String, String), NotationError> {
        read_from_file(cursor, &*self.load)
    }

    /// Limits reading, and the values of partizan sums for their whole life, to the bytes, the deadline and the cancel
    /// flag of a budget.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Reader<'a> {
        Reader {
            budget: Some(budget),
            ..self
        }
    }

    /// Creates an arena for the values of one sum.
    fn arena(&self) -> Result<Arc<Arena>, short_game::Error> {
        match &self.budget {
            Some(budget) => values::arena(budget),
            None => Ok(Arc::new(Arena::new())),
        }
    }

    /// Reads a position: a component or a sum of them.
    ///
    /// # Errors
    /// If the text, or the text of a file, is invalid; [`unfinished`](NotationError::unfinished) if the budget is too
    /// small.
    pub fn read(&self, text: &str) -> Result<Sum, NotationError> {
        let mut cursor = Cursor::new(text);
        if let Some(budget) = &self.budget {
            cursor = cursor.within(budget);
            fits(&cursor, budget)?;
        }
        cursor.set_example("matrix[20 24; 24 27]");
        if let Some(heaps) = bare_heaps(text) {
            let help = format!("write these heaps as `{}[{heaps}]`", Nim::INFO.name);
            return Err(cursor.expected("the name of a game", help));
        }
        let mut pieces = Vec::new();
        let mut minus = self.games.leading_minus(&mut cursor);
        loop {
            cursor.ask()?;
            pieces.push(self.read_piece(&mut cursor, minus)?);
            if cursor.at_end() {
                break;
            }
            let start = cursor.at();
            minus = if cursor.take_any(&["-", "−"]) {
                Some((start, cursor.at()))
            } else {
                cursor.need("+", "summands are joined by + and -")?;
                None
            };
        }
        let plain = pieces.iter().all(Piece::is_impartial);
        let arena = match plain {
            true => None,
            false => {
                let fault = |error: short_game::Error| NotationError {
                    unfinished: error.is_limit(),
                    ..cursor.fault(0..0, error.to_string(), "")
                };
                Some(self.arena().map_err(fault)?)
            }
        };
        let terms = pieces
            .iter()
            .map(|piece| piece.term(&cursor, arena.as_ref()));
        let mut terms: Vec<Term> = terms.collect::<Result<_, _>>()?;
        // Values that turn out to be nimbers do not make a sum partizan.
        let nimber = |(term, piece): (&Term, &Piece<'_>)| match term {
            Term::Impartial(_) => Some(term.clone()),
            Term::Partizan(_) => None,
            Term::Value(value) => heap(&value.text).map(|size| piece.worth(size)),
        };
        if let Some(impartial) = terms
            .iter()
            .zip(&pieces)
            .map(nimber)
            .collect::<Option<Vec<_>>>()
        {
            terms = impartial;
        }
        Ok(Sum::new(terms, arena))
    }

    /// Reads a position as it is played ([`Sum::for_play`]): in the requested play convention, or else in that of the
    /// sources of its games. If these differ, values stay as written.
    ///
    /// # Errors
    /// Errors of [`read`](Reader::read) and [`Sum::for_play`].
    pub fn read_for(&self, text: &str, requested: Option<Play>) -> Result<Sum, NotationError> {
        let sum = self.read(text)?;
        match requested.or(sum.agreed_play()) {
            Some(play) => sum.for_play(play),
            None => Ok(sum),
        }
    }

    fn read_piece<'t>(
        &self,
        cursor: &mut Cursor<'t>,
        minus: Option<(usize, usize)>,
    ) -> Result<Piece<'t>, NotationError> {
        cursor.blanks();
        let start = cursor.at();
        if cursor.take("@") {
            let (name, text) = self.file(cursor)?;
            let term = match self.games.read_file(&name, &text)? {
                Some(term) => term,
                None => {
                    let rules = self.rules.read(&name, &text)?;
                    match rules.examples() {
                        [] if rules.board().is_some() => {}
                        // The example of a board would mislead.
                        [] => cursor.set_example(""),
                        _ => cursor.set_example(rules.info().example),
                    }
                    Term::of_rules(rules.position(cursor)?)
                }
            };
            return signed(term, minus, cursor).map(Piece::Term);
        }
        let mut ahead = cursor.clone();
        let name = ahead.word();
        if let Some(game) = self.games.find(name) {
            *cursor = ahead;
            cursor.set_example(game.info.example);
            let term = game.read(cursor)?;
            return signed(term, minus, cursor).map(Piece::Term);
        }
        if !name.is_empty() && !is_value(name, &mut ahead) {
            let known: Vec<&str> = self.games.iter().map(|game| game.info.name).collect();
            let stands_for = self.games.also(name).next();
            let guess = match (stands_for, closest(name, known.iter().copied())) {
                (Some((_, stands_for)), _) => format!("; write `{stands_for}[…]`"),
                (None, Some(guess)) => format!("; did you mean `{guess}`?"),
                (None, None) => String::new(),
            };
            return Err(cursor.fault(
                start..start + name.len(),
                format!("unknown game `{name}`{guess}"),
                format!(
                    "the games are {}, and @FILE for a board of your own",
                    known.join(", ")
                ),
            ));
        }
        let begins_value =
            |c: char| c.is_ascii_digit() || STARS.contains(&c) || "{(^v+-±↑↓⇑⇓−".contains(c);
        if !cursor.peek().is_some_and(begins_value) && name.is_empty() {
            return Err(cursor.expected(
                "a game",
                "a position is the name of a game and a body in brackets",
            ));
        }
        let text = cursor.take_value();
        let tree = match heap(text) {
            Some(size) => Ok(GameTree::heap(size)),
            None => GameTree::read_all(text),
        };
        Ok(Piece::Value(ValuePiece {
            tree,
            text,
            start,
            negative: minus.is_some(),
        }))
    }
}

impl Games {
    /// Reads a minus before a position; a value keeps its own sign.
    fn leading_minus(&self, cursor: &mut Cursor<'_>) -> Option<(usize, usize)> {
        cursor.blanks();
        let start = cursor.at();
        let mut ahead = cursor.clone();
        if !ahead.take_any(&["-", "−"]) {
            return None;
        }
        let minus = (start, ahead.at());
        ahead.blanks();
        let position = ahead.peek() == Some('@') || self.find(ahead.clone().word()).is_some();
        if position {
            *cursor = ahead;
        }
        position.then_some(minus)
    }

    /// Returns the position in a file that begins with the name of a game and a bracket; `None` for any other file.
    fn read_file(&self, file: &str, text: &str) -> Result<Option<Term>, NotationError> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let mut cursor = Cursor::new(text);
        let word = cursor.word();
        let Some(game) = self.find(word) else {
            return Ok(None);
        };
        // A board file may have a line that begins with the word `lines`.
        if !cursor.peek().is_some_and(|c| "[(⟦⟨".contains(c)) {
            return Ok(None);
        }
        cursor.set_example(game.info.example);
        let term =
            game.read(&mut cursor)
                .and_then(|term| match cursor.at_end() {
                    true => Ok(term),
                    false => Err(cursor
                        .expected("the end of the file", "a file must hold a single position")),
                });
        term.map(Some).map_err(|mut fault| {
            fault.message = format!("{file}: {}", fault.message);
            fault
        })
    }
}

/// Returns the numbers of a text that consists of two or more numbers and no name, separated by commas.
fn bare_heaps(text: &str) -> Option<String> {
    let between = |c: char| c.is_whitespace() || c == ',';
    let heaps: Vec<&str> = text
        .split(between)
        .filter(|heap| !heap.is_empty())
        .collect();
    let numbers = heaps
        .iter()
        .all(|heap| heap.bytes().all(|byte| byte.is_ascii_digit()));
    (numbers && heaps.len() > 1).then(|| heaps.join(","))
}

/// Checks that the budget allows the memory of a position with its summands and their theory.
fn fits(cursor: &Cursor<'_>, budget: &Budget) -> Result<(), NotationError> {
    /// The length of a text that every budget allows.
    const SHORT: usize = 1 << 12;
    /// Bytes of memory per byte of text: a nim heap is two bytes of text, but a summand with a value, a reason and list
    /// entries in memory.
    const BYTES_A_BYTE: u64 = 384;
    let length = cursor.rest().len();
    if length <= SHORT {
        return Ok(());
    }
    let fits = budget.fits((length as u64).saturating_mul(BYTES_A_BYTE));
    fits.map_err(|limit| NotationError {
        unfinished: true,
        ..cursor.fault(0..0, format!("the position is too long for {limit}"), "")
    })
}

/// Returns whether a word that is not the name of a game begins a value: `v`, `vv`, `v6`, `Tiny(2)`, `n1 := {*2};
/// {0,n1}`. Loopy values such as `on` count, too; the reader of values explains them.
fn is_value(word: &str, after: &mut Cursor<'_>) -> bool {
    let lower = word.to_ascii_lowercase();
    let downs = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    is_loopy(word)
        || !downs.is_empty() && downs.bytes().all(|byte| byte == b'v')
        || ["tiny", "miny"].contains(&&*lower) && after.take("(")
        || after.take(":=")
}

/// Returns the component, negated if there is a minus. An impartial game is its own negative.
fn signed(
    term: Term,
    minus: Option<(usize, usize)>,
    cursor: &Cursor<'_>,
) -> Result<Term, NotationError> {
    let Some((start, end)) = minus else {
        return Ok(term);
    };
    let Some(position) = term.as_partizan() else {
        return Ok(term);
    };
    position.negative().map(Term::Partizan).ok_or_else(|| {
        cursor.fault(
            start..end,
            "this position cannot be subtracted: no symmetry of its game exchanges Left and Right",
            "a rule file has negatives if a reflection or rotation of its board exchanges the moves of \
             Left and Right; other games define their negatives themselves",
        )
    })
}

/// A parsed component, before it is known whether the sum is impartial.
enum Piece<'a> {
    Term(Term),
    Value(ValuePiece<'a>),
}

struct ValuePiece<'a> {
    /// The game tree that the text describes, or why it does not.
    tree: Result<GameTree, NotationError>,
    text: &'a str,
    start: usize,
    negative: bool,
}

impl Piece<'_> {
    fn is_impartial(&self) -> bool {
        match self {
            Piece::Term(term) => term.as_impartial().is_some(),
            Piece::Value(value) => value.tree.is_ok(),
        }
    }

    /// Returns the component, in a partizan sum with values in `arena`.
    fn term(&self, cursor: &Cursor<'_>, arena: Option<&Arc<Arena>>) -> Result<Term, NotationError> {
        let value = match self {
            Piece::Term(term) => return Ok(term.clone()),
            Piece::Value(value) => value,
        };
        match (arena, &value.tree) {
            (Some(arena), _) => read_value(cursor, arena, value).map(Term::Value),
            (None, Ok(tree)) => Ok(Term::impartial(tree.clone()).plain()),
            (None, Err(error)) => Err(error.clone()),
        }
    }

    /// Returns the component in an impartial sum, if it equals this nim heap.
    fn worth(&self, size: u128) -> Term {
        match self {
            Piece::Term(term) => term.clone(),
            Piece::Value(value) => Term::impartial(match &value.tree {
                Ok(tree) => tree.clone(),
                Err(error) => {
                    let sign = if value.negative { "-" } else { "" };
                    let span = error.span.start + sign.len()..error.span.end + sign.len();
                    let text = format!("{sign}{}", value.text);
                    GameTree::of_value(text, size, span, error.message.clone())
                }
            })
            .plain(),
        }
    }
}

fn read_value(
    cursor: &Cursor<'_>,
    arena: &Arena,
    value: &ValuePiece<'_>,
) -> Result<WrittenValue, NotationError> {
    let (start, end) = (value.start, value.start + value.text.len());
    let fault = |span: Range<usize>, message: String, help: String| {
        let mut cursor = cursor.clone();
        cursor.set_example("matrix-partizan[1 2; 2 2] - {2|0}");
        cursor.fault(span, message, help)
    };
    // CGSuite's notation does not cover all game trees.
    let nimber = value
        .tree
        .as_ref()
        .map(|tree| GameTree::heap(tree.value()).to_string());
    let text = nimber.as_deref().unwrap_or(value.text);
    let game = arena.read(text).map_err(|error| {
        // CGSuite's notation does not cover the forms of misère theory.
        if let (Err(fault), None, true) = (&value.tree, error.cause, text.contains("*[")) {
            let span = start + fault.span.start..start + fault.span.end;
            return NotationError {
                example: fault.example.clone(),
                ..cursor.fault(span, fault.message.clone(), fault.help.clone())
            };
        }
        let span = start + error.range.start..(start + error.range.end).min(end);
        let help = match error.cause {
            // An example of the calculator may be more than a value.
            None => "values are written as in CGSuite: 3/4, *2, ^, +-1, {2|-1}".to_string(),
            Some(_) => "a value is read as its canonical form, which may be large".to_string(),
        };
        NotationError {
            unfinished: error.cause.is_some_and(short_game::Error::is_limit),
            ..fault(span, error.message, help)
        }
    })?;
    let signed = if value.negative {
        arena.neg(game)
    } else {
        Ok(game)
    };
    let printed = signed.and_then(|game| Ok((game, arena.print(game, DEFAULT_LIMIT)?)));
    let (game, printed) = printed.map_err(|error| NotationError {
        unfinished: error.is_limit(),
        ..fault(start..end, error.to_string(), String::new())
    })?;
    match printed {
        Printed::Form(text) => Ok(WrittenValue {
            game,
            text: text.into(),
        }),
        Printed::Summary(summary) => {
            let message = format!("the canonical form of this value is too large: {summary}");
            Err(fault(start..end, message, String::new()))
        }
    }
}
