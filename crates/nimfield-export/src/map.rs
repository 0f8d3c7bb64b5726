//! Tables of two letters as pictures: maps of outcomes and heat maps of values.
//!
//! The first letter runs down and the second across, as in text tables. Letters with a single value are fixed
//! coordinates. Colours are never the only sign: each outcome has its own shape, and heat maps show the values in the
//! cells if they fit.

use crate::Unsuitable;
use crate::rectangle::Rectangle;
use crate::sequence::apart;
use crate::svg::{Anchor, Drawing};
use nimfield::tables::{Shown, TableCell, TableGrid};
use nimfield::words::Outcome;

/// The most cells of a drawn table.
pub const MOST_CELLS: usize = 1 << 18;

/// The size to which the longer side is scaled.
const SIDE: f64 = 1024.0;
const MARGIN: f64 = 24.0;
const FONT: f64 = 13.0;
const INK: &str = "#202020";
const GRID: &str = "#c8c8c8";

/// Draws the table as a map: of outcomes, or of values, means, temperatures or numbers.
///
/// # Errors
/// If not one or two letters vary, if there are more than [`MOST_CELLS`] cells, or if a value is transfinite, not a
/// nimber, or not between -2^64 and 2^64.
pub fn draw(table: &TableGrid) -> Result<Drawing, Unsuitable> {
    let rectangle = rectangle(table)?;
    match table.shown {
        _ if table.cells.iter().all(TableCell::is_empty) => Ok(blank(&rectangle, &table.title())),
        Shown::Outcomes => Ok(outcome_map(&rectangle, &table.title())),
        Shown::Values | Shown::Numbers | Shown::Means | Shown::Temperatures => {
            heat_map(&rectangle, &table.title())
        }
        shown => Err(Unsuitable(format!(
            "a map shows outcomes, Grundy values, means, temperatures or numbers, not {}",
            shown.name()
        ))),
    }
}

/// Returns the table as rows and columns, if it can be drawn.
fn rectangle(table: &TableGrid) -> Result<Rectangle<'_>, Unsuitable> {
    let rectangle = Rectangle::of(table).ok_or_else(|| {
        Unsuitable(
            "a map has one or two letters that vary; give each other letter a single value (c=3)"
                .to_string(),
        )
    })?;
    Unsuitable::check("a map", table.cells.len(), MOST_CELLS)?;
    Ok(rectangle)
}

/// Draws only the frame, for filling in by hand.
fn blank(rectangle: &Rectangle<'_>, title: &str) -> Drawing {
    let (frame, mut drawing) = Frame::new(rectangle, FONT, title);
    frame.grid(&mut drawing);
    drawing.titled(title)
}

/// The places of the cells.
struct Frame {
    left: f64,
    top: f64,
    side: f64,
    rows: usize,
    columns: usize,
}

impl Frame {
    /// Starts a drawing with axes, room for `legend` pixels at the right, and a title.
    fn new(rectangle: &Rectangle<'_>, legend: f64, title: &str) -> (Frame, Drawing) {
        let (rows, columns) = (rectangle.rows(), rectangle.columns);
        let side = (SIDE / rows.max(columns) as f64).clamp(2.0, 28.0);
        let digits =
            |letter: &nimfield::template::Letter| letter.range.end().to_string().len() as f64;
        let label = rectangle.down.map_or(0.0, digits);
        let frame = Frame {
            left: MARGIN + 0.65 * FONT * label + FONT,
            top: MARGIN + 4.0 * FONT,
            side,
            rows,
            columns,
        };
        let height = frame.top + side * rows as f64 + MARGIN;
        // The legend needs a minimum height.
        let width = frame.left + side * columns as f64 + MARGIN + legend;
        let words = 0.62 * FONT * title.chars().count() as f64 + 2.0 * MARGIN;
        let mut drawing = Drawing::new(width.max(words), height.max(frame.top + 11.0 * FONT));
        drawing.text(MARGIN, MARGIN, FONT, Anchor::Start, INK, title);
        frame.axes(&mut drawing, rectangle);
        (frame, drawing)
    }

    /// Returns the middle of a cell.
    fn middle(&self, row: usize, column: usize) -> (f64, f64) {
        let at = |from: f64, i: usize| from + self.side * (i as f64 + 0.5);
        (at(self.left, column), at(self.top, row))
    }

    fn right(&self) -> f64 {
        self.left + self.side * self.columns as f64
    }

    /// Draws labels at every 1st, 2nd, 5th, 10th, … row and column, so that they do not touch.
    fn axes(&self, drawing: &mut Drawing, rectangle: &Rectangle<'_>) {
        let step = |needed: f64| apart(|step| step * self.side >= needed);
        let letter = rectangle.across;
        let (first, last) = (*letter.range.start(), *letter.range.end());
        let every = step(0.65 * FONT * last.to_string().len() as f64 + 4.0);
        for (column, number) in (first..=last).enumerate() {
            if number % every == 0 {
                let (x, _) = self.middle(0, column);
                let y = self.top - 0.8 * FONT;
                drawing.text(x, y, FONT, Anchor::Middle, INK, &number.to_string());
            }
        }
        let name = letter.name.to_string();
        let x = self.right() + 0.7 * FONT;
        drawing.text(x, self.top - 0.8 * FONT, FONT, Anchor::Start, INK, &name);
        let Some(letter) = rectangle.down else {
            return;
        };
        let every = step(1.2 * FONT);
        for (row, number) in (*letter.range.start()..=*letter.range.end()).enumerate() {
            if number % every == 0 {
                let (_, y) = self.middle(row, 0);
                let x = self.left - 0.4 * FONT;
                drawing.text(x, y, FONT, Anchor::End, INK, &number.to_string());
            }
        }
        let y = self.top + self.side * self.rows as f64 + 0.8 * FONT;
        let name = letter.name.to_string();
        drawing.text(self.left - 0.4 * FONT, y, FONT, Anchor::End, INK, &name);
    }

    /// Draws a fine grid if cells are wide enough, and a frame.
    fn grid(&self, drawing: &mut Drawing) {
        let bottom = self.top + self.side * self.rows as f64;
        let inner = self.side >= 6.0;
        for row in 0..=self.rows {
            if inner || row == 0 || row == self.rows {
                let y = self.top + self.side * row as f64;
                drawing.line(&[(self.left, y), (self.right(), y)], GRID);
            }
        }
        for column in 0..=self.columns {
            if inner || column == 0 || column == self.columns {
                let x = self.left + self.side * column as f64;
                drawing.line(&[(x, self.top), (x, bottom)], GRID);
            }
        }
    }
}

/// Draws an outcome by a colour and a shape.
fn outcome_mark(drawing: &mut Drawing, cell: &TableCell, (x, y): (f64, f64), side: f64) {
    let r = 0.36 * side;
    match cell {
        cell if cell.is_empty() => {}
        TableCell::Outcome(Outcome::P) => drawing.disc(x, y, r, "#1f3f8f", None),
        // The most frequent outcome stays light, as an empty cell.
        TableCell::Outcome(Outcome::N) => {}
        TableCell::Outcome(Outcome::L) => {
            drawing.polygon(&[(x - r, y), (x + r, y - r), (x + r, y + r)], "#0072b2");
        }
        TableCell::Outcome(Outcome::R) => {
            drawing.polygon(&[(x + r, y), (x - r, y - r), (x - r, y + r)], "#d55e00");
        }
        TableCell::Value(_)
        | TableCell::Form(_)
        | TableCell::Figure(_)
        | TableCell::Number(_)
        | TableCell::Undecided => {
            drawing.line(&[(x - r, y - r), (x + r, y + r)], "#b00020");
            drawing.line(&[(x - r, y + r), (x + r, y - r)], "#b00020");
        }
    }
}

fn outcome_map(rectangle: &Rectangle<'_>, title: &str) -> Drawing {
    let (frame, mut drawing) = Frame::new(rectangle, 12.0 * FONT, title);
    frame.grid(&mut drawing);
    for (row, line) in rectangle.lines().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            outcome_mark(&mut drawing, cell, frame.middle(row, column), frame.side);
        }
    }
    let legend = [
        (TableCell::Outcome(Outcome::P), "P: previous wins"),
        (TableCell::Outcome(Outcome::N), "N: next wins"),
        (TableCell::Outcome(Outcome::L), "L: Left wins"),
        (TableCell::Outcome(Outcome::R), "R: Right wins"),
        (TableCell::Undecided, "not decided"),
    ];
    let x = frame.right() + MARGIN;
    let mut y = frame.top + FONT;
    for (cell, words) in legend {
        if rectangle.cells.contains(&cell) {
            let (left, top) = (x - 0.5 * FONT, y - 0.5 * FONT);
            drawing.rectangle(left, top, FONT, FONT, "#ffffff", Some(GRID));
            outcome_mark(&mut drawing, &cell, (x, y), FONT);
            drawing.text(x + 1.2 * FONT, y, FONT, Anchor::Start, INK, words);
            y += 1.7 * FONT;
        }
    }
    drawing.titled(title)
}

/// Colours from dark to light with evenly increasing lightness, so that they also work in grey.
const SCALE: [[f64; 3]; 5] = [
    [68.0, 1.0, 84.0],
    [59.0, 82.0, 139.0],
    [33.0, 145.0, 140.0],
    [94.0, 201.0, 98.0],
    [253.0, 231.0, 37.0],
];

/// Returns the colour of a place between the ends of the scale, 0 to 1, and that of ink on it.
fn color(place: f64) -> (String, &'static str) {
    let scaled = place.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    let below = (scaled as usize).min(SCALE.len() - 2);
    let part = scaled - below as f64;
    let mix = |i: usize| SCALE[below][i] + part * (SCALE[below + 1][i] - SCALE[below][i]);
    let rgb = [mix(0), mix(1), mix(2)].map(|x| x.round() as u8);
    let ink = if place < 0.55 { "#ffffff" } else { "#000000" };
    (format!("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]), ink)
}

/// The shade of a cell of a heat map: its number and its text.
struct Shade {
    size: f64,
    text: String,
}

impl Shade {
    /// Returns the shade of a cell; `None` for a cell without a number.
    fn of(cell: &TableCell) -> Result<Option<Shade>, Unsuitable> {
        const LIMIT: f64 = 18_446_744_073_709_551_616.0;
        let size = match cell {
            TableCell::Undecided => return Ok(None),
            cell if cell.is_empty() => return Ok(None),
            TableCell::Value(value) => value.finite().map(|value| value as f64),
            TableCell::Number(number) => Some(*number as f64),
            TableCell::Figure(text) => quotient(text),
            _ => None,
        };
        let text = cell.text();
        match size {
            Some(size) if size.abs() < LIMIT => Ok(Some(Shade { size, text })),
            Some(_) => Err(Unsuitable(format!(
                "a heat map shows numbers between -2^64 and 2^64, not {text}"
            ))),
            None => Err(Unsuitable(format!(
                "a heat map shows only finite numbers, not {text}; --show outcome draws a map of outcomes"
            ))),
        }
    }
}

/// Returns the size of a number such as 3/4.
fn quotient(text: &str) -> Option<f64> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    // The caller refuses texts that are not numbers.
    let [above, below] = [above, below].map(|digits| digits.parse::<f64>().ok());
    Some(above? / below?)
}

fn heat_map(rectangle: &Rectangle<'_>, title: &str) -> Result<Drawing, Unsuitable> {
    let values = rectangle.cells.iter().map(Shade::of);
    let values: Vec<Option<Shade>> = values.collect::<Result<_, _>>()?;
    let shown = || values.iter().flatten();
    // The scale always includes 0.
    let least = shown().fold(0.0, |least: f64, value| least.min(value.size));
    let most = shown().fold(0.0, |most: f64, value| most.max(value.size));
    let place = |size: f64| {
        if most == least {
            0.0
        } else {
            (size - least) / (most - least)
        }
    };
    let longest = shown().map(|value| value.text.len()).max().unwrap_or(1);
    let (frame, mut drawing) = Frame::new(rectangle, 9.0 * FONT, title);
    let size = 0.45 * frame.side;
    let written = frame.side >= 16.0 && 0.65 * size * longest as f64 <= frame.side;
    for (row, line) in values.chunks(frame.columns).enumerate() {
        for (column, value) in line.iter().enumerate() {
            let (x, y) = frame.middle(row, column);
            let (left, top) = (x - 0.5 * frame.side, y - 0.5 * frame.side);
            let Some(value) = value else {
                if rectangle.cells[row * frame.columns + column].is_empty() {
                    continue;
                }
                outcome_mark(&mut drawing, &TableCell::Undecided, (x, y), frame.side);
                continue;
            };
            let (fill, ink) = color(place(value.size));
            drawing.rectangle(left, top, frame.side, frame.side, &fill, None);
            if written {
                drawing.text(x, y, size, Anchor::Middle, ink, &value.text);
            } else if value.size == 0.0 {
                drawing.disc(x, y, 0.3 * frame.side, "#ffffff", None);
            }
        }
    }
    // The legend: a column of colours with some of their values, which are integers if all values are.
    let whole = shown().all(|value| value.size.fract() == 0.0);
    let steps = if whole { (most - least).min(8.0) } else { 8.0 };
    let x = frame.right() + MARGIN;
    for i in 0..=steps as u32 {
        let size = match steps {
            0.0 => 0.0,
            steps => least + (most - least) * (steps - f64::from(i)) / steps,
        };
        let size = if whole { size.floor() } else { size };
        let y = frame.top + FONT * (f64::from(i) + 0.5);
        let (fill, _) = color(place(size));
        drawing.rectangle(x, y - 0.5 * FONT, 1.6 * FONT, FONT, &fill, None);
        if size == 0.0 && !written {
            drawing.disc(x + 0.8 * FONT, y, 0.3 * FONT, "#ffffff", None);
        }
        let text = size.to_string();
        drawing.text(x + 2.1 * FONT, y, FONT, Anchor::Start, INK, &text);
    }
    Ok(drawing.titled(title))
}
