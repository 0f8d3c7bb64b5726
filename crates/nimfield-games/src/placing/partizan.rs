//! Placing games in which Left and Right have moves of their own.

use std::fmt;

use crate::placing::cluster::Cluster;
use crate::placing::field::{Field, PlacingMove};
use crate::placing::impartial::PLACING;
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::diagram::Diagram;
use nimfield_core::game::Moves;
use nimfield_core::handles::Handle;
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::partizan::{AnyPartizanComponent, Decided, MoveRun, PartizanGame, Searched};
use nimfield_core::words::{Outcome, Play, Player, Reason, ReasonKind, counted};
use nimfield_engines::placing::PlacingRace;

/// A position of a partizan placing game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanPlaced(Field);

impl PartizanPlaced {
    /// Returns a position of a game.
    #[must_use]
    pub fn new(field: Field) -> PartizanPlaced {
        PartizanPlaced(field)
    }
}

impl fmt::Display for PartizanPlaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// With no more moves than this the canonical form is soon found, and says more: Domineering on 5x5 has 40, and its
/// form takes a second.
const MOVES_OF_SMALL_FORMS: usize = 40;

impl PartizanPlaced {
    fn settle(
        &self,
        mut race: PlacingRace,
        moves: bool,
        budget: &Budget,
    ) -> Result<Searched<PlacingMove>, Unfinished> {
        let free = self.0.free();
        let mut wins = |free: u128, player: Player| {
            let left = budget.most_positions().saturating_sub(race.positions());
            race.wins(free, player, &budget.clone().positions(left))
        };
        let outcome = Outcome::partizan(wins(free, Player::Left)?, wins(free, Player::Right)?);
        let own = |player| self.0.moves(Some(player)).map(move |mv| (player, mv));
        let mut winning = Vec::new();
        let mut gap = String::new();
        for (player, mv) in [Player::Left, Player::Right]
            .into_iter()
            .filter(|_| moves)
            .flat_map(own)
        {
            let Some(placement) = self.0.placement(&mv) else {
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
        let searched = counted(race.positions() as usize, "position");
        let text = format!("{self} was decided by a search of {searched}, up to symmetry{gap}");
        let decided = Decided {
            outcome,
            reason: Reason::new(ReasonKind::Search, "search that counts moves", text),
            moves: moves.then_some(winning),
            figures: None,
            figures_reason: None,
        };
        Ok(Searched {
            decided,
            complete: gap.is_empty(),
            positions: race.positions(),
        })
    }
}

impl PartizanGame for PartizanPlaced {
    type Move = PlacingMove;

    const INFO: GameInfo = PLACING;

    fn moves(&self, player: Player) -> Moves<'_, PlacingMove> {
        Box::new(self.0.moves(Some(player)))
    }

    fn play(&self, mv: &PlacingMove) -> Result<PartizanPlaced, String> {
        self.0.play(mv).map(PartizanPlaced)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<PartizanPlaced, NotationError> {
        Err(cursor.expected("the name of a file", PLACING.body))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<PlacingMove, NotationError> {
        self.0.read_move(cursor)
    }

    fn info(&self) -> &'static GameInfo {
        self.0.rules().name().info
    }

    fn default_play(&self) -> Play {
        self.0.rules().name().play
    }

    fn diagram(&self) -> Diagram {
        self.0.diagram()
    }

    fn handles(&self) -> Vec<Handle> {
        self.0.handles()
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let parts = self.0.parts().into_iter();
        let component = |part| AnyPartizanComponent::new(Cluster::new(part));
        Ok(parts.map(component).collect())
    }

    fn negative(&self) -> Option<PartizanPlaced> {
        self.0.exchanged().map(PartizanPlaced)
    }

    fn settled(
        &self,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Searched<PlacingMove>, Unfinished>> {
        let placing = self.0.rules().placing();
        if placing.legal(self.0.free()).count() <= MOVES_OF_SMALL_FORMS {
            return None;
        }
        Some(self.settle(PlacingRace::new(placing.clone()), moves, budget))
    }

    fn is_move_of(&self, mv: &PlacingMove, player: Player) -> bool {
        self.0
            .placement(mv)
            .is_some_and(|placement| placement.is_of(player))
    }
}
