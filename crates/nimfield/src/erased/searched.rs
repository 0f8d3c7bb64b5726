//! Positions for searches: a component, and the search that answers for its type.

use std::any::TypeId;

use nimfield_core::component::{AnySearch, StartSearch, Tables};
use nimfield_core::prelude::*;
use nimfield_engines::compiled::start;
use nimfield_engines::disjunctive_sum::DisjunctiveSum;
use nimfield_engines::genus::{FoundGenus, genus};

/// A position together with the search that answers for its type.
pub struct SearchedPosition {
    component: AnyComponent,
    start: StartSearch,
    /// Searches are identified by the type of their components.
    search_type: TypeId,
}

impl SearchedPosition {
    /// Creates the position of the component alone, for the search that is compiled for its type, or for the one
    /// for all others.
    #[must_use]
    pub(crate) fn new(component: AnyComponent) -> SearchedPosition {
        match component.compiled() {
            Some(compiled) => SearchedPosition::of(component, compiled.start),
            None => SearchedPosition {
                component,
                start: start::<AnyComponent>,
                search_type: TypeId::of::<AnyComponent>(),
            },
        }
    }

    fn of(component: AnyComponent, start: StartSearch) -> SearchedPosition {
        SearchedPosition {
            search_type: component.component_type(),
            component,
            start,
        }
    }

    /// Creates the position of a sum that is searched as one position: by a search for the type of its parts, if
    /// all are of one for which searches are compiled, otherwise by one for any.
    #[must_use]
    pub(crate) fn of_sum(parts: Vec<AnyComponent>) -> SearchedPosition {
        let compiled = parts.first().and_then(AnyComponent::compiled);
        if let Some((sum, start)) = compiled.and_then(|compiled| (compiled.sum)(&parts)) {
            return SearchedPosition::of(sum, start);
        }
        let sum = AnyComponent::new(DisjunctiveSum::new(parts));
        SearchedPosition::of(sum, start::<DisjunctiveSum<AnyComponent>>)
    }

    /// Returns which searches answer it.
    #[must_use]
    pub(crate) fn search_type(&self) -> TypeId {
        self.search_type
    }

    /// Returns a search that remembers nothing yet.
    #[must_use]
    pub(crate) fn new_search(&self, play: Play, tables: Option<Box<Tables>>) -> Box<dyn AnySearch> {
        (self.start)(play, tables)
    }

    /// Returns the Grundy value, in misère play the misère Grundy number, by a search made by a position with this
    /// [`search_type`](SearchedPosition::search_type).
    ///
    /// # Errors
    /// If the budget runs out.
    pub(crate) fn value(
        &self,
        search: &dyn AnySearch,
        budget: &Budget,
    ) -> Result<u128, Unfinished> {
        search.value(&self.component, budget)
    }

    /// Returns whether the value is `target`.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(crate) fn has_value(
        &self,
        search: &dyn AnySearch,
        target: u128,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        search.has_value(&self.component, target, budget)
    }

    /// Returns the genus, from all positions below.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(crate) fn genus(&self, budget: &Budget) -> Result<FoundGenus, Unfinished> {
        // Every position below is kept, whatever it is: a copy for each type would gain little.
        genus(&self.component, budget)
    }
}
