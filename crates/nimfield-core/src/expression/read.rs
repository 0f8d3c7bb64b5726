//! Reading expressions.

use text_cursor::Operators;

use super::node::{Binary, Node, Unary};
use crate::notation::{Cursor, NotationError, closest};

/// The operators that can follow an operand, for messages.
pub const OPERATORS: &str = "operators are + - * / mod xor ^ = != < <= > >= and or not ->, \
                                    functions min max abs pow gcd bits even odd";

/// The deepest nesting of parentheses.
const MOST_DEPTH: u32 = 100;

/// Functions of two or more numbers.
const FOLDS: [(&str, Binary); 4] = [
    ("min", Binary::Minimum),
    ("max", Binary::Maximum),
    ("pow", Binary::Power),
    ("gcd", Binary::Gcd),
];

/// Functions of one number.
const FUNCTIONS: [(&str, Unary); 4] = [
    ("abs", Unary::Absolute),
    ("bits", Unary::Bits),
    ("even", Unary::Even),
    ("odd", Unary::Odd),
];

/// How tightly operators bind, from the loosest to the tightest; unary operators are in between.
const IMPLIED: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const NEGATED: u8 = 4;
const COMPARED: u8 = 5;
const XOR: u8 = 6;
const SUM: u8 = 7;
const PRODUCT: u8 = 8;

/// Binary operators, and whether their sides are swapped; longer signs come before their own prefixes.
const OPERATORS_OF_TWO: [(u8, &[&str], Binary, bool); 16] = [
    (PRODUCT, &["*"], Binary::Multiply, false),
    (PRODUCT, &["/"], Binary::Divide, false),
    (PRODUCT, &["%", "mod"], Binary::Modulo, false),
    (SUM, &["+"], Binary::Add, false),
    (SUM, &["-"], Binary::Subtract, false),
    (XOR, &["xor", "^"], Binary::Xor, false),
    (COMPARED, &["=="], Binary::Equal, false),
    (COMPARED, &["!=", "<>", "≠"], Binary::Different, false),
    (COMPARED, &["<=", "≤"], Binary::AtMost, false),
    (COMPARED, &[">=", "≥"], Binary::AtMost, true),
    (COMPARED, &["="], Binary::Equal, false),
    (COMPARED, &["<"], Binary::Less, false),
    (COMPARED, &[">"], Binary::Less, true),
    (AND, &["and"], Binary::And, false),
    (OR, &["or"], Binary::Or, false),
    (IMPLIED, &["->"], Binary::Implies, false),
];

/// Reads the longest expression at the cursor.
pub(super) fn expression(cursor: &mut Cursor<'_>, letters: &[&str]) -> Result<Node, NotationError> {
    Reader::new(cursor, letters).expression()
}

/// Reads a single operand at the cursor.
pub(super) fn operand(cursor: &mut Cursor<'_>, letters: &[&str]) -> Result<Node, NotationError> {
    Reader::new(cursor, letters).single()
}

struct Reader<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    letters: &'c [&'c str],
    depth: u32,
}

/// The part of an expression read so far: its value, and in a chain of comparisons the last number, which the next
/// comparison uses.
struct Chain {
    node: Node,
    last: Option<Node>,
}

impl From<Node> for Chain {
    fn from(node: Node) -> Chain {
        Chain { node, last: None }
    }
}

impl Operators for Reader<'_, '_> {
    type Operand = Chain;
    type Operator = (Binary, bool, u8);
    type Error = NotationError;

    fn operand(&mut self, least: u8) -> Result<Chain, NotationError> {
        if least > NEGATED || !self.takes("not") {
            return self.single().map(Chain::from);
        }
        self.descend()?;
        let of = self.joined(NEGATED)?.node;
        self.depth -= 1;
        Ok(Node::Unary(Unary::Not, Box::new(of)).into())
    }

    fn operator(
        &mut self,
        _: &Chain,
        least: u8,
    ) -> Result<Option<((Binary, bool, u8), u8)>, NotationError> {
        let found = OPERATORS_OF_TWO.iter().find(|(level, signs, ..)| {
            *level >= least && signs.iter().any(|sign| self.takes(sign))
        });
        let Some(&(level, _, operator, exchanged)) = found else {
            return Ok(None);
        };
        // `a -> b -> c` is `a -> (b -> c)`.
        let right = match level {
            IMPLIED => {
                self.descend()?;
                IMPLIED
            }
            _ => level + 1,
        };
        Ok(Some(((operator, exchanged, level), right)))
    }

    fn apply(
        &mut self,
        left: Chain,
        (operator, exchanged, level): (Binary, bool, u8),
        right: Chain,
    ) -> Result<Chain, NotationError> {
        if level == IMPLIED {
            self.depth -= 1;
        }
        if level != COMPARED {
            return Ok(binary(operator, left.node, right.node).into());
        }
        // The comparison must hold for each pair of neighbours.
        let (before, first) = match left.last {
            Some(last) => (Some(left.node), last),
            None => (None, left.node),
        };
        let last = right.node.clone();
        let pair = match exchanged {
            true => binary(operator, right.node, first),
            false => binary(operator, first, right.node),
        };
        Ok(Chain {
            node: match before {
                Some(before) => binary(Binary::And, before, pair),
                None => pair,
            },
            last: Some(last),
        })
    }
}

fn binary(operator: Binary, first: Node, second: Node) -> Node {
    Node::Binary(operator, Box::new((first, second)))
}

impl<'c, 'a> Reader<'c, 'a> {
    fn new(cursor: &'c mut Cursor<'a>, letters: &'c [&'c str]) -> Reader<'c, 'a> {
        Reader {
            cursor,
            letters,
            depth: 0,
        }
    }

    fn expression(&mut self) -> Result<Node, NotationError> {
        self.joined(IMPLIED).map(|chain| chain.node)
    }

    /// Reads an operator; a word only if it ends here, and `-` only if it is not the beginning of `->`.
    fn takes(&mut self, sign: &str) -> bool {
        let mut ahead = self.cursor.clone();
        let here = ahead.take(sign)
            && !(sign == "-" && ahead.peek() == Some('>'))
            && !(sign.starts_with(|c: char| c.is_alphabetic())
                && ahead.peek().is_some_and(|c| c.is_alphanumeric()));
        if here {
            *self.cursor = ahead;
        }
        here
    }

    /// Goes one level deeper, unless recursion would be too deep.
    fn descend(&mut self) -> Result<(), NotationError> {
        if self.depth >= MOST_DEPTH {
            let here = self.cursor.at()..self.cursor.at();
            let message = format!("the expression is nested more than {MOST_DEPTH} deep");
            return Err(self.cursor.fault(here, message, ""));
        }
        self.depth += 1;
        Ok(())
    }

    /// Reads a number, a letter, a call, something in parentheses, or one of these after a minus; a number before a
    /// letter or a parenthesis is a factor.
    fn single(&mut self) -> Result<Node, NotationError> {
        self.descend()?;
        let node = if self.cursor.take_any(&["-", "−"]) {
            Node::Unary(Unary::Negate, Box::new(self.single()?))
        } else if self.cursor.take("(") {
            let inner = self.expression()?;
            self.cursor.need(")", OPERATORS)?;
            inner
        } else if self.cursor.peek_digit() {
            self.number()?
        } else {
            self.name()?
        };
        self.depth -= 1;
        Ok(node)
    }

    fn number(&mut self) -> Result<Node, NotationError> {
        let start = self.cursor.blanks().at();
        let number = self.cursor.need_number("a number")?;
        let number = i128::try_from(number).map_err(|_| {
            let message = "this number is too large";
            let place = self.cursor.since(start);
            self.cursor
                .fault(place, message, "numbers must be below 2^127")
        })?;
        let next = self.cursor.peek();
        Ok(match next.is_some_and(|c| c.is_alphabetic() || c == '(') {
            true => binary(Binary::Multiply, Node::Number(number), self.single()?),
            false => Node::Number(number),
        })
    }

    /// Reads a letter or a call.
    fn name(&mut self) -> Result<Node, NotationError> {
        let (letters, start) = (self.letters, self.cursor.blanks().at());
        let word = self.cursor.take_while(|c| c.is_alphanumeric() || c == '_');
        if word.is_empty() {
            let what = "a number, a letter or `(`";
            return Err(self.cursor.expected(what, letters_help(letters)));
        }
        let is_word = |name: &str| name.eq_ignore_ascii_case(word);
        if let Some(letter) = letters.iter().position(|letter| *letter == word) {
            return Ok(Node::Letter(letter));
        }
        if is_word("true") || is_word("false") {
            return Ok(Node::Number(is_word("true").into()));
        }
        let fold = FOLDS.iter().find(|(name, _)| is_word(name));
        let function = FUNCTIONS.iter().find(|(name, _)| is_word(name));
        if fold.is_none() && function.is_none() {
            let value = ["grundy", "nimber"].iter().any(|name| is_word(name));
            let meant = letters
                .iter()
                .copied()
                .find(|letter| value && *letter == "value");
            let guess = meant.or_else(|| closest(word, letters.iter().copied()));
            let (guess, help) = match guess {
                Some(guess) => (format!("; did you mean `{guess}`?"), String::new()),
                None => (String::new(), letters_help(letters)),
            };
            let message = format!("unknown letter or function `{word}`{guess}");
            let place = self.cursor.since(start);
            return Err(self.cursor.fault(place, message, help));
        }
        self.cursor.need("(", OPERATORS)?;
        let mut node = self.expression()?;
        if let Some(&(name, operator)) = fold {
            let help = format!("`{name}` takes two numbers: {name}(a,b)");
            self.cursor.need(",", &help)?;
            node = binary(operator, node, self.expression()?);
            while operator != Binary::Power && self.cursor.take(",") {
                node = binary(operator, node, self.expression()?);
            }
        }
        if let Some(&(_, unary)) = function {
            node = Node::Unary(unary, Box::new(node));
        }
        self.cursor.need(")", OPERATORS)?;
        Ok(node)
    }
}

fn letters_help(letters: &[&str]) -> String {
    match letters.is_empty() {
        true => format!("no letters can be used here; {OPERATORS}"),
        false => format!("the letters are {}; {OPERATORS}", listed(letters)),
    }
}

/// Lists letters. Of many numbered ones, such as `p1` to `p16`, only the first and the last are named.
fn listed(letters: &[&str]) -> String {
    let first = letters
        .first()
        .map_or("", |first| first.trim_end_matches('1'));
    let numbered = (1..).zip(letters);
    let numbered = numbered.take_while(|(number, letter)| **letter == format!("{first}{number}"));
    let count = numbered.count();
    match count {
        0..=3 => letters.join(", "),
        _ => {
            let run = format!("{} to {}", letters[0], letters[count - 1]);
            [&[run.as_str()], &letters[count..]].concat().join(", ")
        }
    }
}
