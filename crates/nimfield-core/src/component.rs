//! The interface between games and searches.

use std::any::TypeId;
use std::cell::OnceCell;
use std::sync::{Arc, PoisonError, RwLock};

use crate::budget::{Budget, Limit};
use crate::families::taking::Taking;
use crate::words::Play;

/// A position that a search treats as one piece: an irreducible summand in normal play, a whole
/// sum in misère play.
///
/// Options are numbered, so that a search need not hold them all, and as sums of components. Two options may be equal.
pub trait Component: Clone + Send + 'static {
    /// Appends a key to `out`. Components of one type with equal keys have the same game tree up to
    /// repeated options.
    fn key(&self, out: &mut Vec<u8>);

    /// Lists the options, if they are listed rather than computed from their numbers, while others hold `held` bytes.
    /// Without this call the first request for options lists them without a budget.
    ///
    /// # Errors
    /// If the budget runs out.
    fn list_options(&self, budget: &Budget, held: u64) -> Result<(), Limit> {
        let _ = (budget, held);
        Ok(())
    }

    /// Returns the number of options.
    fn option_count(&self) -> u64;

    /// Appends the summands of the option numbered `index` (from 0) to `out`; none for a position
    /// without moves.
    ///
    /// # Panics
    /// If `index` is not below [`option_count`](Component::option_count).
    fn option(&self, index: u64, out: &mut Vec<Self>);

    /// Returns what proven theory says without a search.
    fn known(&self, play: Play) -> Known;

    /// Returns the component as a state of a taking game, if it is one, so that tables can be used.
    fn taking(&self) -> Option<(&Taking, u64)> {
        None
    }

    /// Returns the rough number of bytes that the component holds on the heap.
    fn bytes_outside(&self) -> u64 {
        0
    }

    /// Returns the size of the nim heap whose game tree this component's is, up to repeated options, if
    /// it is one.
    fn heap(&self) -> Option<u128> {
        None
    }

    /// Returns the size of the nim heap that equals this component in misère sums, if there is one and it is known:
    /// replacing one by the other never changes the outcome of a sum.
    fn misere_heap(&self) -> Option<u128> {
        self.heap()
    }
}

/// What theory says about a component played alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// Its Grundy value (in misère play, its misère Grundy number).
    Value(u128),
    /// The component is an N-position: its Grundy value is not 0.
    Positive,
}

impl Known {
    /// Creates the result for a component that is, or is not, a P-position.
    #[must_use]
    pub fn outcome(is_p: bool) -> Known {
        if is_p {
            Known::Value(0)
        } else {
            Known::Positive
        }
    }
}

/// Looks up a component that is a state of a taking game in tables.
pub type Tables = dyn Fn(&Taking, u64) -> Known + Send + Sync;

/// A [`Component`] of any game.
pub struct AnyComponent {
    /// Keeps the keys of this type distinct from those of others; nim heaps have one kind in all games.
    kind: u64,
    inner: Box<dyn ErasedComponent>,
}

impl AnyComponent {
    /// Erases the type.
    pub fn new<C: Component>(component: C) -> AnyComponent {
        AnyComponent {
            kind: kind_of::<C>(),
            inner: Box::new(component),
        }
    }
}

impl Clone for AnyComponent {
    fn clone(&self) -> AnyComponent {
        AnyComponent {
            kind: self.kind,
            inner: self.inner.boxed(),
        }
    }
}

/// [`Component`] without its type.
trait ErasedComponent: Send {
    fn boxed(&self) -> Box<dyn ErasedComponent>;
    fn key(&self, out: &mut Vec<u8>);
    fn list_options(&self, budget: &Budget, held: u64) -> Result<(), Limit>;
    fn option_count(&self) -> u64;
    fn option(&self, kind: u64, index: u64, out: &mut Vec<AnyComponent>);
    fn known(&self, play: Play) -> Known;
    fn taking(&self) -> Option<(&Taking, u64)>;
    fn bytes(&self) -> u64;
    fn heap(&self) -> Option<u128>;
    fn misere_heap(&self) -> Option<u128>;
}

impl<C: Component> ErasedComponent for C {
    fn boxed(&self) -> Box<dyn ErasedComponent> {
        Box::new(self.clone())
    }

    fn key(&self, out: &mut Vec<u8>) {
        Component::key(self, out);
    }

    fn list_options(&self, budget: &Budget, held: u64) -> Result<(), Limit> {
        Component::list_options(self, budget, held)
    }

    fn option_count(&self) -> u64 {
        Component::option_count(self)
    }

    fn option(&self, kind: u64, index: u64, out: &mut Vec<AnyComponent>) {
        let mut options = Vec::new();
        Component::option(self, index, &mut options);
        out.extend(options.into_iter().map(|option| AnyComponent {
            kind,
            inner: Box::new(option),
        }));
    }

    fn known(&self, play: Play) -> Known {
        Component::known(self, play)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        Component::taking(self)
    }

    fn bytes(&self) -> u64 {
        size_of_val(self) as u64 + Component::bytes_outside(self)
    }

    fn heap(&self) -> Option<u128> {
        Component::heap(self)
    }

    fn misere_heap(&self) -> Option<u128> {
        Component::misere_heap(self)
    }
}

impl Component for AnyComponent {
    fn key(&self, out: &mut Vec<u8>) {
        match self.inner.heap() {
            // Kinds start at 1, so 0 marks a nim heap.
            Some(size) => {
                out.push(0);
                out.extend_from_slice(&size.to_le_bytes());
            }
            None => {
                write_number(out, self.kind);
                self.inner.key(out);
            }
        }
    }

    fn list_options(&self, budget: &Budget, held: u64) -> Result<(), Limit> {
        self.inner.list_options(budget, held)
    }

    fn option_count(&self) -> u64 {
        self.inner.option_count()
    }

    fn option(&self, index: u64, out: &mut Vec<AnyComponent>) {
        self.inner.option(self.kind, index, out);
    }

    fn known(&self, play: Play) -> Known {
        self.inner.known(play)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        self.inner.taking()
    }

    fn bytes_outside(&self) -> u64 {
        self.inner.bytes()
    }

    fn heap(&self) -> Option<u128> {
        self.inner.heap()
    }

    fn misere_heap(&self) -> Option<u128> {
        self.inner.misere_heap()
    }
}

/// Returns an error if time has run out, or a list of `bytes` bytes does not fit beside the `held` ones.
fn has_room(budget: &Budget, held: u64, bytes: u64) -> Result<(), Limit> {
    budget.check(0)?;
    // While the list grows, its old and new memory exist side by side.
    budget.fits(held.saturating_add(2 * bytes))
}

/// The options of a position, listed once.
#[derive(Clone, Debug)]
pub(crate) struct Listed<G>(OnceCell<(Arc<[G]>, u64)>);

impl<G> Listed<G> {
    pub(crate) fn new() -> Listed<G> {
        Listed(OnceCell::new())
    }

    /// Lists the options, unless they are listed already; `outside` returns how many bytes an option holds on the heap,
    /// and others hold `held` bytes.
    pub(crate) fn list(
        &self,
        options: impl Iterator<Item = G>,
        outside: impl Fn(&G) -> u64,
        (budget, held): (&Budget, u64),
    ) -> Result<(), Limit> {
        if self.0.get().is_some() {
            return Ok(());
        }
        let mut list = Vec::new();
        let mut bytes = 0;
        for option in options {
            bytes += size_of::<G>() as u64 + outside(&option);
            has_room(budget, held, bytes)?;
            list.push(option);
        }
        self.0.get_or_init(|| (list.into(), bytes));
        Ok(())
    }

    /// Returns the options that were listed.
    pub(crate) fn get(&self) -> &[G] {
        self.0.get().map_or(&[], |(list, _)| list)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.0.get().map_or(0, |(_, bytes)| *bytes)
    }
}

/// Appends `number` to a key, seven bits a byte, so that no two sequences of numbers give the same bytes.
pub fn write_number(key: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        key.push(number as u8 | 0x80);
        number >>= 7;
    }
    key.push(number as u8);
}

/// Appends a number below 2^128 as [`write_number`] does.
pub fn write_large_number(key: &mut Vec<u8>, mut number: u128) {
    while number > u64::MAX.into() {
        key.push(number as u8 | 0x80);
        number >>= 7;
    }
    write_number(key, number as u64);
}

/// Returns a number for each type, constant while the process lives, that keeps the keys of different types in a shared
/// cache distinct.
#[must_use]
pub fn kind_of<T: 'static>() -> u64 {
    // Holds only the types of the program, and nothing about positions.
    static KINDS: RwLock<Vec<TypeId>> = RwLock::new(Vec::new());
    let of = TypeId::of::<T>();
    let place = |kinds: &[TypeId]| kinds.iter().position(|&kind| kind == of);
    let known = place(&KINDS.read().unwrap_or_else(PoisonError::into_inner));
    let place = known.unwrap_or_else(|| {
        let mut kinds = KINDS.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have added the type first.
        place(&kinds).unwrap_or_else(|| {
            kinds.push(of);
            kinds.len() - 1
        })
    });
    place as u64 + 1
}
