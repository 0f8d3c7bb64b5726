//! The moves from one set of piles in a box of positions, for tables of all its positions.

use nimfield_core::budget::{Meter, Unfinished};

use super::boxes::PileBox;
use super::edges::Edge;
use super::game::Piles;
use super::moves::{Kind, MoveLine, Walk};

/// The moves of one line from one set of piles.
pub(super) struct SetMoves<'a> {
    line: &'a MoveLine,
    pub(super) edge: &'a Edge,
    /// The distance of positions that differ by 1 in a pile of the set.
    strides: Vec<usize>,
    /// Whether the condition depends on the position.
    guarded: bool,
    /// The amounts of all moves of the box, one move after the other, in ascending order of the amounts from the first
    /// pile. They are listed only if trying all amounts that fit would be slower.
    listed: Option<Vec<i64>>,
}

/// Returns the moves of the game of a position in a box of its field; the piles of the position do not matter.
///
/// # Errors
/// If the budget runs out.
pub(super) fn set_moves<'a>(
    position: &'a Piles,
    of: &PileBox,
    meter: &mut Meter<'_>,
) -> Result<Vec<SetMoves<'a>>, Unfinished> {
    let edges = position.sets.edges.iter();
    edges
        .map(|(number, edge)| {
            let line = &position.game.lines[*number];
            let guarded = line.asks_for_position();
            // A condition on amounts is checked once for all positions.
            let once = line.guard.is_some() && !guarded;
            let listed = match line.kind {
                Kind::Own(_) if !once => None,
                _ => Some(list(line, edge, (once, of), meter)?),
            };
            Ok(SetMoves {
                line,
                edge,
                strides: edge.piles.iter().map(|&pile| of.strides[pile]).collect(),
                guarded,
                listed,
            })
        })
        .collect()
}

/// Lists the amounts of the moves of a box, where `once` holds the amounts that the condition allows.
fn list(
    line: &MoveLine,
    edge: &Edge,
    (once, of): (bool, &PileBox),
    meter: &mut Meter<'_>,
) -> Result<Vec<i64>, Unfinished> {
    let mut listed = Vec::new();
    let sizes = edge.piles.iter().map(|&pile| of.sizes[pile].into());
    let mut walk = Walk::new(line, sizes.collect());
    while walk.advance().is_some() {
        meter.step()?;
        if !once
            || line.admits(
                walk.sizes().iter().copied(),
                walk.amounts().iter().copied(),
                0,
            )
        {
            if listed.len() + edge.piles.len() > listed.capacity() {
                // When the list grows, its old and new memory exist side by side.
                meter.hold(meter.bytes + 16 * (listed.len() + edge.piles.len()) as u64)?;
            }
            // The piles of a box are below 2^63.
            listed.extend(walk.amounts().iter().map(|&amount| amount as i64));
        }
    }
    Ok(listed)
}

impl SetMoves<'_> {
    /// Returns whether `visit` returns true for a move from these piles; with `corner`, for a move to these piles from
    /// larger ones in the box with this far corner. `visit` receives the distance of the other position in the box.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn any(
        &self,
        piles: &[u64],
        corner: Option<&[u64]>,
        meter: &mut Meter<'_>,
        visit: &mut dyn FnMut(usize) -> bool,
    ) -> Result<bool, Unfinished> {
        let room = self.edge.piles.iter().map(|&pile| match corner {
            None => piles[pile],
            Some(sizes) => sizes[pile] - piles[pile],
        });
        let left = corner.is_some();
        if let Some(listed) = &self.listed {
            let room: Vec<u64> = room.collect();
            meter.work(1 + listed.len() as u64)?;
            let moves = listed.chunks_exact(room.len());
            let mut moves = moves.take_while(|amounts| amounts[0] as u64 <= room[0]);
            let fits = |amounts: &[i64]| {
                amounts
                    .iter()
                    .zip(&room)
                    .all(|(&own, &of)| own as u64 <= of)
            };
            let mut visits = |amounts: &[i64]| self.visits(piles, amounts, left, visit);
            return Ok(moves.any(|amounts| fits(amounts) && visits(amounts)));
        }
        let mut walk = Walk::new(self.line, room.map(u128::from).collect());
        while walk.advance().is_some() {
            meter.step()?;
            if self.visits(piles, walk.amounts(), left, visit) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the condition allows a move from these piles, or a move that leaves them, and `visit` returns
    /// true for it.
    fn visits<A: Copy + Into<i128>>(
        &self,
        piles: &[u64],
        amounts: &[A],
        left: bool,
        visit: &mut dyn FnMut(usize) -> bool,
    ) -> bool {
        let amounts = amounts.iter().map(|&amount| amount.into());
        let admitted = || {
            let more = |amount: i128| if left { amount.unsigned_abs() } else { 0 };
            let total = piles.iter().map(|&pile| u128::from(pile));
            let total = total.chain(amounts.clone().map(more)).sum();
            let sizes = self.edge.piles.iter().zip(amounts.clone());
            let sizes = sizes.map(|(&pile, amount)| u128::from(piles[pile]) + more(amount));
            self.line.admits(sizes, amounts.clone(), total)
        };
        let far = amounts.clone().zip(&self.strides);
        let far = far.map(|(amount, &stride)| amount as usize * stride).sum();
        (!self.guarded || admitted()) && visit(far)
    }
}
