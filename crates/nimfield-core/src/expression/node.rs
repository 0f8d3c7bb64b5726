//! The nodes of an expression, and their values.

/// An operation of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Implies,
    Or,
    And,
    Equal,
    Different,
    Less,
    AtMost,
    Xor,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Minimum,
    Maximum,
    Power,
    Gcd,
}

/// An operation of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unary {
    Not,
    Negate,
    Absolute,
    Bits,
    Even,
    Odd,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Number(i128),
    Letter(usize),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<(Node, Node)>),
}

/// Limits a number to ±(2^127-1), so that it can be negated.
fn saturated(number: i128) -> i128 {
    number.max(-i128::MAX)
}

impl Node {
    pub(super) fn value(&self, values: &[i128]) -> i128 {
        match self {
            Node::Number(number) => *number,
            Node::Letter(letter) => values.get(*letter).copied().unwrap_or(0),
            Node::Unary(unary, of) => unary.of(of.value(values)),
            Node::Binary(binary, of) => binary.of(of.0.value(values), || of.1.value(values)),
        }
    }

    pub(super) fn mentions(&self, letter: usize) -> bool {
        match self {
            Node::Number(_) => false,
            Node::Letter(own) => *own == letter,
            Node::Unary(_, of) => of.mentions(letter),
            Node::Binary(_, of) => of.0.mentions(letter) || of.1.mentions(letter),
        }
    }
}

impl Unary {
    fn of(self, a: i128) -> i128 {
        match self {
            Unary::Not => i128::from(a == 0),
            Unary::Negate => -a,
            Unary::Absolute => a.abs(),
            Unary::Bits => a.unsigned_abs().count_ones().into(),
            Unary::Even => i128::from(a & 1 == 0),
            Unary::Odd => a & 1,
        }
    }
}

impl Binary {
    /// Applies the operation; the second number is computed only if it matters.
    fn of(self, a: i128, second: impl FnOnce() -> i128) -> i128 {
        match (self, a != 0) {
            (Binary::Implies, false) | (Binary::Or, true) => return 1,
            (Binary::And, false) => return 0,
            _ => {}
        }
        let b = second();
        let truth = i128::from;
        saturated(match self {
            Binary::Implies | Binary::Or | Binary::And => truth(b != 0),
            Binary::Equal => truth(a == b),
            Binary::Different => truth(a != b),
            Binary::Less => truth(a < b),
            Binary::AtMost => truth(a <= b),
            Binary::Xor => a ^ b,
            Binary::Add => a.saturating_add(b),
            Binary::Subtract => a.saturating_sub(b),
            Binary::Multiply => a.saturating_mul(b),
            Binary::Divide if b == 0 => 0,
            Binary::Divide => a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0),
            Binary::Modulo if b == 0 => a,
            // Division rounds down, so the remainder has the sign of the divisor.
            Binary::Modulo => {
                let rest = a.rem_euclid(b);
                if b < 0 && rest != 0 { rest + b } else { rest }
            }
            Binary::Minimum => a.min(b),
            Binary::Maximum => a.max(b),
            Binary::Power => match u32::try_from(b) {
                Ok(exponent) => a.saturating_pow(exponent),
                // 1 and -1 have all powers, and larger numbers round to 0 or saturate.
                Err(_) if a == 1 => 1,
                Err(_) if a == -1 => 1 - 2 * (b & 1),
                Err(_) if a == 0 || b < 0 => 0,
                Err(_) if a < 0 && b & 1 == 1 => -i128::MAX,
                Err(_) => i128::MAX,
            },
            Binary::Gcd => gcd(a, b),
        })
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(i128::MAX)
}
