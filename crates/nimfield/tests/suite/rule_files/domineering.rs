//! Canonical forms of Domineering against the definitions: no option is dominated and none reversible.

use std::collections::HashMap;

use nimfield::{Analyzer, Budget, Play, Query};
use short_game::{Arena, Game};

/// Games by their options, each game once; a game is its number.
#[derive(Default)]
struct Games {
    all: Vec<(Vec<usize>, Vec<usize>)>,
    numbers: HashMap<(Vec<usize>, Vec<usize>), usize>,
    at_most: HashMap<(usize, usize), bool>,
}

impl Games {
    fn number(&mut self, mut left: Vec<usize>, mut right: Vec<usize>) -> usize {
        for options in [&mut left, &mut right] {
            options.sort_unstable();
            options.dedup();
        }
        let game = (left, right);
        if let Some(&number) = self.numbers.get(&game) {
            return number;
        }
        self.all.push(game.clone());
        self.numbers.insert(game, self.all.len() - 1);
        self.all.len() - 1
    }

    /// Whether `g <= h`: Left has no option of `g` that is at least `h`, and Right none of `h` that is at most `g`.
    fn at_most(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.at_most.get(&(g, h)) {
            return known;
        }
        let (left, right) = (self.all[g].0.clone(), self.all[h].1.clone());
        let found = !left.iter().any(|&left| self.at_most(h, left))
            && !right.iter().any(|&right| self.at_most(right, g));
        self.at_most.insert((g, h), found);
        found
    }

    /// The canonical form of the game with these options in canonical form.
    fn canonical(&mut self, mut left: Vec<usize>, mut right: Vec<usize>) -> usize {
        let game = self.number(left.clone(), right.clone());
        // A reversible option is replaced by the options after its answer, until no option is reversible.
        while let Some(place) =
            (0..left.len()).find(|&place| self.answer(left[place], game, true).is_some())
        {
            let option = left.swap_remove(place);
            let answer = self.answer(option, game, true).unwrap();
            left.extend(self.all[answer].0.clone());
        }
        while let Some(place) =
            (0..right.len()).find(|&place| self.answer(right[place], game, false).is_some())
        {
            let option = right.swap_remove(place);
            let answer = self.answer(option, game, false).unwrap();
            right.extend(self.all[answer].1.clone());
        }
        for options in [&mut left, &mut right] {
            options.sort_unstable();
            options.dedup();
        }
        let best_left = (left.iter().copied()).filter(|&own| {
            !left
                .iter()
                .any(|&other| other != own && self.at_most(own, other))
        });
        let best_left = best_left.collect();
        let best_right = (right.iter().copied()).filter(|&own| {
            !right
                .iter()
                .any(|&other| other != own && self.at_most(other, own))
        });
        let best_right = best_right.collect();
        self.number(best_left, best_right)
    }

    /// The answer that makes an option of Left, or of Right, in `game` reversible.
    fn answer(&mut self, option: usize, game: usize, of_left: bool) -> Option<usize> {
        match of_left {
            true => {
                let answers = self.all[option].1.clone();
                answers
                    .into_iter()
                    .find(|&answer| self.at_most(answer, game))
            }
            false => {
                let answers = self.all[option].0.clone();
                answers
                    .into_iter()
                    .find(|&answer| self.at_most(game, answer))
            }
        }
    }

    /// A form computed by the program.
    fn form(&mut self, arena: &Arena, game: Game) -> usize {
        let (left, right) = arena.options(game).unwrap();
        let mut numbers = |options: Vec<Game>| {
            options
                .into_iter()
                .map(|own| self.form(arena, own))
                .collect()
        };
        let (left, right) = (numbers(left), numbers(right));
        self.number(left, right)
    }

    /// The canonical form of the free cells of a board, given as bits row by row.
    fn board(
        &mut self,
        (rows, columns): (usize, usize),
        free: u32,
        known: &mut HashMap<u32, usize>,
    ) -> usize {
        if let Some(&game) = known.get(&free) {
            return game;
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for cell in 0..rows * columns {
            let upright = 1 << cell | 1 << (cell + columns);
            if cell + columns < rows * columns && free & upright == upright {
                left.push(self.board((rows, columns), free & !upright, known));
            }
            let flat = 3 << cell;
            if cell % columns + 1 < columns && free & flat == flat {
                right.push(self.board((rows, columns), free & !flat, known));
            }
        }
        let game = self.canonical(left, right);
        known.insert(free, game);
        game
    }
}

fn check(rows: usize, columns: usize) {
    let mut games = Games::default();
    let full = (1u32 << (rows * columns)) - 1;
    let expected = games.board((rows, columns), full, &mut HashMap::new());
    let sum = nimfield::read(&format!("domineering[{rows}x{columns}]")).unwrap();
    let query = Query {
        value: true,
        limit: usize::MAX,
        ..Query::play(Play::Normal)
    };
    let answer = Analyzer::new(query, Budget::unlimited()).analyze(&sum);
    let text = answer.value_text().unwrap();
    let arena = Arena::new();
    let game = arena.read(&text).unwrap();
    assert_eq!(games.form(&arena, game), expected, "{sum}: {text}");
}

#[test]
fn small_domineering_boards_have_their_canonical_forms() {
    for (rows, columns) in [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 5)] {
        check(rows, columns);
    }
}

/// Takes some seconds in the test profile.
#[test]
#[ignore = "boards of 20 cells take seconds"]
fn all_domineering_boards_to_4x5_have_their_canonical_forms() {
    for (rows, columns) in (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns))) {
        if rows.min(columns) <= 4 {
            check(rows, columns);
        }
    }
}
