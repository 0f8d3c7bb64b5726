//! Writes values in CGSuite's notation, within bounds. Powers of up, and tinies of games that are not numbers, are
//! written by their options.
//!
//! A form written out in full can be astronomically longer than its arena: so sizes are computed on the shared form
//! before anything is written. The order of options depends only on the games, so equal values are written alike in
//! every arena.

use std::fmt;

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::special::Named;
use crate::store::{Lease, Memo};
use crate::structure::Ranks;

/// The default greatest length of a written form, in characters.
pub const DEFAULT_LIMIT: usize = 2000;

/// The longest run of bars written; deeper options get their own braces.
const MAX_BARS: usize = 4;

/// The deepest nesting of brackets in text that is read or written.
pub(crate) const MAX_NESTING: usize = 1000;

/// A printed value.
#[derive(Clone, PartialEq, Debug)]
#[must_use]
pub enum Printed {
    /// The form, which reads back to the same value.
    Form(String),
    /// The summary of a form that is too long.
    Summary(Summary),
}

/// The summary of a form that is too long to write.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Summary {
    /// The left stop.
    pub left_stop: Dyadic,
    /// The right stop.
    pub right_stop: Dyadic,
    /// The mean and the temperature, unless they are out of the range of [`Dyadic`].
    pub mean_and_temperature: Option<(Dyadic, Dyadic)>,
    /// The number of characters of the form; `u128::MAX` also stands for more.
    pub characters: u128,
    /// The number of different positions; numbers count as one.
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
            n => write!(f, "about {n:.1e}")?,
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

/// The way to write a form.
#[derive(Debug)]
enum Shape {
    Name(String),
    /// The form {options | their negatives}.
    PlusMinus(Vec<Game>),
    Sides(Vec<Game>, Vec<Game>),
}

impl Shape {
    /// Returns the bytes of memory held.
    fn bytes(&self) -> usize {
        match self {
            Shape::Name(name) => name.capacity(),
            Shape::PlusMinus(side) => size_of_val(&side[..]),
            Shape::Sides(left, right) => size_of_val(&left[..]) + size_of_val(&right[..]),
        }
    }

    /// Returns the option at this index among the written ones.
    fn option(&self, place: usize) -> Option<Game> {
        match self {
            Shape::Name(_) => None,
            Shape::PlusMinus(side) => side.get(place).copied(),
            Shape::Sides(left, right) => left.iter().chain(right).nth(place).copied(),
        }
    }
}

/// The measures of a written form.
#[derive(Clone, Copy, Debug)]
struct Size {
    characters: u128,
    nesting: usize,
    /// The bars between its sides; 0 if it is not of the form `{ | }`.
    bars: usize,
}

/// The layout of a game and its followers.
#[derive(Debug)]
struct Layout<'a> {
    shapes: Memo<'a, Shape>,
    sizes: Memo<'a, Size>,
}

impl Size {
    /// Creates the size of a text that is not of the form `{ | }`.
    fn new(characters: u128, nesting: usize) -> Size {
        Size {
            characters,
            nesting,
            bars: 0,
        }
    }
}

impl Layout<'_> {
    /// Returns the option on one side that is written without its own braces.
    fn bare(&self, side: &[Game]) -> Option<(Game, Size)> {
        match side {
            &[option] => Some((option, self.sizes[option]))
                .filter(|(_, size)| (1..MAX_BARS).contains(&size.bars)),
            _ => None,
        }
    }

    /// Returns the size of a form of this shape, whose options have been measured.
    fn size(&self, arena: &Arena, shape: &Shape) -> Size {
        let list = |side: &[Game]| {
            let commas = Size::new(side.len().saturating_sub(1) as u128, 0);
            side.iter().fold(commas, |sum, &option| {
                let size = self.sizes[option];
                let characters = sum.characters.saturating_add(size.characters);
                Size::new(characters, sum.nesting.max(size.nesting))
            })
        };
        match shape {
            // Parentheses count too.
            Shape::Name(name) => Size::new(name.len() as u128, 1),
            Shape::PlusMinus(side) => {
                let list = list(side);
                let braces = if self.tight(arena, side) { 0 } else { 2 };
                Size::new(list.characters.saturating_add(2 + braces), list.nesting + 1)
            }
            Shape::Sides(left, right) => {
                let mut bars = 1;
                let mut side = |side: &[Game]| match self.bare(side) {
                    Some((_, size)) => {
                        bars = bars.max(size.bars + 1);
                        Size {
                            characters: size.characters.saturating_sub(2),
                            ..size
                        }
                    }
                    None => list(side),
                };
                let (left, right) = (side(left), side(right));
                Size {
                    characters: left
                        .characters
                        .saturating_add(right.characters)
                        .saturating_add(2 + bars as u128),
                    nesting: left.nesting.max(right.nesting) + 1,
                    bars,
                }
            }
        }
    }

    /// Returns whether ± is directly before its only option.
    fn tight(&self, arena: &Arena, side: &[Game]) -> bool {
        let &[option] = side else { return false };
        match arena.named(option) {
            Some(Named::NumberUpStar { number, ups, star }) => {
                number >= Dyadic::ZERO && !is_sum(number, ups, star)
            }
            // Braces that contain a bar are one game.
            _ => self.sizes[option].bars > 0,
        }
    }

    fn write(&self, arena: &Arena, g: Game, bare: bool, text: &mut String) -> Result<()> {
        arena.spend(4)?;
        let list = |side: &[Game], text: &mut String| {
            for (i, &option) in side.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                self.write(arena, option, false, text)?;
            }
            Ok::<_, Error>(())
        };
        match &self.shapes[g] {
            Shape::Name(name) => text.push_str(name),
            Shape::PlusMinus(side) => {
                text.push_str("+-");
                if self.tight(arena, side) {
                    list(side, text)?;
                } else {
                    text.push('{');
                    list(side, text)?;
                    text.push('}');
                }
            }
            Shape::Sides(left, right) => {
                let side = |side: &[Game], text: &mut String| match self.bare(side) {
                    Some((option, _)) => self.write(arena, option, true, text),
                    None => list(side, text),
                };
                if !bare {
                    text.push('{');
                }
                side(left, text)?;
                text.extend(std::iter::repeat_n('|', self.sizes[g].bars));
                side(right, text)?;
                if !bare {
                    text.push('}');
                }
            }
        }
        Ok(())
    }
}

/// Returns whether a plus sign is needed between the parts: `3*2` is a product and `3^4` a power.
fn is_sum(number: Dyadic, ups: i32, star: u32) -> bool {
    number != Dyadic::ZERO && (ups > 2 || (ups == 0 && star > 1))
}

fn number_up_star(number: Dyadic, ups: i32, star: u32) -> String {
    let mut text = String::new();
    if number != Dyadic::ZERO || (ups == 0 && star == 0) {
        text += &number.to_string();
    }
    if is_sum(number, ups, star) {
        text.push('+');
    }
    let arrow = if ups > 0 { '^' } else { 'v' };
    match ups.unsigned_abs() {
        0 => {}
        1 => text.push(arrow),
        2 => text.extend([arrow, arrow]),
        n => text += &format!("{arrow}{n}"),
    }
    match star {
        0 => {}
        1 => text.push('*'),
        n => text += &format!("*{n}"),
    }
    text
}

impl Arena {
    fn shape(&self, g: Game, ranks: &Ranks<'_>) -> Result<Shape> {
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
            ranks.sort(self, &mut options)?;
            Ok::<_, Error>(options)
        };
        let (left, right) = (side(Player::Left)?, side(Player::Right)?);
        let keys = self.keys(g);
        let symmetric = left.len() == right.len() && keys.left == -keys.right && self.neg(g)? == g;
        Ok(if symmetric {
            Shape::PlusMinus(left)
        } else {
            Shape::Sides(left, right)
        })
    }

    fn layout(&self, g: Game) -> Result<Layout<'_>> {
        let positions = self.followers(g, |h| self.has_name(h))?;
        let ranks = self.ranks(&positions)?;
        let mut layout = Layout {
            shapes: Memo::new(&self.budget),
            sizes: Memo::new(&self.budget),
        };
        for &position in positions.iter() {
            let shape = self.shape(position, &ranks)?;
            let (size, bytes) = (layout.size(self, &shape), shape.bytes());
            self.spend(4 + bytes / 4)?;
            layout.sizes.insert(position, size, 0)?;
            layout.shapes.insert(position, shape, bytes)?;
        }
        Ok(layout)
    }

    /// Returns the number of characters of the form of `g`; `u128::MAX` also stands for more. Takes time proportional
    /// to the shared form.
    pub(crate) fn written_size(&self, g: Game) -> Result<u128> {
        Ok(self.layout(g)?.sizes[g].characters)
    }

    /// Prints `g` as CGSuite writes it if that takes at most `limit` characters, otherwise a summary. A written form
    /// reads back to the same value ([`Arena::read`]).
    ///
    /// ```
    /// # use short_game::Arena;
    /// let arena = Arena::new();
    /// let g = arena.read("{2|{1|0}} + ^*").unwrap();
    /// assert_eq!(arena.print(g, 2000)?.to_string(), "{2^*||1^*|^*}");
    /// # Ok::<(), short_game::Error>(())
    /// ```
    pub fn print(&self, g: Game, limit: usize) -> Result<Printed> {
        let layout = self.layout(g)?;
        let size = layout.sizes[g];
        if size.characters <= limit as u128 && size.nesting <= MAX_NESTING {
            let length = usize::try_from(size.characters).map_err(|_| Error::Memory)?;
            let (mut text, mut lease) = (String::new(), Lease::new(&self.budget));
            lease.take(length)?;
            text.try_reserve_exact(length).map_err(|_| Error::Memory)?;
            self.deep(size.nesting as u32, || {
                layout.write(self, g, false, &mut text)
            })?;
            debug_assert_eq!(text.len(), length);
            return Ok(Printed::Form(text));
        }
        drop(layout);
        let mean_and_temperature = match self.thermograph(g) {
            Ok(thermograph) => Some((thermograph.mean(), thermograph.temperature())),
            Err(Error::NumberRange) => None,
            Err(error) => return Err(error),
        };
        let followers = self.followers(g, |h| self.is_number(h))?;
        let numbers = followers.iter().filter(|&&h| self.is_number(h)).count();
        Ok(Printed::Summary(Summary {
            left_stop: self.left_stop(g),
            right_stop: self.right_stop(g),
            mean_and_temperature,
            characters: size.characters,
            positions: followers.len() - numbers + usize::from(numbers > 0),
        }))
    }

    /// Prints `g` as numbered nodes: a line `n1 := ...` for every position without a name, in terms of earlier ones,
    /// and `g` itself on the last line. The text can be read back ([`Arena::read`]); its length is proportional to the
    /// shared form.
    pub fn print_dag(&self, g: Game) -> Result<String> {
        let layout = self.layout(g)?;
        let mut names: Memo<'_, String> = Memo::new(&self.budget);
        let (mut text, mut lease) = (String::new(), Lease::new(&self.budget));
        let mut count = 0;
        // The path down, with the next option to visit; positions are written on the way back.
        let mut stack = vec![(g, 0)];
        while let Some((position, place)) = stack.last_mut() {
            self.spend(4)?;
            let (position, shape) = (*position, &layout.shapes[*position]);
            if let Some(option) = shape.option(*place) {
                *place += 1;
                if !names.contains(option) {
                    stack.push((option, 0));
                }
                continue;
            }
            stack.pop();
            let list = |side: &[Game]| {
                let names: Vec<&str> = side.iter().map(|&o| names[o].as_str()).collect();
                names.join(",")
            };
            let form = match shape {
                Shape::Name(name) => {
                    names.insert(position, name.clone(), name.len())?;
                    continue;
                }
                Shape::PlusMinus(side) => format!("+-{{{}}}", list(side)),
                Shape::Sides(left, right) => format!("{{{}|{}}}", list(left), list(right)),
            };
            count += 1;
            self.spend(form.len() / 8)?;
            text += &format!("n{count} := {form}\n");
            lease.reach(text.capacity())?;
            let name = format!("n{count}");
            let bytes = name.len();
            names.insert(position, name, bytes)?;
        }
        Ok(text + &names[g])
    }
}
