//! The P-positions among all positions with piles no larger than some sizes, one bit for each position.

use std::collections::HashSet;
use std::sync::Arc;

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::theory::{Finding, Settled};
use nimfield_core::words::{Play, Reason, ReasonKind};

use super::boxes::{PileBox, PileSieve, volume};
use super::game::{PileMove, Piles};
use super::set_moves::set_moves;
use crate::kept::MOST_BYTES;

/// Boxes with more positions are not sieved. The bits of smaller boxes may be stored.
const MOST_POSITIONS: u64 = 8 * MOST_BYTES;

/// The number of moves and positions between two checks of the budget.
const POLL: u64 = 1 << 14;

/// Finds the P-positions of the game and field of a position with piles of at most these sizes; `None` if a move can
/// add counters, so that positions outside of the box would matter, or if the box is too large. The game stores the
/// result.
///
/// # Complexity
/// One step for each move to each P-position, and in misère play for each move from it; a bit for each position, and more
/// where options are counted because some can be forbidden.
pub(super) fn sieve(
    position: &Piles,
    sizes: &[u64],
    play: Play,
    budget: &Budget,
) -> Option<Result<Arc<PileSieve>, Unfinished>> {
    let (game, field) = (&position.game, &position.sets.field);
    let positions = volume(sizes)? as u64;
    // On a page searches do this, unless only the sieve can decide who wins.
    let left = cfg!(target_family = "wasm") && !game.needs_sieve();
    let foreign = !game.only_takes() || game.limit.is_some();
    if left || foreign || positions > MOST_POSITIONS {
        return None;
    }
    let kept = game.sieve.get();
    let kept = kept.filter(|kept| kept.of.is_of(play, field) && kept.of.contains(sizes));
    if let Some(kept) = kept {
        return Some(Ok(kept));
    }
    let mut meter = Meter::new(budget, "sieve").of(positions).every(POLL);
    let planes = 1 + Counts::planes(game.block) as u64;
    let begun = meter.start(positions.div_ceil(8).saturating_mul(planes));
    let found = begun.and_then(|()| {
        let of = PileBox::new(play, field, sizes);
        let others = others(position, &of, play, &mut meter)?;
        Ok(Arc::new(PileSieve { of, others }))
    });
    if let Ok(found) = &found {
        game.sieve.keep(found.clone());
    }
    Some(found)
}

/// The number of options of each position that are P-positions, as long as these can all be forbidden.
struct Counts {
    most: usize,
    /// The binary digits of the counts, a bit for each position, the lowest first.
    planes: Vec<Vec<u64>>,
}

impl Counts {
    /// Returns the number of binary digits for counts up to one more than the number that can be forbidden.
    fn planes(most: usize) -> u32 {
        match most {
            0 => 0,
            _ => usize::BITS - (most + 1).leading_zeros(),
        }
    }

    fn new(most: usize, positions: usize) -> Counts {
        let plane = vec![0u64; positions.div_ceil(64)];
        let planes = vec![plane; Counts::planes(most) as usize];
        Counts { most, planes }
    }

    /// Counts an option of a position, and returns whether there are more than can be forbidden.
    fn add(&mut self, place: usize) -> bool {
        let (word, bit) = (place / 64, place % 64);
        let (mut carry, mut count) = (1, 0);
        for (digit, plane) in self.planes.iter_mut().enumerate() {
            let old = plane[word] >> bit & 1;
            plane[word] ^= carry << bit;
            count |= ((old ^ carry) as usize) << digit;
            carry &= old;
        }
        count > self.most
    }
}

/// Goes through the positions of a box in order. A position that no earlier P-position has marked is P, and marks the
/// positions with a move to it. If the other player forbids options, a position is marked once it has more such options
/// than can be forbidden.
fn others(
    position: &Piles,
    of: &PileBox,
    play: Play,
    meter: &mut Meter<'_>,
) -> Result<Vec<u64>, Unfinished> {
    let positions = of.positions();
    let mut others = vec![0u64; positions.div_ceil(64)];
    let moves = set_moves(position, of, meter)?;
    let game = &position.game;
    let keep = game.keep.as_ref();
    let mut counts = Counts::new(game.block, positions);
    let mut marks = Vec::new();
    let mut piles = vec![0; of.sizes.len()];
    for place in 0..positions {
        let marked = others[place / 64] >> (place % 64) & 1 == 1;
        match game.ends.is_empty() {
            true if marked => continue,
            true => piles = of.piles(place),
            // Every position is tested for the end of the game, so the piles are updated from one position to the next.
            false if place > 0 => {
                for (pile, &size) in piles.iter_mut().zip(&of.sizes).rev() {
                    if *pile < size {
                        *pile += 1;
                        break;
                    }
                    *pile = 0;
                }
            }
            false => {}
        }
        meter.done = place as u64;
        meter.step()?;
        let over = game.over(&piles, play);
        let mut lost = keep.is_none_or(|keep| keep.holds(&piles));
        if let (true, Some(won)) = (lost, over) {
            lost = !won;
            // An earlier P-position may have marked it.
            others[place / 64] &= !(1 << (place % 64));
        } else if marked {
            continue;
        } else if lost && play == Play::Misere {
            // A player without a move has won, so at least one move must remain allowed.
            lost = false;
            for own in &moves {
                let allowed = &mut |far: usize| {
                    let to = place - far;
                    let left = game.block == 0 || others[to / 64] >> (to % 64) & 1 == 1;
                    left && keep.is_none_or(|keep| keep.holds(&of.piles(to)))
                };
                lost = lost || own.any(&piles, None, meter, allowed)?;
            }
        }
        if !lost {
            others[place / 64] |= 1 << (place % 64);
            continue;
        }
        for own in &moves {
            own.any(&piles, Some(&of.sizes), meter, &mut |far| {
                let from = place + far;
                match game.block {
                    0 => others[from / 64] |= 1 << (from % 64),
                    _ => marks.push(from),
                }
                false
            })?;
        }
        // Several moves to one position are one option.
        marks.sort_unstable();
        marks.dedup();
        for from in marks.drain(..) {
            if others[from / 64] >> (from % 64) & 1 == 0 && counts.add(from) {
                others[from / 64] |= 1 << (from % 64);
            }
        }
    }
    Ok(others)
}

/// Decides a position by the P-positions of its box, and lists its winning moves on request.
pub(super) fn settled(
    position: &Piles,
    play: Play,
    moves: bool,
    budget: &Budget,
) -> Option<Result<Settled<PileMove>, Unfinished>> {
    let piles = position.small()?;
    let positions = volume(&piles)? as u64;
    let sieve = sieve(position, &piles, play, budget)?;
    Some(sieve.and_then(|sieve| {
        let place = sieve.of.place(&piles);
        let is_p = sieve.is_p(place);
        let mut winning = Vec::new();
        let game = &position.game;
        let over = game.over(&piles, play).is_some();
        // The options to forbid are listed too.
        if !over && (game.block > 0 || moves && !is_p) {
            let mut meter = Meter::silent(budget).every(POLL);
            let mut seen = HashSet::new();
            for own in set_moves(position, &sieve.of, &mut meter)? {
                own.any(&piles, None, &mut meter, &mut |far| {
                    let to = sieve.of.piles(place - far);
                    let taken = |&pile: &usize| i128::from(piles[pile] - to[pile]);
                    let amounts: Vec<i128> = own.edge.piles.iter().map(taken).collect();
                    let mv = sieve.is_p(place - far).then(|| position.named(own.edge, &amounts));
                    // A move that several sets of piles give counts once.
                    winning.extend(mv.filter(|mv| seen.insert(mv.changes.clone())));
                    false
                })?;
            }
        }
        let found = match is_p {
            _ if over => format!("the game is over in {position} by a line `ends`"),
            true if !winning.is_empty() => {
                let forbidden: Vec<String> = winning.drain(..).map(|mv| mv.to_string()).collect();
                let forbidden = forbidden.join("; ");
                format!(
                    "the other player forbids the only moves from {position} to P-positions: {forbidden}"
                )
            }
            false if game.block >= winning.len() && game.block > 0 => format!(
                "every option of {position} is a P-position, and if all are forbidden, the player to move wins"
            ),
            false if game.block > 0 => format!(
                "{} options of {position} are P-positions, and only {} can be forbidden",
                winning.len(),
                game.block
            ),
            true => format!("none of the options of {position} is a P-position"),
            false => format!("an option of {position} is a P-position"),
        };
        let text =
            format!("{found} (sieve of all {positions} positions with piles no larger)");
        let reason = Reason::new(ReasonKind::Search, "sieve of P-positions", text);
        Ok(Settled {
            is_p: Finding::new(is_p, reason),
            moves: winning,
            positions,
        })
    }))
}
