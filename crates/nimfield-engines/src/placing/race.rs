//! Outcomes of placing games in which Left and Right have moves of their own: a search that counts moves.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use nimfield_core::budget::{Budget, Limit, Unfinished};
use nimfield_core::families::placing::{Placement, Placing};
use nimfield_core::sorting::Sort as _;
use nimfield_core::words::Player;

use super::forms::{Forms, Key};
use super::parts::join;
use super::spending::Spending;

/// A search for the winner of a placing game in normal play, with its memory.
///
/// Parts of the board on which only one player can move are counted as that player's moves in hand. What is left
/// is decided without a search where one player has more moves that the other one cannot spoil than the other one
/// can make at most.
pub struct PlacingRace {
    placing: Placing,
    forms: Forms,
    /// Whether the player to move wins, by the cells that both players want, the moves in hand of the player to
    /// move, and who that is.
    known: HashMap<(Key, i16, Player), bool, FixedState>,
    positions: u64,
}

/// A state with a player to move.
struct State {
    /// The cells of the parts on which both players can move.
    live: u128,
    /// Moves in hand of Left, less those of Right.
    in_hand: i16,
    player: Player,
}

/// The moves that are left to one player.
struct Moves(Vec<Placement>);

impl PlacingRace {
    /// Creates a search with an empty memory.
    #[must_use]
    pub fn new(placing: Placing) -> PlacingRace {
        PlacingRace {
            forms: Forms::new(&placing),
            placing,
            known: HashMap::with_hasher(FixedState::with_seed(0)),
            positions: 0,
        }
    }

    /// Returns how many positions have been searched.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns whether `player`, who is to move, makes the last move.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// In the worst case all states that can be reached, up to symmetry; mostly far fewer. Memory: 64 bytes for
    /// each state searched. The depth of the recursion is at most the number of cells.
    ///
    /// # Source
    /// D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8x8 Domineering (2000), for searching
    /// with a table and for bounds by moves that cannot be spoilt.
    pub fn wins(
        &mut self,
        free: u128,
        player: Player,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        let spending = Spending::new(budget, self.positions);
        let state = State {
            live: free,
            in_hand: 0,
            player,
        };
        let all = [Player::Left, Player::Right].map(|player| {
            let own = self.placing.legal(free).filter(|p| p.is_of(player));
            Moves(own.copied().collect())
        });
        let found = self.decide(state, &all, &spending);
        found.map_err(|limit| spending.unfinished(limit, self.positions))
    }

    /// Decides a state; `moves` contains the legal moves of Left and of Right.
    fn decide(
        &mut self,
        mut state: State,
        moves: &[Moves; 2],
        budget: &Spending<'_>,
    ) -> Result<bool, Limit> {
        self.positions += 1;
        budget.poll(self.positions)?;
        let [left, right] = moves;
        let mut moves = [left.within(state.live), right.within(state.live)];
        take_in_hand(&mut state, &mut moves);
        let player = state.player;
        let in_hand = match player {
            Player::Left => state.in_hand,
            Player::Right => -state.in_hand,
        };
        if let Some(wins) = by_counting(&moves, player, in_hand) {
            return Ok(wins);
        }
        let key = (self.forms.key(state.live), in_hand, player);
        if let Some(&wins) = self.known.get(&key) {
            return Ok(wins);
        }
        let other = player.opponent();
        let [mine, theirs] = [player, other].map(|player| &moves[player as usize]);
        let mut options: Vec<(i32, Placement)> = Vec::with_capacity(mine.0.len());
        for mv in &mine.0 {
            let after = state.live & !mv.removes;
            let mobility = mine.count(after) - theirs.count(after);
            options.push((-mobility, *mv));
        }
        options.put_in_order();
        let mut wins = false;
        for (_, mv) in options {
            let option = State {
                live: state.live & !mv.removes,
                in_hand: state.in_hand,
                player: other,
            };
            if !self.decide(option, &moves, budget)? {
                wins = true;
                break;
            }
        }
        if !wins && in_hand > 0 {
            let option = State {
                live: state.live,
                in_hand: state.in_hand - toward(player),
                player: other,
            };
            wins = !self.decide(option, &moves, budget)?;
        }
        budget.room(&self.known)?;
        self.known.insert(key, wins);
        Ok(wins)
    }
}

/// Returns what a move in hand of this player adds to those of Left.
fn toward(player: Player) -> i16 {
    match player {
        Player::Left => 1,
        Player::Right => -1,
    }
}

/// Takes the parts out of a state on which one player alone can move, where the number of moves is certain.
fn take_in_hand(state: &mut State, moves: &mut [Moves; 2]) {
    let mut parts = Vec::new();
    let legal = || moves.iter().flat_map(|moves| &moves.0);
    let needed = legal().fold(0, |needed, p| needed | p.needs);
    join(legal().map(|p| p.removes & needed), &mut parts);
    state.live = needed;
    for part in parts {
        for player in [Player::Left, Player::Right] {
            let [own, others] = [player, player.opponent()].map(|p| &moves[p as usize]);
            if others.0.iter().any(|p| p.needs & part != 0) {
                continue;
            }
            let own = own.within(part);
            let (least, most) = (own.packed(0, 0).len(), own.at_most());
            if least == most {
                state.in_hand += toward(player) * least as i16;
                state.live &= !part;
            }
        }
    }
    for moves in moves {
        moves.0.retain(|p| p.is_legal(state.live));
    }
}

/// Returns whether the player to move wins, if counting moves decides it; `in_hand` is what this player has in hand.
fn by_counting(moves: &[Moves; 2], player: Player, in_hand: i16) -> Option<bool> {
    let [mine, theirs] = [player, player.opponent()].map(|player| &moves[player as usize]);
    let in_hand = i32::from(in_hand);
    if mine.sure(theirs, true) + in_hand > theirs.at_most() as i32 {
        return Some(true);
    }
    if theirs.sure(mine, false) - in_hand >= mine.at_most() as i32 {
        return Some(false);
    }
    None
}

impl Moves {
    fn within(&self, free: u128) -> Moves {
        Moves(
            self.0
                .iter()
                .filter(|p| p.is_legal(free))
                .copied()
                .collect(),
        )
    }

    fn count(&self, free: u128) -> i32 {
        self.0.iter().filter(|p| p.is_legal(free)).count() as i32
    }

    /// Returns a bound: no more moves than this can be made.
    fn at_most(&self) -> usize {
        let Some(needed) = self.0.iter().map(|p| p.needs.count_ones()).min() else {
            return 0;
        };
        let mut parts = Vec::new();
        join(self.0.iter().map(|p| p.needs), &mut parts);
        let most = |part: &u128| (part.count_ones() / needed) as usize;
        parts.iter().map(most).sum()
    }

    /// Returns moves that can all be made, one after the other, that need no cell of `gone` and remove none of
    /// `needed`.
    fn packed(&self, mut gone: u128, mut needed: u128) -> Vec<Placement> {
        let mut packed = Vec::new();
        for p in &self.0 {
            if p.needs & gone == 0 && p.removes & needed == 0 {
                gone |= p.removes;
                needed |= p.needs;
                packed.push(*p);
            }
        }
        packed
    }

    /// Returns a number of moves that the player can make whatever the other one does, moving first or second: of
    /// moves that go together those that the other one cannot spoil, and a part of the others, as each move spoils
    /// only so many.
    fn sure(&self, others: &Moves, first: bool) -> i32 {
        let spoilt = others.0.iter().fold(0, |spoilt, p| spoilt | p.removes);
        let most = others.0.iter().map(|p| p.removes.count_ones()).max();
        let safe = self.packed(spoilt, 0);
        let gone = safe.iter().fold(0, |gone, p| gone | p.removes);
        let needed = safe.iter().fold(0, |needed, p| needed | p.needs);
        let open = self.packed(gone, needed).len() as u32;
        // A round takes one of them and spoils `most` others.
        let round = most.unwrap_or(0) + 1;
        let kept = match first {
            true => open.div_ceil(round),
            false => open / round,
        };
        (safe.len() as u32 + kept) as i32
    }
}
