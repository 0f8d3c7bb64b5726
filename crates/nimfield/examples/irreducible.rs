//! P-positions of matrix nim that the normal form does not change, by a sieve that uses the rules alone:
//!
//! ```sh
//! cargo run --release -p nimfield --example irreducible -- 2 3 19     # 2x3 with entries from 1 to 19
//! ```
//!
//! One for each class of matrices that differ in the order of rows or columns, or of square ones by
//! transposition, with some of their properties.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Result<Vec<usize>, _> =
        std::env::args().skip(1).map(|word| word.parse()).collect();
    let [rows, columns, most] = numbers?[..] else {
        return Err("ROWS COLUMNS MOST".into());
    };
    let (side, cells) = (most + 1, rows * columns);
    let weight = |cell: usize| side.pow((cells - 1 - cell) as u32);
    let row = |i: usize| (0..columns).map(move |j| i * columns + j).collect();
    let column = |j: usize| (0..rows).map(move |i| i * columns + j).collect();
    let lines: Vec<Vec<usize>> = (0..rows).map(row).chain((0..columns).map(column)).collect();
    let images = images(rows, columns);

    let mut reached = vec![0u64; side.pow(cells as u32) / 64 + 1];
    let (mut classes, mut different, mut even, mut nim, mut symmetric) = (0u64, 0, 0, 0, 0);
    for place in 0..side.pow(cells as u32) {
        if reached[place / 64] >> (place % 64) & 1 == 1 {
            continue;
        }
        let entries: Vec<usize> = (0..cells).map(|cell| place / weight(cell) % side).collect();
        // A P-position: those from which a move leads here are not.
        for line in &lines {
            let greatest = line
                .iter()
                .map(|&cell| entries[cell])
                .max()
                .expect("a cell");
            let step: usize = line.iter().map(|&cell| weight(cell)).sum();
            for amount in 1..side - greatest {
                let before = place + amount * step;
                reached[before / 64] |= 1 << (before % 64);
            }
        }
        let image =
            |order: &Vec<usize>| -> Vec<usize> { order.iter().map(|&c| entries[c]).collect() };
        if entries.contains(&0) || images.iter().any(|order| image(order) < entries) {
            continue;
        }
        let least_beside = |line: &Vec<usize>, cell: usize| {
            let others = line.iter().filter(|&&other| other != cell);
            others
                .map(|&other| entries[other])
                .min()
                .expect("another cell")
        };
        let replaced = |cell: usize| {
            let crossing = lines.iter().filter(|line| line.contains(&cell));
            entries[cell] >= crossing.map(|line| least_beside(line, cell)).sum()
        };
        if (0..cells).any(replaced) {
            continue;
        }
        classes += 1;
        let mut sorted = entries.clone();
        sorted.sort_unstable();
        sorted.dedup();
        different += u64::from(sorted.len() == cells);
        even += u64::from(entries.iter().sum::<usize>() % 2 == 0);
        nim += u64::from(entries.iter().fold(0, |sum, entry| sum ^ entry) == 0);
        let turned =
            |m: &Vec<usize>| (0..cells).all(|c| m[c] == m[c % columns * columns + c / columns]);
        symmetric += u64::from(rows == columns && images.iter().any(|order| turned(&image(order))));
    }
    println!("{classes} classes: {different} with all entries different, {even} with an even sum,");
    println!("{nim} with nim-sum 0, {symmetric} symmetric in some order");
    Ok(())
}

/// The cells in all orders of rows and columns, and transposed.
fn images(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for p in orders(rows) {
        for q in orders(columns) {
            found.push(
                p.iter()
                    .flat_map(|i| q.iter().map(move |j| i * columns + j))
                    .collect(),
            );
            if rows == columns {
                found.push(
                    p.iter()
                        .flat_map(|i| q.iter().map(move |j| j * columns + i))
                        .collect(),
                );
            }
        }
    }
    found
}

fn orders(length: usize) -> Vec<Vec<usize>> {
    if length == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for shorter in orders(length - 1) {
        for place in 0..length {
            let mut order = shorter.clone();
            order.insert(place, length - 1);
            found.push(order);
        }
    }
    found
}
