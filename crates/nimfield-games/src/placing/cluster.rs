//! Parts of a placing game as components for searches.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::placing::field::{Field, write_key};
use nimfield_core::families::placing::{Placement, Placing};
use nimfield_core::partizan::PartizanComponent;
use nimfield_core::prelude::*;

/// Cells connected by moves: a summand of a position.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    field: Field,
    /// Whether moves are known to connect all of its cells.
    is_joined: bool,
    /// The legal moves of both players, of Left and of Right, computed on first use.
    moves: [OnceCell<Arc<[u128]>>; 3],
}

impl Cluster {
    pub(super) fn new(field: Field) -> Cluster {
        Cluster {
            field,
            is_joined: false,
            moves: Default::default(),
        }
    }

    /// Creates the part of these cells, which moves connect.
    pub(super) fn joined(field: Field) -> Cluster {
        let is_joined = true;
        Cluster {
            is_joined,
            ..Cluster::new(field)
        }
    }

    /// Returns the cells that each move removes.
    fn moves(&self, player: Option<Player>) -> &[u128] {
        let place = player.map_or(0, |player| player as usize + 1);
        self.moves[place].get_or_init(|| {
            let legal = self.field.rules().placing().legal(self.field.free());
            let own = |p: &&Placement| player.is_none_or(|player| p.is_of(player));
            legal
                .filter(own)
                .map(|placement| placement.removes)
                .collect()
        })
    }

    fn after(&self, removes: u128, out: &mut Vec<Cluster>) {
        let after = self.field.with(self.field.free() & !removes);
        out.extend(after.clusters().into_iter().map(Cluster::joined));
    }

    fn write_key(&self, out: &mut Vec<u8>) {
        let rules = self.field.rules();
        match self.is_joined {
            true => {
                out.extend_from_slice(&rules.id().to_le_bytes());
                write_key(rules.forms().key(self.field.free()), out);
            }
            false => Search::key(&self.field, out),
        }
    }

    /// Estimates the bytes of the lists of moves, even if these are not computed yet.
    fn bytes(&self) -> u64 {
        16 * self.field.rules().placing().placements().len() as u64
    }
}

impl Component for Cluster {
    fn key(&self, out: &mut Vec<u8>) {
        self.write_key(out);
    }

    fn option_count(&self) -> u64 {
        self.moves(None).len() as u64
    }

    fn option(&self, index: u64, out: &mut Vec<Cluster>) {
        self.after(self.moves(None)[index as usize], out);
    }

    fn known(&self, _: Play) -> Known {
        Known::Nothing
    }

    fn bytes_outside(&self) -> u64 {
        self.bytes()
    }
}

impl PartizanComponent for Cluster {
    fn key(&self, out: &mut Vec<u8>) {
        self.write_key(out);
    }

    fn option_count(&self, player: Player) -> u64 {
        self.moves(Some(player)).len() as u64
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<Cluster>) {
        self.after(self.moves(Some(player))[index as usize], out);
    }

    fn placing(&self) -> Option<(u64, &Placing, u128)> {
        let rules = self.field.rules();
        Some((rules.id(), rules.placing(), self.field.free()))
    }

    fn bytes_outside(&self) -> u64 {
        self.bytes()
    }
}
