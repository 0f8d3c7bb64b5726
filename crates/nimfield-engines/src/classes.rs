//! The classes of Conway, Gurvich and Ho: how similar normal and misère play of a game are.
//!
//! They are defined by the *pairs* (G, G⁻) of positions: the Grundy value and the misère Grundy number. A position
//! without moves has the pair (0,1); (0,1) and (1,0) are the *swap* pairs. Visiting each position once, after its
//! options, decides all classes. Besides the pair, this takes two bits per position, which say whether it has options
//! with either swap pair.
//!
//! **Source**: V. Gurvich, N. B. Ho, On tame, pet, domestic, and miserable impartial games, Discrete Applied
//! Mathematics 243 (2018); J. H. Conway, On Numbers and Games, chapter 12.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use foldhash::fast::FixedState;

use nimfield_core::budget::{Budget, Limit, Meter, Unfinished};
use nimfield_core::mex::mex_of_set;

/// A class of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// After a move from a swap position to one that has moves, some move leads to the same pair again.
    Returnable,
    /// All moves from a (0,1) lead to a (1,0), and vice versa.
    Forced,
    /// Every other position has options with both swap pairs, or with neither.
    Miserable,
    /// The pairs are the swap pairs and (k,k) with k ≥ 2.
    Pet,
    /// The pairs are the swap pairs and (k,k).
    Tame,
    /// No pair is (0,k) or (k,0) with k ≥ 2.
    Domestic,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 6] = [
        Class::Returnable,
        Class::Forced,
        Class::Miserable,
        Class::Pet,
        Class::Tame,
        Class::Domestic,
    ];

    /// The second class contains the first: pet games are returnable and miserable, forced ones returnable, miserable
    /// ones tame, tame ones domestic.
    pub const IMPLICATIONS: [(Class, Class); 5] = [
        (Class::Pet, Class::Returnable),
        (Class::Pet, Class::Miserable),
        (Class::Forced, Class::Returnable),
        (Class::Miserable, Class::Tame),
        (Class::Tame, Class::Domestic),
    ];
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Returnable => "returnable",
            Class::Forced => "forced",
            Class::Miserable => "miserable",
            Class::Pet => "pet",
            Class::Tame => "tame",
            Class::Domestic => "domestic",
        })
    }
}

/// Grundy value and misère Grundy number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GrundyPair {
    /// The Grundy value.
    pub normal: u32,
    /// The misère Grundy number.
    pub misere: u32,
}

impl fmt::Display for GrundyPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.normal, self.misere)
    }
}

impl GrundyPair {
    /// Returns whether it is (0,1) or (1,0), and which of them.
    fn swap(self) -> Option<usize> {
        match (self.normal, self.misere) {
            (0, 1) => Some(0),
            (1, 0) => Some(1),
            _ => None,
        }
    }
}

/// The stored data of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note(u32);

/// Bits for a value.
const VALUE_BITS: u32 = 14;
/// The largest value of a note.
const MOST_VALUE: u64 = (1 << VALUE_BITS) - 1;
/// Whether there is an option (0,1); the next bit is for (1,0).
const HAS: u32 = 2 * VALUE_BITS;
const TERMINAL: u32 = 1 << 30;
const KNOWN: u32 = 1 << 31;

impl Note {
    fn new(pair: GrundyPair, has: [bool; 2], terminal: bool) -> Note {
        let has = u32::from(has[0]) | u32::from(has[1]) << 1;
        let terminal = if terminal { TERMINAL } else { 0 };
        Note(pair.normal | pair.misere << VALUE_BITS | has << HAS | terminal | KNOWN)
    }

    /// Returns the pair.
    #[must_use]
    pub fn pair(self) -> GrundyPair {
        let mask = (1 << VALUE_BITS) - 1;
        GrundyPair {
            normal: self.0 & mask,
            misere: self.0 >> VALUE_BITS & mask,
        }
    }

    fn has(self, swap: usize) -> bool {
        self.0 >> (HAS + swap as u32) & 1 == 1
    }

    fn is_terminal(self) -> bool {
        self.0 & TERMINAL != 0
    }
}

/// A store of notes.
pub trait Notes<P> {
    /// Returns the note of a position, if it was visited.
    fn get(&self, position: &P) -> Option<Note>;
    /// Stores the note of a position.
    fn set(&mut self, position: P, note: Note);
    /// Estimates the bytes that are held.
    fn bytes(&self) -> u64;
}

/// Notes by position.
#[derive(Clone, Debug)]
pub struct ByPosition<P>(HashMap<P, Note, FixedState>);

impl<P> Default for ByPosition<P> {
    fn default() -> ByPosition<P> {
        ByPosition(HashMap::default())
    }
}

impl<P: Hash + Eq> Notes<P> for ByPosition<P> {
    fn get(&self, position: &P) -> Option<Note> {
        self.0.get(position).copied()
    }

    fn set(&mut self, position: P, note: Note) {
        self.0.insert(position, note);
    }

    fn bytes(&self) -> u64 {
        // When the map grows, its old and new memory exist side by side.
        3 * self.0.capacity() as u64 * (size_of::<(P, Note)>() as u64 + 1)
    }
}

/// Notes of numbers below a bound.
#[derive(Clone, Debug)]
pub struct ByNumber(Vec<u32>);

impl ByNumber {
    /// Allocates room for the numbers below `bound`.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    pub fn new(bound: usize, budget: &Budget) -> Result<ByNumber, Unfinished> {
        let bytes = 4 * bound as u64;
        let mut meter = Meter::silent(budget).of(bound as u64);
        meter.hold(bytes)?;
        let (allowed, needed) = (0, bytes);
        let refused = meter.stopped(Limit::Bytes { allowed, needed });
        crate::memory::zeroed(bound)
            .map(ByNumber)
            .map_err(|_| refused)
    }
}

impl Notes<u64> for ByNumber {
    #[inline]
    fn get(&self, position: &u64) -> Option<Note> {
        let note = self.0[*position as usize];
        (note & KNOWN != 0).then_some(Note(note))
    }

    fn set(&mut self, position: u64, note: Note) {
        self.0[position as usize] = note.0;
    }

    fn bytes(&self) -> u64 {
        4 * self.0.len() as u64
    }
}

/// Why a scan ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScanError {
    /// The budget ran out.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// A value is too large for a note.
    #[error("a position has the value {0}, but values are stored only up to {most}", most = MOST_VALUE)]
    Value(u64),
    /// The options of a position could not be listed.
    #[error("the options of a position could not be listed: {0}")]
    Options(String),
}

/// A position that excludes a game from a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness<P> {
    /// The level in which it was found.
    pub grade: u32,
    /// The position.
    pub position: P,
    /// Its pair.
    pub pair: GrundyPair,
    /// The offending option with its pair, if the class is defined by options.
    pub option: Option<(P, GrundyPair)>,
}

/// A scan of the positions of a game, one after the other.
pub struct Scan<'a, P, N, F> {
    notes: N,
    options: F,
    /// Counts every requested position as a step, even if it was known.
    meter: Meter<'a>,
    /// The first witness against each class.
    witnesses: [Option<Witness<P>>; 6],
    values: Values,
}

/// The number of positions between two checks of the budget.
const POLL: u64 = 1 << 6;

impl<'a, P, N, F> Scan<'a, P, N, F>
where
    P: Clone + PartialEq,
    N: Notes<P>,
    F: FnMut(&P, &mut Vec<P>) -> Result<(), String>,
{
    /// Creates a scan of positions whose options are appended by `options`.
    pub fn new(notes: N, options: F, budget: &'a Budget) -> Scan<'a, P, N, F> {
        Scan {
            notes,
            options,
            meter: Meter::new(budget, "classes").every(POLL),
            witnesses: [const { None }; 6],
            values: Values::default(),
        }
    }

    /// Returns the number of positions visited.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.meter.done
    }

    /// Returns the first witness found against each class of [`Class::ALL`].
    #[must_use]
    pub fn witnesses(&self) -> &[Option<Witness<P>>; 6] {
        &self.witnesses
    }

    /// Returns the note of a visited position.
    #[must_use]
    pub fn note(&self, position: &P) -> Option<Note> {
        self.notes.get(position)
    }

    /// Visits a position of a level, after all its followers.
    ///
    /// # Arguments
    /// `grade` is the number of the level, which witnesses record.
    ///
    /// # Errors
    /// If the budget runs out, options cannot be listed, or a value is too large.
    ///
    /// # Complexity
    /// Each position is visited once, with all its options; its note takes four bytes.
    ///
    /// # Source
    /// Gurvich and Ho 2018, for the classes.
    pub fn look(&mut self, grade: u32, position: P) -> Result<(), ScanError> {
        self.ask(0)?;
        if self.notes.get(&position).is_some() {
            return Ok(());
        }
        let options = self.options_of(&position)?;
        let mut stack = vec![(position, options)];
        while let Some((position, options)) = stack.last() {
            let open = options
                .iter()
                .find(|&option| self.notes.get(option).is_none());
            if let Some(open) = open {
                let open = open.clone();
                self.ask(stack.len() as u64)?;
                let options = self.options_of(&open)?;
                stack.push((open, options));
                continue;
            }
            let note = self.judge(grade, position, options)?;
            self.meter.done += 1;
            if let Some((position, _)) = stack.pop() {
                self.notes.set(position, note);
            }
        }
        Ok(())
    }

    fn options_of(&mut self, position: &P) -> Result<Vec<P>, ScanError> {
        let mut options = Vec::new();
        (self.options)(position, &mut options).map_err(ScanError::Options)?;
        Ok(options)
    }

    /// Checks the budget at intervals; known positions count as steps, too. Positions that were begun count as visited,
    /// since a long game is deep before one is finished.
    fn ask(&mut self, begun: u64) -> Result<(), Unfinished> {
        (self.meter.begun, self.meter.bytes) = (begun, self.notes.bytes());
        self.meter.step()
    }

    /// Returns the note of a position whose options all have notes.
    fn judge(&mut self, grade: u32, position: &P, options: &[P]) -> Result<Note, ScanError> {
        let notes = &self.notes;
        let note = |option: &P| {
            let note = notes.get(option);
            note.unwrap_or_else(|| unreachable!("options are visited before"))
        };
        self.values.clear();
        let mut has = [false; 2];
        for option in options {
            let pair = note(option).pair();
            self.values.add(pair);
            if let Some(swap) = pair.swap() {
                has[swap] = true;
            }
        }
        let pair = match options.is_empty() {
            true => GrundyPair {
                normal: 0,
                misere: 1,
            },
            false => self.values.mex()?,
        };
        let GrundyPair { normal, misere } = pair;
        let mut against = |class: Class, option: Option<(P, GrundyPair)>| {
            self.witnesses[class as usize].get_or_insert_with(|| Witness {
                grade,
                position: position.clone(),
                pair,
                option,
            });
        };
        match pair.swap() {
            Some(swap) => {
                let mut returns = options.iter().filter(|option| {
                    let note = note(option);
                    !note.is_terminal() && !note.has(swap)
                });
                if let Some(option) = returns.next() {
                    against(
                        Class::Returnable,
                        Some((option.clone(), note(option).pair())),
                    );
                }
                let mut others = options
                    .iter()
                    .filter(|option| note(option).pair().swap() != Some(1 - swap));
                if let Some(option) = others.next() {
                    against(Class::Forced, Some((option.clone(), note(option).pair())));
                }
            }
            None => {
                if has[0] != has[1] {
                    against(Class::Miserable, None);
                }
                if normal != misere {
                    against(Class::Pet, None);
                    against(Class::Tame, None);
                } else if normal < 2 {
                    against(Class::Pet, None);
                }
                if normal.min(misere) == 0 && normal.max(misere) >= 2 {
                    against(Class::Domestic, None);
                }
            }
        }
        Ok(Note::new(pair, has, options.is_empty()))
    }
}

/// The pairs of some options, as sets of values.
#[derive(Default)]
struct Values([Vec<u64>; 2]);

impl Values {
    fn clear(&mut self) {
        for set in &mut self.0 {
            set.clear();
        }
    }

    fn add(&mut self, pair: GrundyPair) {
        for (set, value) in self.0.iter_mut().zip([pair.normal, pair.misere]) {
            let word = (value / 64) as usize;
            if word >= set.len() {
                set.resize(word + 1, 0);
            }
            set[word] |= 1 << (value % 64);
        }
    }

    /// Returns the pair of a position with these options, at least one.
    fn mex(&self) -> Result<GrundyPair, ScanError> {
        let [normal, misere] = [0, 1].map(|play| match mex_of_set(&self.0[play]) {
            mex if mex > MOST_VALUE => Err(ScanError::Value(mex)),
            mex => Ok(mex as u32),
        });
        Ok(GrundyPair {
            normal: normal?,
            misere: misere?,
        })
    }
}
