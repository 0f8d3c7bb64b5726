//! Placing games in which both players have the same moves.

use std::fmt;
use std::sync::Mutex;

use crate::placing::cluster::Cluster;
use crate::placing::field::{Field, PlacingMove};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::component::{AnyComponent, Known};
use nimfield_core::diagram::Diagram;
use nimfield_core::game::{Game, Moves, Part};
use nimfield_core::handles::Handle;
use nimfield_core::info::{Checked, Fact, GameInfo, Group};
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::theory::{Finding, Followers, Settled, Undecided, ValuedBelow};
use nimfield_core::words::{Play, Reason, ReasonKind, counted};
use nimfield_engines::placing::{PlacingValues, answered_by_reflection};

/// A position of an impartial placing game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed(Field);

/// Placing games, for people.
pub const PLACING: GameInfo = GameInfo {
    title: "tiles or pieces on free cells, as a file describes them",
    rules: "A move places a tile or a piece on free cells. They are no longer free, nor are the cells that it \
            forbids.",
    body: "`full`, or rows separated by /: o for a free cell, . for a taken one, _ for a missing cell",
    moves: "a cell `b2`, the first and the last cell of a straight tile `a1-b1`, or all of its cells `a1,a2,b2`",
    move_example: "a1-b1",
    theory: &[REFLECTION],
    source: "the file",
    group: Group::Stones,
    ..GameInfo::named("@file", "@tiles.txt")
};

/// Answering with the image.
const REFLECTION: Fact = Fact {
    statement: "normal play: if a symmetry of order two of the free cells maps every move to one that can still be \
                made after it, the position is P",
    source: "the second player answers each move with its image",
    checked: Checked::BY_TESTS_OF_ENGINES,
};

impl Placed {
    /// Returns a position of a game in which both players have the same moves.
    ///
    /// # Errors
    /// If Left and Right have different moves.
    pub fn new(field: Field) -> Result<Placed, String> {
        match field.rules().placing().is_partizan() {
            true => Err("Left and Right have different moves in this game".to_string()),
            false => Ok(Placed(field)),
        }
    }

    /// Returns the free cells and the game.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.0
    }

    fn values(&self) -> PlacingValues {
        PlacingValues::new(self.0.rules().placing().clone())
    }

    /// Returns the legal moves with the free cells that each leaves.
    fn results(&self) -> Vec<(PlacingMove, u128)> {
        let legal = self.0.rules().placing().legal(self.0.free());
        let result = |p: &nimfield_core::families::placing::Placement| {
            (self.0.move_of(p.needs), self.0.free() & !p.removes)
        };
        legal.map(result).collect()
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Game for Placed {
    type Move = PlacingMove;

    const INFO: GameInfo = PLACING;

    fn moves(&self) -> Moves<'_, PlacingMove> {
        Box::new(self.0.moves(None))
    }

    fn move_count(&self) -> u128 {
        self.0.rules().placing().legal(self.0.free()).count() as u128
    }

    fn play(&self, mv: &PlacingMove) -> Result<Placed, String> {
        self.0.play(mv).map(Placed)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Placed, NotationError> {
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

    fn parts(&self) -> Vec<Part<Placed>> {
        let parts = self.0.parts().into_iter();
        parts.map(|part| Part::whole(Placed(part))).collect()
    }

    fn key(&self, out: &mut Vec<u8>) {
        self.0.key(out);
    }

    fn diagram(&self) -> Diagram {
        self.0.diagram()
    }

    fn handles(&self) -> Vec<Handle> {
        self.0.handles()
    }

    fn measure(&self) -> Option<u128> {
        Some(self.0.free().count_ones().into())
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        let placing = self.0.rules().placing();
        if play == Play::Misere || !answered_by_reflection(placing, self.0.free()) {
            return None;
        }
        let text = "a symmetry of the free cells maps every move to one that can still be made, so that the \
                    second player can always answer with the image";
        Some(Finding::new(
            true,
            Reason::theorem(REFLECTION.source, text.to_string()),
        ))
    }

    fn known(&self, _: Play) -> Known {
        Known::Nothing
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        Some(Ok(AnyComponent::new(Cluster::new(self.0.clone()))))
    }

    fn settled(
        &self,
        play: Play,
        budget: &Budget,
    ) -> Option<Result<Settled<PlacingMove>, Undecided>> {
        if play == Play::Misere {
            return None;
        }
        let mut values = self.values();
        let mut settle = || -> Result<Settled<PlacingMove>, Unfinished> {
            let is_p = values.has_value(self.0.free(), 0, budget)?;
            let mut moves = Vec::new();
            if !is_p {
                for (mv, after) in self.results() {
                    if values.has_value(after, 0, budget)? {
                        moves.push(mv);
                    }
                }
            }
            let searched = counted(values.positions() as usize, "part");
            let reason = Reason::new(
                ReasonKind::Search,
                "search of the parts that moves leave",
                format!("{self} was decided by a search of {searched}, up to symmetry"),
            );
            Ok(Settled {
                is_p: Finding::new(is_p, reason),
                moves,
                positions: values.positions(),
            })
        };
        Some(settle().map_err(Undecided::from))
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<PlacingMove>> {
        if play == Play::Misere {
            return None;
        }
        let mut values = self.values();
        let found = values.value(self.0.free(), budget).map(|value| {
            Box::new(Valued {
                position: self.clone(),
                value,
                values: Mutex::new(values),
                budget: budget.clone(),
            }) as Box<dyn Followers<PlacingMove>>
        });
        Some(found.map_err(Undecided::from))
    }
}

/// A position with its value, and the search that found it.
struct Valued {
    position: Placed,
    value: u16,
    values: Mutex<PlacingValues>,
    budget: Budget,
}

impl Valued {
    fn search(&self) -> std::sync::MutexGuard<'_, PlacingValues> {
        let values = self.values.lock();
        values.unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Followers<PlacingMove> for Valued {
    fn value(&self) -> u128 {
        self.value.into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<PlacingMove>, bool) {
        let Ok(target) = u16::try_from(target) else {
            return (Vec::new(), true);
        };
        let mut values = self.search();
        let mut moves = Vec::new();
        for (mv, after) in self.position.results() {
            match values.has_value(after, target, &self.budget) {
                Ok(true) if moves.len() == most => return (moves, false),
                Ok(true) => moves.push(mv),
                Ok(false) => {}
                Err(_) => return (moves, false),
            }
        }
        (moves, true)
    }

    fn reason(&self) -> Option<Reason> {
        let searched = counted(self.search().positions() as usize, "part");
        Some(Reason::new(
            ReasonKind::Search,
            "search of the parts that moves leave",
            format!(
                "{} has the value *{} by a search of {searched}, up to symmetry",
                self.position, self.value
            ),
        ))
    }

    fn positions(&self) -> u64 {
        self.search().positions()
    }

    fn bytes(&self) -> u64 {
        self.search().bytes()
    }
}
