//! Trees in notation.
//!
//! ```text
//! tree    := {NAME ':=' sum [';']} sum
//! sum     := factor {('+'|'-') factor}
//! factor  := ['-'] (INTEGER '*' primary | primary ['*' INTEGER] | '0')
//! primary := '*' [INTEGER] | '*[' stars ']' | '(' tree ')' | '{' list '}' | '{' list '|' list '}' | NAME
//! stars   := what misère theory writes after a star, as CGSuite prints it: digits for nim heaps, '#' for the game
//!            whose only option stands before it, parentheses for games with these options, brackets directly after
//!            a digit or parentheses for games that are added, other brackets for games with these options; with
//!            commas also larger numbers
//! ```

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display, Write};

use nimfield_core::notation::{Cursor, NotationError};

use super::rules::{GameTree, Kind, heap_name};

/// The longest tree, in bytes, that is not written as numbered nodes.
const LONGEST: usize = 4096;
/// The deepest nesting of braces and parentheses.
const DEEPEST: usize = 256;
/// The most summands and options in one text.
const MOST_PARTS: usize = 100_000;

/// The characters for a star: the first one is printed, and all are read.
pub const STARS: [char; 4] = ['*', '⋆', '∗', '★'];
const HELP: &str =
    "a game tree is made of nim heaps `*n`, sums in parentheses, and options in braces";
const EXAMPLE: &str = "{*2,*3} + (*2+*2)";

impl Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.length() <= LONGEST || self.as_value().is_some() {
            return self.write(f, &HashMap::new());
        }
        let mut names = HashMap::new();
        f.write_char('(')?;
        for node in self.nodes() {
            let name = format!("n{}", names.len() + 1);
            write!(f, "{name} := ")?;
            node.write(f, &names)?;
            f.write_str("; ")?;
            names.insert(*node.id(), name);
        }
        write!(f, "{})", names[self.id()])
    }
}

impl GameTree {
    /// Writes the tree, with names for nodes.
    fn write(&self, out: &mut impl Write, names: &HashMap<[u8; 32], String>) -> fmt::Result {
        if let Some(name) = names.get(self.id()) {
            return out.write_str(name);
        }
        let (open, list, between, close) = match self.kind() {
            Kind::Heap(size) => return out.write_str(&heap_name(*size)),
            Kind::Value(value) => return out.write_str(&value.text),
            Kind::Options(options) => ('{', options, ',', '}'),
            Kind::Sum(parts) => ('(', parts, '+', ')'),
        };
        for (i, tree) in list.iter().enumerate() {
            out.write_char(if i == 0 { open } else { between })?;
            tree.write(out, names)?;
        }
        out.write_char(close)
    }

    /// Returns the nodes that are not heaps, each once and after its followers.
    fn nodes(&self) -> Vec<&GameTree> {
        fn visit<'a>(
            tree: &'a GameTree,
            seen: &mut HashSet<&'a [u8; 32]>,
            nodes: &mut Vec<&'a GameTree>,
        ) {
            let (Kind::Options(list) | Kind::Sum(list)) = tree.kind() else {
                return;
            };
            if seen.insert(tree.id()) {
                list.iter().for_each(|below| visit(below, seen, nodes));
                nodes.push(tree);
            }
        }
        let mut nodes = Vec::new();
        visit(self, &mut HashSet::new(), &mut nodes);
        nodes
    }

    /// Reads the longest tree at the cursor.
    ///
    /// # Errors
    /// If the text is not a tree.
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<GameTree, NotationError> {
        cursor.set_example(EXAMPLE);
        let mut reader = Reader {
            cursor: cursor.clone(),
            names: HashMap::new(),
            nesting: 0,
            parts: 0,
        };
        let tree = reader.tree()?;
        *cursor = reader.cursor;
        Ok(tree)
    }

    /// Reads a text that consists of a tree.
    ///
    /// # Errors
    /// If the text is not a tree.
    ///
    /// ```
    /// use nimfield_games::game_tree::GameTree;
    /// let tree = GameTree::read_all("{*3,*2|*2,*3} + (*2+*2)")?;
    /// assert_eq!(tree.to_string(), "(*2+*2+{*2,*3})");
    /// assert_eq!(GameTree::read_all("*[2#]")?.to_string(), "{*2}");
    /// assert_eq!(GameTree::read_all("*[2[2]]")?.to_string(), "(*2+*2)");
    /// assert!(GameTree::read_all("{0|*}").is_err());
    /// # Ok::<(), nimfield_core::notation::NotationError>(())
    /// ```
    pub fn read_all(text: &str) -> Result<GameTree, NotationError> {
        let mut cursor = Cursor::new(text);
        let tree = GameTree::read_from(&mut cursor)?;
        cursor.need_end(HELP)?;
        Ok(tree)
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    names: HashMap<&'a str, GameTree>,
    nesting: usize,
    parts: usize,
}

type Read<T> = Result<T, NotationError>;

impl<'a> Reader<'a> {
    fn tree(&mut self) -> Read<GameTree> {
        loop {
            let mut ahead = self.cursor.clone();
            let name = ahead.word();
            if name.is_empty() || !ahead.take(":=") {
                return self.sum();
            }
            self.cursor = ahead;
            let tree = self.sum()?;
            self.names.insert(name, tree);
            self.cursor.take(";");
        }
    }

    /// Counts summands or options, and checks the depth of the resulting tree.
    fn made(&mut self, start: usize, parts: usize, tree: GameTree) -> Read<GameTree> {
        self.parts += parts;
        if self.parts > MOST_PARTS || tree.depth() > DEEPEST {
            let message = format!(
                "this game tree has more than {MOST_PARTS} parts, or is nested more than {DEEPEST} deep"
            );
            return Err(self.cursor.fault(start..self.cursor.at(), message, HELP));
        }
        Ok(tree)
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.nesting += 1;
        let found = match self.nesting <= DEEPEST {
            true => read(self),
            false => Err(self.cursor.expected("brackets nested less deep", HELP)),
        };
        self.nesting -= 1;
        found
    }

    fn sum(&mut self) -> Read<GameTree> {
        let start = self.cursor.at();
        let mut parts = vec![self.factor()?];
        while self.cursor.take_any(&["+", "-", "−"]) {
            if self.cursor.peek().is_some_and(|c| "-−".contains(c)) {
                return Err(self.cursor.expected("a blank between the signs", HELP));
            }
            parts.push(self.factor()?);
        }
        self.summed(start, parts)
    }

    fn summed(&mut self, start: usize, parts: Vec<GameTree>) -> Read<GameTree> {
        let count = parts.iter().map(|part| part.summands().len()).sum();
        self.made(start, count, GameTree::sum(parts))
    }

    fn factor(&mut self) -> Read<GameTree> {
        self.cursor.blanks();
        let start = self.cursor.at();
        if self.cursor.take_any(&["+-", "+−", "±"]) {
            // The other player has the same options.
            return self.nested(|reader| {
                let is_list = reader.cursor.clone().take("{");
                let (options, bar) = match is_list {
                    true => reader.braces()?,
                    false => (vec![reader.primary()?], false),
                };
                let options = match bar {
                    true => vec![reader.of_options(start, options)?],
                    false => options,
                };
                reader.of_options(start, options)
            });
        }
        if self.cursor.take_any(&["-", "−", "+"]) {
            // An impartial game is its own negative.
            return self.nested(Self::factor);
        }
        if !self.cursor.peek_digit() {
            let star = self.cursor.peek().is_some_and(|c| STARS.contains(&c));
            let tree = self.primary()?;
            return match star {
                true => Ok(tree),
                false => self.repeated(start, tree),
            };
        }
        let count = self.cursor.need_number("the number of copies")?;
        let number = start..self.cursor.at();
        if times(&mut self.cursor) {
            let tree = self.primary()?;
            return self.copies(start, count, &tree);
        }
        match count {
            0 => Ok(GameTree::heap(0)),
            _ => {
                let message = format!("the number {count} is a partizan game");
                Err(self.cursor.fault(number, message, HELP))
            }
        }
    }

    /// Reads the number of copies after parentheses or braces.
    fn repeated(&mut self, start: usize, mut tree: GameTree) -> Read<GameTree> {
        loop {
            let mut ahead = self.cursor.clone();
            if !(times(&mut ahead) && ahead.peek_digit()) {
                return Ok(tree);
            }
            self.cursor = ahead;
            let count = self.cursor.need_number("the number of copies")?;
            tree = self.copies(start, count, &tree)?;
        }
    }

    fn copies(&mut self, start: usize, count: u128, tree: &GameTree) -> Read<GameTree> {
        let count = count.min(MOST_PARTS as u128 + 1) as usize;
        let parts = count.saturating_mul(tree.summands().len());
        match parts > MOST_PARTS {
            true => self.made(start, parts, tree.clone()),
            false => self.summed(start, vec![tree.clone(); count]),
        }
    }

    fn of_options(&mut self, start: usize, options: Vec<GameTree>) -> Read<GameTree> {
        self.made(start, options.len(), GameTree::of_options(options))
    }

    fn primary(&mut self) -> Read<GameTree> {
        self.cursor.blanks();
        let start = self.cursor.at();
        if STARS.iter().any(|&star| self.cursor.take_char(star)) {
            if self.cursor.take_char('[') {
                return self.nested(|reader| reader.stars(start));
            }
            return match self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
                true => Ok(GameTree::heap(self.cursor.need_number("a nim heap")?)),
                false => Ok(GameTree::heap(1)),
            };
        }
        if self.cursor.take("(") {
            let tree = self.nested(Self::tree)?;
            self.cursor.need(")", HELP)?;
            return Ok(tree);
        }
        if self.cursor.clone().take("{") {
            let (options, _) = self.nested(Self::braces)?;
            return self.of_options(start, options);
        }
        let mut ahead = self.cursor.clone();
        match self.names.get(ahead.word()) {
            Some(tree) => {
                self.cursor = ahead;
                Ok(tree.clone())
            }
            None => Err(self
                .cursor
                .expected("a nim heap, braces or parentheses", HELP)),
        }
    }

    /// Reads the options in braces, the same on both sides of a bar or without one, and whether there is a bar.
    fn braces(&mut self) -> Read<(Vec<GameTree>, bool)> {
        self.cursor.need("{", HELP)?;
        let left = self.list(&["|", "}"])?;
        let bar = self.cursor.take("|");
        let start = self.cursor.at();
        let same = !bar || {
            let right = self.list(&["}"])?;
            GameTree::of_options(right) == GameTree::of_options(left.clone())
        };
        let end = self.cursor.at();
        if !same {
            let message = "expected the same options on both sides of the bar";
            return Err(self.cursor.fault(start..end, message, HELP));
        }
        if left.is_empty() && !bar {
            return Err(self.cursor.expected("options in the braces", HELP));
        }
        self.cursor.need("}", HELP)?;
        Ok((left, bar))
    }

    /// Reads trees with commas between them, up to one of the ends.
    fn list(&mut self, ends: &[&str]) -> Read<Vec<GameTree>> {
        let mut list = Vec::new();
        while !self.cursor.clone().take_any(ends) {
            if !list.is_empty() {
                self.cursor.need(",", HELP)?;
            }
            list.push(self.sum()?);
        }
        Ok(list)
    }

    /// Reads the text after a star and a bracket: a game by its options, or a single nim heap or game.
    fn stars(&mut self, start: usize) -> Read<GameTree> {
        self.refuse_numbers()?;
        let items = self.star_items("]")?;
        match <[GameTree; 1]>::try_from(items) {
            Ok([single]) => Ok(single),
            Err(options) => self.of_options(start, options),
        }
    }

    /// Refuses a text of only digits before the closing bracket.
    fn refuse_numbers(&mut self) -> Read<()> {
        let rest = self.cursor.rest();
        let (here, closed) = rest
            .split_once(']')
            .map_or((rest, false), |(here, _)| (here, true));
        if closed && here.len() > 1 && here.bytes().all(|byte| byte.is_ascii_digit()) {
            let span = self.cursor.at()..self.cursor.at() + here.len();
            let message = format!("`{here}` can be read as one nim heap or as several options");
            let listed: Vec<String> = here.chars().map(String::from).collect();
            let help = format!("write `*{here}`, or `*[{}]`", listed.join(","));
            return Err(self.cursor.fault(span, message, help));
        }
        Ok(())
    }

    /// Reads items up to the bracket or parenthesis that closes them.
    fn star_items(&mut self, close: &str) -> Read<Vec<GameTree>> {
        let mut commas = false;
        let mut items = Vec::new();
        while !self.cursor.take(close) {
            if !items.is_empty() && self.cursor.take(",") {
                commas = true;
            }
            let start = self.cursor.at();
            let mut item = match self.cursor.peek_digit() {
                true => {
                    let heap = GameTree::heap(self.star_number(commas)?);
                    self.subscripted(start, heap)?
                }
                false if self.cursor.take("[") => {
                    self.refuse_numbers()?;
                    let options = self.nested(|reader| reader.star_items("]"))?;
                    self.of_options(start, options)?
                }
                false if self.opens_items() => {
                    self.cursor.need("(", HELP)?;
                    let options = self.nested(|reader| reader.star_items(")"))?;
                    let game = self.of_options(start, options)?;
                    self.subscripted(start, game)?
                }
                false => self.sum()?,
            };
            while self.cursor.take("#") {
                item = self.of_options(start, vec![item])?;
            }
            items.push(item);
        }
        Ok(items)
    }

    /// Returns whether the next parentheses contain options after a star, not a sum of stars.
    fn opens_items(&self) -> bool {
        let mut ahead = self.cursor.clone();
        while ahead.take("(") {}
        ahead.at() > self.cursor.at() && ahead.peek_digit()
    }

    /// Reads a bracket directly after an item: the games in it are added to the item.
    fn subscripted(&mut self, start: usize, item: GameTree) -> Read<GameTree> {
        if !self.cursor.take_char('[') {
            return Ok(item);
        }
        let mut parts = vec![item];
        parts.extend(self.nested(|reader| reader.star_items("]"))?);
        self.summed(start, parts)
    }

    /// Reads the size of a nim heap in a list: a digit, or a number between commas.
    fn star_number(&mut self, after_comma: bool) -> Read<u128> {
        let mut ahead = self.cursor.clone();
        let number = ahead.need_number("a nim heap")?;
        if after_comma || ahead.clone().take(",") {
            self.cursor = ahead;
            return Ok(number);
        }
        self.cursor.blanks();
        let digit = self.cursor.peek().and_then(|c| c.to_digit(10)).unwrap_or(0);
        self.cursor.take_char(char::from(b'0' + digit as u8));
        Ok(digit.into())
    }
}

/// Reads a multiplication sign.
fn times(cursor: &mut Cursor<'_>) -> bool {
    cursor.take_any(&["*", "⋆", "∗", "★", "·", "×"])
}
