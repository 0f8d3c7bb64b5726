//! Reading expressions.

use super::node::{Binary, Node, Unary};
use crate::notation::{Cursor, NotationError, closest};

/// What can follow an operand, for messages.
pub(super) const OPERATORS: &str = "operators are + - * / mod xor ^ = != < <= > >= and or not ->, \
                                    functions min max abs pow gcd bits even odd";

/// How deep parentheses may be nested.
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

/// Operators of two numbers by rising strength.
const LEVELS: [&[(&str, Binary)]; 5] = [
    &[("or", Binary::Or)],
    &[("and", Binary::And)],
    &[("xor", Binary::Xor), ("^", Binary::Xor)],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[
        ("*", Binary::Multiply),
        ("/", Binary::Divide),
        ("%", Binary::Modulo),
        ("mod", Binary::Modulo),
    ],
];

/// The level of [`LEVELS`] above which comparisons stand.
const COMPARED: usize = 2;

type Read = Result<Node, NotationError>;

/// Reads the longest expression at the cursor.
pub(super) fn expression(cursor: &mut Cursor<'_>, letters: &[&str]) -> Read {
    implication(cursor, letters, 0)
}

fn implication(cursor: &mut Cursor<'_>, letters: &[&str], depth: u32) -> Read {
    let first = level(cursor, letters, 0, depth)?;
    if !cursor.take("->") {
        return Ok(first);
    }
    deeper(cursor, depth)?;
    let then = implication(cursor, letters, depth + 1)?;
    Ok(binary(Binary::Implies, first, then))
}

/// Reads operands joined by the operators of a level up to `and`, or of a stronger one.
fn level(cursor: &mut Cursor<'_>, letters: &[&str], at: usize, depth: u32) -> Read {
    joined(cursor, LEVELS[at], |cursor| match at + 1 {
        COMPARED => negation(cursor, letters, depth),
        next => level(cursor, letters, next, depth),
    })
}

fn joined(
    cursor: &mut Cursor<'_>,
    operators: &[(&str, Binary)],
    next: impl Fn(&mut Cursor<'_>) -> Read,
) -> Read {
    let mut node = next(cursor)?;
    while let Some(&(_, operator)) = operators.iter().find(|(sign, _)| takes(cursor, sign)) {
        node = binary(operator, node, next(cursor)?);
    }
    Ok(node)
}

/// Reads `not` and comparisons.
fn negation(cursor: &mut Cursor<'_>, letters: &[&str], depth: u32) -> Read {
    if takes(cursor, "not") {
        deeper(cursor, depth)?;
        let of = negation(cursor, letters, depth + 1)?;
        return Ok(Node::Unary(Unary::Not, Box::new(of)));
    }
    comparison(cursor, letters, depth)
}

/// Reads a chain of comparisons: each neighbouring pair has to compare.
fn comparison(cursor: &mut Cursor<'_>, letters: &[&str], depth: u32) -> Read {
    let number = |cursor: &mut Cursor<'_>| {
        let strong = |cursor: &mut Cursor<'_>| {
            joined(cursor, LEVELS[COMPARED + 1], |cursor| {
                joined(cursor, LEVELS[COMPARED + 2], |cursor| {
                    operand(cursor, letters, depth)
                })
            })
        };
        joined(cursor, LEVELS[COMPARED], strong)
    };
    let mut left = number(cursor)?;
    let mut chain: Option<Node> = None;
    while let Some((operator, exchanged)) = comparison_sign(cursor) {
        let right = number(cursor)?;
        let pair = match exchanged {
            true => binary(operator, right.clone(), left),
            false => binary(operator, left, right.clone()),
        };
        chain = Some(match chain {
            Some(chain) => binary(Binary::And, chain, pair),
            None => pair,
        });
        left = right;
    }
    Ok(chain.unwrap_or(left))
}

/// Reads a sign of comparison; the second value says whether the sides are to be exchanged.
fn comparison_sign(cursor: &mut Cursor<'_>) -> Option<(Binary, bool)> {
    const SIGNS: [(&str, Binary, bool); 10] = [
        ("==", Binary::Equal, false),
        ("!=", Binary::Different, false),
        ("<>", Binary::Different, false),
        ("<=", Binary::AtMost, false),
        ("≤", Binary::AtMost, false),
        (">=", Binary::AtMost, true),
        ("≥", Binary::AtMost, true),
        ("=", Binary::Equal, false),
        ("<", Binary::Less, false),
        (">", Binary::Less, true),
    ];
    let found = SIGNS.iter().find(|(sign, ..)| cursor.take(sign));
    found.map(|&(_, operator, exchanged)| (operator, exchanged))
}

/// Reads an operator; a word only if it ends here, and `-` only if it is not the beginning of `->`.
fn takes(cursor: &mut Cursor<'_>, sign: &str) -> bool {
    let mut ahead = cursor.clone();
    let here = ahead.take(sign)
        && !(sign == "-" && ahead.peek() == Some('>'))
        && !(sign.starts_with(|c: char| c.is_alphabetic())
            && ahead.peek().is_some_and(|c| c.is_alphanumeric()));
    if here {
        *cursor = ahead;
    }
    here
}

fn binary(operator: Binary, first: Node, second: Node) -> Node {
    Node::Binary(operator, Box::new((first, second)))
}

/// Refuses what is nested too deep to be read by recursion.
fn deeper(cursor: &mut Cursor<'_>, depth: u32) -> Result<(), NotationError> {
    match depth < MOST_DEPTH {
        true => Ok(()),
        false => Err(cursor.fault(
            cursor.at()..cursor.at(),
            format!("the expression is nested more than {MOST_DEPTH} deep"),
            "",
        )),
    }
}

/// Reads a number, a letter, a call, something in parentheses, or one of these with a minus before it; a number may
/// stand before a letter or a parenthesis as its factor.
pub(super) fn operand(cursor: &mut Cursor<'_>, letters: &[&str], depth: u32) -> Read {
    deeper(cursor, depth)?;
    if cursor.take_any(&["-", "−"]) {
        let of = operand(cursor, letters, depth + 1)?;
        return Ok(Node::Unary(Unary::Negate, Box::new(of)));
    }
    if cursor.take("(") {
        let inner = implication(cursor, letters, depth + 1)?;
        cursor.need(")", OPERATORS)?;
        return Ok(inner);
    }
    if cursor.peek_digit() {
        cursor.blanks();
        let start = cursor.at();
        let number = cursor.need_number("a number")?;
        let number = i128::try_from(number).map_err(|_| {
            let message = "this number is too large";
            cursor.fault(start..cursor.at(), message, "numbers are below 2^127")
        })?;
        let factor = cursor.peek().is_some_and(|c| c.is_alphabetic() || c == '(');
        return Ok(match factor {
            true => binary(
                Binary::Multiply,
                Node::Number(number),
                operand(cursor, letters, depth + 1)?,
            ),
            false => Node::Number(number),
        });
    }
    name(cursor, letters, depth)
}

/// Reads a letter or a call.
fn name(cursor: &mut Cursor<'_>, letters: &[&str], depth: u32) -> Read {
    cursor.blanks();
    let start = cursor.at();
    let rest = cursor.rest();
    let length = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(rest.len());
    let word = &rest[..length];
    if word.is_empty() {
        return Err(cursor.expected("a number, a letter or `(`", letters_help(letters)));
    }
    cursor.take(word);
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
        let guess = closest(word, letters.iter().copied())
            .map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
        let message = format!("unknown letter or function `{word}`{guess}");
        return Err(cursor.fault(start..start + length, message, letters_help(letters)));
    }
    cursor.need("(", OPERATORS)?;
    let first = implication(cursor, letters, depth + 1)?;
    let node = match (fold, function) {
        (Some(&(name, operator)), _) => {
            cursor.need(",", &format!("`{name}` takes two numbers: {name}(a,b)"))?;
            let mut node = binary(operator, first, implication(cursor, letters, depth + 1)?);
            while matches!(operator, Binary::Minimum | Binary::Maximum | Binary::Gcd)
                && cursor.take(",")
            {
                node = binary(operator, node, implication(cursor, letters, depth + 1)?);
            }
            node
        }
        (None, Some(&(_, unary))) => Node::Unary(unary, Box::new(first)),
        (None, None) => first,
    };
    cursor.need(")", OPERATORS)?;
    Ok(node)
}

fn letters_help(letters: &[&str]) -> String {
    match letters.is_empty() {
        true => format!("no letters can be used here; {OPERATORS}"),
        false => format!("letters are {}; {OPERATORS}", letters.join(", ")),
    }
}
