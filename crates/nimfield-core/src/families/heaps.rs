//! Taking-and-breaking games: a move takes counters from a heap and may split the rest.
//!
//! A code defines the moves. Digit k, where the digit before the point is digit 0, says what a move that takes k
//! counters from a heap may leave of it: bit i of the digit stands for exactly i heaps, none of them empty. So `0.77`
//! is Kayles. The notation is that of CGSuite: digits `0` to `9` and `A` to `V`, a list of numbers of heaps in braces
//! instead of a digit (`{1,2}` is `6`; `{2+}` is any number of heaps from 2 on, `*` is `{0+}`), and after a digit, or a
//! number in braces, `!` for heaps of different sizes (`4!.0` is Grundy's game), `?` for heaps that are not all equal,
//! `=` for equal heaps. Digits in brackets at the end repeat forever (`0.[3]` is nim). `take 2,3`, `take 3..7` and
//! `all but 2,3` stand for the codes of subtraction games.

use std::fmt;

use smallvec::SmallVec;

use crate::notation::{Cursor, NotationError};

/// How a code is written, for errors and descriptions.
pub const CODE_HELP: &str = "a code is `d.ddd…` or `.ddd…` with digits 0-9 and A-V, `{1,2}` for a list of numbers of heaps, `{2+}` for \
                             any from 2 on, `*` for any; `!` after a digit for unequal heaps, `?` for heaps not all equal, \
                             `=` for equal ones, and `[…]` around digits at the end that repeat; or `take 2,3`, \
                             `take 3..7`, `all but 2,3`, `grundy`";

/// The most digits of a code, and the largest number of a subtraction set.
const MOST_DIGITS: u32 = 1000;

/// The bit that stands for this many heaps or more.
const OPEN: usize = 63;

/// The largest heap, if a move may leave any number of heaps.
pub const MOST_OF_OPEN: u128 = 4096;

/// The condition on the sizes of two or more heaps that a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapSizes {
    /// Any.
    Any,
    /// All different: `!`.
    Unequal,
    /// Not all equal: `?`.
    NotAllEqual,
    /// All equal: `=`.
    Equal,
}

impl HeapSizes {
    const ALL: [HeapSizes; 4] = [
        HeapSizes::Any,
        HeapSizes::Unequal,
        HeapSizes::NotAllEqual,
        HeapSizes::Equal,
    ];

    fn mark(self) -> &'static str {
        ["", "!", "?", "="][self as usize]
    }

    /// Returns whether heaps in ascending order satisfy the condition.
    fn fits(self, heaps: &[u128]) -> bool {
        let equal = |pair: &[u128]| pair[0] == pair[1];
        let mut pairs = heaps.windows(2);
        match self {
            _ if heaps.len() < 2 => true,
            HeapSizes::Any => true,
            HeapSizes::Unequal => !pairs.any(equal),
            HeapSizes::NotAllEqual => !pairs.all(equal),
            HeapSizes::Equal => pairs.all(equal),
        }
    }
}

/// What a move that takes a given number of counters may leave of a heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodeDigit {
    /// By the sizes, bit i: exactly i heaps, none of them empty; the last bit: that many or more.
    counts: [u64; 4],
}

impl CodeDigit {
    /// Returns a digit that leaves these numbers of heaps of any sizes.
    const fn plain(counts: u64) -> CodeDigit {
        CodeDigit {
            counts: [counts, 0, 0, 0],
        }
    }

    /// Returns the condition on the sizes of this many heaps, if a move may leave this many.
    #[must_use]
    pub fn sizes(self, heaps: usize) -> Option<HeapSizes> {
        let mut all = HeapSizes::ALL.into_iter();
        all.find(|&sizes| self.counts[sizes as usize] >> heaps.min(OPEN) & 1 == 1)
    }

    /// Returns whether a move may leave exactly this number of heaps.
    #[must_use]
    pub fn leaves(self, heaps: usize) -> bool {
        self.numeral() >> heaps.min(OPEN) & 1 == 1
    }

    /// Returns whether two heaps that a move leaves must have different sizes.
    #[must_use]
    pub fn is_unequal(self) -> bool {
        self.sizes(2) == Some(HeapSizes::Unequal)
    }

    /// Returns the greatest number of heaps that a move leaves, `usize::MAX` for any number.
    #[must_use]
    pub fn most_pieces(self) -> usize {
        match self.numeral().checked_ilog2() {
            Some(most) if most as usize == OPEN => usize::MAX,
            most => most.unwrap_or(0) as usize,
        }
    }

    /// Returns the numbers of heaps, whatever their sizes, as the bits of a number.
    fn numeral(self) -> u64 {
        self.counts.iter().fold(0, |all, counts| all | counts)
    }

    /// Lists the ways to leave `rest` counters, each as its heaps in ascending order, of which all but the
    /// largest have at most `most` counters.
    fn ways(self, rest: u128, most: u128) -> impl Iterator<Item = Pieces> {
        let last = rest.min(self.most_pieces() as u128) as usize;
        (0..=last).flat_map(move |heaps| {
            let sizes = self.sizes(heaps);
            let ways = sizes.map(|sizes| Ways::new(rest, heaps, sizes, most));
            ways.into_iter().flatten()
        })
    }

    /// Returns how many ways there are to leave `rest` counters, or an upper bound if they are many and leave four heaps
    /// or more.
    fn count(self, rest: u128) -> u128 {
        /// The most ways that are counted one by one.
        const LISTED: usize = 512;
        let apart = |heaps: u128| rest.saturating_sub(heaps * (heaps - 1) / 2);
        let of = |heaps: usize| match (heaps, self.sizes(heaps)) {
            (_, None) => 0,
            (0, _) => u128::from(rest == 0),
            (1, _) => u128::from(rest > 0),
            (_, Some(HeapSizes::Equal)) => {
                u128::from(rest > 0 && rest.is_multiple_of(heaps as u128))
            }
            (2, Some(HeapSizes::Any)) => rest / 2,
            (2, _) => apart(2) / 2,
            // Partitions into three parts: the nearest integer to n^2/12; different parts are those of n-3.
            (3, Some(HeapSizes::Any)) => rest.saturating_mul(rest).saturating_add(6) / 12,
            (3, Some(HeapSizes::Unequal)) => {
                apart(3).saturating_mul(apart(3)).saturating_add(6) / 12
            }
            (_, Some(sizes)) => {
                let listed = Ways::new(rest, heaps, sizes, rest).take(LISTED).count();
                match u32::try_from(heaps - 1) {
                    _ if listed < LISTED => listed as u128,
                    Ok(heaps) => rest.saturating_pow(heaps),
                    Err(_) => u128::MAX,
                }
            }
        };
        let last = rest.min(self.most_pieces() as u128).min(MOST_OF_OPEN) as usize;
        (0..=last).map(of).fold(0, u128::saturating_add)
    }
}

impl fmt::Display for CodeDigit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numeral = self.numeral();
        let of_two = |sizes: &HeapSizes| self.counts[*sizes as usize] > 3;
        let mut all = HeapSizes::ALL.into_iter().filter(of_two);
        let sizes = all.next().unwrap_or(HeapSizes::Any);
        let one = all.next().is_none();
        let mark = sizes.mark();
        if let (true, Some(&digit)) = (one, DIGITS.get(numeral as usize)) {
            return write!(f, "{}{mark}", char::from(digit));
        }
        if (one, numeral) == (true, u64::MAX) {
            return write!(f, "*{mark}");
        }
        // From here on, either all numbers of heaps are allowed or none.
        let open = self.sizes(OPEN).map(|sizes| {
            let counts = match one {
                true => numeral,
                false => self.counts[sizes as usize],
            };
            OPEN + 1 - counts.leading_ones() as usize
        });
        let listed = (0..=open.unwrap_or(OPEN)).filter(|&heaps| self.leaves(heaps));
        let listed = listed.map(|heaps| {
            let own = self.sizes(heaps).filter(|_| !one);
            format!("{heaps}{}", own.map_or("", HeapSizes::mark))
        });
        let listed: Vec<String> = listed.collect();
        let more = if open.is_some() { "+" } else { "" };
        write!(
            f,
            "{{{}{more}}}{}",
            listed.join(","),
            if one { mark } else { "" }
        )
    }
}

/// The digits of codes, by their values.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHIJKLMNOPQRSTUV";

/// The heaps that a move leaves, in ascending order.
type Pieces = SmallVec<[u128; 3]>;

/// The ways to leave a number of heaps, in lexicographic order.
struct Ways {
    rest: u128,
    sizes: HeapSizes,
    /// All heaps but the largest have at most that many counters.
    most: u128,
    next: Option<Pieces>,
}

impl Ways {
    fn new(rest: u128, heaps: usize, sizes: HeapSizes, most: u128) -> Ways {
        let mut ways = Ways {
            rest,
            sizes,
            most,
            next: None,
        };
        let equal = rest.checked_div(heaps as u128).unwrap_or(0);
        ways.next = match (heaps, sizes) {
            (0, _) => (rest == 0).then(Pieces::new),
            _ if equal == 0 => None,
            (2.., HeapSizes::Equal) => (rest.is_multiple_of(heaps as u128) && equal <= most)
                .then(|| std::iter::repeat_n(equal, heaps).collect()),
            _ => ways.from(std::iter::repeat_n(0, heaps).collect(), 0, 1),
        };
        ways
    }

    /// Returns the first way that keeps the heaps before a place and has at least this size there, if any.
    fn from(&self, mut heaps: Pieces, place: usize, size: u128) -> Option<Pieces> {
        let gap = u128::from(self.sizes == HeapSizes::Unequal);
        let last = heaps.len() - 1;
        let mut left = self.rest;
        let mut least = 1;
        for at in 0..last {
            if at >= place {
                heaps[at] = least.max(size);
            }
            if heaps[at] > self.most {
                return None;
            }
            left = left.checked_sub(heaps[at])?;
            least = heaps[at].saturating_add(gap);
        }
        heaps[last] = left;
        (left >= least.max(1)).then_some(heaps)
    }
}

impl Iterator for Ways {
    type Item = Pieces;

    fn next(&mut self) -> Option<Pieces> {
        loop {
            let heaps = self.next.take()?;
            if heaps.len() > 1 && self.sizes != HeapSizes::Equal {
                let mut places = (0..heaps.len() - 1).rev();
                self.next = places.find_map(|at| self.from(heaps.clone(), at, heaps[at] + 1));
            }
            // Only one way is skipped here: the one with all heaps equal.
            if self.sizes.fits(&heaps) {
                return Some(heaps);
            }
        }
    }
}

/// What a move does to a heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapSplit {
    /// The counters taken.
    pub taken: u128,
    /// The heaps left, in ascending order, none of them empty.
    pieces: Pieces,
}

impl HeapSplit {
    /// Creates the move that takes some counters and leaves these heaps; empty ones are ignored.
    #[must_use]
    pub fn new(taken: u128, heaps: &[u128]) -> HeapSplit {
        let mut pieces: Pieces = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        pieces.sort_unstable();
        HeapSplit { taken, pieces }
    }

    /// Returns the heaps left, in ascending order, none of them empty.
    #[must_use]
    pub fn pieces(&self) -> &[u128] {
        &self.pieces
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

    /// Returns the rules of rows: a move takes `min` to `max` neighbours and splits the row there.
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

    /// Returns the digits, each at least once.
    fn digits(&self) -> impl Iterator<Item = &CodeDigit> {
        self.head.iter().chain(&self.tail)
    }

    /// Returns the greatest number of heaps that a move leaves of one, `usize::MAX` for any number.
    #[must_use]
    pub fn most_pieces(&self) -> usize {
        let most = self.digits().map(|digit| digit.most_pieces()).max();
        most.expect("a code has a digit")
    }

    /// Returns whether some moves must leave heaps of equal sizes, or of sizes that are not equal.
    #[must_use]
    pub fn has_sizes(&self) -> bool {
        self.digits().any(|digit| digit.counts[1..] != [0; 3])
    }

    /// Returns whether some moves leave other heaps than one, none, or two that may have to be unequal.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        let equal = |digit: &CodeDigit| digit.sizes(2) == Some(HeapSizes::Equal);
        self.most_pieces() > 2 || self.digits().any(equal)
    }

    /// Returns the least number of heaps from which on each digit treats all larger numbers alike.
    #[must_use]
    pub fn alike_from(&self) -> usize {
        let alike = |heaps: &usize| {
            self.digits()
                .all(|digit| digit.sizes(*heaps) == digit.sizes(OPEN))
        };
        (0..OPEN).rev().take_while(alike).last().unwrap_or(OPEN)
    }

    /// Explains why a heap of this size is refused, if it is: it would have too many moves and pieces.
    #[must_use]
    pub fn size_fault(&self, size: u128) -> Option<String> {
        let too_large = self.most_pieces() == usize::MAX && size > MOST_OF_OPEN;
        too_large.then(|| {
            format!("a move may leave any number of heaps, so a heap has at most {MOST_OF_OPEN} counters")
        })
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
        /// The most amounts that are counted one by one.
        const LISTED: u128 = 10_000;
        let most = self.most_taken().map_or(size, u128::from).min(size);
        let listed = (0..=most.min(LISTED)).map(|taken| self.digit(taken).count(size - taken));
        let beyond = most.saturating_sub(LISTED);
        let digits = self.digits().map(|digit| digit.count(size));
        let each = digits.max().unwrap_or(0).saturating_add(1);
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
        let sizes = digit.sizes(pieces.len()).unwrap_or(HeapSizes::Any);
        let wanted = match sizes {
            _ if sizes.fits(pieces) => return None,
            HeapSizes::Equal => "must have equal sizes",
            HeapSizes::NotAllEqual => "must not all have the same size",
            HeapSizes::Any | HeapSizes::Unequal => "must have different sizes",
        };
        Some(format!("the heaps that a move leaves {wanted}"))
    }

    /// Reads a code.
    ///
    /// # Errors
    /// Where the text is not a code.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<HeapRules, NotationError> {
        let digit = CodeDigit::plain;
        if cursor.take("grundy") {
            let unequal = CodeDigit {
                counts: [0, 4, 0, 0],
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
        if first.numeral() & 3 != 0 {
            let message =
                "the digit before the point takes nothing, so it must leave two heaps or more";
            let help = match cursor.peek() {
                Some('.') => CODE_HELP,
                _ => "the digits of a code follow a point: 0.77",
            };
            return Err(cursor.fault(start..cursor.at(), message, help));
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

/// Reads `2,3,5`, `3..7` or `{2,3,5}`.
fn read_set(cursor: &mut Cursor<'_>) -> Result<Vec<u32>, NotationError> {
    let braces = cursor.take("{");
    let mut set = Vec::new();
    loop {
        let from = cursor.need_between("an amount", 1, MOST_DIGITS)?;
        let to = match cursor.take("..") {
            true => cursor.need_between("the last amount", from, MOST_DIGITS)?,
            false => from,
        };
        set.extend(from..=to);
        if !cursor.take(",") {
            break;
        }
    }
    if braces {
        cursor.need("}", CODE_HELP)?;
    }
    Ok(set)
}

/// Reads a digit and its suffixes.
fn read_digit(cursor: &mut Cursor<'_>) -> Result<CodeDigit, NotationError> {
    let start = cursor.at();
    let mut digit = CodeDigit::default();
    let sizes = |cursor: &mut Cursor<'_>| {
        let mut all = HeapSizes::ALL[1..].iter().copied();
        all.find(|sizes| cursor.take_any(&[sizes.mark()]))
    };
    let mut own = false;
    if cursor.take("{") {
        loop {
            let heaps: u8 = cursor.need_between("a number of heaps", 0, OPEN as u8 - 1)?;
            let given = sizes(cursor);
            own |= given.is_some();
            let more = cursor.take_char('+');
            let counts = if more { u64::MAX << heaps } else { 1 << heaps };
            digit.counts[given.unwrap_or(HeapSizes::Any) as usize] |= counts;
            if more || !cursor.take(",") {
                break;
            }
        }
        cursor.need("}", CODE_HELP)?;
    } else if cursor.take_char('*') {
        digit.counts[0] = u64::MAX;
    } else {
        let upper = cursor.peek().map(|c| c.to_ascii_uppercase());
        let counts = DIGITS.iter().position(|&digit| Some(digit.into()) == upper);
        let counts = counts.ok_or_else(|| cursor.expected("a digit of a code", CODE_HELP))?;
        cursor.skip_to(cursor.at() + 1);
        digit.counts[0] = counts as u64;
    }
    if let Some(given) = sizes(cursor) {
        let why = match digit.numeral() {
            _ if own => "the sizes of heaps are given twice",
            0..4 => "`!`, `?` and `=` follow a digit that leaves two heaps or more",
            _ => {
                digit.counts.swap(0, given as usize);
                ""
            }
        };
        if !why.is_empty() {
            return Err(cursor.fault(start..cursor.at(), why, CODE_HELP));
        }
    }
    let [any, unequal, other, equal] = digit.counts;
    let all = digit.numeral();
    let twice = [
        any & unequal,
        any & other,
        any & equal,
        unequal & other,
        (unequal | other) & equal,
    ];
    if twice.iter().any(|twice| twice >> 2 != 0) {
        let message = "a number of heaps occurs twice, with different conditions on sizes";
        return Err(cursor.fault(start..cursor.at(), message, CODE_HELP));
    }
    // Conditions on sizes apply to two heaps or more; for two, "not all equal" means "different".
    digit.counts = [
        any & !3 | all & 3,
        unequal & !3 | other & 4,
        other & !7,
        equal & !3,
    ];
    Ok(digit)
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
