//! Patterns to place on a board: their cells, and the cells around them that they forbid.

use std::collections::BTreeSet;

use crate::boards::{CellLattice, Shape};
use nimfield_core::families::placing::{LinearMap, Placement, image};
use nimfield_core::words::Player;

/// A tile or a piece, which can be placed wherever it fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The cells that must be free, as (columns to the right, rows down) from any of them.
    pub cells: Vec<(i16, i16)>,
    /// The other cells that each of these cells forbids.
    pub forbids: Vec<Reach>,
    /// Whether it may be turned and reflected.
    pub turned: bool,
    /// The player who may place it; `None` for both.
    pub player: Option<Player>,
}

/// Cells that a cell forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reach {
    /// A step, as (columns to the right, rows down).
    pub step: (i16, i16),
    /// Whether the step may be repeated up to the edge of the board, also across holes.
    pub far: bool,
    /// The player to whom the cells are forbidden; `None` for both.
    pub to: Option<Player>,
}

impl Reach {
    /// The four neighbours of a cell.
    pub const NEIGHBOURS: [Reach; 4] = Reach::steps([(1, 0), (-1, 0), (0, 1), (0, -1)], false);

    /// The row and the column of a cell.
    pub const ROOK: [Reach; 4] = Reach::steps([(1, 0), (-1, 0), (0, 1), (0, -1)], true);

    /// The diagonals of a cell.
    pub const BISHOP: [Reach; 4] = Reach::steps([(1, 1), (-1, 1), (1, -1), (-1, -1)], true);

    /// The cells that a knight attacks.
    pub const KNIGHT: [Reach; 8] = Reach::steps(
        [
            (1, 2),
            (2, 1),
            (-1, 2),
            (-2, 1),
            (1, -2),
            (2, -1),
            (-1, -2),
            (-2, -1),
        ],
        false,
    );

    /// Returns the cells that a neighbour, or a chess piece with this name, reaches; a `king` reaches all eight cells
    /// around it.
    #[must_use]
    pub fn named(name: &str) -> Option<Vec<Reach>> {
        let near = |reach: Reach| Reach {
            far: false,
            ..reach
        };
        Some(match name {
            "neighbours" | "neighbors" => Reach::NEIGHBOURS.to_vec(),
            "king" => [Reach::ROOK, Reach::BISHOP]
                .concat()
                .into_iter()
                .map(near)
                .collect(),
            "rook" => Reach::ROOK.to_vec(),
            "bishop" => Reach::BISHOP.to_vec(),
            "queen" => [Reach::ROOK, Reach::BISHOP].concat(),
            "knight" => Reach::KNIGHT.to_vec(),
            _ => return None,
        })
    }

    const fn steps<const N: usize>(steps: [(i16, i16); N], far: bool) -> [Reach; N] {
        let step = (0, 0);
        let mut reaches = [Reach {
            step,
            far,
            to: None,
        }; N];
        let mut i = 0;
        while i < N {
            reaches[i].step = steps[i];
            i += 1;
        }
        reaches
    }
}

impl Pattern {
    /// Creates a tile of these cells that may be turned and reflected, for both players.
    #[must_use]
    pub fn tile(cells: impl Into<Vec<(i16, i16)>>) -> Pattern {
        Pattern {
            cells: cells.into(),
            forbids: Vec::new(),
            turned: true,
            player: None,
        }
    }

    /// Creates a piece on one cell that forbids others, for both players.
    #[must_use]
    pub fn piece(forbids: impl Into<Vec<Reach>>) -> Pattern {
        Pattern {
            cells: vec![(0, 0)],
            forbids: forbids.into(),
            turned: false,
            player: None,
        }
    }
}

/// A pattern in one orientation: its cells and its reaches in order, and the player.
pub(super) type Lying = (Vec<(i16, i16)>, Vec<Reach>, Option<Player>);

/// Returns the orientations of the patterns, each once.
pub(super) fn lying(patterns: &[Pattern], lattice: CellLattice) -> BTreeSet<Lying> {
    let mut all = BTreeSet::new();
    for pattern in patterns {
        let as_given = at_origin((
            pattern.cells.clone(),
            pattern.forbids.clone(),
            pattern.player,
        ));
        match pattern.turned {
            true => all.extend(lattice.maps().iter().map(|&map| mapped(&as_given, map))),
            false => drop(all.insert(as_given)),
        }
    }
    all
}

/// Returns the maps of the lattice that keep a set of patterns.
pub(super) fn kept_maps(lying: &BTreeSet<Lying>, lattice: CellLattice) -> Vec<LinearMap> {
    let keeps = |&map: &LinearMap| lying.iter().all(|one| lying.contains(&mapped(one, map)));
    lattice.maps().iter().copied().filter(keeps).collect()
}

/// Returns the maps of the lattice that exchange Left's and Right's patterns.
pub(super) fn exchanging_maps(lying: &BTreeSet<Lying>, lattice: CellLattice) -> Vec<LinearMap> {
    let exchanged = |one: &Lying, map| {
        let (cells, mut reaches, player) = mapped(one, map);
        for reach in &mut reaches {
            reach.to = reach.to.map(Player::opponent);
        }
        at_origin((cells, reaches, player.map(Player::opponent)))
    };
    let exchanges = |&map: &LinearMap| lying.iter().all(|one| lying.contains(&exchanged(one, map)));
    lattice.maps().iter().copied().filter(exchanges).collect()
}

fn mapped((cells, reaches, player): &Lying, map: LinearMap) -> Lying {
    let turned = |reach: &Reach| Reach {
        step: image(map, reach.step),
        ..*reach
    };
    at_origin((
        cells.iter().map(|&cell| image(map, cell)).collect(),
        reaches.iter().map(turned).collect(),
        *player,
    ))
}

/// Moves the first cell to (0, 0), and sorts everything.
fn at_origin((mut cells, mut reaches, player): Lying) -> Lying {
    cells.sort_unstable();
    cells.dedup();
    reaches.sort_unstable();
    reaches.dedup();
    // Without cells nothing is moved.
    let first = cells.first().copied().unwrap_or_default();
    for cell in &mut cells {
        *cell = (cell.0 - first.0, cell.1 - first.1);
    }
    (cells, reaches, player)
}

/// Returns whether a pattern forbids cells to only one player.
pub(super) fn is_for_one(reaches: &[Reach]) -> bool {
    reaches.iter().any(|reach| reach.to.is_some())
}

/// Returns the moves that cover a set of cells, and forbid others to Left and to Right. If cells may be free to only
/// one player, `apart` is the number of cells, and each has a bit for Left and one for Right; see
/// [`Rules`](super::Rules).
pub(super) fn placements(
    covered: u128,
    forbidden: [u128; 2],
    player: Option<Player>,
    apart: Option<usize>,
) -> impl Iterator<Item = Placement> {
    let [left, right] = forbidden.map(|cells| covered | cells);
    let removes = left | right << apart.unwrap_or(0);
    let players = [Player::Left, Player::Right].into_iter();
    let players = players.filter(move |&own| player.is_none_or(|player| own == player));
    players
        .take(if apart.is_some() { 2 } else { 1 })
        .map(move |own| match apart {
            None => Placement {
                needs: covered,
                removes,
                player,
            },
            Some(cells) => Placement {
                needs: covered << (cells * own as usize),
                removes,
                player: Some(own),
            },
        })
}

/// Adds the moves that place a pattern on the board, wherever it fits.
pub(super) fn place(
    (cells, reaches, player): &Lying,
    shape: &Shape,
    apart: Option<usize>,
    out: &mut Vec<Placement>,
) {
    let (columns, rows) = (i16::from(shape.columns()), i16::from(shape.rows()));
    for corner in shape.cells() {
        let (x, y) = (i16::from(corner.column), i16::from(corner.row));
        let at = |&(right, down): &(i16, i16)| {
            let place = (x.checked_add(right)?, y.checked_add(down)?);
            Some((shape.number_at(place.0, place.1)?, place))
        };
        let Some(covered) = cells.iter().map(at).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let needs = covered
            .iter()
            .fold(0u128, |set, &(cell, _)| set | 1 << cell);
        let mut forbidden = [0u128; 2];
        for &(_, (mut x, mut y)) in &covered {
            for reach in reaches.iter().filter(|reach| reach.step != (0, 0)) {
                let start = (x, y);
                loop {
                    let next = x.checked_add(reach.step.0).zip(y.checked_add(reach.step.1));
                    let on_board =
                        |&(x, y): &(i16, i16)| (0..columns).contains(&x) && (0..rows).contains(&y);
                    let Some(next) = next.filter(on_board) else {
                        break;
                    };
                    (x, y) = next;
                    if let Some(cell) = shape.number_at(x, y) {
                        for own in [Player::Left, Player::Right] {
                            if reach.to.is_none_or(|to| to == own) {
                                forbidden[own as usize] |= 1 << cell;
                            }
                        }
                    }
                    if !reach.far {
                        break;
                    }
                }
                (x, y) = start;
            }
        }
        out.extend(placements(needs, forbidden, *player, apart));
    }
}
