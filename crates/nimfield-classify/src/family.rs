//! Positions by level, single ones and sums of them, and what is found of them.

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_engines::classes::{ByPosition, Notes, Scan};
use nimfield_games::partitions::pnim::census::Grading;

use crate::report::{Against, Report, Scope};

/// Calls back for the positions of a level.
pub type Levels<'a, P> =
    Box<dyn Fn(u32, &mut dyn FnMut(P) -> Result<(), Unfinished>) -> Result<(), Unfinished> + 'a>;

/// Lists the options of a position.
pub type Options<'a, P> = Box<dyn Fn(&P, &mut Vec<P>) + 'a>;

/// The positions of a game, level by level.
pub struct Family<'a, P> {
    pub name: String,
    /// What the positions are.
    pub of: String,
    pub level: Levels<'a, P>,
    pub options: Options<'a, P>,
    /// The position without moves that is left out of sums.
    pub empty: P,
    pub show: Box<dyn Fn(&P) -> String + 'a>,
}

impl<'a, P: Clone + Ord + std::hash::Hash + 'a> Family<'a, P> {
    /// Returns what is found of its positions, or of their sums.
    pub fn classify(self, scope: Scope, budget: &Budget) -> Result<Report, Unfinished> {
        match scope.sums {
            false => self.scan(scope, budget, ByPosition::default()),
            true => self
                .in_sums(scope.up_to, budget)?
                .scan(scope, budget, ByPosition::default()),
        }
    }

    /// Looks at the positions of all levels, with these notes of their values.
    pub fn scan(
        self,
        scope: Scope,
        budget: &Budget,
        notes: impl Notes<P>,
    ) -> Result<Report, Unfinished> {
        let mut scan = Scan::new(notes, self.options, budget);
        for grade in 0..=scope.up_to {
            (self.level)(grade, &mut |position| scan.look(grade, position))?;
        }
        let against = scan.witnesses().each_ref().map(|witness| {
            witness.as_ref().map(|witness| Against {
                grade: witness.grade,
                position: (self.show)(&witness.position),
                pair: witness.pair,
                option: witness
                    .option
                    .as_ref()
                    .map(|(option, pair)| ((self.show)(option), *pair)),
            })
        });
        let bound = match scope.grading {
            Grading::Size => "n",
            Grading::Perimeter => "columns + rows",
        };
        let sums = if scope.sums { "sums of " } else { "" };
        Ok(Report {
            game: self.name,
            family: format!("{sums}{}, {bound} <= {}", self.of, scope.up_to),
            scope,
            positions: scan.positions(),
            against,
        })
    }

    /// Returns the family of sums of the positions, graded by their total.
    fn in_sums(self, up_to: u32, budget: &Budget) -> Result<Family<'a, Vec<P>>, Unfinished> {
        let mut single: Vec<(u32, P)> = Vec::new();
        for grade in 1..=up_to {
            (self.level)(grade, &mut |position| {
                if position != self.empty {
                    single.push((grade, position));
                }
                // When the list grows, old and new exist side by side.
                let bytes = 3 * single.capacity() * size_of::<(u32, P)>();
                let asked = budget.fits(bytes as u64).and_then(|()| budget.check(0));
                asked.map_err(|limit| Unfinished {
                    limit,
                    done: 0,
                    total: None,
                })
            })?;
        }
        let (options, show, empty) = (self.options, self.show, self.empty);
        Ok(Family {
            name: self.name,
            of: self.of,
            level: Box::new(
                move |total, each: &mut dyn FnMut(Vec<P>) -> Result<(), Unfinished>| {
                    multisets(&single, total, &mut Vec::new(), each)
                },
            ),
            options: Box::new(move |sum: &Vec<P>, out: &mut Vec<Vec<P>>| {
                let mut after = Vec::new();
                for (i, component) in sum.iter().enumerate() {
                    if i > 0 && sum[i - 1] == *component {
                        continue;
                    }
                    after.clear();
                    options(component, &mut after);
                    out.extend(after.iter().map(|option| {
                        let mut sum = sum.clone();
                        sum.remove(i);
                        if *option != empty {
                            let place = sum.partition_point(|other| other < option);
                            sum.insert(place, option.clone());
                        }
                        sum
                    }));
                }
                out.sort_unstable();
                out.dedup();
            }),
            empty: Vec::new(),
            show: Box::new(move |sum: &Vec<P>| match sum.is_empty() {
                true => "the empty sum".to_string(),
                false => sum.iter().map(&show).collect::<Vec<_>>().join(" + "),
            }),
        })
    }
}

/// Calls back for all multisets of some positions whose grades have this total.
fn multisets<P: Clone + Ord>(
    single: &[(u32, P)],
    total: u32,
    chosen: &mut Vec<P>,
    each: &mut dyn FnMut(Vec<P>) -> Result<(), Unfinished>,
) -> Result<(), Unfinished> {
    if total == 0 {
        let mut sum = chosen.clone();
        sum.sort_unstable();
        return each(sum);
    }
    for (i, (grade, position)) in single.iter().enumerate() {
        if let Some(rest) = total.checked_sub(*grade) {
            chosen.push(position.clone());
            multisets(&single[i..], rest, chosen, each)?;
            chosen.pop();
        }
    }
    Ok(())
}
