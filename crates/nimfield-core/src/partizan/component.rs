//! Partizan components of any type, and the default ones.

use std::fmt::Display;

use crate::budget::{Budget, Limit};
use crate::component::{self, kind_of, write_number};
use crate::families::placing::Placing;
use crate::game::Moves;
use crate::heat::{Heat, Simple};
use crate::words::Player;

/// A partizan position that engines treat as one piece: an irreducible summand.
///
/// Options are numbered, so that an engine need not hold them all, and as sums of components. Two options may be equal.
pub trait PartizanComponent: Clone + Send + 'static {
    /// Appends a key to `out`. Components of one type with equal keys have the same game tree up to
    /// repeated options.
    fn key(&self, out: &mut Vec<u8>);

    /// Lists the options of `player`; see [`Component::list_options`](component::Component::list_options).
    ///
    /// # Errors
    /// If the budget runs out.
    fn list_options(&self, player: Player, budget: &Budget, held: u64) -> Result<(), Limit> {
        let _ = (player, budget, held);
        Ok(())
    }

    /// Returns the number of options of `player`.
    fn option_count(&self, player: Player) -> u64;

    /// Appends the summands of the option of `player` numbered `index` (from 0) to `out`; none for a
    /// position without moves.
    ///
    /// # Panics
    /// If `index` is not below [`option_count`](PartizanComponent::option_count).
    fn option(&self, player: Player, index: u64, out: &mut Vec<Self>);

    /// Returns the value in normal play, if proven theory gives it without a search.
    fn known(&self) -> Option<Simple> {
        None
    }

    /// Returns the stops and the temperature in normal play, if proven theory gives them without a search.
    fn heat(&self) -> Option<Heat> {
        Heat::of(self.known()?)
    }

    /// Returns an integer and a component that add up to the value in normal play; `None` for 0. Searches use it to
    /// combine the integers of a sum.
    fn with_integer_apart(&self) -> Option<(i128, Option<Self>)> {
        Some((self.known()?.integer()?, None))
    }

    /// Returns the free cells, if the component is a state of a placing game, with that game and a number that no other
    /// game has. So engines need not list its options one by one.
    fn placing(&self) -> Option<(u64, &Placing, u128)> {
        None
    }

    /// Estimates the bytes that the component holds outside of itself.
    fn bytes_outside(&self) -> u64 {
        0
    }
}

/// A [`PartizanComponent`] of any type.
pub struct AnyPartizanComponent(Box<dyn Erased>);

impl AnyPartizanComponent {
    /// Erases the type.
    pub fn new<C: PartizanComponent>(component: C) -> AnyPartizanComponent {
        AnyPartizanComponent(Box::new(component))
    }

    /// Creates a component of a position whose text is its key, and whose moves are listed once.
    pub fn listed<G: Clone + Display + Send + Sync + 'static>(
        position: G,
        list: fn(&G, Player) -> Moves<'_, G>,
    ) -> AnyPartizanComponent {
        AnyPartizanComponent::new(Listed::new(position, list))
    }
}

impl Clone for AnyPartizanComponent {
    fn clone(&self) -> AnyPartizanComponent {
        self.0.boxed()
    }
}

/// The key includes the type.
impl PartizanComponent for AnyPartizanComponent {
    fn key(&self, out: &mut Vec<u8>) {
        self.0.key(out);
    }

    fn list_options(&self, player: Player, budget: &Budget, held: u64) -> Result<(), Limit> {
        self.0.list_options(player, budget, held)
    }

    fn option_count(&self, player: Player) -> u64 {
        self.0.option_count(player)
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<AnyPartizanComponent>) {
        self.0.option(player, index, out);
    }

    fn known(&self) -> Option<Simple> {
        self.0.known()
    }

    fn heat(&self) -> Option<Heat> {
        self.0.heat()
    }

    fn with_integer_apart(&self) -> Option<(i128, Option<AnyPartizanComponent>)> {
        self.0.with_integer_apart()
    }

    fn placing(&self) -> Option<(u64, &Placing, u128)> {
        self.0.placing()
    }

    fn bytes_outside(&self) -> u64 {
        self.0.bytes()
    }
}

trait Erased: Send {
    fn boxed(&self) -> AnyPartizanComponent;
    fn key(&self, out: &mut Vec<u8>);
    fn list_options(&self, player: Player, budget: &Budget, held: u64) -> Result<(), Limit>;
    fn option_count(&self, player: Player) -> u64;
    fn option(&self, player: Player, index: u64, out: &mut Vec<AnyPartizanComponent>);
    fn known(&self) -> Option<Simple>;
    fn heat(&self) -> Option<Heat>;
    fn with_integer_apart(&self) -> Option<(i128, Option<AnyPartizanComponent>)>;
    fn placing(&self) -> Option<(u64, &Placing, u128)>;
    fn bytes(&self) -> u64;
}

impl<C: PartizanComponent> Erased for C {
    fn boxed(&self) -> AnyPartizanComponent {
        AnyPartizanComponent::new(self.clone())
    }

    fn key(&self, out: &mut Vec<u8>) {
        write_number(out, kind_of::<C>());
        PartizanComponent::key(self, out);
    }

    fn list_options(&self, player: Player, budget: &Budget, held: u64) -> Result<(), Limit> {
        PartizanComponent::list_options(self, player, budget, held)
    }

    fn option_count(&self, player: Player) -> u64 {
        PartizanComponent::option_count(self, player)
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<AnyPartizanComponent>) {
        let mut parts = Vec::new();
        PartizanComponent::option(self, player, index, &mut parts);
        out.extend(parts.into_iter().map(AnyPartizanComponent::new));
    }

    fn known(&self) -> Option<Simple> {
        PartizanComponent::known(self)
    }

    fn heat(&self) -> Option<Heat> {
        PartizanComponent::heat(self)
    }

    fn with_integer_apart(&self) -> Option<(i128, Option<AnyPartizanComponent>)> {
        let (integer, rest) = PartizanComponent::with_integer_apart(self)?;
        Some((integer, rest.map(AnyPartizanComponent::new)))
    }

    fn placing(&self) -> Option<(u64, &Placing, u128)> {
        PartizanComponent::placing(self)
    }

    fn bytes(&self) -> u64 {
        size_of_val(self) as u64 + self.bytes_outside()
    }
}

/// A position with its options, listed once.
#[derive(Clone)]
struct Listed<G> {
    position: G,
    list: fn(&G, Player) -> Moves<'_, G>,
    options: [component::Listed<G>; 2],
}

impl<G: Clone + Display + Send + Sync + 'static> Listed<G> {
    fn new(position: G, list: fn(&G, Player) -> Moves<'_, G>) -> Listed<G> {
        Listed {
            position,
            list,
            options: [component::Listed::new(), component::Listed::new()],
        }
    }

    fn options(&self, player: Player) -> &[G] {
        let listed = PartizanComponent::list_options(self, player, &Budget::unlimited(), 0);
        listed.expect("no budget ends it");
        self.options[usize::from(player == Player::Right)].get()
    }
}

impl<G: Clone + Display + Send + Sync + 'static> PartizanComponent for Listed<G> {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.position.to_string().as_bytes());
    }

    fn list_options(&self, player: Player, budget: &Budget, held: u64) -> Result<(), Limit> {
        // An option is about as long as the position; a number takes eight bytes here and at least two characters in
        // text.
        let outside = 4 * self.position.to_string().len() as u64;
        let list = &self.options[usize::from(player == Player::Right)];
        list.list(
            (self.list)(&self.position, player),
            |_| outside,
            (budget, held),
        )
    }

    fn option_count(&self, player: Player) -> u64 {
        self.options(player).len() as u64
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<Listed<G>>) {
        out.push(Listed::new(
            self.options(player)[index as usize].clone(),
            self.list,
        ));
    }

    fn bytes_outside(&self) -> u64 {
        self.options.iter().map(component::Listed::bytes).sum()
    }
}
