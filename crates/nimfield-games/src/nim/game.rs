//! Nim: the interface to the analyser.

use nimbers::Ordinal;

use crate::nim::rules::{FORMS, HeapMove, Lowering, Nim, heap_moves};
use crate::nim::text::{MISERE, NIM_SUM};
use crate::nim::theory::{BOUTON, NimHeap, candidates, misere_outcome, number_formula};
use nimfield_core::info::MapExample;
use nimfield_core::notation::{at_body_end, read_list};
use nimfield_core::prelude::*;
use nimfield_core::words::there_are;

impl Rules for Nim {
    type Move = HeapMove;

    const INFO: GameInfo = GameInfo {
        title: "nim: take any number of counters from one heap",
        plain_rules: "There are some heaps of counters. On your turn choose a heap and take as \
                      many counters from it as you like, but at least one.",
        rules: "A position is a row of heaps. A move takes any number of counters, at least one, \
                from one heap. A heap may also be an ordinal; a move lowers it to any smaller one.",
        body: "heap sizes separated by commas or blanks: whole numbers, or ordinals such as w^2*3+w+4",
        forms: FORMS,
        moves: "`heap I by K`; of a transfinite heap `heap I to K`",
        move_example: "heap 2 by 3",
        play: Play::Normal,
        theory: &[NIM_SUM, MISERE],
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of \
                 Mathematics 3 (1901)",
        chapter: "nim",
        group: Group::Heaps,
        setup: Setup::Heaps {
            each: "heap",
            count: None,
            ordinals: true,
        },
        puzzles: &[Puzzle::of(&[3], 12)],
        maps: &[MapExample {
            title: "Nim with three heaps",
            family: Family::new("nim[a,b,9]", "a=0..31 b=0..31"),
            show: "value",
            statement: "a xor b = 9",
            source: "Bouton 1901",
        }],
        starts: &["nim[2,3,5]", "nim[1,4,7]", "nim[3,5,7]"],
        ..GameInfo::named("nim", "nim[3,5,17]")
    };

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, HeapMove> {
        let heaps = self.heaps().iter().enumerate();
        Box::new(heaps.flat_map(|(heap, size)| heap_moves(heap, size.clone())))
    }

    fn play(&self, mv: &HeapMove) -> Result<Nim, String> {
        let mut heaps = self.heaps().to_vec();
        let count = heaps.len();
        let Some(size) = heaps.get_mut(mv.heap) else {
            return Err(there_are(count, "heap"));
        };
        *size = mv.lowering.left(mv.heap + 1, size)?;
        Ok(Nim::of_ordinals(heaps))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Nim, NotationError> {
        if at_body_end(cursor) {
            return Ok(Nim::of_ordinals(Vec::new()));
        }
        let heaps = read_list(cursor, |cursor| cursor.need_ordinal("a heap"))?;
        Ok(Nim::of_ordinals(heaps))
    }

    /// Returns the move in its usual form: for a finite heap, the remaining size determines the loss.
    fn typed_move(&self, mv: &Move) -> Option<HeapMove> {
        let mv = HeapMove::of_move(mv)?;
        match (&mv.lowering, self.heaps().get(mv.heap)) {
            (Lowering::To(left), Some(size)) => Some(HeapMove::to(
                mv.heap,
                &size.clone().into(),
                &left.clone().into(),
            )),
            _ => Some(mv),
        }
    }

    fn of_numbers(numbers: &[u128]) -> Result<Nim, String> {
        Ok(Nim::new(numbers.to_vec()))
    }

    fn shape(&self) -> Shape {
        Shape::heaps("heap", self.heaps().iter().cloned())
    }
}

impl Shown for Nim {
    fn part_text(&self) -> String {
        self.heap()
            .map_or_else(|| self.to_string(), |heap| heap.to_string())
    }
}

impl Search for Nim {
    fn move_count(&self) -> u128 {
        let sizes = self
            .heaps()
            .iter()
            .map(|heap| Grundy::from(heap.clone()).finite());
        let counts = sizes.map(|size| size.unwrap_or(u128::MAX));
        counts.fold(0, u128::saturating_add)
    }

    fn parts(&self) -> Vec<Part<Nim>> {
        let heaps = self.heaps().iter().enumerate();
        let part = |(heap, size): (usize, &Ordinal)| {
            let only = Nim::of_ordinals(vec![size.clone()]);
            Part::new(only, move |mv: HeapMove| HeapMove { heap, ..mv })
        };
        heaps.map(part).collect()
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        let size = self.heap()?;
        Some(match size.finite() {
            Some(size) => Ok(AnyComponent::new(NimHeap(size))),
            None => Err(format!(
                "a heap of {} has too many options for a search",
                size.ordinal_text()
            )),
        })
    }
}

impl Theory for Nim {
    fn number_formula(&self, play: Play, _count: usize) -> Option<NumberFormula> {
        Some(number_formula(play))
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let size = self.heap()?;
        let text = format!("a heap of {} has the value {size}", size.ordinal_text());
        let reason = Reason::theorem(BOUTON, text).checked_by(NIM_SUM.claims());
        Some(Finding::new(size, reason))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        match play {
            Play::Normal => self.value().map(Finding::is_p),
            Play::Misere => Some(misere_outcome(&[self.heap()?])),
        }
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<HeapMove>> {
        let size = self.heap()?;
        let sizes = candidates(&size, target, play).into_iter();
        let moves = sizes.map(|left| HeapMove::to(0, &size, &left));
        Some(moves.collect())
    }

    fn heap(&self) -> Option<Grundy> {
        match self.heaps() {
            [size] => Some(size.clone().into()),
            _ => None,
        }
    }
}

impl Engines for Nim {
    fn as_ray_box(&self) -> Option<(RayGame, Vec<u32>)> {
        let heaps = self.finite_heaps()?;
        // `None` if there are more heaps than the engine supports.
        let game = RayGame::nim(heaps.len()).ok()?;
        let sizes = heaps.into_iter().map(|size| u32::try_from(size).ok());
        Some((game, sizes.collect::<Option<_>>()?))
    }
}
