//! How long a game lasts if the winner hurries and the loser resists.

use std::collections::HashMap;

use nimfield_core::prelude::*;

/// Who wins a position, and in how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remoteness {
    /// Whether the player to move wins.
    pub won: bool,
    /// The number of moves left when the winner plays as short as possible and the loser as long
    /// as possible.
    pub moves: u32,
}

/// Finds the remoteness of positions and remembers those found.
///
/// The components are whole positions: their options are one component each.
pub struct Remotenesses {
    play: Play,
    known: HashMap<Vec<u8>, Remoteness>,
    /// Roughly the bytes of these.
    bytes: u64,
}

impl Remotenesses {
    /// Creates the forms, of which none is known yet.
    #[must_use]
    pub fn new(play: Play) -> Remotenesses {
        Remotenesses {
            play,
            known: HashMap::new(),
            bytes: 0,
        }
    }

    /// Returns how many positions are known.
    #[must_use]
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Computes the remoteness of a position, from those of all its followers.
    ///
    /// # Arguments
    /// `root` is a whole position: its options are one component each, as of a
    /// [`DisjunctiveSum`](crate::disjunctive_sum::DisjunctiveSum).
    ///
    /// # Errors
    /// If the budget runs out; what was found is remembered.
    ///
    /// # Complexity
    /// All positions that can be reached, each with all its options; bytes likewise.
    ///
    /// # Source
    /// H. Steinhaus 1925; Winning Ways, chapter 9.
    pub fn of<C: Component>(
        &mut self,
        root: &C,
        budget: &Budget,
    ) -> Result<Remoteness, Unfinished> {
        let mut stack = vec![(root.clone(), key_of(root))];
        let mut looked_at = 0;
        while let Some((component, key)) = stack.pop() {
            if self.known.contains_key(&key) {
                continue;
            }
            looked_at += 1;
            let stopped = |limit: Limit| limit.after(self.known.len() as u64);
            budget.fits(self.bytes).map_err(stopped)?;
            component
                .list_options(budget, self.bytes)
                .map_err(stopped)?;
            let mut options = Vec::new();
            for index in 0..component.option_count().max(1) {
                // An option by its number may cost as much as the list of all.
                budget.check(looked_at).map_err(stopped)?;
                if index < component.option_count() {
                    component.option(index, &mut options);
                }
            }
            let keys: Vec<Vec<u8>> = options.iter().map(key_of).collect();
            let known: Vec<Option<&Remoteness>> =
                keys.iter().map(|key| self.known.get(key)).collect();
            if known.iter().all(Option::is_some) {
                let remoteness = self.by_options(known.into_iter().flatten());
                self.bytes += 2 * (key.len() + size_of::<(Vec<u8>, Remoteness)>()) as u64 + 32;
                self.known.insert(key, remoteness);
                continue;
            }
            let missing: Vec<bool> = known.iter().map(Option::is_none).collect();
            stack.push((component, key));
            let followers = options.into_iter().zip(keys).zip(missing);
            stack.extend(followers.filter_map(|(follower, missing)| missing.then_some(follower)));
        }
        Ok(self.known[&key_of(root)])
    }

    fn by_options<'a>(&self, options: impl Iterator<Item = &'a Remoteness> + Clone) -> Remoteness {
        let lost = options.clone().filter(|option| !option.won);
        let longest = options.map(|option| option.moves).max();
        match (lost.map(|option| option.moves).min(), longest) {
            (Some(shortest), _) => Remoteness {
                won: true,
                moves: shortest + 1,
            },
            (None, Some(longest)) => Remoteness {
                won: false,
                moves: longest + 1,
            },
            (None, None) => Remoteness {
                won: self.play == Play::Misere,
                moves: 0,
            },
        }
    }
}

fn key_of<C: Component>(component: &C) -> Vec<u8> {
    let mut key = Vec::new();
    component.key(&mut key);
    key
}
