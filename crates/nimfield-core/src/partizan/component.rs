//! Partizan components of any type, and those of games that give no others.

use std::cell::OnceCell;
use std::sync::Arc;

use super::{PartizanComponent, PartizanGame, Simple};
use crate::component::{kind_of, write_number};
use crate::words::Player;

/// A [`PartizanComponent`] of any type.
pub struct AnyPartizanComponent(Box<dyn Erased>);

impl AnyPartizanComponent {
    /// Erases the type.
    pub fn new<C: PartizanComponent>(component: C) -> AnyPartizanComponent {
        AnyPartizanComponent(Box::new(component))
    }

    /// Makes a component of a position whose text is its key, and whose moves are listed once.
    pub(super) fn listed<G: PartizanGame>(position: G) -> AnyPartizanComponent {
        AnyPartizanComponent::new(Listed::new(position))
    }
}

impl Clone for AnyPartizanComponent {
    fn clone(&self) -> AnyPartizanComponent {
        self.0.boxed()
    }
}

/// The key tells types apart as well.
impl PartizanComponent for AnyPartizanComponent {
    fn key(&self, out: &mut Vec<u8>) {
        self.0.key(out);
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

    fn bytes_outside(&self) -> u64 {
        self.0.bytes()
    }
}

trait Erased: Send {
    fn boxed(&self) -> AnyPartizanComponent;
    fn key(&self, out: &mut Vec<u8>);
    fn option_count(&self, player: Player) -> u64;
    fn option(&self, player: Player, index: u64, out: &mut Vec<AnyPartizanComponent>);
    fn known(&self) -> Option<Simple>;
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

    fn bytes(&self) -> u64 {
        size_of_val(self) as u64 + self.bytes_outside()
    }
}

/// A position with its options, listed once.
#[derive(Clone)]
struct Listed<G: PartizanGame> {
    position: G,
    options: [OnceCell<Arc<[G]>>; 2],
}

impl<G: PartizanGame> Listed<G> {
    fn new(position: G) -> Listed<G> {
        Listed {
            position,
            options: [OnceCell::new(), OnceCell::new()],
        }
    }

    fn options(&self, player: Player) -> &[G] {
        self.options[usize::from(player == Player::Right)].get_or_init(|| {
            // A move that is listed and then refused is not a move.
            let moves = self.position.moves(player);
            moves
                .filter_map(|mv| self.position.play(&mv).ok())
                .collect()
        })
    }
}

impl<G: PartizanGame> PartizanComponent for Listed<G> {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.position.to_string().as_bytes());
    }

    fn option_count(&self, player: Player) -> u64 {
        self.options(player).len() as u64
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<Listed<G>>) {
        out.push(Listed::new(self.options(player)[index as usize].clone()));
    }

    fn bytes_outside(&self) -> u64 {
        let lists = self.options.iter().filter_map(OnceCell::get);
        lists.map(|options| size_of_val(&options[..]) as u64).sum()
    }
}
