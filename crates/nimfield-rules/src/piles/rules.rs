//! Positions on piles as games: impartial, and with moves of Left and Right.

use std::sync::Arc;

use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::diagram::{Diagram, Heap};
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::families::ray::RayGame;
use nimfield_core::families::vectors::VectorMove;
use nimfield_core::game::{Game, Moves, Part};
use nimfield_core::info::{Fact, GameInfo};
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::partizan::{AnyPartizanComponent, PartizanGame};
use nimfield_core::sorting::Sort as _;
use nimfield_core::theory::{Finding, ValuedBelow};
use nimfield_core::words::{Grundy, Play, Player, Reason};

use nimfield_games::rays::values_in_box;

use super::edges::Edge;
use super::game::{PileMove, Piles};
use super::moves::{Kind, MoveLine};
use super::rays::RayPiles;
use super::table;
use crate::info::RULES;

impl Game for Piles {
    type Move = PileMove;

    const INFO: GameInfo = RULES;

    fn moves(&self) -> Moves<'_, PileMove> {
        Box::new(self.moves_of(None))
    }

    fn play(&self, mv: &PileMove) -> Result<Piles, String> {
        self.played(mv)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Piles, NotationError> {
        Err(cursor.expected("the name of a rule file", RULES.body))
    }

    fn info(&self) -> &'static GameInfo {
        self.game.info
    }

    fn default_play(&self) -> Play {
        self.game.play
    }

    fn amount(mv: &PileMove) -> Option<u128> {
        mv.amount().map(u128::from)
    }

    fn with_amount(mv: &PileMove, amount: u128) -> Option<PileMove> {
        mv.with_amount(amount)
    }

    /// Returns an upper bound.
    fn move_count(&self) -> u128 {
        self.bound_of_moves()
    }

    fn parts(&self) -> Vec<Part<Piles>> {
        self.components().into_iter().map(Part::whole).collect()
    }

    fn key(&self, out: &mut Vec<u8>) {
        self.append_key(out);
    }

    fn diagram(&self) -> Diagram {
        self.picture()
    }

    fn measure(&self) -> Option<u128> {
        self.only_takes().then(|| self.total().into())
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        if !self.game.is_rays() {
            return None;
        }
        let mut rays: Vec<Vec<usize>> = Vec::new();
        for (_, edge) in &self.sets.edges {
            let mut ray = edge.piles.to_vec();
            ray.put_in_order();
            if !rays.contains(&ray) {
                rays.push(ray);
            }
        }
        let game = RayGame::new(self.piles.len(), rays).ok()?;
        let sizes = self.piles.iter().map(|&size| u32::try_from(size).ok());
        Some((game, sizes.collect::<Option<_>>()?))
    }

    fn in_code(&self) -> Option<(HeapRules, Vec<u32>)> {
        let rules = self.game.code()?;
        let sizes = self.piles.iter().map(|&size| u32::try_from(size).ok());
        Some((rules, sizes.collect::<Option<_>>()?))
    }

    fn in_vectors(&self) -> Option<(Vec<VectorMove>, Vec<u64>)> {
        if self.game.keep.is_some() {
            return None;
        }
        let mut vectors = Vec::new();
        for (line, edge) in &self.sets.edges {
            for (entries, any_multiple) in self.game.lines[*line].multiples(edge.piles.len())? {
                let mut amounts = vec![0; self.piles.len()];
                for (&pile, entry) in edge.piles.iter().zip(entries) {
                    amounts[pile] = entry;
                }
                vectors.push(VectorMove {
                    amounts,
                    any_multiple,
                });
            }
        }
        vectors.put_in_order();
        vectors.dedup();
        Some((vectors, self.piles.clone()))
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<PileMove> {
        let (game, _) = self.in_box()?;
        let piles: Vec<usize> = game.rays().nth(ray)?.collect();
        let edge = self.sets.edges.iter().find(|(_, edge)| {
            let mut own = edge.piles.to_vec();
            own.put_in_order();
            own == piles
        });
        let (_, edge) = edge?;
        Some(self.named(edge, &vec![amount.into(); edge.piles.len()]))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        let (law, values) = self.game.law.as_ref()?;
        let (is_p, text) = (law.outcome)(values, &self.piles, play)?;
        Some(Finding::new(is_p, by(&law.fact, text)))
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let (law, _) = self.game.law.as_ref()?;
        let (value, text) = law.value?(&self.piles);
        Some(Finding::new(u128::from(value).into(), by(&law.fact, text)))
    }

    fn heap(&self) -> Option<Grundy> {
        let mut sizes = self.piles.iter().filter(|&&size| size > 0);
        let (Some(&size), None) = (sizes.next(), sizes.next()) else {
            return None;
        };
        // One pile of which any amount may be taken, alone.
        let pile = self.piles.iter().position(|&own| own == size)?;
        let mut edges = self.sets.edges.iter();
        let alone =
            edges.find(|(line, edge)| edge.piles[..] == [pile] && self.game.lines[*line].is_ray());
        (alone.is_some() && self.game.keep.is_none() && self.only_takes())
            .then(|| u128::from(size).into())
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        let rays = RayPiles::new(self)?;
        Some(Ok(AnyComponent::new(rays)))
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<PileMove>> {
        values_in_box(self, play, budget).or_else(|| table::values(self, play, budget))
    }
}

fn by(fact: &Fact, text: String) -> Reason {
    Reason::theorem(fact.source, text).checked_by(fact.claims())
}

/// A position of a game on piles in which Left and Right have moves of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanPiles(pub(crate) Piles);

impl std::fmt::Display for PartizanPiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl PartizanGame for PartizanPiles {
    type Move = PileMove;

    const INFO: GameInfo = RULES;

    fn moves(&self, player: Player) -> Moves<'_, PileMove> {
        Box::new(self.0.moves_of(Some(player)))
    }

    fn play(&self, mv: &PileMove) -> Result<PartizanPiles, String> {
        self.0.played(mv).map(PartizanPiles)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<PartizanPiles, NotationError> {
        Err(cursor.expected("the name of a rule file", RULES.body))
    }

    fn info(&self) -> &'static GameInfo {
        self.0.game.info
    }

    fn default_play(&self) -> Play {
        self.0.game.play
    }

    fn amount(mv: &PileMove) -> Option<u128> {
        mv.amount().map(u128::from)
    }

    fn with_amount(mv: &PileMove, amount: u128) -> Option<PileMove> {
        mv.with_amount(amount)
    }

    fn diagram(&self) -> Diagram {
        self.0.picture()
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let options = |position: &PartizanPiles, player| {
            let moves = position.0.moves_of(Some(player));
            moves
                .map(|mv| PartizanPiles(position.0.with(position.0.after(&mv))))
                .collect()
        };
        let parts = self.0.components().into_iter().map(PartizanPiles);
        let parts = parts.map(|part| AnyPartizanComponent::listed(part, options));
        Ok(parts.collect())
    }
}

impl PileMove {
    /// Returns the move that takes this amount from the same piles.
    fn with_amount(&self, amount: u128) -> Option<PileMove> {
        self.amount()?;
        let amount = i64::try_from(amount).ok()?;
        Some(PileMove {
            changes: self
                .changes
                .iter()
                .map(|&(pile, _)| (pile, amount))
                .collect(),
            names: Arc::clone(&self.names),
        })
    }
}

impl Piles {
    /// Returns whether nothing is ever put down.
    pub(crate) fn only_takes(&self) -> bool {
        self.game.only_takes()
    }

    /// Returns an upper bound of the number of moves.
    fn bound_of_moves(&self) -> u128 {
        let edges = self.sets.edges.iter().map(|(line, edge)| {
            let line = &self.game.lines[*line];
            let sizes = edge.piles.iter().map(|&pile| u128::from(self.piles[pile]));
            match &line.kind {
                Kind::Same => sizes.min().unwrap_or(0),
                Kind::Own(_) => {
                    let choices = sizes.map(|size| size + 1);
                    choices.fold(1, u128::saturating_mul) - 1
                }
                Kind::Vector(vector) => {
                    let bounds = vector.iter().zip(sizes).filter(|(entry, _)| **entry > 0);
                    let bounds =
                        bounds.map(|(entry, size)| size / u128::from(entry.unsigned_abs()));
                    bounds.min().unwrap_or(0)
                }
            }
        });
        edges.fold(0, u128::saturating_add)
    }

    /// Returns positions of which this one is the sum: piles that no move joins are apart.
    pub(crate) fn components(&self) -> Vec<Piles> {
        let whole = self.game.keep.is_some()
            || !self.only_takes()
            || self.game.lines.iter().any(MoveLine::asks_for_total);
        if whole {
            return vec![self.clone()];
        }
        let mut group: Vec<usize> = (0..self.piles.len()).collect();
        fn root(group: &[usize], mut pile: usize) -> usize {
            while group[pile] != pile {
                pile = group[pile];
            }
            pile
        }
        for (line, edge) in &self.sets.edges {
            let partial = matches!(self.game.lines[*line].kind, Kind::Own(Some(_)));
            let full = |&pile: &usize| self.piles[pile] > 0;
            // All piles of such a set change, so that an empty one makes it useless.
            if !partial && !self.uses_only(*line, edge, full) {
                continue;
            }
            let mut piles = edge.piles.iter().copied().filter(full);
            let Some(first) = piles.next() else { continue };
            for pile in piles {
                let (first, other) = (root(&group, first), root(&group, pile));
                group[other.max(first)] = other.min(first);
            }
        }
        let roots = (0..self.piles.len())
            .filter(|&pile| self.piles[pile] > 0 && root(&group, pile) == pile);
        let part = |own: usize| {
            let piles = (self.piles.iter().enumerate())
                .map(|(pile, &size)| if root(&group, pile) == own { size } else { 0 });
            self.with(piles.collect())
        };
        roots.map(part).collect()
    }

    /// Returns whether all piles from which a set takes are full.
    fn uses_only(&self, line: usize, edge: &Edge, full: impl Fn(&usize) -> bool) -> bool {
        match &self.game.lines[line].kind {
            Kind::Vector(vector) => {
                let used = edge
                    .piles
                    .iter()
                    .zip(vector)
                    .filter(|(_, entry)| **entry > 0);
                used.into_iter().all(|(pile, _)| full(pile))
            }
            _ => edge.piles.iter().all(full),
        }
    }

    /// Lays the piles out in the plane.
    fn picture(&self) -> Diagram {
        let field = &self.sets.field;
        if let Some((_, columns)) = field.plane() {
            return Diagram::Matrix {
                columns,
                entries: self.piles.iter().map(u64::to_string).collect(),
                changed: Vec::new(),
            };
        }
        let heaps = self.piles.iter().enumerate();
        let heaps = heaps.map(|(pile, &size)| Heap {
            name: format!("pile {}", field.name(pile)),
            size: size.to_string(),
            parts: Vec::new(),
            counters: size.into(),
            taken: 0,
        });
        Diagram::Heaps(heaps.collect())
    }
}
