//! The numbers in the notation of a position, and those of its Young diagram.

use nimfield_core::diagram::Mark;
use nimfield_core::notation::Cursor;
use nimfield_core::shape::Shape;
use nimfield_games::partitions::{HookLengths, Partition, Run, read_parts};
use nimfield_games::placing::Field;

use super::read::ShapeFact;
use crate::by_size::is_diagrams;
use crate::sum::Sum;
use crate::term::Term;

/// Greater degrees count as this one.
const MOST_DEGREE: u128 = i128::MAX as u128;

/// The shape of a position whose body consists of lists of whole numbers.
pub(super) struct WrittenShape {
    /// The numbers, grouped by semicolons.
    lists: Vec<Partition>,
    diagrams: bool,
}

impl WrittenShape {
    /// Returns the shape of a position of one component; `None` if its body does not consist of numbers.
    pub(super) fn of(sum: &Sum) -> Option<WrittenShape> {
        let [term] = sum.components() else {
            return None;
        };
        WrittenShape::of_term(term)
    }

    fn of_term(term: &Term) -> Option<WrittenShape> {
        let text = term.to_string();
        let body = text.strip_suffix(']')?;
        let body = &body[body.find('[')? + 1..];
        let diagrams = is_diagrams(term);
        let lists = body.split(';').map(|list| {
            let mut cursor = Cursor::new(list);
            // Without numbers there is no shape, which the statement reports.
            let partition = read_parts(&mut cursor, |_, _| {}).ok()?;
            // A rectangle: rows and columns.
            if diagrams && cursor.take("x") {
                let columns = cursor.number("a side").ok()??;
                return Some(Partition::rectangle(
                    partition.size().try_into().ok()?,
                    columns.try_into().ok()?,
                ));
            }
            cursor.at_end().then_some(partition)
        });
        Some(WrittenShape {
            lists: lists.collect::<Option<_>>()?,
            diagrams,
        })
    }

    fn runs(&self) -> impl Iterator<Item = &Run> {
        self.lists.iter().flat_map(Partition::runs)
    }

    /// Returns a number of the shape; `None` if the shape lacks it or is too large.
    pub(super) fn number(&self, fact: ShapeFact) -> Option<i128> {
        let diagram = || match &self.lists[..] {
            [diagram] if self.diagrams => Some(diagram),
            _ => None,
        };
        let number = match fact {
            ShapeFact::Size => {
                let mut sizes = self.lists.iter().map(Partition::size);
                sizes.try_fold(0u128, u128::checked_add)?
            }
            ShapeFact::Parts => self.runs().map(|run| u128::from(run.count)).sum(),
            ShapeFact::Largest => self.runs().map(|run| run.part).max().unwrap_or(0).into(),
            ShapeFact::Smallest => self.runs().map(|run| run.part).min().unwrap_or(0).into(),
            ShapeFact::Lines => diagram()?.lines(),
            ShapeFact::Rank => diagram().map(rank)?.into(),
            ShapeFact::Durfee => diagram()?.durfee().into(),
            ShapeFact::Hook => diagram()?.lines().saturating_sub(1),
            ShapeFact::OddHooks => {
                let hooks = HookLengths::of(diagram()?)?;
                hooks.lengths().filter(|hook| hook % 2 == 1).count() as u128
            }
            ShapeFact::Degree => {
                let degree = HookLengths::of(diagram()?)?.degree();
                u128::try_from(degree).map_or(MOST_DEGREE, |degree| degree.min(MOST_DEGREE))
            }
            ShapeFact::Core(p) => {
                // Rows are processed one by one, so their number is limited.
                HookLengths::of(diagram()?)?;
                diagram()?.core(p).size()
            }
        };
        // A number that is too large is reported as missing.
        i128::try_from(number).ok()
    }
}

/// Returns the size of a position of any shape, for a sum the total of its summands; `None` if there is none.
pub(super) fn size(sum: &Sum) -> Option<i128> {
    let of = |term: &Term| match WrittenShape::of_term(term) {
        Some(written) => written.number(ShapeFact::Size),
        None => {
            let field: Option<&Field> = term.as_any().and_then(|any| any.downcast_ref());
            let free = field.map(|field| field.free().count_ones().into());
            let size = free.or_else(|| drawn_size(&term.shape()))?;
            // A size that is too large is reported as missing.
            i128::try_from(size).ok()
        }
    };
    let mut sizes = sum.components().iter().map(of);
    sizes.try_fold(0i128, |sum, size| sum.checked_add(size?))
}

/// Returns the counters of piles, the stones of a board, the points, or the cells of rectangles.
fn drawn_size(shape: &Shape) -> Option<u128> {
    let sum = |mut sizes: Box<dyn Iterator<Item = Option<u128>> + '_>| {
        sizes.try_fold(0u128, |sum, size| sum.checked_add(size?))
    };
    match shape {
        Shape::Heaps { sizes, .. } => sum(Box::new(sizes.iter().map(|size| {
            // A transfinite heap has no size.
            u128::try_from(&size.to_finite()?).ok()
        }))),
        Shape::Named(piles) => sum(Box::new(piles.iter().map(|(_, size)| Some(*size)))),
        Shape::Grid { piles, .. } => sum(Box::new(piles.iter().copied())),
        Shape::Diagrams { pieces, .. } => sum(Box::new(pieces.iter().map(|own| Some(own.size())))),
        Shape::Rectangles(all) => sum(Box::new(all.iter().map(|[a, b]| a.checked_mul(*b)))),
        Shape::Points { points, .. } => Some(points.len() as u128),
        Shape::Board(board) => {
            let counts = board.cells.iter().map(|(_, mark)| match mark {
                Mark::Stones(count) => *count as u128,
                mark => u128::from(*mark != Mark::Empty),
            });
            Some(counts.sum())
        }
        Shape::Box(_) | Shape::Value(_) | Shape::Text(_) => None,
    }
}

fn rank(diagram: &Partition) -> u64 {
    diagram.columns().abs_diff(diagram.rows())
}
