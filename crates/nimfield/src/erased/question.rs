//! Questions to searches that are compiled for the type of their components.

use std::any::{Any, TypeId};

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::component::Component;
use nimfield_core::words::Play;
use nimfield_engines::disjunctive_sum::DisjunctiveSum;
use nimfield_engines::genus::{FoundGenus, genus};
use nimfield_engines::search::{Knowledge, Search, Tables};

use super::component::AnyComponent;

/// A position together with the search that answers for its type.
pub trait Question: Send {
    /// Which searches answer it.
    fn search_type(&self) -> TypeId;

    /// A search that remembers nothing yet.
    fn new_search(&self, play: Play, tables: Option<Box<Tables>>) -> Box<dyn Any + Send>;

    /// The Grundy value, in misère play the misère Grundy number, by a search made by a question with
    /// this [`search_type`](Question::search_type).
    ///
    /// # Errors
    /// If the budget runs out.
    fn value(&self, search: &dyn Any, budget: &Budget) -> Result<u128, Unfinished>;

    /// Whether the value is `target`.
    ///
    /// # Errors
    /// If the budget runs out.
    fn has_value(
        &self,
        search: &dyn Any,
        target: u128,
        budget: &Budget,
    ) -> Result<bool, Unfinished>;

    /// What the search has cost so far.
    fn asked(&self, search: &dyn Any) -> Asked;

    /// The genus, from all positions below.
    ///
    /// # Errors
    /// If the budget runs out.
    fn genus(&self, budget: &Budget) -> Result<FoundGenus, Unfinished>;
}

/// What a search has cost, over all questions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// Positions searched.
    pub positions: u64,
    /// Positions found in tables.
    pub looked_up: u64,
    /// Bytes held.
    pub bytes: u64,
}

impl<C: Component + 'static> Question for C {
    fn search_type(&self) -> TypeId {
        TypeId::of::<C>()
    }

    fn new_search(&self, play: Play, tables: Option<Box<Tables>>) -> Box<dyn Any + Send> {
        let search = Search::<C>::new(play, Knowledge::Theory);
        Box::new(match tables {
            Some(tables) => search.with_tables(tables),
            None => search,
        })
    }

    fn value(&self, search: &dyn Any, budget: &Budget) -> Result<u128, Unfinished> {
        typed::<C>(search).value(self, budget)
    }

    fn has_value(
        &self,
        search: &dyn Any,
        target: u128,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        typed::<C>(search).has_value(self, target, budget)
    }

    fn asked(&self, search: &dyn Any) -> Asked {
        let search = typed::<C>(search);
        Asked {
            positions: search.positions(),
            looked_up: search.looked_up(),
            bytes: search.bytes(),
        }
    }

    fn genus(&self, budget: &Budget) -> Result<FoundGenus, Unfinished> {
        // Every position below is kept, whatever it is: a copy a type would gain little.
        genus(&AnyComponent::new(self.clone()), budget)
    }
}

fn typed<C: 'static>(search: &dyn Any) -> &Search<C> {
    let search = search.downcast_ref();
    search.expect("a question is asked of a search of its own type")
}

/// A sum that is searched as one position: by a search for the type of its parts, if all are of one
/// that asks for it, otherwise by one for any.
#[must_use]
pub fn sum_question(parts: Vec<AnyComponent>, of_one_type: Option<TypedSum>) -> Box<dyn Question> {
    let typed = of_one_type.and_then(|sum| sum(&parts));
    typed.unwrap_or_else(|| Box::new(DisjunctiveSum::new(parts)))
}

/// Makes one typed position of components, if all are of that type.
pub type TypedSum = fn(&[AnyComponent]) -> Option<Box<dyn Question>>;

/// The [`TypedSum`] of a type.
pub fn typed_sum<C: Component + 'static>() -> Option<TypedSum> {
    // Not `then_some`: the arm that is not taken is not compiled.
    match C::TYPED {
        true => Some(of_type::<C>),
        false => None,
    }
}

fn of_type<C: Component + 'static>(parts: &[AnyComponent]) -> Option<Box<dyn Question>> {
    let parts = parts.iter().map(|part| part.downcast_ref::<C>().cloned());
    let parts: Option<Vec<C>> = parts.collect();
    Some(Box::new(DisjunctiveSum::new(parts?)))
}
