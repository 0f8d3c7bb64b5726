//! A line `move`: what a move takes from the piles of one set.

use std::iter::{repeat, repeat_n};

use nimfield_core::expression::Expression;
use nimfield_core::prelude::*;

use super::edges::{EDGES, Edges};
use super::layout::Layout;
use crate::about::Refused;
use crate::amounts::Amounts;
use crate::parameters::Scope;

/// How moves are written.
pub(crate) const MOVE: &str = "a move is `same AMOUNTS from PILES` (the same amount from each pile of a set), `any \
                               AMOUNTS from PILES` (separate amounts from each; `at least K` before `from` lets some \
                               of them stay unchanged), or `vector 1,2 from PILES` (1 from the first and 2 from the \
                               second, or multiples of these: `vector 1,2 times AMOUNTS from PILES`; negative amounts are added, and in `vector \
                               k,-l` the letters k and l are any amounts of at least 1); after `same AMOUNTS from \
                               PILES` perhaps `put 1 on pile 3`; then perhaps `where` and a condition";

/// The letters of a condition besides the parameters: the amounts taken from the first three piles of the set, the
/// sizes of these piles before the move, and the sum of all piles before the move.
pub(crate) const LETTERS: [&str; 7] = ["k", "l", "m", "x", "y", "z", "total"];
const CONDITION: &str = "`k` and `x` are the amount and the size of the first pile of a set, `l` and `y` of the \
                         second, `m` and `z` of the third; write a separate line `move` for smaller sets";
/// What may follow the piles of a move.
const MORE: &str = "sets of piles are joined by `and`; after the last one perhaps `put 1 on pile 3`, then perhaps \
                    `where` and a condition on the amounts k, l, m, the sizes x, y, z and the `total`: `where k < 2 \
                    and even(x)`";
/// The number of letters for amounts, and also for sizes.
pub(crate) const SHOWN: usize = 3;
pub(crate) const TOTAL: usize = 6;

/// A line `move`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveLine {
    /// Whose move it is; `None` for both players.
    pub(crate) player: Option<Player>,
    pub(crate) kind: Kind,
    pub(crate) amounts: Amounts,
    pub(crate) edges: Vec<Edges>,
    /// The pile that the last entry of the vector adds to, which is not in the set.
    pub(crate) put: Option<usize>,
    pub(crate) guard: Option<Expression>,
    pub(crate) scope: Vec<i128>,
    /// The line as it is written.
    pub(crate) text: String,
}

/// How the amounts of one move are related.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The same from each pile.
    Same,
    /// A separate amount from each pile, and from at least this many piles.
    Own(Option<usize>),
    /// A multiple of a vector; negative entries are added.
    Vector(Vec<i64>),
    /// Amounts by expressions of the first letters: `k`, `l` and `m` are any numbers from 1 on, and the sizes are those
    /// before the move. Only a change that reduces the measure, or the sum of the piles without one, is a move.
    Free(Vec<Expression>),
}

impl MoveLine {
    /// Reads what follows the word `move`.
    pub(crate) fn read(
        player: Option<Player>,
        cursor: &mut Cursor<'_>,
        (scope, layout): (&Scope, Option<&Layout>),
    ) -> Result<MoveLine, NotationError> {
        let text = cursor.rest().trim().to_string();
        let mut amounts = None;
        let kind = if cursor.take("same") {
            Kind::Same
        } else if cursor.take("any") {
            cursor.blanks();
            if cursor.rest().starts_with("from") || cursor.rest().starts_with("at least") {
                // `any from pairs` is `any any from pairs`.
                amounts = Some(Amounts::read(&mut Cursor::new("any"), scope)?);
            }
            Kind::Own(None)
        } else if cursor.take("vector") {
            let kind = read_vector(cursor, scope)?;
            let free = matches!(kind, Kind::Free(_));
            if free || !cursor.take("times") {
                let text = if free { "any" } else { "1" };
                amounts = Some(Amounts::read(&mut Cursor::new(text), scope)?);
            }
            kind
        } else {
            return Err(cursor.expected("`same`, `any` or `vector`", MOVE));
        };
        let amounts = match amounts {
            Some(amounts) => amounts,
            None => Amounts::read(cursor, scope)?,
        };
        let mut kind = match kind {
            Kind::Own(_) if cursor.take("at least") => {
                let least = scope.number(cursor, ("the number of piles", MOVE), 1..=1 << 20)?;
                Kind::Own(Some(least as usize))
            }
            kind => kind,
        };
        if !cursor.take("from") {
            return Err(cursor.expected("`from` and sets of piles", EDGES));
        }
        let start = cursor.blanks().at();
        let edges = Edges::read_all(cursor, scope)?;
        if let Some(layout) = layout {
            let mut fits = edges.iter().map(|own| kind.fits(own, layout));
            fits.try_for_each(|fits| fits)
                .map_err(|(message, help)| cursor.fault(start..cursor.at(), message, help))?;
        }
        let start = cursor.blanks().at();
        let mut put = None;
        if cursor.take("put") {
            let (entries, pile) = read_put(cursor, (scope, layout), (&kind, &edges))?;
            (kind, put) = (Kind::Free(entries), Some(pile));
        }
        let guard = scope.read_guard(cursor, &LETTERS)?;
        let end = cursor.blanks().at();
        if cursor.take("times") {
            let message = "`times` comes before `from`: `vector 1,2 times any from pairs`";
            return Err(cursor.fault(end..cursor.at(), message, MOVE));
        }
        cursor.need_end(MORE)?;
        let fixed = layout.filter(|layout| layout.only_field().is_some());
        for own in &edges {
            let fewest = match fixed {
                // Sets that a field lacks are an error above.
                Some(layout) => own.sizes(layout).ok().map(|(least, _)| least),
                None => own.fewest(),
            };
            let Some(piles) = fewest else { continue };
            let entries = match &kind {
                Kind::Free(entries) => &entries[..],
                _ => &[],
            };
            let missing = guard.iter().chain(entries).find_map(|own| past(own, piles));
            if let Some(message) = missing {
                return Err(cursor.fault(start..end, message, CONDITION));
            }
        }
        Ok(MoveLine {
            player,
            kind,
            amounts,
            edges,
            put,
            guard,
            scope: scope.values().to_vec(),
            text,
        })
    }

    /// Checks that a set of this many piles includes those that the condition names.
    pub(crate) fn fits(&self, piles: usize) -> Result<(), String> {
        let missing = self.guard.as_ref().and_then(|guard| past(guard, piles));
        missing.map_or(Ok(()), |message| {
            Err(format!("`move {}`: {message}", self.text))
        })
    }

    /// Returns whether the condition uses the sum of all piles.
    pub(crate) fn asks_for_total(&self) -> bool {
        (self.guard.as_ref()).is_some_and(|guard| guard.mentions(TOTAL))
    }

    /// Returns whether the condition uses more than the amounts.
    pub(crate) fn asks_for_position(&self) -> bool {
        let asks = |guard: &Expression| (SHOWN..=TOTAL).any(|letter| guard.mentions(letter));
        self.guard.as_ref().is_some_and(asks)
    }

    /// Returns whether the same amount of any size may be taken, without a condition.
    pub(crate) fn is_ray(&self) -> bool {
        self.kind == Kind::Same && self.amounts.is_any() && self.guard.is_none()
    }

    /// Returns whether a move takes an amount of the set from one pile, without a condition, and from any one pile.
    pub(crate) fn is_of_single_piles(&self) -> bool {
        self.player.is_none()
            && self.kind == Kind::Same
            && self.guard.is_none()
            && (self.edges.iter()).all(|edges| *edges == Edges::Subsets(1, 1))
    }

    /// Returns the amounts of the moves from a set of this many piles, if all are multiples of one vector or few, and
    /// whether any multiple may be taken; `None` for other moves, or if a condition depends on the position.
    pub(crate) fn multiples(&self, piles: usize) -> Option<Vec<(Vec<i64>, bool)>> {
        /// Vectors at most.
        const MOST: usize = 100;
        if self.player.is_some() || self.asks_for_position() {
            return None;
        }
        let vector = match &self.kind {
            Kind::Same => vec![1; piles],
            // With one pile, `any` means the same.
            Kind::Own(_) if piles == 1 => vec![1],
            Kind::Own(least) => {
                let members = self.amounts.all(MOST)?.into_iter().map(|own| own as i64);
                let members: Vec<i64> = members.chain(least.map(|_| 0)).collect();
                let combinations = members.len().checked_pow(u32::try_from(piles).ok()?)?;
                let chosen = (0..combinations.min(MOST * MOST)).map(|number| {
                    let digit = |at| number / members.len().pow(at) % members.len();
                    (0..piles as u32).map(|at| members[digit(at)]).collect()
                });
                let changes = |own: &Vec<i64>| own.iter().filter(|&&entry| entry != 0).count();
                let least = least.unwrap_or(piles);
                let own = chosen.filter(|own| changes(own) >= least && self.allows(own));
                let own: Vec<(Vec<i64>, bool)> = own.map(|own| (own, false)).collect();
                return (combinations <= MOST * MOST && own.len() <= MOST).then_some(own);
            }
            Kind::Free(_) => return None,
            Kind::Vector(vector) => vector.clone(),
        };
        if self.amounts.is_any() {
            return self.guard.is_none().then(|| vec![(vector, true)]);
        }
        let times = |&times: &u128| {
            let times = i64::try_from(times).ok()?;
            let entries = vector.iter().map(|entry| entry.checked_mul(times));
            Some((entries.collect::<Option<Vec<i64>>>()?, false))
        };
        let all = self.amounts.all(MOST)?.iter().map(times).collect();
        let all: Option<Vec<(Vec<i64>, bool)>> = all;
        all.map(|all| all.into_iter().filter(|own| self.allows(&own.0)).collect())
    }

    /// Returns whether a condition that uses only the amounts allows these.
    fn allows(&self, amounts: &[i64]) -> bool {
        let letters = amounts.iter().map(|&amount| amount.into()).chain(repeat(0));
        let values = letters
            .take(SHOWN)
            .chain(repeat_n(0, LETTERS.len() - SHOWN));
        let values: Vec<i128> = values.chain(self.scope.iter().copied()).collect();
        self.guard.as_ref().is_none_or(|guard| guard.holds(&values))
    }

    /// Returns whether no move adds counters.
    pub(crate) fn only_takes(&self) -> bool {
        match &self.kind {
            Kind::Vector(vector) => vector.iter().all(|&entry| entry >= 0),
            Kind::Free(_) => false,
            _ => true,
        }
    }

    /// Returns whether a move from piles with these weights may fail to reduce their weighted sum, with small piles and
    /// amounts that show it, in words; for larger piles such amounts are not moves.
    pub(crate) fn breaks_fall(&self, weights: impl Fn(usize) -> i128) -> Option<String> {
        /// The amounts and piles that are tried; the last one exceeds every weight.
        const TRIED: [u128; 7] = [0, 1, 2, 3, 4, 5, 1 << 40];
        let entries = match &self.kind {
            Kind::Free(entries) => entries,
            Kind::Vector(vector) => {
                let falls = vector.iter().enumerate();
                let fall: i128 = falls
                    .map(|(at, &entry)| weights(at) * i128::from(entry))
                    .sum();
                return (fall <= 0).then(String::new);
            }
            _ => return None,
        };
        let weights: Vec<i128> = (0..entries.len()).map(weights).collect();
        let shown = entries.len().min(SHOWN);
        (0..TRIED.len().pow((SHOWN + shown) as u32)).find_map(|number| {
            let digit = |at: usize| TRIED[number / TRIED.len().pow(at as u32) % TRIED.len()];
            let letters = [0, 1, 2].map(|at| digit(at) as i128);
            let sizes = (0..shown).map(|at| digit(SHOWN + at));
            let sizes: Vec<u128> = sizes.chain(vec![0; entries.len() - shown]).collect();
            let total = sizes.iter().sum();
            let mut walk = Walk::new(self, sizes.clone()).weighted(total, weights.clone());
            walk.letters = letters;
            let used = |&letter: &usize| entries.iter().any(|entry| entry.mentions(letter));
            let admitted = letters.iter().all(|&letter| letter > 0)
                && self.amounts.contains(digit(0))
                && self.admits(sizes.iter().copied(), letters.into_iter(), total);
            if !admitted || walk.fall(entries)? > 0 {
                return None;
            }
            let used = (0..SHOWN).filter(used);
            let named: Vec<String> = used
                .map(|at| format!("{} = {}", LETTERS[at], letters[at]))
                .collect();
            let with = if named.is_empty() { "" } else { " " };
            Some(format!(": {}{with}with piles {sizes:?}", named.join(", ")))
        })
    }

    /// Returns whether the order of the piles of a set matters.
    pub(crate) fn is_ordered(&self) -> bool {
        let vector = match &self.kind {
            Kind::Vector(vector) => vector.iter().any(|entry| *entry != vector[0]),
            Kind::Free(_) => true,
            _ => false,
        };
        // The amounts of `same` are equal, so its piles differ only in their sizes.
        let telling = match self.kind {
            Kind::Same => SHOWN..TOTAL,
            _ => 0..TOTAL,
        };
        let mentions = |guard: &Expression| telling.clone().any(|letter| guard.mentions(letter));
        vector || self.guard.as_ref().is_some_and(mentions)
    }

    /// Returns whether the line gives a move of these amounts from piles of these sizes, which must be large enough;
    /// `total` is the sum of all piles, and the weights are those of the piles of the set.
    pub(crate) fn gives(
        &self,
        amounts: &[i128],
        sizes: &[u128],
        (total, weights): (u128, Vec<i128>),
    ) -> bool {
        let contains = |amount: i128| amount > 0 && self.amounts.contains(amount.unsigned_abs());
        let fits = match &self.kind {
            Kind::Free(entries) => {
                /// The letters that are tried if they do not follow from the amounts.
                const MOST_TRIED: usize = 1 << 24;
                let mut walk = Walk::new(self, sizes.to_vec()).weighted(total, weights);
                let is_move = |walk: &mut Walk<'_>| {
                    contains(walk.letters[0])
                        && walk.letters.iter().all(|&letter| letter > 0)
                        && walk.fall(entries).is_some_and(|fall| fall > 0)
                        && walk.amounts == amounts
                        && self.admits(sizes.iter().copied(), walk.letters.into_iter(), total)
                };
                if entries.len() != amounts.len() {
                    return false;
                }
                let sure = walk.solve(entries, amounts);
                if sure || is_move(&mut walk) {
                    return is_move(&mut walk);
                }
                walk.letters = [1; SHOWN];
                let most = walk.most_letters(entries);
                return (0..MOST_TRIED)
                    .map_while(|_| walk.next_letters(most).map(|()| is_move(&mut walk)))
                    .any(|found| found);
            }
            Kind::Same => {
                amounts.iter().all(|amount| *amount == amounts[0]) && contains(amounts[0])
            }
            Kind::Own(least) => {
                let taken = amounts.iter().filter(|&&amount| amount != 0);
                let count = taken.clone().count();
                let least = least.unwrap_or(amounts.len());
                count >= least && taken.into_iter().all(|&amount| contains(amount))
            }
            Kind::Vector(vector) => {
                let first = vector.iter().zip(amounts).find(|(entry, _)| **entry != 0);
                let Some((&entry, &amount)) = first else {
                    return false;
                };
                let factor = amount / i128::from(entry);
                let is_multiple = |(&entry, &amount): (&i64, &i128)| {
                    i128::from(entry).checked_mul(factor) == Some(amount)
                };
                vector.len() == amounts.len()
                    && contains(factor)
                    && vector.iter().zip(amounts).all(is_multiple)
            }
        };
        fits && self.admits(sizes.iter().copied(), amounts.iter().copied(), total)
    }

    /// Returns whether the condition admits amounts from piles of these sizes.
    pub(crate) fn admits(
        &self,
        sizes: impl Iterator<Item = u128>,
        amounts: impl Iterator<Item = i128>,
        total: u128,
    ) -> bool {
        let Some(guard) = &self.guard else {
            return true;
        };
        let mut values = [0i128; 64];
        for (value, amount) in values.iter_mut().zip(amounts).take(SHOWN) {
            *value = amount;
        }
        // All piles of a position together hold less than 2^126.
        for (value, size) in values[SHOWN..TOTAL].iter_mut().zip(sizes) {
            *value = size as i128;
        }
        values[TOTAL] = total as i128;
        let scope = &mut values[LETTERS.len()..];
        for (value, &own) in scope.iter_mut().zip(&self.scope) {
            *value = own;
        }
        guard.holds(&values)
    }
}

impl Kind {
    /// Checks that piles in this layout have these sets, and that moves take from them.
    fn fits(&self, edges: &Edges, layout: &Layout) -> Result<(), Refused> {
        edges.fit(layout)?;
        let of_sets = |message| (message, EDGES);
        let (least, most) = edges.sizes(layout).map_err(of_sets)?;
        // All listed sets must be valid; among subsets or lines of several sizes some may be too small.
        let listed = matches!(edges, Edges::Listed(_));
        let piles = match least == most {
            true => counted(most, "pile"),
            false => format!("{least} to {most} piles"),
        };
        let message = match self {
            Kind::Vector(_) | Kind::Free(_) => {
                let entries = match self {
                    Kind::Free(entries) => entries.len(),
                    Kind::Vector(vector) => vector.len(),
                    _ => 0,
                };
                match listed && least < most || !(least..=most).contains(&entries) {
                    true => format!("the vector has {entries} entries, but a set has {piles}"),
                    false => return Ok(()),
                }
            }
            Kind::Own(Some(own)) if *own > most => {
                format!("a move takes from at least {own} piles, but a set has {piles}")
            }
            _ => return Ok(()),
        };
        Err((message, MOVE))
    }
}

/// Returns which entry is a letter alone.
fn alone(entries: &[Expression], letter: usize) -> Option<usize> {
    let mut entries = entries.iter();
    entries.position(|entry| entry.to_string() == LETTERS[letter])
}

/// Returns a letter of a condition that stands for a pile beyond a set of this size.
fn past(guard: &Expression, piles: usize) -> Option<String> {
    let letters = 0..TOTAL;
    let beyond = |&letter: &usize| letter % SHOWN >= piles && guard.mentions(letter);
    letters.into_iter().find(beyond).map(|letter| {
        let count = counted(piles, "pile");
        format!(
            "the condition uses `{}`, but a move may take from a set of {count}",
            LETTERS[letter]
        )
    })
}

/// Reads what a move adds to a pile: a vector for the piles of a set and this one, and the number of this pile.
fn read_put(
    cursor: &mut Cursor<'_>,
    (scope, layout): (&Scope, Option<&Layout>),
    (kind, edges): (&Kind, &[Edges]),
) -> Result<(Vec<Expression>, usize), NotationError> {
    let start = cursor.at();
    let names = [&LETTERS[..], &scope.names()].concat();
    let amount = scope.expression(cursor, &LETTERS)?;
    cursor.need("on pile", MOVE)?;
    let pile = cursor.need_between("a pile", 1u64, 1 << 20)? as usize - 1;
    let sizes = |own: &Edges| layout.map_or(Ok((1, 1)), |layout| own.sizes(layout));
    let sizes = edges.iter().map(sizes).collect::<Result<Vec<_>, _>>();
    let fault = |message: String| cursor.fault(start..cursor.at(), message, MOVE);
    let sizes = sizes.map_err(fault)?;
    if layout.is_some_and(|layout| pile >= layout.most()) {
        return Err(fault(format!("unknown pile {}", pile + 1)));
    }
    let (count, _) = sizes[0];
    if *kind != Kind::Same || sizes.iter().any(|own| *own != (count, count)) {
        let message = "`put` needs `same AMOUNTS`, and sets with equal numbers of piles";
        return Err(fault(message.to_string()));
    }
    let read = |text: &str| Expression::read_from(&mut Cursor::new(text), &names);
    let taken = repeat_n("k", count).map(read);
    let put = read(&format!("-({amount})"));
    Ok((taken.chain([put]).collect::<Result<_, _>>()?, pile))
}

fn read_vector(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Kind, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let body = cursor.rest();
    let body = &body[..body.find("from").unwrap_or(body.len())];
    let mut words = body.split(|c: char| !c.is_alphabetic());
    if words.any(|word| LETTERS[..TOTAL].contains(&word)) {
        let mut entries = Vec::new();
        loop {
            entries.push(scope.expression(cursor, &LETTERS)?);
            if !cursor.take(",") {
                return Ok(Kind::Free(entries));
            }
        }
    }
    let mut vector = Vec::new();
    loop {
        cursor.blanks();
        let start = cursor.at();
        let entry = scope.integer(cursor)?;
        let small = i64::try_from(entry)
            .ok()
            .filter(|entry| entry.abs() < 1 << 31);
        vector.push(small.ok_or_else(|| {
            let message = format!("{entry} is too large for an entry of a vector");
            cursor.fault(start..cursor.at(), message, MOVE)
        })?);
        if !cursor.take(",") {
            break;
        }
    }
    match vector.iter().all(|&entry| entry == 0) {
        true => Err(cursor.fault(
            start..cursor.at(),
            "this vector takes nothing from any pile",
            MOVE,
        )),
        false => Ok(Kind::Vector(vector)),
    }
}

/// The amounts of all moves of a line that take from one set of piles, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'a> {
    line: &'a MoveLine,
    /// The sizes of the piles of the set.
    sizes: Vec<u128>,
    /// The amounts of the current move.
    amounts: Vec<i128>,
    /// The factor of the vector, or the amount that is the same.
    factor: u128,
    /// The letters for amounts, if they have expressions.
    letters: [i128; SHOWN],
    /// The sum of all piles, and the weight of the counters of each pile of the set in the measure: 1 if the list is
    /// empty.
    total: u128,
    weights: Vec<i128>,
    started: bool,
}

impl<'a> Walk<'a> {
    /// Starts before the first move.
    pub(crate) fn new(line: &'a MoveLine, sizes: Vec<u128>) -> Walk<'a> {
        Walk {
            line,
            total: sizes.iter().sum(),
            weights: Vec::new(),
            amounts: vec![0; sizes.len()],
            sizes,
            factor: 0,
            letters: [1; SHOWN],
            started: false,
        }
    }

    /// Sets the sum of all piles, and the weights of the piles of the set.
    pub(crate) fn weighted(self, total: u128, weights: Vec<i128>) -> Walk<'a> {
        Walk {
            total,
            weights,
            ..self
        }
    }

    /// Returns the amounts of the next move that fits the sizes, regardless of the condition.
    pub(crate) fn advance(&mut self) -> Option<&[i128]> {
        match &self.line.kind {
            Kind::Same => {
                let least = *self.sizes.iter().min()?;
                self.factor = self.line.amounts.next_after(self.factor)?;
                if self.factor > least {
                    return None;
                }
                self.amounts.fill(self.factor as i128);
            }
            Kind::Vector(vector) => {
                if vector.len() != self.sizes.len() {
                    return None;
                }
                self.factor = self.line.amounts.next_after(self.factor)?;
                let factor = i128::try_from(self.factor).ok()?;
                for ((amount, &entry), &size) in
                    self.amounts.iter_mut().zip(vector).zip(&self.sizes)
                {
                    *amount = i128::from(entry).checked_mul(factor)?;
                    if *amount > size as i128 {
                        return None;
                    }
                }
            }
            Kind::Free(entries) => {
                if entries.len() != self.sizes.len() {
                    return None;
                }
                let most = self.most_letters(entries);
                loop {
                    self.next_letters(most)?;
                    let taken = self.letters[0].unsigned_abs();
                    if self.line.amounts.contains(taken)
                        && self.fall(entries).is_some_and(|fall| fall > 0)
                    {
                        break;
                    }
                }
            }
            Kind::Own(least) => {
                let least = least.unwrap_or(self.sizes.len());
                loop {
                    self.step(least)?;
                    if self.amounts.iter().filter(|&&amount| amount > 0).count() >= least {
                        break;
                    }
                }
            }
        }
        Some(&self.amounts)
    }

    /// Goes to the next amounts in lexicographic order; some piles may stay unchanged if the line allows it.
    fn step(&mut self, least: usize) -> Option<()> {
        let all = least >= self.sizes.len();
        let set = &self.line.amounts;
        let next = |amount: i128, size: u128| {
            let next = set.next_after(amount as u128).filter(|&next| next <= size);
            next.map(|next| next as i128)
        };
        let first = |size: u128| if all { next(0, size) } else { Some(0) };
        let from = match self.started {
            true => {
                let places = (0..self.sizes.len()).rev();
                let mut found =
                    places.filter_map(|at| Some((at, next(self.amounts[at], self.sizes[at])?)));
                let (at, amount) = found.next()?;
                self.amounts[at] = amount;
                at + 1
            }
            false => 0,
        };
        self.started = true;
        for at in from..self.sizes.len() {
            self.amounts[at] = first(self.sizes[at])?;
        }
        Some(())
    }

    /// Goes to the next letters: those that the entries name, up to a bound.
    fn next_letters(&mut self, most: [u128; SHOWN]) -> Option<()> {
        if !std::mem::replace(&mut self.started, true) {
            return Some(());
        }
        for letter in (0..SHOWN).rev() {
            if self.letters[letter].unsigned_abs() < most[letter] {
                self.letters[letter] += 1;
                return Some(());
            }
            self.letters[letter] = 1;
        }
        None
    }

    /// Returns how large the letters of amounts are at most; 1 if no entry names them. Added counters weigh less than
    /// taken ones, and weighted sums of piles are below 2^126.
    fn most_letters(&self, entries: &[Expression]) -> [u128; SHOWN] {
        let weighted = self.sizes.iter().zip(self.weights.iter().chain(repeat(&1)));
        let all: i128 = weighted.map(|(&size, weight)| size as i128 * weight).sum();
        let all = all.unsigned_abs();
        [0, 1, 2].map(|letter| {
            let own = alone(entries, letter);
            match (entries.iter().any(|entry| entry.mentions(letter)), own) {
                (false, _) => 1,
                (true, Some(pile)) => self.sizes.get(pile).copied().unwrap_or(0),
                (true, None) => all,
            }
        })
    }

    /// Returns the values that entries depend on: the letters, the sizes, the sum of all piles and the parameters.
    fn values(&self) -> Vec<i128> {
        let sizes = self.sizes.iter().map(|&size| size as i128);
        let shown = sizes.chain([0; SHOWN]).take(SHOWN);
        let values = self
            .letters
            .into_iter()
            .chain(shown)
            .chain([self.total as i128]);
        values.chain(self.line.scope.iter().copied()).collect()
    }

    /// Sets the letters to those that give these amounts, if each is the only letter of an entry that is linear in it;
    /// returns whether they are unique because each is an entry alone.
    fn solve(&mut self, entries: &[Expression], amounts: &[i128]) -> bool {
        let mut sure = true;
        for letter in 0..SHOWN {
            if let Some(at) = alone(entries, letter) {
                self.letters[letter] = amounts[at];
                continue;
            }
            sure &= !entries.iter().any(|entry| entry.mentions(letter));
            let only = |entry: &Expression| {
                (0..SHOWN).all(|other| entry.mentions(other) == (other == letter))
            };
            let Some(at) = entries.iter().position(only) else {
                continue;
            };
            let mut value = |of: i128| {
                self.letters[letter] = of;
                entries[at].value(&self.values())
            };
            let (one, two) = (value(1), value(2));
            let steps = amounts[at].saturating_sub(one);
            let steps = steps.checked_div(two.saturating_sub(one));
            self.letters[letter] = steps.map_or(1, |steps| steps.saturating_add(1));
        }
        sure
    }

    /// Computes the amounts, and returns the decrease of the weighted sum of the piles; `None` if the piles are too
    /// small.
    fn fall(&mut self, entries: &[Expression]) -> Option<i128> {
        let values = self.values();
        let mut fall = 0i128;
        let piles = self.sizes.iter().zip(self.weights.iter().chain(repeat(&1)));
        for ((amount, entry), (&size, weight)) in self.amounts.iter_mut().zip(entries).zip(piles) {
            let taken = entry.value(&values);
            if taken > size as i128 {
                return None;
            }
            fall = fall.saturating_add(taken.saturating_mul(*weight));
            *amount = taken;
        }
        Some(fall)
    }

    /// Returns the numbers for `k`, `l` and `m` in a condition.
    pub(crate) fn letters(&self) -> &[i128] {
        match self.line.kind {
            Kind::Free(_) => &self.letters,
            _ => &self.amounts,
        }
    }

    /// Returns the amounts of the current move.
    pub(crate) fn amounts(&self) -> &[i128] {
        &self.amounts
    }

    /// Returns the sizes of the piles of the set.
    pub(crate) fn sizes(&self) -> &[u128] {
        &self.sizes
    }
}
