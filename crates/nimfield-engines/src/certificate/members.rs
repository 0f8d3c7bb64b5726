//! Sets of classes that are joined many times, stored as lists if small and as bits if large.

/// A set of classes.
pub(super) enum Members {
    /// In the order in which they were added.
    Few(Vec<u32>),
    /// A bit for each class.
    Many(Vec<u64>),
}

impl Members {
    /// Returns for each of `count` classes the set of its partners in `pairs`, each once.
    ///
    /// A set that takes less memory as bits becomes bits, so joining it costs at most one word per 64 classes.
    pub(super) fn of_each(count: usize, pairs: impl Iterator<Item = (u32, u32)>) -> Vec<Members> {
        let mut sets: Vec<Members> = Vec::new();
        sets.resize_with(count, || Members::Few(Vec::new()));
        let words = count.div_ceil(64);
        for (class, member) in pairs {
            let set = &mut sets[class as usize];
            match set {
                Members::Few(list) if list.len() < 2 * words => list.push(member),
                Members::Few(list) => {
                    let mut all = Union::new(count);
                    all.extend(list.iter().copied().chain([member]));
                    *set = Members::Many(all.words);
                }
                Members::Many(words) => words[member as usize / 64] |= 1 << (member % 64),
            }
        }
        sets
    }

    /// Returns the members, each once.
    pub(super) fn iter(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Members::Few(list) => Box::new(list.iter().copied()),
            Members::Many(words) => Box::new(members(words.iter().copied())),
        }
    }
}

/// A set of classes to which others are added.
pub(super) struct Union {
    words: Vec<u64>,
}

impl Union {
    /// Creates the empty set of some of `count` classes.
    pub(super) fn new(count: usize) -> Union {
        Union {
            words: vec![0; count.div_ceil(64)],
        }
    }

    /// Removes all members.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds all members of a set.
    pub(super) fn join(&mut self, set: &Members) {
        match set {
            Members::Few(list) => self.extend(list.iter().copied()),
            Members::Many(words) => {
                for (own, word) in self.words.iter_mut().zip(words) {
                    *own |= word;
                }
            }
        }
    }

    /// Returns the members that `other` lacks, ascending.
    pub(super) fn without<'a>(&'a self, other: &'a Union) -> impl Iterator<Item = u32> + 'a {
        let words = self.words.iter().zip(&other.words);
        members(words.map(|(own, other)| own & !other))
    }
}

impl Extend<u32> for Union {
    fn extend<T: IntoIterator<Item = u32>>(&mut self, members: T) {
        for member in members {
            self.words[member as usize / 64] |= 1 << (member % 64);
        }
    }
}

/// Returns the classes whose bits are set, ascending.
fn members(words: impl Iterator<Item = u64>) -> impl Iterator<Item = u32> {
    (0..).step_by(64).zip(words).flat_map(|(first, word)| {
        let rest = std::iter::successors(Some(word), |&word| Some(word & word.wrapping_sub(1)));
        rest.take_while(|&word| word != 0)
            .map(move |word| first + word.trailing_zeros())
    })
}
