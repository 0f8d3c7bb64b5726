//! Positions as components for searches.

use super::{Game, MOST_LISTED};
use crate::budget::{Budget, Limit};
use crate::component::{AnyComponent, Component, Known, Listed};
use crate::families::taking::Taking;
use crate::words::Play;

/// Returns the component of an irreducible position that has moves: the custom one of its game, or else one with the
/// options from [`Search::option`](crate::game::Search::option) or its moves, and with their theory.
///
/// # Errors
/// A message that says why no search can reach it.
pub fn component<G: Game>(position: &G) -> Result<AnyComponent, String> {
    if let Some(component) = position.component() {
        return component;
    }
    let count = position.move_count();
    let options = match (position.option(0), u64::try_from(count)) {
        (Some(_), Ok(count)) => Options::Numbered(count),
        (Some(_), Err(_)) => {
            return Err(format!(
                "{position} has 2^64 moves or more, too many for a search"
            ));
        }
        (None, _) if count <= MOST_LISTED => Options::Listed(Listed::new()),
        (None, _) => {
            return Err(format!("{position} has too many moves for a search"));
        }
    };
    Ok(AnyComponent::new(Searched {
        position: position.clone(),
        options,
    }))
}

/// An irreducible position with its options, each as the sum of its parts.
#[derive(Clone, Debug)]
struct Searched<G: Game> {
    position: G,
    options: Options<G>,
}

/// The options of a position.
#[derive(Clone, Debug)]
enum Options<G> {
    /// Listed once, on first use.
    Listed(Listed<G>),
    /// This many options, which [`Search::option`](crate::game::Search::option) computes by number.
    Numbered(u64),
}

impl<G: Game> Searched<G> {
    fn listed<'a>(&self, list: &'a Listed<G>) -> &'a [G] {
        let listed = self.list_options(&Budget::unlimited(), 0);
        listed.expect("no budget ends it");
        list.get()
    }
}

impl<G: Game> Component for Searched<G> {
    fn key(&self, out: &mut Vec<u8>) {
        self.position.key(out);
    }

    fn list_options(&self, budget: &Budget, held: u64) -> Result<(), Limit> {
        let Options::Listed(list) = &self.options else {
            return Ok(());
        };
        // Listed moves that `play` refuses are dropped.
        let options = || (self.position.moves()).filter_map(|mv| self.position.play(&mv).ok());
        list.list(options(), G::bytes_outside, (budget, held))
    }

    fn option_count(&self) -> u64 {
        match &self.options {
            Options::Listed(list) => self.listed(list).len() as u64,
            Options::Numbered(count) => *count,
        }
    }

    fn option(&self, index: u64, out: &mut Vec<Searched<G>>) {
        let (parts, listed) = match &self.options {
            Options::Listed(list) => (self.listed(list)[index as usize].parts(), true),
            Options::Numbered(_) => {
                let option = self.position.option(index);
                (option.map_or_else(Vec::new, |option| option.parts()), false)
            }
        };
        out.extend(parts.into_iter().filter_map(|part| {
            let position = part.position;
            let options = match listed {
                true => (position.has_moves()).then(|| Options::Listed(Listed::new())),
                false => {
                    let count = u64::try_from(position.move_count()).unwrap_or(u64::MAX);
                    (count > 0).then_some(Options::Numbered(count))
                }
            };
            Some(Searched {
                options: options?,
                position,
            })
        }));
    }

    fn known(&self, play: Play) -> Known {
        self.position.known(play)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        self.position.taking()
    }

    fn bytes_outside(&self) -> u64 {
        match &self.options {
            Options::Listed(list) => list.bytes(),
            Options::Numbered(_) => 0,
        }
    }

    fn heap(&self) -> Option<u128> {
        self.position.heap()?.finite()
    }

    fn misere_heap(&self) -> Option<u128> {
        self.position.misere_heap()?.finite()
    }
}
