//! Connected stones as components for searches.

use std::cell::OnceCell;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::boards::cell::bits;
use crate::boards::game::{BoardGame, Pick};
use crate::boards::interchangeable::{self, Twins};
use crate::boards::pairing::pairing;
use nimfield_core::component::{Component, Known, write_number};
use nimfield_core::families::taking::Taking;
use nimfield_core::order::most_bits_first;
use nimfield_core::words::Play;

/// Stones connected by moves: a summand of a position as a component for searches.
#[derive(Clone, Debug)]
pub struct Cluster {
    game: Arc<BoardGame>,
    stones: u64,
    /// The moves, computed on first use; copies share them, and the key.
    moves: OnceCell<Arc<[u64]>>,
    key: OnceCell<SmallVec<[u8; KEY]>>,
}

/// The bytes of a key that need no allocation.
const KEY: usize = 24;

impl Cluster {
    /// Creates the cluster of these stones.
    #[must_use]
    pub fn new(game: Arc<BoardGame>, stones: u64) -> Cluster {
        Cluster {
            game,
            stones,
            moves: OnceCell::new(),
            key: OnceCell::new(),
        }
    }

    /// Returns the moves, long ones first, since they leave the least work. Includes only one of several moves whose
    /// results differ by exchanging equal rows or equal columns.
    fn moves(&self) -> &[u64] {
        self.moves.get_or_init(|| {
            let mut moves: Vec<u64> = self.game.taking().moves(self.stones).collect();
            if self.game.is_rows_and_columns() {
                let twins = Twins::new(self.places());
                let shape = self.game.shape();
                moves.retain(|&mask| {
                    let taken = shape.cells_of(mask);
                    twins.is_first(taken.map(|cell| (cell.row, cell.column)))
                });
            }
            most_bits_first(&mut moves);
            moves.into()
        })
    }

    /// Writes the relative places of the stones, as the least image under the maps of the lattice; returns `false` if
    /// that is too large.
    fn write_form(&self, maps: &[Vec<(i16, i16)>], out: &mut Vec<u8>) -> bool {
        let mut least: Option<(i16, u128)> = None;
        for map in maps {
            let (mut left, mut right) = (i16::MAX, i16::MIN);
            let (mut top, mut bottom) = (i16::MAX, i16::MIN);
            for cell in bits(self.stones) {
                let (x, y) = map[cell];
                (left, right) = (left.min(x), right.max(x));
                (top, bottom) = (top.min(y), bottom.max(y));
            }
            let (width, height) = (right - left + 1, bottom - top + 1);
            if width * height > 128 {
                continue;
            }
            let mut form = 0u128;
            for cell in bits(self.stones) {
                let (x, y) = map[cell];
                form |= 1 << ((y - top) * width + (x - left));
            }
            let image = (width, form);
            least = Some(least.map_or(image, |least| least.min(image)));
        }
        let Some((width, form)) = least else {
            return false;
        };
        write_number(out, width as u64);
        let bytes = form.to_le_bytes();
        let length = 16 - form.leading_zeros() as usize / 8;
        out.extend_from_slice(&bytes[..length]);
        true
    }

    /// Writes the key: the data that determine the game on the stones.
    fn write_key(&self, out: &mut Vec<u8>) {
        let game = &self.game;
        let take = game.take();
        // The first byte separates the three kinds of keys.
        if let Some(maps) = game.maps() {
            let start = out.len();
            out.extend([
                0,
                game.direction_code(),
                take.min,
                take.max.unwrap_or(u8::MAX),
            ]);
            if self.write_form(maps, out) {
                return;
            }
            out.truncate(start);
        } else if game.is_rows_and_columns() {
            out.extend([1, take.min, take.max.unwrap_or(u8::MAX)]);
            for line in interchangeable::normal_form(self.places()) {
                write_number(out, line);
            }
            return;
        }
        out.push(2);
        write_number(out, game.id());
        write_number(out, game.taking().least_image(self.stones));
    }

    /// Returns the places of the stones, as (row, column).
    fn places(&self) -> impl Iterator<Item = (u8, u8)> {
        let cells = self.game.shape().cells_of(self.stones);
        cells.map(|cell| (cell.row, cell.column))
    }
}

impl Component for Cluster {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.key.get_or_init(|| {
            let mut key = Vec::with_capacity(KEY);
            self.write_key(&mut key);
            SmallVec::from_vec(key)
        }));
    }

    fn option_count(&self) -> u64 {
        self.moves().len() as u64
    }

    fn option(&self, index: u64, out: &mut Vec<Cluster>) {
        let mask = self.moves()[index as usize];
        let rest = self.game.components(self.stones & !mask);
        let clusters = rest.into_iter();
        out.extend(clusters.map(|stones| Cluster::new(self.game.clone(), stones)));
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        Some((self.game.taking(), self.stones))
    }

    fn bytes_outside(&self) -> u64 {
        // Searches require that this number does not change when the moves are listed.
        8 * self.game.taking().masks().len() as u64 + 2 * KEY as u64
    }

    fn known(&self, play: Play) -> Known {
        match self.heap() {
            Some(heap) => Known::Value(match (play, heap) {
                (Play::Misere, 0 | 1) => 1 - heap,
                _ => heap,
            }),
            None if play == Play::Normal && pairing(&self.game, self.stones).is_some() => {
                Known::Value(0)
            }
            None => Known::Nothing,
        }
    }

    fn heap(&self) -> Option<u128> {
        let take = self.game.take();
        let stones = self.stones.count_ones();
        let may_take = |size: u32| {
            size >= take.min.into() && take.max.is_none_or(|max| u32::from(max) >= size)
        };
        let one_move = |mask: u64| self.game.taking().masks().binary_search(&mask).is_ok();
        match (stones, take.pick) {
            (1, _) => one_move(self.stones).then_some(1),
            // One or both of two stones.
            (2, Pick::Contiguous | Pick::Any) => {
                let joined = may_take(1) && may_take(2) && one_move(self.stones);
                joined.then_some(2)
            }
            (_, Pick::Any) => {
                let line = may_take(1) && may_take(stones) && one_move(self.stones);
                line.then_some(stones.into())
            }
            _ => None,
        }
    }
}
