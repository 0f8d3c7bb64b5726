//! Comparison and canonical form as the textbooks define them: trees, no sharing, no shortcuts, no
//! knowledge of numbers.

use short_game::{Arena, Game};

use super::matrix::Matrix;

/// A form as a tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tree {
    pub left: Vec<Tree>,
    pub right: Vec<Tree>,
}

impl Tree {
    pub fn new(left: Vec<Tree>, right: Vec<Tree>) -> Tree {
        Tree { left, right }
    }

    pub fn zero() -> Tree {
        Tree::new(vec![], vec![])
    }

    pub fn integer(n: i32) -> Tree {
        match n {
            0 => Tree::zero(),
            n if n > 0 => Tree::new(vec![Tree::integer(n - 1)], vec![]),
            n => Tree::new(vec![], vec![Tree::integer(n + 1)]),
        }
    }

    /// g <= h unless some g' >= h or some h' <= g.
    pub fn at_most(&self, other: &Tree) -> bool {
        !self.left.iter().any(|option| other.at_most(option))
            && !other.right.iter().any(|option| option.at_most(self))
    }

    pub fn neg(&self) -> Tree {
        let side = |options: &[Tree]| options.iter().map(Tree::neg).collect();
        Tree::new(side(&self.right), side(&self.left))
    }

    pub fn add(&self, other: &Tree) -> Tree {
        let side = |of: fn(&Tree) -> &Vec<Tree>| {
            let mine = of(self).iter().map(|option| option.add(other));
            mine.chain(of(other).iter().map(|option| self.add(option)))
                .collect()
        };
        Tree::new(side(|g| &g.left), side(|g| &g.right))
    }

    /// The ordinal sum of this form and `other`.
    pub fn ordinal_sum(&self, other: &Tree) -> Tree {
        let side = |of: fn(&Tree) -> &Vec<Tree>| {
            of(self)
                .iter()
                .cloned()
                .chain(of(other).iter().map(|option| self.ordinal_sum(option)))
                .collect()
        };
        Tree::new(side(|g| &g.left), side(|g| &g.right))
    }

    /// Moves in both games, or also in one of them.
    pub fn in_both(&self, other: &Tree, or_one: bool) -> Tree {
        let side = |of: fn(&Tree) -> &Vec<Tree>| {
            let mut options = Vec::new();
            for mine in of(self) {
                options.extend(of(other).iter().map(|own| mine.in_both(own, or_one)));
            }
            if or_one {
                options.extend(of(self).iter().map(|mine| mine.in_both(other, true)));
                options.extend(of(other).iter().map(|own| self.in_both(own, true)));
            }
            options
        };
        Tree::new(side(|g| &g.left), side(|g| &g.right))
    }

    /// This game for each of Left's edges, and its negative for each of Right's.
    pub fn ordinal_product(&self, other: &Tree) -> Tree {
        let side = |of: fn(&Tree) -> &Vec<Tree>| {
            let mut options = Vec::new();
            for (before, base) in [(&other.left, self.clone()), (&other.right, self.neg())] {
                for before in before {
                    let product = self.ordinal_product(before);
                    options.extend(of(&base).iter().map(|top| product.ordinal_sum(top)));
                }
            }
            options
        };
        Tree::new(side(|g| &g.left), side(|g| &g.right))
    }

    pub fn birthday(&self) -> u32 {
        self.left
            .iter()
            .chain(&self.right)
            .map(|option| option.birthday() + 1)
            .max()
            .unwrap_or(0)
    }

    /// The canonical form, with options in the order of `Ord`.
    pub fn canonical(&self) -> Tree {
        let side = |options: &[Tree]| options.iter().map(Tree::canonical).collect();
        Tree::new(side(&self.left), side(&self.right)).canonical_from_canonical()
    }

    /// The canonical form, if the options are in canonical form already.
    pub fn canonical_from_canonical(mut self) -> Tree {
        while self.bypass_one() || self.drop_one() {}
        self.left.sort();
        self.right.sort();
        self
    }

    /// Replaces one reversible option.
    fn bypass_one(&mut self) -> bool {
        for i in 0..self.left.len() {
            if let Some(answer) = self.left[i]
                .right
                .iter()
                .find(|answer| answer.at_most(self))
                .cloned()
            {
                self.left.remove(i);
                self.left.extend(answer.left);
                return true;
            }
        }
        for i in 0..self.right.len() {
            if let Some(answer) = self.right[i]
                .left
                .iter()
                .find(|answer| self.at_most(answer))
                .cloned()
            {
                self.right.remove(i);
                self.right.extend(answer.right);
                return true;
            }
        }
        false
    }

    /// Removes one dominated option.
    fn drop_one(&mut self) -> bool {
        fn dominated(options: &[Tree], worse: fn(&Tree, &Tree) -> bool) -> Option<usize> {
            (0..options.len())
                .find(|&i| (0..options.len()).any(|j| i != j && worse(&options[i], &options[j])))
        }
        if let Some(i) = dominated(&self.left, |a, b| a.at_most(b)) {
            self.left.remove(i);
            return true;
        }
        if let Some(i) = dominated(&self.right, |a, b| b.at_most(a)) {
            self.right.remove(i);
            return true;
        }
        false
    }

    /// The game of this form in an arena, option by option.
    pub fn game(&self, arena: &Arena) -> Game {
        let side = |options: &[Tree]| {
            options
                .iter()
                .map(|option| option.game(arena))
                .collect::<Vec<_>>()
        };
        arena.game(&side(&self.left), &side(&self.right)).unwrap()
    }

    /// The canonical form held by an arena, as a tree.
    pub fn of(arena: &Arena, g: Game) -> Tree {
        let (left, right) = arena.options(g).unwrap();
        let side = |options: Vec<Game>| {
            let mut trees: Vec<Tree> = options
                .into_iter()
                .map(|option| Tree::of(arena, option))
                .collect();
            trees.sort();
            trees
        };
        Tree::new(side(left), side(right))
    }

    /// The canonical form of a matrix, from the canonical forms of its options, each made again.
    pub fn canonical_of_matrix(m: &[Vec<u32>]) -> Tree {
        let (left, right) = super::matrix::moves(m);
        let side =
            |moves: Vec<Matrix>| moves.iter().map(|m| Tree::canonical_of_matrix(m)).collect();
        Tree::new(side(left), side(right)).canonical_from_canonical()
    }
}
