//! Disjunctive sums that must be searched as one position.

use smallvec::SmallVec;

use nimfield_core::budget::{Budget, Limit};
use nimfield_core::component::{Component, Known, write_number};
use nimfield_core::words::{Play, misere_nim_value};

/// Returns the keys of some parts in order, which identify their sum.
pub(crate) fn sorted_keys<P>(parts: &[P], key: impl Fn(&P, &mut Vec<u8>)) -> Vec<Vec<u8>> {
    let key = |part: &P| {
        let mut out = Vec::new();
        key(part, &mut out);
        out
    };
    let mut keys: Vec<Vec<u8>> = parts.iter().map(key).collect();
    keys.sort_unstable();
    keys
}

/// A disjunctive sum of components, treated as one component. Misère play needs it, because Grundy numbers do not add
/// there; so does the length of play.
#[derive(Clone, Debug)]
pub struct DisjunctiveSum<C> {
    parts: SmallVec<[C; 2]>,
    exact: bool,
}

impl<C: Component> DisjunctiveSum<C> {
    /// Creates a sum with the outcome and misère Grundy number of the sum of `parts`: parts that equal nim heaps are
    /// replaced by these, and two heaps of one cancel, since \*1 + \*1 = 0 holds in misère play too.
    pub fn new(parts: impl IntoIterator<Item = C>) -> DisjunctiveSum<C> {
        let mut sum = DisjunctiveSum::exactly(parts);
        sum.exact = false;
        sum.cancel_ones();
        sum
    }

    /// Returns the exact sum of `parts`, move for move.
    pub fn exactly(parts: impl IntoIterator<Item = C>) -> DisjunctiveSum<C> {
        DisjunctiveSum {
            parts: parts.into_iter().collect(),
            exact: true,
        }
    }

    fn cancel_ones(&mut self) {
        let is_one = |part: &C| part.misere_heap() == Some(1);
        let ones = self.parts.iter().filter(|part| is_one(part)).count();
        let mut surplus = ones - ones % 2;
        self.parts.retain(|part| {
            let drop = surplus > 0 && is_one(part);
            surplus -= usize::from(drop);
            !drop && part.misere_heap() != Some(0)
        });
    }

    /// Returns the nim heap that a part counts as.
    fn heap_of(&self, part: &C) -> Option<u128> {
        match self.exact {
            true => part.heap(),
            false => part.misere_heap(),
        }
    }
}

impl<C: Component> Component for DisjunctiveSum<C> {
    fn key(&self, out: &mut Vec<u8>) {
        let mut keys: SmallVec<[Vec<u8>; 4]> = SmallVec::new();
        let mut heaps: SmallVec<[u128; 8]> = SmallVec::new();
        for part in &self.parts {
            if let Some(heap) = self.heap_of(part) {
                heaps.push(heap);
                continue;
            }
            let mut key = Vec::new();
            part.key(&mut key);
            keys.push(key);
        }
        heaps.sort_unstable();
        write_number(out, heaps.len() as u64);
        for heap in heaps {
            out.extend_from_slice(&heap.to_le_bytes());
        }
        keys.sort_unstable();
        for key in keys {
            write_number(out, key.len() as u64);
            out.extend_from_slice(&key);
        }
    }

    fn list_options(&self, budget: &Budget, mut held: u64) -> Result<(), Limit> {
        for part in &self.parts {
            part.list_options(budget, held)?;
            held += part.bytes_outside();
        }
        Ok(())
    }

    fn option_count(&self) -> u64 {
        let counts = self.parts.iter().map(Component::option_count);
        counts.fold(0, u64::saturating_add)
    }

    fn option(&self, mut index: u64, out: &mut Vec<DisjunctiveSum<C>>) {
        for (place, part) in self.parts.iter().enumerate() {
            let count = part.option_count();
            if index < count {
                let mut parts = Vec::with_capacity(self.parts.len() + 1);
                part.option(index, &mut parts);
                let others = self.parts.iter().enumerate();
                parts.extend(
                    others
                        .filter(|&(i, _)| i != place)
                        .map(|(_, part)| part.clone()),
                );
                out.push(match self.exact {
                    true => DisjunctiveSum::exactly(parts),
                    false => DisjunctiveSum::new(parts),
                });
                return;
            }
            index -= count;
        }
        // If the rules failed after the options were counted, this option is missing; nobody uses the result.
        out.push(DisjunctiveSum::new(Vec::new()));
    }

    fn known(&self, play: Play) -> Known {
        let heaps = self.parts.iter().map(|part| self.heap_of(part));
        let heaps: Option<SmallVec<[u128; 8]>> = heaps.collect();
        match (heaps, play, &self.parts[..]) {
            (Some(heaps), Play::Normal, _) => {
                Known::Value(heaps.iter().fold(0, |sum, heap| sum ^ heap))
            }
            (Some(heaps), Play::Misere, _) => Known::Value(misere_nim_value(heaps)),
            (None, _, [part]) => part.known(play),
            _ => Known::Nothing,
        }
    }

    fn bytes_outside(&self) -> u64 {
        let spilled = match self.parts.spilled() {
            true => self.parts.capacity() * size_of::<C>(),
            false => 0,
        };
        let parts = self.parts.iter().map(Component::bytes_outside);
        parts.sum::<u64>() + spilled as u64
    }

    fn heap(&self) -> Option<u128> {
        match &self.parts[..] {
            [part] => part.heap(),
            _ => None,
        }
    }
}
