//! Theory of placing games in which Left and Right have different moves.

use crate::placing::cluster::Cluster;
use crate::placing::field::{Field, PlacingMove};
use nimfield_core::partizan::{
    AnyPartizanComponent, Decided, MoveRun, PartizanRules, PartizanTheory, Searched,
};
use nimfield_core::prelude::*;
use nimfield_core::words::ReasonKind;

/// With no more moves than this the canonical form is soon found, and says more: Domineering on 5x5 has 40, and all the
/// forms of its parts take an eighth of a second.
const MOVES_OF_SMALL_FORMS: usize = 40;

impl Field {
    fn settle(&self, moves: bool, budget: &Budget) -> Result<Searched<PlacingMove>, Unfinished> {
        let free = self.free();
        let mut race = self.rules().race();
        let before = race.positions();
        let mut wins = |free: u128, player: Player| race.wins(free, player, budget);
        let outcome = Outcome::partizan(wins(free, Player::Left)?, wins(free, Player::Right)?);
        let own = |player| self.moves_of(player).map(move |mv| (player, mv));
        let mut winning = Vec::new();
        let mut gap = String::new();
        for (player, mv) in [Player::Left, Player::Right]
            .into_iter()
            .filter(|_| moves)
            .flat_map(own)
        {
            let Some(placement) = self.placement(&mv) else {
                continue;
            };
            match wins(free & !placement.removes, player.opponent()) {
                Ok(true) => {}
                Ok(false) => winning.push(MoveRun {
                    player,
                    first: mv,
                    to: None,
                }),
                Err(unfinished) => {
                    gap = format!("; not all moves are tried: {unfinished}");
                    break;
                }
            }
        }
        // Other questions about this game have searched the positions before these.
        let positions = race.positions() - before;
        let how = match (positions, before) {
            (0, 0) => "bounds, without a search".to_string(),
            (0, _) => "positions that were searched before".to_string(),
            _ => {
                let searched = counted(positions as usize, "position");
                format!("bounds and a search of {searched}, up to symmetry")
            }
        };
        let text = format!("{self} was decided by {how}{gap}");
        let decided = Decided {
            outcome,
            reason: Reason::new(ReasonKind::Search, "search with bounds", text),
            moves: moves.then_some(winning),
            figures: None,
            figures_reason: None,
        };
        Ok(Searched {
            decided,
            complete: gap.is_empty(),
            positions,
        })
    }
}

impl PartizanRules for Field {
    fn moves_of(&self, player: Player) -> Moves<'_, PlacingMove> {
        Box::new(self.moves_by(Some(player)))
    }

    fn is_partizan(&self) -> bool {
        self.rules().placing().is_partizan()
    }

    fn is_move_of(&self, mv: &PlacingMove, player: Player) -> bool {
        let placement = self.placement(mv);
        placement.is_some_and(|placement| placement.is_of(player))
    }

    fn negative(&self) -> Option<Field> {
        let (rules, free) = self.rules().exchanged(self.free())?;
        Some(Field::new(rules, free))
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let component = |part| AnyPartizanComponent::new(Cluster::joined(part));
        Ok(self.clusters().into_iter().map(component).collect())
    }
}

impl PartizanTheory for Field {
    fn outcome_by_engine(
        &self,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Searched<PlacingMove>, Unfinished>> {
        let placing = self.rules().placing();
        if placing.legal(self.free()).count() <= MOVES_OF_SMALL_FORMS {
            return None;
        }
        Some(self.settle(moves, budget))
    }
}
