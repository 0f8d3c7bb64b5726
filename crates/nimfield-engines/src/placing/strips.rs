//! Bounds for boards of dominoes, by strips of two rows.

use nimfield_core::budget::{Meter, Unfinished};

/// The temperatures of the stored walls of thermographs, in units of 1/256.
pub(super) const TEMPERATURES: [i16; 8] = [0, 64, 128, 192, 224, 256, 288, 320];

/// The most columns of a strip in the table, which takes 32 bytes for each set of cells, 8 MiB in all.
const MOST_COLUMNS: u32 = 9;

/// One, in the units of the walls.
pub(super) const ONE: i16 = 256;

/// A value below any wall.
const MET: i16 = -1 << 14;

/// Lower bounds for a game from the view of the player who places dominoes upright, by temperature, in units of 1/256.
///
/// At temperature 0 a bound contains more information than a stop, in the last unit: the numbers of strips are even.
/// The game is at least `second[0]`. If `first[0]` is at most a number, so is the game; otherwise this player can move
/// to a game that is at least that number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Walls {
    /// The right wall: the other player moves first.
    pub(super) second: [i16; 8],
    /// The left wall: this player moves first.
    pub(super) first: [i16; 8],
}

impl Walls {
    /// Returns the walls of a number.
    pub(super) fn of_number(number: i16) -> Walls {
        Walls {
            second: [number; 8],
            first: [number; 8],
        }
    }
}

/// Returns the sums, temperature by temperature.
pub(super) fn plus(one: [i16; 8], other: [i16; 8]) -> [i16; 8] {
    std::array::from_fn(|place| one[place] + other[place])
}

/// Returns the differences, temperature by temperature.
pub(super) fn minus(one: [i16; 8], other: [i16; 8]) -> [i16; 8] {
    std::array::from_fn(|place| one[place] - other[place])
}

/// Returns the greater ones, temperature by temperature.
pub(super) fn greater(one: [i16; 8], other: [i16; 8]) -> [i16; 8] {
    std::array::from_fn(|place| one[place].max(other[place]))
}

/// The walls of all strips of two rows.
#[derive(Clone, Debug)]
pub(super) struct Strips {
    columns: u32,
    /// By the cells of the upper row, and from bit `columns` on, the cells of the lower row.
    walls: Vec<Walls>,
    /// For each row, minus the number of dominoes that fit into it across.
    rows: Vec<i16>,
}

impl Strips {
    /// Computes the table of all strips of at most this many columns.
    ///
    /// # Errors
    /// If the budget runs out.
    pub(super) fn new(columns: u32, meter: &mut Meter<'_>) -> Result<Strips, Unfinished> {
        let columns = columns.min(MOST_COLUMNS);
        let count = 1usize << (2 * columns);
        meter.hold((count * size_of::<Walls>()) as u64)?;
        let mut walls = Vec::with_capacity(count);
        for cells in 0..count {
            if cells % 4096 == 0 {
                meter.poll()?;
            }
            // The last column of the upper row has no neighbour in the lower one.
            let flat = cells & cells >> 1 & !(1 << (columns - 1));
            let flat = bits(flat).map(|cell| cells & !(3 << cell));
            let upright = bits(cells & cells >> columns);
            let upright = upright.map(|cell| cells & !(1 << cell | 1 << (cell + columns)));
            walls.push(strip(&walls, upright, flat));
        }
        let rows = (0..1 << columns).map(|row| -across(row));
        Ok(Strips {
            columns,
            rows: rows.collect(),
            walls,
        })
    }

    /// Returns bounds for a set of cells in rows of this many columns: this player gives up the dominoes across the
    /// cuts between bands of one or two rows, and the cuts are the best ones for each temperature.
    pub(super) fn bounds(&self, cells: u64, columns: u32) -> Walls {
        let mask = (1u64 << columns) - 1;
        let mut rest = cells >> (cells.trailing_zeros() / columns * columns);
        let [mut above, mut bounds] = [Walls::of_number(0); 2];
        let mut upper = 0;
        while rest != 0 {
            let row = rest & mask;
            let (single, pair) = match columns <= self.columns {
                true => (self.rows[row as usize], self.walls[self.place(upper, row)]),
                false => self.wide(upper, row),
            };
            let single = [single; 8];
            let second = greater(plus(bounds.second, single), plus(above.second, pair.second));
            let first = greater(
                plus(above.first, pair.second),
                plus(above.second, pair.first),
            );
            let first = greater(plus(bounds.first, single), first);
            above = bounds;
            bounds = Walls { second, first };
            upper = row;
            rest >>= columns;
        }
        bounds
    }

    /// Returns whether these cells are a strip of the table, whose bounds at temperature 0 are exact.
    pub(super) fn is_strip(&self, cells: u64, columns: u32) -> bool {
        let rest = cells >> (cells.trailing_zeros() / columns * columns);
        columns <= self.columns && rest >> (2 * columns) == 0
    }

    /// Returns the table entry for two rows that may be wider: if too many columns are connected, this player uses none
    /// of them.
    fn wide(&self, mut upper: u64, mut lower: u64) -> (i16, Walls) {
        let mut lower_alone = 0;
        let (mut second, mut lead) = ([0; 8], [0; 8]);
        while upper | lower != 0 {
            let gap = (upper | lower).trailing_zeros();
            (upper, lower) = (upper >> gap, lower >> gap);
            let length = (upper | lower).trailing_ones();
            let run = |row: u64| row & ((1 << length) - 1);
            let [above, below] = [upper, lower].map(|row| -across(run(row)));
            lower_alone += below;
            let walls = match length <= self.columns {
                true => self.walls[self.place(run(upper), run(lower))],
                false => Walls::of_number(above + below),
            };
            second = plus(second, walls.second);
            lead = greater(lead, minus(walls.first, walls.second));
            (upper, lower) = (upper >> length, lower >> length);
        }
        let first = plus(second, lead);
        (lower_alone, Walls { second, first })
    }

    /// Returns the place of two rows in the table.
    fn place(&self, upper: u64, lower: u64) -> usize {
        (upper | lower << self.columns) as usize
    }

    /// Returns the bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.walls[..]) as u64
    }
}

/// Returns the number of dominoes that fit into a row.
fn across(mut row: u64) -> i16 {
    let mut dominoes = 0;
    while row != 0 {
        row >>= row.trailing_zeros();
        let run = row.trailing_ones();
        dominoes += (run / 2) as i16 * ONE;
        row >>= run;
    }
    dominoes
}

/// Returns the places of the bits of a set.
fn bits(mut set: usize) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}

/// Returns the walls of a strip with these options for the player whose walls they are, and for the other one.
fn strip(
    known: &[Walls],
    own: impl Iterator<Item = usize>,
    other: impl Iterator<Item = usize>,
) -> Walls {
    let own = own.fold([-i16::MAX; 8], |most, option| {
        greater(most, known[option].second)
    });
    let other = other.fold([i16::MAX; 8], |least, option| {
        std::array::from_fn(|place| least[place].min(known[option].first[place]))
    });
    let (least, most) = (own[0], other[0]);
    if most.saturating_sub(least) >= 2 {
        return Walls::of_number(simplest_between(least, most));
    }
    let mut walls = Walls {
        second: [most - 1; 8],
        first: [least + 1; 8],
    };
    // The stops, from which the walls rise and fall, with a slope of at most 1, until they meet.
    let (mut right, mut left) = (most >> 1 << 1, (least + 1) >> 1 << 1);
    for place in 1..8 {
        let tax = TEMPERATURES[place];
        let step = tax - TEMPERATURES[place - 1];
        let (raw_left, raw_right) = (own[place] - tax, other[place] + tax);
        let meeting = raw_left.max((left - step + raw_right) >> 1);
        right = right.max(raw_right.min(meeting));
        (walls.second[place], walls.first[place]) = (right, raw_left.max(right));
        // If the walls have met, all that is known is that the mast is at least this.
        left = if raw_left < raw_right { MET } else { raw_left };
    }
    walls
}

/// Returns the simplest number between two others.
pub(super) fn simplest_between(least: i16, most: i16) -> i16 {
    if least < 0 && most > 0 {
        return 0;
    }
    if most <= 0 {
        return -simplest_between(-most, -least);
    }
    let mut step = ONE;
    loop {
        let number = (least / step + 1) * step;
        if number < most {
            return number;
        }
        step /= 2;
    }
}
