//! The calculator's language, with polynomials in `x` on request.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use text_cursor::{Cursor, Operators};

use crate::error::NimberError;
use crate::finite::big::Nimber;
use crate::finite::group::Multiplicative;
use crate::finite::polynomials::Polynomial;
use crate::finite::text::MAX_DECIMAL_DIGITS;
use crate::interrupt::Interrupt;
use crate::transfinite::calc::answer::{
    CalcError, FUNCTIONS, POLYNOMIAL_FUNCTIONS, Result, Spanned, Value, at, check_degree,
    coefficient, expected, field, limit, nimber, polynomial,
};
use crate::transfinite::cursor::{digits, eat_times, is_omega, word};
use crate::transfinite::ordinal::Ordinal;
use crate::transfinite::steps::{self, Step};

/// The deepest nesting of parentheses, functions and signs.
const MAX_DEPTH: u32 = 100;

/// The most operations of an expression whose steps are reported.
pub const MAX_STEPS: usize = 32;

/// How tightly sums, products and indivisible operands bind.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const FACTOR: u8 = 3;

/// Parses and evaluates an expression in one pass.
pub(super) struct Parser<'a> {
    pub(super) interrupt: Interrupt<'a>,
    pub(super) cursor: Cursor<'a>,
    depth: u32,
    /// The steps so far, if they are requested.
    pub(super) steps: Option<Vec<Step>>,
    /// Whether the text may contain polynomials.
    polynomials: bool,
    /// The function of nimbers only whose arguments are being read.
    inside: Option<&'a str>,
}

#[derive(Clone, Copy)]
pub(super) enum Operation {
    Add,
    Multiply,
    Divide,
}

impl Operators for Parser<'_> {
    type Operand = Spanned;
    type Operator = Operation;
    type Error = CalcError;

    fn operand(&mut self, _: u8) -> Result<Spanned> {
        self.signed()
    }

    fn operator(&mut self, _: &Spanned, least: u8) -> Result<Option<(Operation, u8)>> {
        Ok(if least <= SUM && (self.eat('+') || self.eat('-')) {
            Some((Operation::Add, PRODUCT))
        } else if least > PRODUCT {
            None
        // 3x is 3*x.
        } else if eat_times(&mut self.cursor) || self.at_variable() {
            Some((Operation::Multiply, FACTOR))
        } else if self.eat('/') {
            Some((Operation::Divide, FACTOR))
        } else {
            None
        })
    }

    fn apply(&mut self, left: Spanned, operation: Operation, right: Spanned) -> Result<Spanned> {
        let span = left.1.start..right.1.end;
        let answer = match (left.0.in_field(), operation, right.0.in_field()) {
            (true, Operation::Add, true) => field(nimber(left)?.plus(&nimber(right)?)),
            (true, _, true) => {
                let (x, y) = (nimber(left)?, nimber(right)?);
                field(self.product(&x, operation, &y, &span)?)
            }
            (_, Operation::Add, _) => {
                Value::Polynomial(polynomial(left)?.plus(&polynomial(right)?))
            }
            (_, Operation::Multiply, _) => {
                let (a, b) = (polynomial(left)?, polynomial(right)?);
                check_degree(a.degree().unwrap_or(0) + b.degree().unwrap_or(0), &span)?;
                Value::Polynomial(a.times(&b))
            }
            (_, Operation::Divide, true) => {
                let place = right.1.clone();
                let inverse = nimber(right)?.inverse(self.interrupt);
                let inverse = coefficient(&at(place.clone(), inverse)?, place)?;
                Value::Polynomial(polynomial(left)?.scaled(&inverse))
            }
            (_, Operation::Divide, false) => {
                return Err(expected(right.1, "a nimber to divide by", "(x+1)/3"));
            }
        };
        Ok((answer, span))
    }
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, interrupt: Interrupt<'a>, polynomials: bool) -> Parser<'a> {
        Parser {
            interrupt,
            cursor: Cursor::new(text),
            depth: 0,
            steps: None,
            polynomials,
            inside: None,
        }
    }

    /// Reads the whole text.
    pub(super) fn whole(&mut self) -> Result<Value> {
        let (answer, _) = self.joined(SUM)?;
        if self.cursor.blanks().peek().is_some() {
            let rest = self.cursor.at()..self.cursor.text().len();
            let example = self.example("w+1", "x^2+x+1");
            return Err(expected(rest, "an operator or the end", example));
        }
        Ok(answer)
    }

    /// Returns whether polynomials are allowed here.
    fn reads_polynomials(&self) -> bool {
        self.polynomials && self.inside.is_none()
    }

    /// Returns the example that fits the current context.
    fn example(&self, nimbers: &'static str, polynomials: &'static str) -> &'static str {
        match self.reads_polynomials() {
            true => polynomials,
            false => nimbers,
        }
    }

    /// Adds the steps of each operation once, unless there are too many or none are requested.
    fn note(
        &mut self,
        span: &Range<usize>,
        steps: impl FnOnce(Interrupt<'a>) -> core::result::Result<Vec<Step>, NimberError>,
    ) -> Result<()> {
        let interrupt = self.interrupt;
        if let Some(all) = &mut self.steps {
            if all.len() >= MAX_STEPS {
                return Ok(());
            }
            for step in at(span.clone(), steps(interrupt))? {
                if all.len() < MAX_STEPS && !all.iter().any(|there| there.of == step.of) {
                    all.push(step);
                }
            }
        }
        Ok(())
    }

    /// Runs `inner` one level deeper, unless there are too many levels.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} deep");
            return Err(limit(self.here(), message));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Reads this character if it is next, possibly after blanks.
    pub(super) fn eat(&mut self, c: char) -> bool {
        self.cursor.blanks().take_char(c)
    }

    /// Returns the bytes of the next character that is not blank.
    pub(super) fn here(&mut self) -> Range<usize> {
        self.cursor.blanks().next_span()
    }

    pub(super) fn expect(&mut self, c: char, what: &str, example: &str) -> Result<()> {
        match self.eat(c) {
            true => Ok(()),
            false => self.fail(what, example),
        }
    }

    /// Fails at the next character that is not blank.
    pub(super) fn fail<T>(&mut self, what: &str, example: &str) -> Result<T> {
        Err(expected(self.here(), what, example))
    }

    pub(super) fn sum(&mut self) -> Result<Spanned> {
        self.joined(SUM)
    }

    /// Multiplies or divides nimbers.
    fn product(
        &mut self,
        x: &Ordinal,
        operation: Operation,
        y: &Ordinal,
        span: &Range<usize>,
    ) -> Result<Ordinal> {
        let divide = matches!(operation, Operation::Divide);
        let value = match divide {
            true => x.divide(y, self.interrupt),
            false => x.times(y, self.interrupt),
        };
        let value = at(span.clone(), value)?;
        self.note(span, |interrupt| match divide {
            true => steps::quotient(steps::operation(x, '/', y), x, y, interrupt),
            false => Ok(steps::product(x, y, &value)),
        })?;
        Ok(value)
    }

    /// Reads a term with its signs: in characteristic 2 a sign changes nothing.
    fn signed(&mut self) -> Result<Spanned> {
        let start = self.cursor.blanks().at();
        if self.eat('-') || self.eat('+') {
            let (answer, inner) = self.nested(Self::signed)?;
            let span = start..inner.end;
            return match self.reads_polynomials() {
                true => Ok((answer, span)),
                false => Ok((field(nimber((answer, inner))?), span)),
            };
        }
        let base = self.atom()?;
        if !self.eat('^') {
            return Ok(base);
        }
        let exponent_start = self.cursor.at();
        let exponent = self.nested(Self::exponent)?;
        let span = self.cursor.since(start);
        let power = match base.0 {
            _ if base.0.in_field() => {
                let base = nimber(base)?;
                let power = at(span.clone(), base.pow(&exponent, self.interrupt))?;
                self.note(&span, |interrupt| {
                    steps::power(&base, &exponent, &power, interrupt)
                })?;
                field(power)
            }
            _ => {
                let exponent = (exponent, self.cursor.since(exponent_start));
                Value::Polynomial(self.power_of(&polynomial(base)?, exponent, &span)?)
            }
        };
        if self.cursor.blanks().peek() == Some('^') {
            let example = self.example("(w^2)^3 or w^(2^3)", "(x^2)^3");
            return self.fail("parentheses around repeated powers", example);
        }
        Ok((power, span))
    }

    /// Returns whether the variable is next.
    fn at_variable(&self) -> bool {
        let mut ahead = self.cursor;
        self.reads_polynomials() && word(&mut ahead).eq_ignore_ascii_case("x")
    }

    fn atom(&mut self) -> Result<Spanned> {
        let start = self.cursor.blanks().at();
        let answer = if self.eat('(') {
            let (answer, _) = self.nested(Self::sum)?;
            let example = self.example("(w+1)", "(x+1)");
            self.expect(')', ")", example)?;
            answer
        } else if self.eat('[') {
            let ordinal = self.nested(Self::ordinal_sum)?;
            self.expect(']', "+, *, ^ or ]", "[w^2*3+5]")?;
            field(ordinal)
        } else if self.eat('*') {
            // *19 is the nimber 19, and * alone 1.
            match self.cursor.digit_next() {
                true => field(self.integer()?),
                false => field(Ordinal::one()),
            }
        } else if self.cursor.digit_next() {
            field(self.integer()?)
        } else if self.cursor.peek().is_some_and(char::is_alphabetic) {
            self.named(start)?
        } else {
            let what = "a number, w, a function, ( or [";
            return self.fail(what, "w+1");
        };
        Ok((answer, self.cursor.since(start)))
    }

    pub(super) fn integer(&mut self) -> Result<Nimber> {
        let start = self.cursor.at();
        let digits = digits(&mut self.cursor);
        let span = self.cursor.since(start);
        digits.parse().map_err(|_| {
            let message = format!("a number of more than {MAX_DECIMAL_DIGITS} digits");
            limit(span, message)
        })
    }

    /// Reads `w`, the variable, or a function and its arguments.
    fn named(&mut self, start: usize) -> Result<Value> {
        let name = word(&mut self.cursor);
        let span = self.cursor.since(start);
        if self.reads_polynomials() {
            if name.eq_ignore_ascii_case("x") {
                return Ok(Value::Polynomial(Polynomial::x()));
            }
            let after = self.cursor.at();
            if let Some(answer) = self.polynomial_function(name, start)? {
                return Ok(answer);
            }
            self.cursor.skip_to(after);
        }
        if is_omega(name) {
            return Ok(field(Ordinal::omega()));
        }
        let is = |other: &&str| other.eq_ignore_ascii_case(name);
        let Some(function) = FUNCTIONS.into_iter().find(is) else {
            let elsewhere = ["x"].iter().chain(&POLYNOMIAL_FUNCTIONS).any(is);
            return Err(match self.inside {
                Some(outer) if self.polynomials && elsewhere => {
                    limit(span, format!("{name} cannot stand inside {outer}(...)"))
                }
                _ => {
                    let known = [&FUNCTIONS[..], &POLYNOMIAL_FUNCTIONS].concat().join(", ");
                    let message = format!(
                        "unknown function {name}; expected w or one of {known}, for example sqrt(w+1)"
                    );
                    limit(span, message)
                }
            });
        };
        self.expect('(', "( and the arguments", "sqrt(w+1) or root(3, w)")?;
        let outer = self.inside;
        self.inside = outer.or(Some(name));
        let value = self.nested(|parser| parser.call(function, start))?;
        self.inside = outer;
        Ok(value)
    }

    /// Reads the arguments and the closing parenthesis, and returns the value.
    fn call(&mut self, function: &str, start: usize) -> Result<Value> {
        let degree = match function {
            "root" | "roots" => {
                let n = self.index()?;
                self.expect(',', ", and the nimber", "root(3, w)")?;
                n
            }
            _ => 0,
        };
        let argument = self.sum()?;
        let x = nimber(argument)?;
        match function {
            "solve_quadratic" => {
                self.expect(',', ", and the constant", "solve_quadratic(1, w)")?;
            }
            "log" => self.expect(',', ", and the base", "log(10, 4)")?,
            _ => {}
        }
        let second = match function {
            "solve_quadratic" | "log" => nimber(self.sum()?)?,
            _ => Ordinal::ZERO,
        };
        self.expect(')', ")", "sqrt(w+1) or root(3, w)")?;
        let interrupt = self.interrupt;
        let value = match function {
            "inv" => x.inverse(interrupt).map(Value::Nimber),
            "sqrt" => x.sqrt(interrupt).map(Value::Nimber),
            "root" => x.root(degree, interrupt).map(Value::Nimber),
            "roots" => x.roots(degree, interrupt).map(Value::Nimbers),
            "solve_quadratic" => Ordinal::solve_quadratic(&x, &second, interrupt)
                .map(|[x, y]| Value::Nimbers(if x == y { [x].into() } else { [x, y].into() })),
            "trace" => x
                .trace(interrupt)
                .map(|t| Value::Nimber(u8::from(t).into())),
            "degree" => x.degree(interrupt).map(|n| Value::Integer(n.into())),
            "order" => x.order(interrupt).map(Value::Integer),
            "min_poly" => x
                .minimal_polynomial(interrupt)
                .map(Value::MinimalPolynomial),
            _ => return self.log(&x, &second, start),
        };
        let span = self.cursor.since(start);
        let value = at(span.clone(), value)?;
        if let Value::Nimber(found) = &value {
            self.note(&span, |interrupt| match function {
                "inv" => {
                    let of = steps::call("inv", &x);
                    steps::quotient(of, &Ordinal::one(), &x, interrupt)
                }
                "sqrt" => Ok(steps::square_root(&x, found)),
                "root" => steps::root(degree, &x, found, interrupt),
                _ => Ok(Vec::new()),
            })?;
        }
        Ok(value)
    }

    fn log(&self, x: &Ordinal, base: &Ordinal, start: usize) -> Result<Value> {
        let span = self.cursor.since(start);
        let (Some(x), Some(base)) = (x.to_finite(), base.to_finite()) else {
            return Err(limit(
                span,
                "logarithms of transfinite nimbers are not computed",
            ));
        };
        at(span, x.log(&base, self.interrupt).map(Value::Integer))
    }
}
