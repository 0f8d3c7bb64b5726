//! Heaps with moves given by a code: the interface to the analyser.

use super::rules::FORMS;
use std::sync::Arc;

use nimfield_core::families::heaps::{CODE_HELP, HeapRules, HeapSplit};
use nimfield_core::game::read_in_forms;
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{GameOption, Takes};
use nimfield_core::notation::read_bracketed;
use nimfield_core::prelude::*;
use nimfield_core::theory::ValuedBelow;
use nimfield_core::words::there_are;

use super::rules::{Code, CodeGame, CodeMove};
use super::smaller::SmallerHeaps;
use super::theory::{PERIODS, VALUES, finding, misere_heap, move_to, tabulate, value};

impl Code {
    /// Creates the game `code(…)` with these rules.
    #[must_use]
    pub fn plain(rules: HeapRules) -> Code {
        Code {
            rules,
            name: None,
            info: &CodeGame::INFO,
            play: CodeGame::INFO.play,
        }
    }
}

impl Rules for CodeGame {
    type Move = CodeMove;

    const INFO: GameInfo = GameInfo {
        title: "taking-and-breaking games: octal and hexadecimal codes",
        rules: "A position is a row of heaps. A move takes counters from one heap and may split the rest. Digit \
                k of the code, counted from 0 before the point, says what a move that takes k counters may leave: \
                the sum of 1 for nothing, 2 for one heap, 4 for two, 8 for three, and so on.",
        plain_rules: "There are some heaps of counters, and a code says how many you may take from a heap and whether \
                      you may split the rest in two. With 0.77 you take one or two counters, and split what is left \
                      if you like.",
        body: "the code in parentheses, then heap sizes separated by commas or blanks",
        forms: FORMS,
        move_example: "heap 1 by 2 into 34+35",
        play: Play::Normal,
        theory: &[
            VALUES,
            PERIODS,
            Fact {
                statement: "misère play: sums are decided by the misère quotient of the heaps, if one of few classes is \
                            found; other heaps are searched",
                source: "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A \
                         115 (2008), 593-622",
                checked: Checked::BY_TESTS_OF_ENGINES,
            },
        ],
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for Your Mathematical Plays, vol. 1 \
                 (1982), ch. 4",
        chapter: "codes",
        group: Group::Heaps,
        options: &[GameOption {
            name: "code",
            takes: Takes::Text(&["0.77", "0.137", "4!.0", "0.[3]"]),
            meaning: "the code",
        }],
        setup: Setup::Heaps {
            each: "heap",
            count: None,
            ordinals: false,
        },
        starts: &["code(0.77)[5]", "code(0.77)[5,3]", "code(0.77)[12]"],
        ..GameInfo::named("code", "code(0.77)[71,5]")
    };

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, CodeMove> {
        let heaps = self.heaps().iter().enumerate();
        Box::new(heaps.flat_map(|(heap, &size)| {
            let splits = self.rules().splits(size);
            splits.map(move |split| CodeMove { heap, split })
        }))
    }

    fn play(&self, mv: &CodeMove) -> Result<CodeGame, String> {
        let Some(&size) = self.heaps().get(mv.heap) else {
            return Err(there_are(self.heaps().len(), "heap"));
        };
        if let Some(fault) = self.rules().fault(size, &mv.split) {
            return Err(fault);
        }
        let mut heaps = self.heaps().to_vec();
        heaps.splice(mv.heap..=mv.heap, mv.split.pieces().iter().copied());
        Ok(self.with(heaps))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<CodeGame, NotationError> {
        Err(cursor.expected("`(`", CODE_HELP))
    }

    fn read_component(cursor: &mut Cursor<'_>) -> Result<CodeGame, NotationError> {
        cursor.need("(", CODE_HELP)?;
        let code = Arc::new(Code::plain(HeapRules::read(cursor)?));
        cursor.need(")", CODE_HELP)?;
        read_bracketed(cursor, Self::INFO.body, Self::EMPTY_BODY, |cursor| {
            CodeGame::read_body(&code, cursor)
        })
    }

    fn info(&self) -> &'static GameInfo {
        self.code().info
    }

    fn default_play(&self) -> Play {
        self.code().play
    }

    /// Reads a move in the forms of this game, also for a game of a rule file.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<CodeMove, NotationError> {
        let count = |noun: &str| self.shape().count(noun);
        read_in_forms(FORMS, self.info(), cursor, count, |mv| self.typed_move(mv))
    }

    fn typed_move(&self, mv: &Move) -> Option<CodeMove> {
        let mv = CodeMove::of_move(mv)?;
        let taken = mv.split.taken;
        match (mv.split.pieces(), self.heaps().get(mv.heap)) {
            ([], Some(&size)) if taken > 0 && size > taken => {
                let split = HeapSplit::new(taken, &[size - taken]);
                Some(CodeMove { split, ..mv })
            }
            _ => Some(mv),
        }
    }

    fn with_numbers(&self, numbers: &[u128]) -> Option<Result<CodeGame, String>> {
        let fault = numbers
            .iter()
            .find_map(|&size| self.rules().size_fault(size));
        Some(match fault {
            None => Ok(self.with(numbers.to_vec())),
            Some(fault) => Err(fault),
        })
    }

    fn shape(&self) -> Shape {
        Shape::heaps("heap", self.heaps().iter().copied())
    }
}

impl Shown for CodeGame {
    fn handles(&self) -> Vec<Handle> {
        let heaps = self.heaps().iter().enumerate();
        let movable = heaps.filter(|&(_, &size)| self.rules().can_move(size));
        let handle = |(i, _)| {
            let label = format!("heap {}", i + 1);
            let before = format!("{label} ");
            Handle::new(label, vec![i], Grip::Listed { before })
        };
        movable.map(handle).collect()
    }
}

impl Search for CodeGame {
    fn move_count(&self) -> u128 {
        self.heaps()
            .iter()
            .map(|&size| self.rules().split_count(size))
            .fold(0, u128::saturating_add)
    }

    fn parts(&self) -> Vec<Part<CodeGame>> {
        let heaps = self.heaps().iter().enumerate();
        let part = |(heap, &size): (usize, &u128)| {
            Part::new(self.with(vec![size]), move |mv: CodeMove| CodeMove {
                heap,
                ..mv
            })
        };
        heaps.map(part).collect()
    }

    fn measure(&self) -> Option<u128> {
        // A move that takes nothing must leave more heaps.
        let mut heaps = self.heaps().iter();
        let counters = heaps.try_fold(0, |sum: u128, &size| sum.checked_add(size))?;
        match self.rules().most_pieces() {
            0 | 1 => Some(counters),
            _ => {
                let heaps = self.heaps().iter().filter(|&&size| size > 0).count() as u128;
                Some(counters.checked_mul(3)? - heaps)
            }
        }
    }
}

impl Theory for CodeGame {
    fn value(&self) -> Option<Finding<Grundy>> {
        let [size] = *self.heaps() else { return None };
        finding(self.table(), size)
    }

    fn known(&self, play: Play) -> Known {
        let value = match (play, self.heaps()) {
            (Play::Normal, &[size]) => value(self.table(), size),
            _ => None,
        };
        value.map_or(Known::Nothing, Known::Value)
    }

    fn misere_heap(&self) -> Option<Grundy> {
        let [size] = *self.heaps() else { return None };
        misere_heap(self.table(), size).map(Grundy::from)
    }

    fn move_to_value(
        &self,
        play: Play,
        target: &Grundy,
        _budget: &Budget,
    ) -> Option<Result<CodeMove, String>> {
        let (Play::Normal, &[size], Some(target)) = (play, self.heaps(), target.finite()) else {
            return None;
        };
        value(self.table(), size)?;
        let found = move_to(self.table(), size, target).map(|split| CodeMove { heap: 0, split });
        Some(found.ok_or_else(|| "no such move is among the first ones".to_string()))
    }
}

impl Engines for CodeGame {
    fn as_code_heaps(&self) -> Option<(HeapRules, Vec<u128>)> {
        Some((self.rules().clone(), self.heaps().to_vec()))
    }

    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided> {
        let largest = self.heaps().iter().max();
        largest.map_or(Ok(()), |&size| tabulate(self.table(), size, budget))
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<CodeMove>> {
        let [size] = *self.heaps() else { return None };
        let found = match play {
            Play::Normal => SmallerHeaps::find(self, size, budget),
            Play::Misere => return None,
        };
        Some(found.map(|found| Box::new(found) as _))
    }
}
