//! Moves on diagrams of few rows as sentences about sums, so that laws can be proved for all lengths of the rows.

use nimfield_core::families::formulas::{Formula, FormulaGame, Linear, MoveFormula};
use nimfield_engines::walks::Piece;

/// The most rows of a diagram for which sentences are written.
const MOST_ROWS: usize = 4;

/// Rows of non-increasing length, possibly empty.
struct Rows {
    lengths: Vec<u64>,
    n: usize,
}

fn not(of: Formula) -> Formula {
    Formula::Not(Box::new(of))
}

const SMALL: &str = "sums of two variables with small coefficients are small";

fn equal(a: &Linear, b: &Linear) -> Formula {
    Formula::equal(a, b).expect(SMALL)
}

fn less(a: &Linear, b: &Linear) -> Formula {
    Formula::less(a, b).expect(SMALL)
}

fn difference(a: &Linear, b: &Linear) -> Linear {
    a.plus(-1, b).expect(SMALL)
}

impl Rows {
    fn new(lengths: impl Iterator<Item = u64>) -> Result<Rows, String> {
        let lengths: Vec<u64> = lengths.collect();
        let n = lengths.len();
        match (1..=MOST_ROWS).contains(&n) {
            true => Ok(Rows { lengths, n }),
            false => Err(format!(
                "sentences are written for 1 to {MOST_ROWS} rows, and it has {n}"
            )),
        }
    }

    /// Returns the length of a row before a move; rows beyond the last are empty.
    fn row(&self, row: usize) -> Linear {
        match row < self.n {
            true => Linear::of(row),
            false => Linear::default(),
        }
    }

    fn after(&self, row: usize) -> Linear {
        Linear::of(self.n + row)
    }

    fn domain(&self) -> Formula {
        let fall = (1..self.n).map(|row| not(less(&self.row(row - 1), &self.row(row))));
        Formula::All(fall.collect())
    }

    fn game(self, domain: Formula, kinds: Vec<(Vec<usize>, Vec<Formula>, usize)>) -> FormulaGame {
        let kind = |(changed, all, others)| MoveFormula {
            changed,
            formula: Formula::All(all),
            others,
        };
        FormulaGame {
            numbers: self.lengths,
            domain,
            moves: kinds.into_iter().map(kind).collect(),
            unordered: false,
            won: Formula::never(),
            block: 0,
        }
    }

    /// Returns the sentence that the rows from some row on move up by `up` rows and get shorter by a variable each,
    /// down to 0.
    fn moved_up(&self, from: usize, up: usize, less_by: &Linear) -> Vec<Formula> {
        let moved = |row: usize| {
            let left = difference(&self.row(row + up), less_by);
            let after = self.after(row);
            let empty = Formula::Zero(after.clone());
            let short = Formula::Positive(left.times(-1).expect(SMALL));
            Formula::Any(vec![
                Formula::All(vec![not(short.clone()), equal(&after, &left)]),
                Formula::All(vec![short, empty]),
            ])
        };
        (from..self.n).map(moved).collect()
    }
}

/// Returns CRIM: a move removes one row or one column, and the rest closes up.
pub(crate) fn one_line(lengths: impl Iterator<Item = u64>) -> Result<FormulaGame, String> {
    let rows = Rows::new(lengths)?;
    let n = rows.n;
    let mut kinds = Vec::new();
    for row in 0..n {
        // First remove a row, then a column that ends in it.
        let mut all = vec![Formula::Positive(rows.row(row))];
        all.extend((row..n).map(|own| equal(&rows.after(own), &rows.row(own + 1))));
        kinds.push(((row..n).collect(), all, 0));
        let mut all = vec![less(&rows.row(row + 1), &rows.row(row))];
        let one = Linear::constant(1);
        all.extend((0..=row).map(|own| equal(&rows.after(own), &difference(&rows.row(own), &one))));
        kinds.push(((0..=row).collect(), all, 0));
    }
    let domain = rows.domain();
    Ok(rows.game(domain, kinds))
}

/// Returns 1-PNim: a move removes any rows, or any columns.
pub(crate) fn any_lines(lengths: impl Iterator<Item = u64>) -> Result<FormulaGame, String> {
    let rows = Rows::new(lengths)?;
    let n = rows.n;
    let mut kinds = Vec::new();
    for gone in 1usize..1 << n {
        let kept: Vec<usize> = (0..n).filter(|row| gone >> row & 1 == 0).collect();
        let removed = (0..n).filter(|row| gone >> row & 1 == 1);
        let mut all: Vec<Formula> = removed
            .map(|row| Formula::Positive(rows.row(row)))
            .collect();
        for row in 0..n {
            let from = kept
                .get(row)
                .map_or(Linear::default(), |&own| rows.row(own));
            all.push(equal(&rows.after(row), &from));
        }
        kinds.push(((0..n).collect(), all, 0));
    }
    // Removing columns increases no difference between consecutive rows.
    let after = |row: usize| {
        if row < n {
            rows.after(row)
        } else {
            Linear::default()
        }
    };
    let step = |row: usize| {
        let old = difference(&rows.row(row), &rows.row(row + 1));
        let new = difference(&after(row), &after(row + 1));
        let kept = not(Formula::Positive(new.times(-1).expect(SMALL)));
        [kept, not(less(&old, &new))]
    };
    let mut all: Vec<Formula> = (0..n).flat_map(step).collect();
    all.push(less(&rows.after(0), &rows.row(0)));
    kinds.push(((0..n).collect(), all, 0));
    let domain = rows.domain();
    Ok(rows.game(domain, kinds))
}

/// Returns the game of a piece that walks: the squares above and to the left of it are removed, and a square must
/// remain unless it may leave the diagram.
pub(crate) fn walks(
    lengths: impl Iterator<Item = u64>,
    piece: &Piece,
) -> Result<FormulaGame, String> {
    let rows = Rows::new(lengths)?;
    let n = rows.n;
    let all_rows: Vec<usize> = (0..n).collect();
    let mut kinds = Vec::new();
    for step in piece.steps {
        let right = i64::try_from(step.right).map_err(|_| "its steps are too long")?;
        // The number of steps, as a variable if the step goes only to the right.
        let times = if step.far && step.down > 0 {
            n as u64
        } else {
            1
        };
        for time in 1..=times {
            let Some(up) = time
                .checked_mul(step.down)
                .filter(|&up| piece.leaves || up < n as u64)
            else {
                break;
            };
            let along = step.far && step.down == 0;
            let by = match along {
                true => Linear::of(2 * n).times(right),
                false => Linear::constant(right).times(time as i64),
            };
            let by = by.ok_or("its steps are too long")?;
            let mut all = vec![match piece.leaves {
                true => Formula::Positive(rows.row(0)),
                false => less(&by, &rows.row(up as usize)),
            }];
            if along {
                all.push(Formula::Positive(Linear::of(2 * n)));
            }
            all.extend(rows.moved_up(0, up as usize, &by));
            kinds.push((all_rows.clone(), all, usize::from(along)));
        }
    }
    let domain = rows.domain();
    Ok(rows.game(domain, kinds))
}

/// Returns Chomp: a move bites off a square with all squares below it and to its right, but never the corner.
pub(crate) fn bites(lengths: impl Iterator<Item = u64>) -> Result<FormulaGame, String> {
    let rows = Rows::new(lengths)?;
    let n = rows.n;
    let mut kinds = Vec::new();
    for row in 0..n {
        let left = Linear::of(2 * n);
        let mut all = vec![less(&left, &rows.row(row))];
        if row == 0 {
            all.push(Formula::Positive(left.clone()));
        }
        for own in row..n {
            let stays = less(&left, &rows.row(own));
            all.push(Formula::Any(vec![
                Formula::All(vec![stays.clone(), equal(&rows.after(own), &left)]),
                Formula::All(vec![not(stays), equal(&rows.after(own), &rows.row(own))]),
            ]));
        }
        kinds.push(((row..n).collect(), all, 1));
    }
    let domain = Formula::All(vec![rows.domain(), Formula::Positive(rows.row(0))]);
    Ok(rows.game(domain, kinds))
}

/// Returns RNim on one box: a move shortens one side, unless one is 0.
pub(crate) fn sides(lengths: impl Iterator<Item = u64>) -> Result<FormulaGame, String> {
    let rows = Rows::new(lengths)?;
    let n = rows.n;
    let kind = |side: usize| {
        let mut all: Vec<Formula> = (0..n).map(|own| Formula::Positive(rows.row(own))).collect();
        all.push(less(&rows.after(side), &rows.row(side)));
        (vec![side], all, 0)
    };
    let kinds = (0..n).map(kind).collect();
    Ok(rows.game(Formula::always(), kinds))
}

/// Returns Welter's game: coins on distinct squares; a move takes one down.
pub(crate) fn coins(squares: impl Iterator<Item = u64>) -> Result<FormulaGame, String> {
    let rows = Rows::new(squares)?;
    let n = rows.n;
    let apart = |a: &Linear, b: &Linear| not(equal(a, b));
    let kind = |coin: usize| {
        let others = (0..n).filter(|&other| other != coin);
        let mut all: Vec<Formula> = others
            .map(|other| apart(&rows.after(coin), &rows.row(other)))
            .collect();
        all.push(less(&rows.after(coin), &rows.row(coin)));
        (vec![coin], all, 0)
    };
    let kinds = (0..n).map(kind).collect();
    let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
    let domain = pairs
        .map(|(a, b)| apart(&rows.row(a), &rows.row(b)))
        .collect();
    Ok(FormulaGame {
        unordered: true,
        ..rows.game(Formula::All(domain), kinds)
    })
}
