//! Writing values as CGSuite does, within bounds.
//!
//! A form written out in full can be astronomically longer than its arena: sizes are therefore
//! computed on the shared form before a character is written.

use std::fmt::{self, Write as _};

use crate::arena::{Arena, Game, Map, Player};
use crate::special::Named;
use crate::{Dyadic, Error};

/// The default greatest length of a written form, in characters.
pub const DEFAULT_LIMIT: usize = 2000;

/// The longest run of bars written; deeper options get braces of their own.
const MAX_BARS: usize = 4;

/// How deep brackets may nest in text that is read or written.
pub const MAX_NESTING: usize = 1000;

/// A value in print.
#[derive(Clone, PartialEq, Debug)]
pub enum Printed {
    /// The form, which reads back to the same value.
    Form(String),
    /// What stands in place of a form that is too long.
    Summary(Summary),
}

/// What can be said of a form too long to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The left stop.
    pub left_stop: Dyadic,
    /// The right stop.
    pub right_stop: Dyadic,
    /// The mean and the temperature, unless they are out of the range of [`Dyadic`].
    pub mean_and_temperature: Option<(Dyadic, Dyadic)>,
    /// How many characters the form takes; `u128::MAX` stands for this or more.
    pub characters: u128,
    /// How many different positions it has, numbers counted as one.
    pub positions: usize,
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Printed::Form(text) => f.write_str(text),
            Printed::Summary(summary) => summary.fmt(f),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a form of ")?;
        match self.characters {
            n if n < 1_000_000 => write!(f, "{n}")?,
            u128::MAX => write!(f, "more than 10^38")?,
            n => write!(f, "about {:.1e}", n as f64)?,
        }
        write!(
            f,
            " characters on {} positions: stops {} and {}",
            self.positions, self.left_stop, self.right_stop
        )?;
        match self.mean_and_temperature {
            Some((mean, temperature)) => write!(f, ", mean {mean}, temperature {temperature}"),
            None => write!(f, ", mean and temperature out of range"),
        }
    }
}

/// How a form is written.
enum Shape {
    Name(String),
    /// The form {options | their negatives}.
    PlusMinus(Vec<Game>),
    Sides(Vec<Game>, Vec<Game>),
}

/// The measures of a written form.
#[derive(Clone, Copy)]
struct Size {
    characters: u128,
    nesting: usize,
    /// The bars between its sides; 0 if it is no `{ | }`.
    bars: usize,
}

type Sizes = Map<Size>;

fn number_up_star(number: Dyadic, ups: i32, star: u32) -> String {
    let mut text = String::new();
    if number != Dyadic::ZERO || (ups == 0 && star == 0) {
        let _ = write!(text, "{number}");
    }
    let arrow = if ups > 0 { '^' } else { 'v' };
    match ups.unsigned_abs() {
        0 => {}
        1 => text.push(arrow),
        2 => text.extend([arrow, arrow]),
        n => {
            let _ = write!(text, "{arrow}{n}");
        }
    }
    // 3*2 is a product, so 3 + *2 keeps its sign.
    if star > 1 && ups == 0 && !text.is_empty() {
        text.push('+');
    }
    match star {
        0 => {}
        1 => text.push('*'),
        n => {
            let _ = write!(text, "*{n}");
        }
    }
    text
}

impl Arena {
    fn shape(&self, g: Game) -> Result<Shape, Error> {
        match self.named(g) {
            Some(Named::NumberUpStar { number, ups, star }) => {
                return Ok(Shape::Name(number_up_star(number, ups, star)));
            }
            Some(Named::Tiny(x)) => return Ok(Shape::Name(format!("Tiny({x})"))),
            Some(Named::Miny(x)) => return Ok(Shape::Name(format!("Miny({x})"))),
            _ => {}
        }
        let side = |player| {
            let mut options: Vec<Game> = self.stored(g, player).collect();
            // By stops, the same in every arena that made its games in another order.
            options.sort_by(|&a, &b| {
                let key = |g| (self.node(g).left_stop, self.node(g).right_stop);
                let ((la, ra), (lb, rb)) = (key(a), key(b));
                self.compare_numbers(la, lb)
                    .then(self.compare_numbers(ra, rb))
                    .then(a.cmp(&b))
            });
            options
        };
        let (left, right) = (side(Player::Left), side(Player::Right));
        let keys = self.keys(g);
        let symmetric = left.len() == right.len() && keys.left == -keys.right && self.neg(g)? == g;
        Ok(if symmetric {
            Shape::PlusMinus(left)
        } else {
            Shape::Sides(left, right)
        })
    }

    /// The option on one side that is written without braces of its own.
    fn bare(side: &[Game], sizes: &Sizes) -> Option<(Game, Size)> {
        match side {
            &[option] => Some((option, sizes[&option]))
                .filter(|(_, size)| (1..MAX_BARS).contains(&size.bars)),
            _ => None,
        }
    }

    /// Whether ± is written directly before its only option.
    fn tight(&self, side: &[Game], sizes: &Sizes) -> bool {
        let &[option] = side else { return false };
        match self.named(option) {
            Some(Named::NumberUpStar { number, ups, star }) => {
                number >= Dyadic::ZERO && (number == Dyadic::ZERO || ups != 0 || star < 2)
            }
            // Braces with a bar in them are one game.
            _ => sizes[&option].bars > 0,
        }
    }

    fn sizes(&self, g: Game) -> Result<Sizes, Error> {
        let mut sizes = Sizes::default();
        for position in self.followers(g, |_| false)? {
            let list = |side: &[Game]| {
                let start = Size {
                    characters: side.len().saturating_sub(1) as u128,
                    nesting: 0,
                    bars: 0,
                };
                side.iter().fold(start, |sum, option| Size {
                    characters: sum.characters.saturating_add(sizes[option].characters),
                    nesting: sum.nesting.max(sizes[option].nesting),
                    bars: 0,
                })
            };
            let size = match self.shape(position)? {
                // Parentheses count too.
                Shape::Name(name) => Size {
                    characters: name.len() as u128,
                    nesting: 1,
                    bars: 0,
                },
                Shape::PlusMinus(side) => {
                    let list = list(&side);
                    let braces = if self.tight(&side, &sizes) { 0 } else { 2 };
                    Size {
                        characters: list.characters.saturating_add(2 + braces),
                        nesting: list.nesting + 1,
                        bars: 0,
                    }
                }
                Shape::Sides(left, right) => {
                    let mut bars = 1;
                    let mut side = |side: &[Game]| match Self::bare(side, &sizes) {
                        Some((_, size)) => {
                            bars = bars.max(size.bars + 1);
                            Size {
                                characters: size.characters.saturating_sub(2),
                                ..size
                            }
                        }
                        None => list(side),
                    };
                    let (left, right) = (side(&left), side(&right));
                    Size {
                        characters: left
                            .characters
                            .saturating_add(right.characters)
                            .saturating_add(2 + bars as u128),
                        nesting: left.nesting.max(right.nesting) + 1,
                        bars,
                    }
                }
            };
            sizes.insert(position, size);
        }
        Ok(sizes)
    }

    /// How many characters the form of `g` takes when written out, `u128::MAX` for that or more.
    /// Computed on the shared form, in time proportional to that.
    ///
    /// # Errors
    /// [`Error::Memory`], [`Error::Cancelled`].
    pub fn written_size(&self, g: Game) -> Result<u128, Error> {
        Ok(self.sizes(g)?[&g].characters)
    }

    /// `g` as CGSuite writes it if that takes at most `limit` characters, otherwise a summary. A
    /// written form reads back to the same value ([`Arena::read`]).
    ///
    /// # Errors
    /// [`Error::Memory`], [`Error::Cancelled`].
    ///
    /// ```
    /// # use short_game::Arena;
    /// let arena = Arena::new();
    /// let g = arena.read("{2|{1|0}} + ^*").unwrap();
    /// assert_eq!(arena.print(g, 2000)?.to_string(), "{2^*||1^*|^*}");
    /// # Ok::<(), short_game::Error>(())
    /// ```
    pub fn print(&self, g: Game, limit: usize) -> Result<Printed, Error> {
        let sizes = self.sizes(g)?;
        let size = sizes[&g];
        if size.characters <= limit as u128 && size.nesting <= MAX_NESTING {
            let mut text = String::with_capacity(size.characters as usize);
            self.deep(size.nesting as u32, || {
                self.write(g, false, &sizes, &mut text)
            })?;
            debug_assert_eq!(text.len() as u128, size.characters);
            return Ok(Printed::Form(text));
        }
        let mean_and_temperature = match self.thermograph(g) {
            Ok(thermograph) => Some((thermograph.mean(), thermograph.temperature())),
            Err(Error::NumberRange) => None,
            Err(error) => return Err(error),
        };
        Ok(Printed::Summary(Summary {
            left_stop: self.left_stop(g),
            right_stop: self.right_stop(g),
            mean_and_temperature,
            characters: size.characters,
            positions: sizes.keys().filter(|&&g| !self.is_number(g)).count()
                + usize::from(sizes.keys().any(|&g| self.is_number(g))),
        }))
    }

    fn write(&self, g: Game, bare: bool, sizes: &Sizes, text: &mut String) -> Result<(), Error> {
        let list = |side: &[Game], text: &mut String| {
            for (i, &option) in side.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                self.write(option, false, sizes, text)?;
            }
            Ok::<_, Error>(())
        };
        match self.shape(g)? {
            Shape::Name(name) => text.push_str(&name),
            Shape::PlusMinus(side) => {
                text.push_str("+-");
                if self.tight(&side, sizes) {
                    list(&side, text)?;
                } else {
                    text.push('{');
                    list(&side, text)?;
                    text.push('}');
                }
            }
            Shape::Sides(left, right) => {
                let side = |side: &[Game], text: &mut String| match Self::bare(side, sizes) {
                    Some((option, _)) => self.write(option, true, sizes, text),
                    None => list(side, text),
                };
                if !bare {
                    text.push('{');
                }
                side(&left, text)?;
                text.extend(std::iter::repeat_n('|', sizes[&g].bars));
                side(&right, text)?;
                if !bare {
                    text.push('}');
                }
            }
        }
        Ok(())
    }

    /// `g` as numbered nodes: a line `n1 := ...` for every position without a name of its own, in
    /// terms of the ones before, and `g` itself on the last line. The text reads back
    /// ([`Arena::read`]); its length is proportional to the shared form.
    ///
    /// # Errors
    /// [`Error::Memory`], [`Error::Cancelled`].
    pub fn print_dag(&self, g: Game) -> Result<String, Error> {
        let mut names: Map<String> = Map::default();
        let mut text = String::new();
        let mut count = 0;
        for position in self.followers(g, |_| false)? {
            let list = |side: &[Game]| {
                side.iter()
                    .map(|o| names[o].as_str())
                    .collect::<Vec<_>>()
                    .join(",")
            };
            let form = match self.shape(position)? {
                Shape::Name(name) => {
                    names.insert(position, name);
                    continue;
                }
                Shape::PlusMinus(side) => format!("+-{{{}}}", list(&side)),
                Shape::Sides(left, right) => format!("{{{}|{}}}", list(&left), list(&right)),
            };
            count += 1;
            let _ = writeln!(text, "n{count} := {form}");
            names.insert(position, format!("n{count}"));
        }
        Ok(text + &names[&g])
    }
}
