//! The sum of two rectangles in misère play, where a move takes up to a given number of neighbours in a line, and the
//! certificate of the board that becomes this sum when the line between them is taken:
//!
//! ```sh
//! cargo run --release -p nimfield-engines --example split -- 3 8 8 4GiB out.cert
//! ```
//!
//! The arguments are the rows and columns of each rectangle, the most that a move takes, the memory in
//! GiB, and the file.

use std::path::Path;
use std::time::Instant;

use nimfield_core::budget::Budget;
use nimfield_core::families::taking::Taking;
use nimfield_engines::misere::Split;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rows, columns, most, memory, file] = &arguments[..] else {
        return Err("expected: ROWS COLUMNS MOST GIB FILE".into());
    };
    let (rows, columns, most): (u32, u32, u32) = (rows.parse()?, columns.parse()?, most.parse()?);
    let began = Instant::now();
    let game = board(2 * rows + 1, columns, most)?;
    let line = ((1u64 << columns) - 1) << (rows * columns);
    let budget = Budget::unlimited().bytes(memory.parse::<u64>()? << 30);
    let told = std::sync::Mutex::new(Instant::now());
    let budget = budget.progress(move |progress| {
        if let Ok(mut told) = told.lock()
            && told.elapsed().as_secs() >= 20
        {
            *told = Instant::now();
            println!("{:.0} s: {progress:?}", began.elapsed().as_secs_f64());
        }
    });
    let left = game.full() & !line;
    let mut split = Split::new(&game, left, &budget)?.ok_or("the halves are too large")?;
    println!(
        "{:.0} s: {:?} forms, {} pairs",
        began.elapsed().as_secs_f64(),
        split.classes(),
        split.pairs()
    );
    let is_p = split.is_p(left, &budget)?;
    println!(
        "{:.0} s: {}",
        began.elapsed().as_secs_f64(),
        ["N", "P"][usize::from(is_p)]
    );
    if is_p {
        let rows = 2 * rows + 1;
        let rules = match most {
            _ if most >= rows.max(columns) => "tactix".to_string(),
            _ => format!("lines(max={most})"),
        };
        let name = format!("{rules}[{rows}x{columns}]");
        let found = split.certificate(&game, name, game.full(), line, &budget)?;
        let certificate = found.ok_or("no certificate")?;
        drop(split);
        println!(
            "{:.0} s: {} pairs in the strategy",
            began.elapsed().as_secs_f64(),
            certificate.pairs.len()
        );
        certificate.write(Path::new(file))?;
        println!(
            "{:.0} s: {:?}",
            began.elapsed().as_secs_f64(),
            certificate.check()?
        );
    }
    Ok(())
}

fn board(rows: u32, columns: u32, most: u32) -> Result<Taking, Box<dyn std::error::Error>> {
    let cell = |row: u32, column: u32| 1u64 << (row * columns + column);
    let mut masks = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let right = (column..columns).take(most as usize);
            let below = (row..rows).take(most as usize);
            let (mut across, mut down) = (0, 0);
            for column in right {
                across |= cell(row, column);
                masks.push(across);
            }
            for row in below {
                down |= cell(row, column);
                masks.push(down);
            }
        }
    }
    let all = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mirror = |upside: bool, sideways: bool| {
        let place = |(row, column): (u32, u32)| {
            let row = if upside { rows - 1 - row } else { row };
            let column = if sideways {
                columns - 1 - column
            } else {
                column
            };
            (row * columns + column) as u8
        };
        all().map(place).collect::<Vec<u8>>()
    };
    let symmetries = vec![mirror(true, false), mirror(false, true), mirror(true, true)];
    Ok(Taking::new(rows * columns, masks, symmetries)?)
}
