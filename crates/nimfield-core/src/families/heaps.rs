//! Taking-and-breaking games: heaps, of which a move takes counters and splits what is left.
//!
//! A code says how. Its digit number k, where the one before the point has the number 0, says what a move that
//! takes k counters from a heap may leave of it: bit i of the digit stands for exactly i heaps, none of them empty.
//! So `0.77` is Kayles. The notation is that of CGSuite, as far as a move leaves at most three heaps:
//! digits `0` to `9` and `A` to `F`, a list of numbers of heaps in braces instead of a digit (`{1,2}` is `6`),
//! `!` after a digit for heaps of different sizes (`4!.0` is Grundy's game), and digits in brackets at the end that
//! repeat forever (`0.[3]` is nim). `take 2,3` and `all but 2,3` stand for the codes of subtraction games.

use std::fmt;

use crate::notation::{Cursor, NotationError};

/// How a code is written, for errors and descriptions.
pub const CODE_HELP: &str = "a code is `d.ddd…` or `.ddd…` with digits 0-9 and A-F, `{1,2}` for a list of numbers of heaps, `!` \
                             after a digit for unequal heaps, and `[…]` around digits at the end that repeat; or \
                             `take 2,3`, `all but 2,3`, `grundy`";

/// The most digits of a code, and the largest number of a subtraction set.
const MOST_DIGITS: u32 = 1000;

/// The most heaps that a move leaves of one heap.
pub const MOST_PIECES: usize = 3;

/// What a move that takes a given number of counters may leave of a heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodeDigit {
    /// Bit i: exactly i heaps, none of them empty.
    counts: u8,
    /// Whether the heaps must have different sizes.
    unequal: bool,
}

impl CodeDigit {
    /// Returns a plain digit, below 16.
    const fn plain(counts: u8) -> CodeDigit {
        CodeDigit {
            counts,
            unequal: false,
        }
    }

    /// Returns whether a move may leave exactly this number of heaps.
    #[must_use]
    pub fn leaves(self, heaps: usize) -> bool {
        self.counts >> heaps & 1 == 1
    }

    /// Returns whether the heaps that a move leaves must have different sizes.
    #[must_use]
    pub fn is_unequal(self) -> bool {
        self.unequal
    }

    /// Lists the ways to leave `rest` counters, each as its heaps in ascending order after zeros, of which all but the
    /// largest have at most `most` counters.
    fn ways(self, rest: u128, most: u128) -> impl Iterator<Item = [u128; MOST_PIECES]> {
        let gap = u128::from(self.unequal);
        let none = (self.leaves(0) && rest == 0).then_some([0; 3]);
        let one = (self.leaves(1) && rest > 0).then_some([0, 0, rest]);
        let two = (1..=rest.min(most)).take_while(move |a| self.leaves(2) && *a + gap <= rest - a);
        let two = two.map(move |a| [0, a, rest - a]);
        let first = (1..=most.min(rest / 3)).take_while(move |_| self.leaves(3));
        let three = first.flat_map(move |a| {
            let second = (a + gap..=rest.min(most))
                .take_while(move |b| *b + gap <= (rest - a).saturating_sub(*b));
            second.map(move |b| [a, b, rest - a - b])
        });
        none.into_iter().chain(one).chain(two).chain(three)
    }

    /// Returns how many ways there are to leave `rest` counters.
    fn count(self, rest: u128) -> u128 {
        let halves = match self.unequal {
            false => rest / 2,
            true => rest.saturating_sub(1) / 2,
        };
        // Partitions into three parts: the nearest integer to n^2/12; different parts are those of n-3.
        let thirds = match self.unequal {
            false => rest,
            true => rest.saturating_sub(3),
        };
        let thirds = thirds.saturating_mul(thirds).saturating_add(6) / 12;
        u128::from(self.leaves(0) && rest == 0)
            + u128::from(self.leaves(1) && rest > 0)
            + if self.leaves(2) { halves } else { 0 }
            + if self.leaves(3) { thirds } else { 0 }
    }
}

impl fmt::Display for CodeDigit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.unequal { "!" } else { "" };
        write!(f, "{:X}{mark}", self.counts)
    }
}

/// What a move does to a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeapSplit {
    /// The counters taken.
    pub taken: u128,
    /// The heaps left, in ascending order after zeros.
    pieces: [u128; MOST_PIECES],
}

impl HeapSplit {
    /// Takes some counters and leaves these heaps, of which the empty ones do not count. `None` if there are more
    /// than three.
    #[must_use]
    pub fn new(taken: u128, heaps: &[u128]) -> Option<HeapSplit> {
        let mut pieces = [0; MOST_PIECES];
        let left = heaps.iter().filter(|&&heap| heap > 0);
        for (place, &heap) in left.enumerate() {
            *pieces.get_mut(place)? = heap;
        }
        pieces.sort_unstable();
        Some(HeapSplit { taken, pieces })
    }

    /// Returns the heaps left, in ascending order, none of them empty.
    #[must_use]
    pub fn pieces(&self) -> &[u128] {
        let empty = self.pieces.iter().take_while(|&&heap| heap == 0).count();
        &self.pieces[empty..]
    }
}

/// The rules of a taking-and-breaking game: a code.
///
/// ```
/// use nimfield_core::families::heaps::HeapRules;
/// use nimfield_core::notation::Cursor;
///
/// let kayles = HeapRules::read(&mut Cursor::new("0.77"))?;
/// assert_eq!(kayles.splits(4).count(), 4);
/// assert_eq!(HeapRules::read(&mut Cursor::new("all but 2"))?.to_string(), "0.30[3]");
/// # Ok::<(), nimfield_core::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HeapRules {
    /// The digits from number 0 on.
    head: Vec<CodeDigit>,
    /// The digits after them, which repeat; none if all further digits are 0.
    tail: Vec<CodeDigit>,
}

impl HeapRules {
    /// Creates the shortest form, in which equal rules are equal.
    fn new(mut head: Vec<CodeDigit>, mut tail: Vec<CodeDigit>) -> HeapRules {
        let period = (1..tail.len()).find(|&period| {
            tail.len().is_multiple_of(period)
                && (period..tail.len()).all(|i| tail[i] == tail[i - period])
        });
        tail.truncate(period.unwrap_or(tail.len()));
        if tail.iter().all(|&digit| digit == CodeDigit::default()) {
            tail.clear();
        }
        let zero = CodeDigit::default();
        // The digit before the point never becomes part of the others.
        while head.len() > 1 && head.last() == Some(tail.last().unwrap_or(&zero)) {
            head.pop();
            let shifted = tail.len().min(1);
            tail.rotate_right(shifted);
        }
        HeapRules { head, tail }
    }

    /// Returns the rules of rows: a move takes neighbours, at least `min` and at most `max` of them, and parts the row
    /// there.
    ///
    /// ```
    /// use nimfield_core::families::heaps::HeapRules;
    ///
    /// assert_eq!(HeapRules::runs(1, Some(2)).to_string(), "0.77");
    /// ```
    #[must_use]
    pub fn runs(min: u32, max: Option<u32>) -> HeapRules {
        let none = CodeDigit::default();
        let any = CodeDigit::plain(7);
        let before = std::iter::repeat_n(none, min.max(1) as usize);
        let among = max.map_or(0, |max| (max + 1).saturating_sub(min.max(1)));
        let head = before.chain(std::iter::repeat_n(any, among as usize));
        let tail = if max.is_none() { vec![any] } else { Vec::new() };
        HeapRules::new(head.collect(), tail)
    }

    /// Returns the rules of a subtraction game: a move takes an amount that is allowed. The amounts from `from` on are
    /// allowed with this period. `None` if the code has too many digits.
    ///
    /// ```
    /// use nimfield_core::families::heaps::HeapRules;
    ///
    /// let odd = HeapRules::taking(1, 2, |amount| amount % 2 == 1);
    /// assert_eq!(odd.unwrap().to_string(), "0.[30]");
    /// ```
    #[must_use]
    pub fn taking(from: u32, period: u32, allows: impl Fn(u32) -> bool) -> Option<HeapRules> {
        let end = from.checked_add(period)?;
        if end > MOST_DIGITS {
            return None;
        }
        let digit = |amount| match amount > 0 && allows(amount) {
            true => CodeDigit::plain(3),
            false => CodeDigit::default(),
        };
        let from = from.max(1);
        let head = (0..from).map(digit).collect();
        Some(HeapRules::new(
            head,
            (from..from + period).map(digit).collect(),
        ))
    }

    /// Returns what a move that takes this number of counters may leave.
    #[must_use]
    pub fn digit(&self, taken: u128) -> CodeDigit {
        let head = self.head.len() as u128;
        match (taken.checked_sub(head), self.tail.len()) {
            (None, _) => self.head[taken as usize],
            (Some(_), 0) => CodeDigit::default(),
            (Some(beyond), period) => self.tail[(beyond % period as u128) as usize],
        }
    }

    /// Returns the digits before those that repeat.
    #[must_use]
    pub fn head(&self) -> &[CodeDigit] {
        &self.head
    }

    /// Returns the digits that repeat forever; none if all further digits are 0.
    #[must_use]
    pub fn tail(&self) -> &[CodeDigit] {
        &self.tail
    }

    /// Returns the largest number of counters that a move takes, if there is one.
    #[must_use]
    pub fn most_taken(&self) -> Option<u32> {
        self.tail.is_empty().then(|| self.head.len() as u32 - 1)
    }

    /// Returns the greatest number of heaps that a move leaves of one.
    #[must_use]
    pub fn most_pieces(&self) -> usize {
        let leaves = |heaps: &usize| {
            self.head
                .iter()
                .chain(&self.tail)
                .any(|digit| digit.leaves(*heaps))
        };
        (1..=MOST_PIECES).rev().find(leaves).unwrap_or(0)
    }

    /// Returns whether some moves must leave heaps of different sizes.
    #[must_use]
    pub fn has_unequal(&self) -> bool {
        let splits = |digit: &CodeDigit| digit.unequal && digit.counts >= 4;
        self.head.iter().chain(&self.tail).any(splits)
    }

    /// Lists the moves in a heap.
    pub fn splits(&self, size: u128) -> impl Iterator<Item = HeapSplit> + '_ {
        self.splits_with_small(size, size)
    }

    /// Lists the moves in a heap that leave at most one heap of more than `small` counters.
    pub fn splits_with_small(
        &self,
        size: u128,
        small: u128,
    ) -> impl Iterator<Item = HeapSplit> + '_ {
        let most = self.most_taken().map_or(size, u128::from).min(size);
        (0..=most).flat_map(move |taken| {
            let ways = self.digit(taken).ways(size - taken, small);
            ways.map(move |pieces| HeapSplit { taken, pieces })
        })
    }

    /// Returns whether a heap has a move.
    #[must_use]
    pub fn can_move(&self, size: u128) -> bool {
        self.splits(size).next().is_some()
    }

    /// Returns the number of moves in a heap, or an upper bound if very many amounts can be taken.
    #[must_use]
    pub fn split_count(&self, size: u128) -> u128 {
        /// Amounts that are counted one by one.
        const LISTED: u128 = 10_000;
        let most = self.most_taken().map_or(size, u128::from).min(size);
        let listed = (0..=most.min(LISTED)).map(|taken| self.digit(taken).count(size - taken));
        let beyond = most.saturating_sub(LISTED);
        let each = CodeDigit::plain(15).count(size).saturating_add(1);
        listed.fold(beyond.saturating_mul(each), u128::saturating_add)
    }

    /// Explains why a move is not legal in a heap, if it is not.
    #[must_use]
    pub fn fault(&self, size: u128, split: &HeapSplit) -> Option<String> {
        let pieces = split.pieces();
        let mut left = pieces.iter();
        let total = left.try_fold(0, |total: u128, &heap| total.checked_add(heap));
        let digit = self.digit(split.taken);
        if split.taken > size {
            return Some(format!("the heap has only {size} counters"));
        }
        if total != Some(size - split.taken) {
            let total = total.map_or("more".to_string(), |total| total.to_string());
            return Some(format!(
                "{} counters are left, not {total}",
                size - split.taken
            ));
        }
        if !digit.leaves(pieces.len()) {
            let heaps = crate::words::counted(pieces.len(), "heap");
            return Some(format!(
                "a move that takes {} must not leave {heaps}",
                split.taken
            ));
        }
        (digit.unequal && pieces.windows(2).any(|pair| pair[0] == pair[1]))
            .then(|| "the heaps that a move leaves must have different sizes".to_string())
    }

    /// Reads a code.
    ///
    /// # Errors
    /// Where the text is not a code.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<HeapRules, NotationError> {
        let digit = CodeDigit::plain;
        if cursor.take("grundy") {
            let unequal = CodeDigit {
                unequal: true,
                ..digit(4)
            };
            return Ok(HeapRules::new(vec![unequal], Vec::new()));
        }
        for (words, inside, outside) in [("take", 3, 0), ("all but", 0, 3)] {
            if cursor.take(words) {
                let taken = read_set(cursor)?;
                let most = taken.iter().copied().max().unwrap_or(0);
                let member = |n| digit(if taken.contains(&n) { inside } else { outside });
                let head = std::iter::once(digit(0)).chain((1..=most).map(member));
                return Ok(HeapRules::new(head.collect(), vec![digit(outside)]));
            }
        }
        cursor.blanks();
        let start = cursor.at();
        // Sources write `.77` as well as `0.77`.
        let first = match cursor.peek() {
            Some('.') => digit(0),
            _ => read_digit(cursor)?,
        };
        if first.counts & 3 != 0 {
            let message =
                "the digit before the point takes nothing, so it must leave two heaps or three";
            return Err(cursor.fault(start..cursor.at(), message, CODE_HELP));
        }
        if !cursor.take_char('.') {
            return Err(cursor.expected("`.`", CODE_HELP));
        }
        let mut head = vec![first];
        let mut tail = Vec::new();
        while !cursor
            .rest()
            .starts_with(|c: char| c == '[' || c == ')' || c == ',' || c.is_whitespace())
            && !cursor.rest().is_empty()
        {
            head.push(read_digit(cursor)?);
            too_many(cursor, start, head.len())?;
        }
        if cursor.take_char('[') {
            while !cursor.take_char(']') {
                tail.push(read_digit(cursor)?);
                too_many(cursor, start, tail.len())?;
            }
            if tail.is_empty() {
                return Err(cursor.fault(
                    cursor.at() - 2..cursor.at(),
                    "no digit repeats here",
                    CODE_HELP,
                ));
            }
        } else if head.len() == 1 {
            return Err(cursor.expected("a digit", CODE_HELP));
        }
        Ok(HeapRules::new(head, tail))
    }
}

fn too_many(cursor: &Cursor<'_>, start: usize, digits: usize) -> Result<(), NotationError> {
    if digits <= MOST_DIGITS as usize {
        return Ok(());
    }
    let message = format!("a code has at most {MOST_DIGITS} digits");
    Err(cursor.fault(start..cursor.at(), message, CODE_HELP))
}

/// Reads `2,3,5` or `{2,3,5}`.
fn read_set(cursor: &mut Cursor<'_>) -> Result<Vec<u32>, NotationError> {
    let braces = cursor.take("{");
    let mut set = vec![cursor.need_between("an amount", 1, MOST_DIGITS)?];
    while cursor.take(",") {
        set.push(cursor.need_between("an amount", 1, MOST_DIGITS)?);
    }
    if braces {
        cursor.need("}", CODE_HELP)?;
    }
    Ok(set)
}

/// Reads a digit with what may follow it.
fn read_digit(cursor: &mut Cursor<'_>) -> Result<CodeDigit, NotationError> {
    let start = cursor.at();
    let counts = match cursor.peek() {
        Some('{') => {
            cursor.take_char('{');
            let mut counts = 0;
            loop {
                let heaps: u8 = cursor.need_between("a number of heaps", 0, MOST_PIECES as u8)?;
                counts |= 1 << heaps;
                if !cursor.take(",") {
                    break;
                }
            }
            cursor.need("}", CODE_HELP)?;
            counts
        }
        Some(c) => match c.to_digit(16) {
            Some(counts) => {
                cursor.take_char(c);
                counts as u8
            }
            None => return Err(cursor.expected("a digit of a code", CODE_HELP)),
        },
        None => return Err(cursor.expected("a digit of a code", CODE_HELP)),
    };
    let unequal = cursor.take_char('!');
    if unequal && counts < 4 {
        let message = "`!` follows a digit that leaves two heaps or three";
        return Err(cursor.fault(start..cursor.at(), message, CODE_HELP));
    }
    Ok(CodeDigit { counts, unequal })
}

impl fmt::Display for HeapRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.head[0])?;
        for digit in &self.head[1..] {
            write!(f, "{digit}")?;
        }
        match (self.tail.is_empty(), self.head.len()) {
            (true, 1) => f.write_str("0"),
            (true, _) => Ok(()),
            (false, _) => {
                f.write_str("[")?;
                self.tail
                    .iter()
                    .try_for_each(|digit| write!(f, "{digit}"))?;
                f.write_str("]")
            }
        }
    }
}
