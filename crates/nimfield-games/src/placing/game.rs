//! The rules of placing games, and the theory of those in which both players have the same moves.

use crate::boards::draw::board_shape;
use crate::boards::reflection_name;
use crate::placing::cluster::Cluster;
use crate::placing::field::{FORM, Field, PlacingMove, numbers, write_key};
use crate::placing::rules::CellNames;
use nimfield_core::diagram::{Diagram, Mark};
use nimfield_core::families::placing::Placement;
use nimfield_core::partizan::{moves_of_both, owner};
use nimfield_core::prelude::*;
use nimfield_core::shape::Shape;
use nimfield_core::theory::{Finding, Followers, Settled, Undecided, ValuedBelow};
use nimfield_core::words::{Play, Player, Reason, ReasonKind, counted};
use nimfield_engines::placing::{Reflection, answered_by_reflection};

/// The description of placing games.
pub const PLACING: GameInfo = GameInfo {
    title: "tiles or pieces on free cells, as a file describes them",
    rules: "A move places a tile or a piece on free cells. They are no longer free, nor are the cells that it \
            forbids.",
    body: "`full`, or rows separated by /: o for a free cell, . for a taken one, _ for a missing cell",
    forms: &[FORM],
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

impl Field {
    /// Returns the legal moves with the free cells that each leaves.
    fn results(&self) -> Vec<(PlacingMove, u128)> {
        let legal = self.rules().placing().legal(self.free());
        let result = |p: &Placement| (self.move_of(p.needs), self.free() & !p.removes);
        legal.map(result).collect()
    }
}

impl Rules for Field {
    type Move = PlacingMove;

    const INFO: GameInfo = PLACING;

    fn moves(&self) -> Moves<'_, PlacingMove> {
        moves_of_both(self)
    }

    fn owner(&self, mv: &PlacingMove) -> Option<Player> {
        owner(self, mv)
    }

    fn play(&self, mv: &PlacingMove) -> Result<Field, String> {
        if let Some(taken) = numbers(mv.needs() & !self.free()).next() {
            let cell = self.move_of(1 << taken);
            return Err(format!("{cell} is not free"));
        }
        let placement = (self.placement(mv))
            .ok_or_else(|| format!("no move of this game occupies exactly {mv}"))?;
        Ok(self.with(self.free() & !placement.removes))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Field, NotationError> {
        Err(cursor.expected("the name of a file", PLACING.body))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<PlacingMove, NotationError> {
        self.read_cells(cursor)
    }

    /// Returns the board, with stones on the cells that are not free.
    fn shape(&self) -> Shape {
        match self.rules().board() {
            CellNames::Plane(shape) => {
                board_shape(shape, "cell", |number| self.mark(number.into()))
            }
            CellNames::Listed { names, .. } => {
                let players: &[&str] = match self.rules().apart() {
                    Some(_) => &["L ", "R "],
                    None => &[""],
                };
                let bits = players
                    .iter()
                    .flat_map(|player| names.iter().map(move |name| format!("{player}{name}")));
                let size = |bit: usize| self.free() >> bit & 1;
                Shape::Named(
                    bits.enumerate()
                        .map(|(bit, name)| (name, size(bit)))
                        .collect(),
                )
            }
        }
    }

    fn typed_move(&self, mv: &Move) -> Option<PlacingMove> {
        let mv = PlacingMove::of_move(mv)?;
        Some(match (self.rules().board(), self.rules().apart()) {
            (CellNames::Plane(_), Some(cells)) => mv.on(cells),
            _ => mv,
        })
    }

    fn info(&self) -> &'static GameInfo {
        self.rules().name().info
    }

    fn default_play(&self) -> Play {
        self.rules().name().play
    }
}

impl Search for Field {
    fn move_count(&self) -> u128 {
        self.rules().placing().legal(self.free()).count() as u128
    }

    fn parts(&self) -> Vec<Part<Field>> {
        self.clusters().into_iter().map(Part::whole).collect()
    }

    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.rules().id().to_le_bytes());
        let mut keys: Vec<_> = (self.rules().placing().components(self.free()).into_iter())
            .map(|part| self.rules().forms().key(part))
            .collect();
        keys.sort_unstable();
        keys.into_iter().for_each(|key| write_key(key, out));
    }

    fn measure(&self) -> Option<u128> {
        Some(self.free().count_ones().into())
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        Some(Ok(AnyComponent::new(Cluster::new(self.clone()))))
    }
}

impl Theory for Field {
    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        let placing = self.rules().placing();
        if play == Play::Misere {
            return None;
        }
        if placing.legal(self.free()).next().is_none() {
            let text = "there is no move".to_string();
            return Some(Finding::new(true, Reason::theorem("the rules", text)));
        }
        let name = match (
            answered_by_reflection(placing, self.free())?,
            self.rules().board(),
        ) {
            (Reflection::Linear(map), CellNames::Plane(shape)) => {
                reflection_name(shape.lattice(), map)
            }
            _ => None,
        };
        let text = format!(
            "{}, a symmetry of order two, maps every move to one that can still be made, so that the second player \
             can always answer with the image",
            name.unwrap_or("a permutation of the free cells")
        );
        Some(Finding::new(true, Reason::theorem(REFLECTION.source, text)))
    }

    fn known(&self, _: Play) -> Known {
        Known::Nothing
    }
}

impl Engines for Field {
    fn outcome_by_engine(
        &self,
        play: Play,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Settled<PlacingMove>, Undecided>> {
        if play == Play::Misere {
            return None;
        }
        let mut values = self.rules().values();
        let before = values.positions();
        let mut settle = || -> Result<Settled<PlacingMove>, Unfinished> {
            let is_p = values.has_value(self.free(), 0, budget)?;
            let mut winning = Vec::new();
            if moves && !is_p {
                for (mv, after) in self.results() {
                    if values.has_value(after, 0, budget)? {
                        winning.push(mv);
                    }
                }
            }
            // Other questions about this game have searched the parts before these.
            let positions = values.positions() - before;
            let how = match (positions, before) {
                // All parts are equal in pairs, or the second player answers each move in them with its image.
                (0, 0) => "the symmetry of its parts, without a search".to_string(),
                (0, _) => "parts that were searched before".to_string(),
                _ => {
                    let searched = counted(positions as usize, "part");
                    format!("a search of {searched}, up to symmetry")
                }
            };
            let reason = Reason::new(
                ReasonKind::Search,
                "search of the parts that moves leave",
                format!("{self} was decided by {how}"),
            );
            Ok(Settled {
                is_p: Finding::new(is_p, reason),
                moves: winning,
                positions,
            })
        };
        Some(settle().map_err(Undecided::from))
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<PlacingMove>> {
        if play == Play::Misere {
            return None;
        }
        let mut values = self.rules().values();
        let before = values.positions();
        let found = values.value(self.free(), budget).map(|value| {
            Box::new(Valued {
                position: self.clone(),
                value,
                fresh: values.positions() - before,
                budget: budget.clone(),
            }) as Box<dyn Followers<PlacingMove>>
        });
        Some(found.map_err(Undecided::from))
    }
}

impl Shown for Field {
    fn diagram(&self) -> Diagram {
        match self.rules().board() {
            CellNames::Listed { names, edges, .. } if !edges.is_empty() => {
                let names = names.iter().enumerate();
                let edges = edges.iter();
                Diagram::Graph {
                    vertices: names
                        .map(|(vertex, name)| (name.clone(), self.mark(vertex)))
                        .collect(),
                    edges: edges.map(|&(a, b)| (a, b, String::new())).collect(),
                }
            }
            _ => self.shape().diagram(),
        }
    }
}

impl Field {
    /// Returns how a cell is shown: as one with a stone, if it is taken.
    fn mark(&self, cell: usize) -> Mark {
        match self.symbol(cell) {
            'o' => Mark::Empty,
            '.' => Mark::Stone,
            letter => Mark::Text(letter.to_string()),
        }
    }
}

/// A position with its value.
struct Valued {
    position: Field,
    value: u16,
    /// The number of parts searched for it.
    fresh: u64,
    budget: Budget,
}

impl Followers<PlacingMove> for Valued {
    fn value(&self) -> u128 {
        self.value.into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<PlacingMove>, bool) {
        let Ok(target) = u16::try_from(target) else {
            return (Vec::new(), true);
        };
        let mut values = self.position.rules().values();
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
        let searched = counted(self.positions() as usize, "part");
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
        self.position.rules().values().positions()
    }

    fn fresh(&self) -> u64 {
        self.fresh
    }

    fn bytes(&self) -> u64 {
        self.position.rules().values().bytes()
    }
}
