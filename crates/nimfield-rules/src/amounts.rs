//! Sets of amounts that a move may take: `1..3`, `odd`, `1,4,9`, `powers of 2`, `all but 2,4`.

use nimfield_core::notation::{Cursor, NotationError};
use num_integer::Integer as _;

use crate::about::{between, listed};
use crate::parameters::{MOST, Scope};

/// How amounts are written.
pub(crate) const AMOUNTS: &str = "amounts are a number `3`, a range `1..3` or `2..any`, perhaps with `step 2`, \
                                  `any`, `odd`, `even`, `powers of 2`, a list of these `1,4,7..9`, or \
                                  `all but` a list";

/// A set of positive numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Amounts {
    pub(crate) items: Vec<Item>,
    /// Whether the set consists of the numbers that are not in the items.
    pub(crate) complement: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// `from`, `from + step`, … up to `to`.
    Progression { from: u128, to: u128, step: u128 },
    /// The powers of a base above 1, from 1 on.
    Powers(u128),
}

impl Item {
    /// Returns the least member above a number.
    fn next_after(&self, number: u128) -> Option<u128> {
        match *self {
            Item::Progression { from, .. } if number < from => Some(from),
            Item::Progression { to, step: 1, .. } => (number < to).then(|| number + 1),
            Item::Progression { from, to, step } => {
                let steps = (number - from) / step + 1;
                let next = steps.checked_mul(step)?.checked_add(from)?;
                (next <= to).then_some(next)
            }
            Item::Powers(base) => {
                let mut power = 1u128;
                while power <= number {
                    power = power.checked_mul(base)?;
                }
                Some(power)
            }
        }
    }

    fn contains(&self, number: u128) -> bool {
        number
            .checked_sub(1)
            .is_some_and(|below| self.next_after(below) == Some(number))
    }

    /// Returns the numbers in words: `3`, `1 to 3`, `1, 3, 5, …`.
    fn in_words(&self) -> String {
        let last = match *self {
            Item::Progression {
                from,
                to: u128::MAX,
                step: 1,
            } => return format!("at least {from}"),
            Item::Progression { from, to, step: 1 } => return between(from, to),
            Item::Progression { from, to, step } if to < u128::MAX => Some(to - (to - from) % step),
            _ => None,
        };
        let next = |&last: &u128| self.next_after(last);
        let mut members =
            std::iter::successors(self.next_after(0), next).map(|own| own.to_string());
        let first: Vec<String> = members.by_ref().take(3).collect();
        match (members.next(), last) {
            (None, _) => listed(&first, "or"),
            (Some(_), None) => format!("{}, …", first.join(", ")),
            (Some(_), Some(last)) => format!("{}, …, {last}", first.join(", ")),
        }
    }
}

impl Amounts {
    /// Reads a list of amounts, up to a word that does not belong to it.
    pub(crate) fn read(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Amounts, NotationError> {
        cursor.blanks();
        let start = cursor.at();
        let complement = cursor.take("all but");
        let mut items = Vec::new();
        loop {
            items.push(read_item(cursor, scope)?);
            // After a comma neither a list of piles nor a word may follow.
            if !cursor.take(",") {
                break;
            }
        }
        let long = |item: &Item| match item {
            Item::Progression {
                from,
                to,
                step: 2..,
            } => (to - from) > MOST_LEFT_OUT,
            Item::Progression { to, .. } => *to == u128::MAX,
            Item::Powers(_) => false,
        };
        if complement && items.iter().any(long) {
            let message = "too many amounts are left out";
            return Err(cursor.fault(start..cursor.at(), message, AMOUNTS));
        }
        Ok(Amounts { items, complement })
    }

    /// Returns the least member above a number.
    pub(crate) fn next_after(&self, number: u128) -> Option<u128> {
        if !self.complement {
            let next = self.items.iter().filter_map(|item| item.next_after(number));
            return next.min();
        }
        let mut next = number.checked_add(1)?;
        while let Some(item) = self.items.iter().find(|item| item.contains(next)) {
            next = match item {
                Item::Progression { to, step: 1, .. } => to.checked_add(1)?,
                _ => next.checked_add(1)?,
            };
        }
        Some(next)
    }

    /// Returns whether a number is a member.
    pub(crate) fn contains(&self, number: u128) -> bool {
        self.items.iter().any(|item| item.contains(number)) != self.complement
    }

    /// Returns the number from which on the members are periodic, and the period; `None` if they are not.
    pub(crate) fn repeat(&self) -> Option<(u128, u128)> {
        let mut all = (1, 1u128);
        for item in &self.items {
            let (from, period) = match *item {
                Item::Progression { from, to, step } if to == u128::MAX => (from, step),
                Item::Progression { to, .. } => (to + 1, 1),
                Item::Powers(_) => return None,
            };
            let shared = all.1.gcd(&period);
            all = (all.0.max(from), all.1.checked_mul(period / shared)?);
        }
        Some(all)
    }

    /// Returns an upper bound of the members, 2^128-1 if they are not bounded.
    pub(crate) fn most(&self) -> u128 {
        let last = |item: &Item| match *item {
            Item::Progression { to, .. } if !self.complement => to,
            _ => u128::MAX,
        };
        self.items.iter().map(last).max().unwrap_or(u128::MAX)
    }

    /// Returns the members, if there are at most `most`.
    pub(crate) fn all(&self, most: usize) -> Option<Vec<u128>> {
        let next = |&last: &u128| self.next_after(last);
        let members: Vec<u128> = std::iter::successors(self.next_after(0), next)
            .take(most + 1)
            .collect();
        (members.len() <= most).then_some(members)
    }

    /// Returns the amounts in words, of what the noun in the plural names: `1 to 3 counters`.
    pub(crate) fn in_words(&self, noun: &str) -> String {
        let items: Vec<String> = self.items.iter().map(Item::in_words).collect();
        let list = listed(&items, "or");
        match (self.complement, &*list) {
            _ if self.is_any() => format!("any number of {noun}"),
            (true, _) => format!("any number of {noun} except {list}"),
            (false, "1") => format!("1 {}", noun.strip_suffix('s').unwrap_or(noun)),
            (false, _) => format!("{list} {noun}"),
        }
    }

    /// Returns whether the set contains all positive numbers.
    pub(crate) fn is_any(&self) -> bool {
        !self.complement && self.items.contains(&ANY)
    }
}

/// Numbers up to this distance may be left out with a step.
const MOST_LEFT_OUT: u128 = 1 << 20;

/// All positive numbers.
const ANY: Item = Item::Progression {
    from: 1,
    to: u128::MAX,
    step: 1,
};

fn read_item(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Item, NotationError> {
    let with_step = |from, step| Item::Progression {
        from,
        to: u128::MAX,
        step,
    };
    if cursor.take("any") {
        return Ok(ANY);
    }
    if cursor.take("odd") {
        return Ok(with_step(1, 2));
    }
    if cursor.take("even") {
        return Ok(with_step(2, 2));
    }
    if cursor.take("powers of") {
        return Ok(Item::Powers(
            scope
                .number(cursor, ("the base", AMOUNTS), 2..=MOST)?
                .into(),
        ));
    }
    cursor.blanks();
    let start = cursor.at();
    if !cursor
        .peek()
        .is_some_and(|c| c.is_alphanumeric() || c == '(')
    {
        return Err(cursor.expected("an amount", AMOUNTS));
    }
    let first = scope.number(cursor, ("an amount", AMOUNTS), 1..=MOST)?;
    let from = first.into();
    if cursor.take("-") {
        let to = cursor.take_while(|c| c.is_ascii_digit());
        let message = format!("a range is written `{from}..{to}`");
        return Err(cursor.fault(start..cursor.at(), message, AMOUNTS));
    }
    if !cursor.take("..") {
        return Ok(Item::Progression {
            from,
            to: from,
            step: 1,
        });
    }
    let to = match cursor.take("any") {
        true => u128::MAX,
        false => scope
            .end(cursor, ("the largest amount", AMOUNTS), (first, MOST))?
            .into(),
    };
    let step = match cursor.take("step") {
        true => scope
            .number(cursor, ("the step", AMOUNTS), 1..=MOST)?
            .into(),
        false => 1,
    };
    Ok(Item::Progression { from, to, step })
}
