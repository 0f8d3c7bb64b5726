//! Decides who wins a game of dominoes, upright for one player and across for the other: Domineering on any board.

use smallvec::SmallVec;

use nimfield_core::families::placing::{Layout, Placing};
use nimfield_core::prelude::*;
use nimfield_core::sampling::shuffled;
use short_game::Dyadic;

use super::counts::Count;
use super::state::{SearchState, Winner};
use super::strips::{ONE, Strips, TEMPERATURES, Walls, greater, minus, plus, simplest_between};
use crate::generations::Generations;

/// The temperature whose walls determine the order of moves: 1.125.
const ORDER: usize = 6;

/// A search for the winner of a game of dominoes, with its memory.
pub(super) struct Dominoes {
    /// For each cell, its place in both grids.
    places: Vec<[u32; 2]>,
    /// The player who places dominoes upright in the first grid.
    upright: Player,
    /// The board itself, and with rows and columns exchanged.
    grids: [Grid; 2],
    strips: Option<Strips>,
    pub(super) state: SearchState<Winner<u64>>,
}

/// The board as one player sees it, who places dominoes upright.
struct Grid {
    columns: u32,
    rows: u32,
    /// The cells that have a neighbour to the left, and to the right.
    after: u64,
    before: u64,
    /// For each place the place in the other grid.
    turned: Vec<u32>,
}

/// A set of cells in the grid of the player to move and in that of the other one.
type Cells = [u64; 2];

/// A position.
#[derive(Clone, Copy)]
struct State {
    cells: Cells,
    /// The numbers that were parts of the board, for the player to move, in units of 1/256.
    number: i16,
    /// The grid of the player to move.
    side: usize,
}

/// Cells that no domino connects to others, with bounds for both players.
struct Piece {
    cells: Cells,
    walls: [Walls; 2],
}

impl Dominoes {
    /// Prepares a game; `None` if it is not a game of dominoes, or has too many places.
    pub(super) fn new(placing: &Placing) -> Option<Dominoes> {
        let Layout::Plane { places, .. } = placing.layout() else {
            return None;
        };
        let left = places.iter().map(|place| place.0).min()?;
        let top = places.iter().map(|place| place.1).min()?;
        let places: Vec<(u32, u32)> = (places.iter())
            .map(|&(x, y)| (x.abs_diff(left).into(), y.abs_diff(top).into()))
            .collect();
        let columns = places.iter().map(|&(x, _)| x + 1).max()?;
        let rows = places.iter().map(|&(_, y)| y + 1).max()?;
        if columns * rows > u64::BITS || columns.max(rows) > 16 {
            return None;
        }
        let mut upright = None;
        for p in placing.placements() {
            let [low, high] = [p.needs.trailing_zeros(), 127 - p.needs.leading_zeros()];
            let [(x, y), (to_x, to_y)] = [low, high].map(|cell| places[cell as usize]);
            let player = match (x.abs_diff(to_x), y.abs_diff(to_y)) {
                (0, 1) => p.player?,
                (1, 0) => p.player?.opponent(),
                _ => return None,
            };
            if *upright.get_or_insert(player) != player
                || p.removes != p.needs
                || p.needs.count_ones() != 2
            {
                return None;
            }
        }
        let grids = [Grid::new(columns, rows), Grid::new(rows, columns)];
        let places: Vec<[u32; 2]> = (places.iter())
            .map(|&(x, y)| [y * columns + x, x * rows + y])
            .collect();
        let full: u64 = places.iter().fold(0, |full, place| full | 1 << place[0]);
        let pairs = [full & full >> columns, full & full >> 1 & grids[0].before];
        let pairs: u32 = pairs.iter().map(|pairs| pairs.count_ones()).sum();
        (placing.placements().len() == pairs as usize).then(|| Dominoes {
            places,
            upright: upright.unwrap_or(Player::Left),
            grids,
            strips: None,
            state: SearchState::new(placing.clone()),
        })
    }

    /// Returns the number of searched positions.
    pub(super) fn positions(&self) -> u64 {
        self.state.positions
    }

    /// Returns the bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let strips = self.strips.as_ref().map_or(0, Strips::bytes);
        strips + self.state.memory.bytes()
    }

    /// Drops what was found.
    pub(super) fn forget(&mut self) {
        self.state.memory = Generations::default();
    }

    /// Returns the number that a state equals, if it equals one with at most eight binary places.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    pub(super) fn number(
        &mut self,
        free: u128,
        budget: &Budget,
    ) -> Result<Option<Dyadic>, Unfinished> {
        // Neither player has more moves than dominoes fit into the cells.
        let most = (free.count_ones() / 2 + 1) as i16 * ONE;
        let (mut low, mut high) = (-most, most);
        while high - low >= 2 {
            let number = simplest_between(low, high);
            let at_least = !self.wins(free, Player::Right, number, budget)?;
            let at_most = !self.wins(free, Player::Left, -number, budget)?;
            match (at_least, at_most) {
                (true, true) => {
                    let number = Dyadic::new(number.into(), ONE.ilog2());
                    return Ok(Some(number.expect("few binary places")));
                }
                (true, false) => low = number,
                (false, true) => high = number,
                (false, false) => break,
            }
        }
        Ok(None)
    }

    /// Returns whether `player`, who is to move and also owns a number, in units of 1/256, makes the last move.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    pub(super) fn wins(
        &mut self,
        free: u128,
        player: Player,
        number: i16,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        let mut meter = self.meter(budget)?;
        let side = usize::from(player != self.upright);
        let mut cells = [0; 2];
        for (cell, place) in self.places.iter().enumerate() {
            if free >> cell & 1 == 1 {
                cells[0] |= 1 << place[side];
                cells[1] |= 1 << place[1 - side];
            }
        }
        let state = State {
            cells,
            number,
            side,
        };
        let wins = self.decide(state, &mut meter);
        self.state.counts.report(budget);
        wins
    }

    /// Starts to count the work on a question, for which the strips are needed.
    fn meter<'a>(&mut self, budget: &'a Budget) -> Result<Meter<'a>, Unfinished> {
        let mut meter = Meter::new(budget, "searching").at(self.state.positions);
        meter.poll()?;
        if self.strips.is_none() {
            let columns = self.grids[0].columns.max(self.grids[0].rows);
            self.strips = Some(Strips::new(columns, &mut meter)?);
        }
        meter.hold(self.bytes())?;
        Ok(meter)
    }

    /// Searches some of the positions in memory again; returns whether the same players win them.
    pub(super) fn agrees(&self, budget: &Budget) -> Result<bool, Unfinished> {
        const SEARCHED: usize = 64;
        /// A new search of so few cells takes a moment.
        const CELLS: u32 = 28;
        /// No board holds more dominoes.
        const MOST: u16 = 32 * ONE as u16;
        let Some(mut new) = Dominoes::new(&self.state.placing) else {
            return Ok(true);
        };
        let grid = &self.grids[0];
        let places = u64::MAX >> (64 - grid.columns * grid.rows);
        let small = (self.state.memory.iter()).filter(|line| line.cells.count_ones() <= CELLS);
        for line in shuffled(small).into_iter().take(SEARCHED) {
            let side = (line.rest & 1) as usize;
            let number = (line.rest >> 1) as i16;
            if line.cells & !places != 0 || number.unsigned_abs() > MOST {
                return Ok(false);
            }
            let state = State {
                cells: [line.cells, self.grids[side].turned(line.cells)],
                number,
                side,
            };
            let mut meter = new.meter(budget)?;
            if new.decide(state, &mut meter)? != line.wins {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether the player to move wins.
    fn decide(&mut self, mut state: State, meter: &mut Meter<'_>) -> Result<bool, Unfinished> {
        let side = state.side;
        let mut pieces: SmallVec<[Piece; 6]> = SmallVec::new();
        self.split(state.cells, state.cells[0], side, |piece| {
            match piece.number() {
                Some(number) => {
                    self.state.counts.add(Count::NumberParts);
                    state.number += number;
                    state.cells[0] &= !piece.cells[0];
                    state.cells[1] &= !piece.cells[1];
                }
                None => pieces.push(piece),
            }
        });
        let sum = |player: usize| {
            let walls = pieces.iter().map(|piece| piece.walls[player].second);
            walls.fold([0; 8], plus)
        };
        let sums = [0, 1].map(sum);
        // The gain of the player who moves first in a piece, according to its walls.
        let lead = |player: usize, but: usize| {
            let others = pieces.iter().enumerate().filter(|&(place, _)| place != but);
            let walls = others.map(|(_, piece)| piece.walls[player]);
            let leads = walls.map(|walls| minus(walls.first, walls.second));
            leads.fold([0; 8], greater)
        };
        let first = wins_first(plus(sums[0], lead(0, usize::MAX)), state.number);
        if first || wins_second(sums[1], -state.number) {
            self.state.counts.add(Count::by_bounds(first));
            return Ok(first);
        }
        let key = self.key(&state);
        if let Some(known) = self.state.memory.get(key) {
            self.state.counts.add(Count::KnownPositions);
            return Ok(known.wins);
        }
        self.state.count(meter)?;
        let columns = [side, 1 - side].map(|side| self.grids[side].columns);
        let dominoes = |cells: u64, columns: u32| (cells & cells >> columns).count_ones() as i32;
        let mut options: SmallVec<[(i32, State); 64]> = SmallVec::new();
        for (place, piece) in pieces.iter().enumerate() {
            let others = [0, 1].map(|player| minus(sums[player], piece.walls[player].second));
            let lead = lead(1, place);
            let mut upright = piece.cells[0] & piece.cells[0] >> columns[0];
            while upright != 0 {
                let cell = upright.trailing_zeros();
                upright &= upright - 1;
                let domino = [
                    1 << cell | 1 << (cell + columns[0]),
                    3 << self.grids[side].turned[cell as usize],
                ];
                let mut option = state.after(domino, state.number);
                let ([mut own, mut other], mut lead) = (others, lead);
                let left = [piece.cells[0] & !domino[0], piece.cells[1] & !domino[1]];
                let border = self.grids[side].around(domino[0]) & left[0];
                self.split(left, border, side, |piece| match piece.number() {
                    Some(number) => {
                        self.state.counts.add(Count::NumberParts);
                        option.number -= number;
                        option.cells[0] &= !piece.cells[1];
                        option.cells[1] &= !piece.cells[0];
                    }
                    None => {
                        let [mine, theirs] = &piece.walls;
                        own = plus(own, mine.second);
                        other = plus(other, theirs.second);
                        lead = greater(lead, minus(theirs.first, theirs.second));
                    }
                });
                let second = wins_second(own, -option.number);
                if second || wins_first(plus(other, lead), option.number) {
                    self.state.counts.add(Count::by_bounds(!second));
                    match second {
                        true => return Ok(true),
                        false => continue,
                    }
                }
                let mobility =
                    dominoes(option.cells[1], columns[0]) - dominoes(option.cells[0], columns[1]);
                let walls = i32::from(own[ORDER]) - i32::from(other[ORDER]);
                let order = walls - 2 * i32::from(option.number) + 32 * mobility;
                options.push((-order, option));
            }
        }
        let keys: SmallVec<[Key; 64]> =
            options.iter().map(|(_, option)| self.key(option)).collect();
        let known = keys
            .iter()
            .map(|&key| Some(self.state.memory.get(key)?.wins));
        let known: SmallVec<[Option<bool>; 64]> = known.collect();
        let mut wins = known.contains(&Some(false));
        if !wins {
            let mut known = known.iter();
            options.retain(|_| {
                let is_new = known.next() == Some(&None);
                if !is_new {
                    self.state.counts.add(Count::KnownPositions);
                }
                is_new
            });
            options.sort_by_key(|&(order, _)| order);
            // A number is the last to move in.
            if let Some(number) = lesser_option(state.number) {
                options.push((0, state.after([0; 2], number)));
            }
            for (_, option) in options {
                if !self.decide(option, meter)? {
                    wins = true;
                    break;
                }
            }
        }
        let (cells, rest) = key;
        let strips = self.strips().bytes();
        self.state
            .keep(Winner { cells, rest, wins }, strips, meter)?;
        Ok(wins)
    }

    fn strips(&self) -> &Strips {
        self.strips.as_ref().expect("made before the search")
    }

    /// Creates a piece from cells in the grid of this side, and in the other one.
    fn piece(&self, cells: Cells, side: usize) -> Piece {
        let strips = self.strips();
        let columns = [side, 1 - side].map(|side| self.grids[side].columns);
        let mut walls = [0, 1].map(|player| strips.bounds(cells[player], columns[player]));
        for player in [0, 1] {
            if strips.is_strip(cells[player], columns[player]) {
                // The walls are exact for this player, so they bound the other player's from below.
                let exact = walls[player];
                let other = &mut walls[1 - player];
                other.first[0] = other.first[0].max(-exact.second[0]);
                other.second[0] = other.second[0].max(-exact.first[0]);
            }
        }
        Piece { cells, walls }
    }

    /// Calls `each` with the pieces of these cells, each of which contains one of the seeds.
    fn split(&self, cells: Cells, seeds: u64, side: usize, mut each: impl FnMut(Piece)) {
        let grid = &self.grids[side];
        let (mut rest, mut seeds) = (cells, seeds);
        let near = (grid.around(seeds) | seeds) & cells[0];
        let mut whole = grid.filled(seeds & seeds.wrapping_neg(), near);
        if seeds & !whole == 0 {
            // Most dominoes leave one piece, as the cells next to them show.
            whole = cells[0];
        }
        while seeds != 0 {
            whole = match whole == cells[0] {
                true => whole,
                false => grid.filled(seeds & seeds.wrapping_neg(), rest[0]),
            };
            let other = match whole == rest[0] {
                true => rest[1],
                false => grid.turned(whole),
            };
            each(self.piece([whole, other], side));
            seeds &= !whole;
            rest = [rest[0] & !whole, rest[1] & !other];
        }
    }

    fn key(&self, state: &State) -> Key {
        let side = match self.grids[0].columns == self.grids[0].rows {
            true => 0,
            false => state.side as u32,
        };
        let cells = self.grids[state.side].least_image(state.cells[0]);
        (cells, u32::from(state.number as u16) << 1 | side)
    }
}

/// Returns whether the player who moves second wins a game with these right walls plus a number.
fn wins_second(walls: [i16; 8], number: i16) -> bool {
    // The right stop is at least the wall minus the temperature.
    let mut wins = walls[0] + number >= 0;
    for place in 1..8 {
        wins |= walls[place] + number > TEMPERATURES[place];
    }
    wins
}

/// Returns whether the player who moves first wins a game with these left walls plus a number.
fn wins_first(walls: [i16; 8], number: i16) -> bool {
    walls
        .iter()
        .fold(false, |wins, wall| wins | (wall + number > 0))
}

/// Returns the best number to which the player to move can move from a number, in units of 1/256.
fn lesser_option(number: i16) -> Option<i16> {
    match number.trailing_zeros() {
        _ if number == 0 => None,
        8.. => (number > 0).then_some(number - 256),
        zeros => Some(number - (1 << zeros)),
    }
}

impl State {
    /// Returns the position after a move that takes these cells, or leaves this number.
    fn after(&self, taken: Cells, number: i16) -> State {
        State {
            cells: [self.cells[1] & !taken[1], self.cells[0] & !taken[0]],
            number: -number,
            side: 1 - self.side,
        }
    }
}

impl Piece {
    /// Returns the number that it equals, for the first player, if the bounds show it.
    fn number(&self) -> Option<i16> {
        let [own, other] = &self.walls;
        (own.second[0] == -other.second[0]).then_some(own.second[0])
    }
}

impl Grid {
    fn new(columns: u32, rows: u32) -> Grid {
        let full = u64::MAX >> (64 - columns * rows);
        let first = (0..rows).fold(0, |first, row| first | 1 << (row * columns));
        let turned = (0..columns * rows).map(|place| place % columns * rows + place / columns);
        Grid {
            columns,
            rows,
            after: full & !first,
            before: full & !(first << (columns - 1)),
            turned: turned.collect(),
        }
    }

    /// Returns the places next to some of these; some places off the board may be among them.
    fn around(&self, cells: u64) -> u64 {
        (cells & self.after) >> 1
            | (cells & self.before) << 1
            | cells >> self.columns
            | cells << self.columns
    }

    /// Returns the cells that are connected to these.
    fn filled(&self, mut part: u64, cells: u64) -> u64 {
        loop {
            let next = (part | self.around(part)) & cells;
            if next == part {
                return part;
            }
            part = next;
        }
    }

    /// Returns the same cells in the other grid.
    fn turned(&self, mut cells: u64) -> u64 {
        let mut turned = 0;
        while cells != 0 {
            turned |= 1 << self.turned[cells.trailing_zeros() as usize];
            cells &= cells - 1;
        }
        turned
    }

    /// Returns the least image of cells under reflections.
    fn least_image(&self, cells: u64) -> u64 {
        let mask = (1 << self.columns) - 1;
        let (mut rest, mut upside_down) = (cells, 0);
        for _ in 0..self.rows {
            upside_down = upside_down << self.columns | rest & mask;
            rest >>= self.columns;
        }
        let unused = 64 - self.columns * self.rows;
        let images = [cells, upside_down].map(|image| image.min(image.reverse_bits() >> unused));
        images[0].min(images[1])
    }
}

/// The key of a position: its cells, the number and the side.
type Key = (u64, u32);
