//! Single positions as drawings: matrices, boards, Young diagrams, heaps, boxes and planes; sums side
//! by side.

use crate::Unsuitable;
use crate::cuboid;
use crate::svg::{Anchor, Drawing};
use nimfield::diagram::{Diagram, Heap, Mark, Panel, Plane, Tick};

/// Positions with more cells are not drawn.
pub const MOST_CELLS: usize = 1 << 16;

const CELL: f64 = 36.0;
/// The side of a place of a plane.
const PLACE: f64 = 28.0;
const FONT: f64 = 15.0;
/// The size of labels.
const SMALL: f64 = 0.8 * FONT;
const MARGIN: f64 = 20.0;
/// Between pictures of one position.
const BETWEEN: f64 = 2.4 * FONT;
/// Pictures of one position begin a new row beyond this width.
const WIDEST: f64 = 900.0;
const INK: &str = "#202020";
const FAINT: &str = "#808080";
const STONE: &str = "#1f3f8f";
/// The ground of what the last move changed.
const CHANGED: &str = "#ffe9a8";
/// The width of a character against the size of the font.
const WIDTH: f64 = 0.65;

/// Draws the components of a position side by side, with plus signs between them.
///
/// # Errors
/// If there are more than [`MOST_CELLS`] cells.
pub fn draw(components: &[Diagram], title: &str) -> Result<Drawing, Unsuitable> {
    check(components)?;
    let sizes: Vec<(f64, f64)> = components.iter().map(size).collect();
    let plus = 2.0 * FONT;
    let width: f64 = sizes.iter().map(|size| size.0).sum();
    let height = sizes.iter().map(|size| size.1).fold(0.0, f64::max);
    let gaps = sizes.len().saturating_sub(1) as f64;
    let mut drawing = Drawing::new(
        (width + gaps * plus + 2.0 * MARGIN).max(2.0 * CELL),
        (height + 2.0 * MARGIN).max(2.0 * CELL),
    );
    let mut left = MARGIN;
    for (i, (component, size)) in components.iter().zip(&sizes).enumerate() {
        if i > 0 {
            let (x, y) = (left + 0.5 * plus, MARGIN + 0.5 * height);
            drawing.text(x, y, 1.3 * FONT, Anchor::Middle, INK, "+");
            left += plus;
        }
        let top = MARGIN + 0.5 * (height - size.1);
        draw_at(component, &mut drawing, left, top);
        left += size.0;
    }
    Ok(drawing.titled(title))
}

/// Refuses pictures that are too large.
pub(super) fn check(components: &[Diagram]) -> Result<(), Unsuitable> {
    let cells = components.iter().map(|component| {
        let (rows, columns) = component.size();
        rows.saturating_mul(columns)
    });
    let cells = cells.fold(0, usize::saturating_add);
    if cells > MOST_CELLS {
        return Err(Unsuitable(format!(
            "a picture of a position has at most {MOST_CELLS} cells, this one {cells}"
        )));
    }
    Ok(())
}

/// Estimates how wide a text is.
fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * WIDTH * size
}

/// Estimates how wide the widest of these texts is.
fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, size: f64) -> f64 {
    let widths = texts.into_iter().map(|text| width_of(text, size));
    widths.fold(0.0, f64::max)
}

/// Returns the room that a picture takes.
fn size(diagram: &Diagram) -> (f64, f64) {
    match diagram {
        Diagram::Matrix {
            columns, entries, ..
        } => {
            let (rows, _) = diagram.size();
            let (left, above) = matrix_labels(rows);
            let width = left + matrix_cell(entries) * *columns as f64;
            (width, above + CELL * rows as f64)
        }
        Diagram::Board {
            cells,
            column_labels,
            row_labels,
        } => {
            let (left, above) = board_labels(row_labels, !column_labels.is_empty());
            let halves = cells.iter().map(|cell| cell.halves);
            let halves = halves.chain(column_labels.iter().map(|label| label.halves));
            let width = halves.max().map_or(0, |most| most + 2) as f64 * 0.5 * CELL;
            let (rows, _) = diagram.size();
            (left + width, above + CELL * rows as f64)
        }
        Diagram::Plane(plane) => {
            let grid = Places::of(plane);
            (grid.left + grid.width(), grid.height() + 1.6 * FONT)
        }
        Diagram::Heaps(heaps) => {
            let width = heaps.iter().map(|heap| heap_width(heap, heaps));
            let rows = heaps.len() as f64;
            (width.fold(0.0, f64::max), rows * 1.9 * FONT)
        }
        Diagram::Cuboid(sides) => cuboid::size(sides),
        Diagram::Panels(panels) => {
            let places = arranged(panels);
            let right = places.iter().map(|place| place.left + place.size.0);
            let bottom = places.iter().map(|place| place.top + place.size.1);
            (right.fold(0.0, f64::max), bottom.fold(0.0, f64::max))
        }
        Diagram::Value(text) => (width_of(text, FONT), 1.4 * FONT),
        Diagram::Text(lines) => (
            widest(lines.iter().map(String::as_str), FONT),
            1.4 * FONT * lines.len() as f64,
        ),
    }
}

fn draw_at(diagram: &Diagram, drawing: &mut Drawing, left: f64, top: f64) {
    match diagram {
        Diagram::Matrix {
            columns,
            entries,
            changed,
        } => matrix(drawing, (left, top), *columns, entries, changed),
        Diagram::Board { .. } => board(drawing, (left, top), diagram),
        Diagram::Plane(plane) => self::plane(drawing, (left, top), plane),
        Diagram::Heaps(heaps) => self::heaps(drawing, (left, top), heaps),
        Diagram::Cuboid(sides) => cuboid::draw(drawing, (left, top), sides),
        Diagram::Panels(panels) => {
            for (panel, place) in panels.iter().zip(arranged(panels)) {
                let (left, top) = (left + place.left, top + place.top);
                let mut caption = 0.0;
                if !panel.caption.is_empty() {
                    caption = CAPTION;
                    let (x, y) = (left + 0.5 * place.size.0, top + 0.5 * FONT);
                    drawing.text(x, y, SMALL, Anchor::Middle, FAINT, &panel.caption);
                }
                let inner = size(&panel.diagram).0;
                let left = left + 0.5 * (place.size.0 - inner);
                draw_at(&panel.diagram, drawing, left, top + caption);
            }
        }
        Diagram::Value(text) => {
            drawing.text(left, top + 0.7 * FONT, FONT, Anchor::Start, INK, text);
        }
        Diagram::Text(lines) => {
            for (row, line) in lines.iter().enumerate() {
                let y = top + 1.4 * FONT * (row as f64 + 0.5);
                drawing.text(left, y, FONT, Anchor::Start, INK, line);
            }
        }
    }
}

/// The height of a caption.
const CAPTION: f64 = 1.8 * FONT;

/// Where a panel stands.
struct PanelPlace {
    left: f64,
    top: f64,
    size: (f64, f64),
}

/// Arranges panels in rows from the left, each row as high as its highest panel.
fn arranged(panels: &[Panel]) -> Vec<PanelPlace> {
    let mut places = Vec::new();
    let (mut left, mut top, mut high) = (0.0, 0.0, 0.0f64);
    for panel in panels {
        let (width, height) = size(&panel.diagram);
        let width = width.max(width_of(&panel.caption, SMALL));
        let height = height
            + if panel.caption.is_empty() {
                0.0
            } else {
                CAPTION
            };
        if left > 0.0 && left + width > WIDEST {
            (left, top) = (0.0, top + high + FONT);
            high = 0.0;
        }
        places.push(PanelPlace {
            left,
            top,
            size: (width, height),
        });
        left += width + BETWEEN;
        high = high.max(height);
    }
    places
}

/// Returns the width of a column of a matrix.
fn matrix_cell(entries: &[String]) -> f64 {
    (widest(entries.iter().map(String::as_str), FONT) + FONT).max(CELL)
}

/// Returns room for the labels of a matrix at the left and above.
fn matrix_labels(rows: usize) -> (f64, f64) {
    (width_of(&rows.to_string(), FONT) + 0.8 * FONT, 1.4 * FONT)
}

fn matrix(
    drawing: &mut Drawing,
    (left, top): (f64, f64),
    columns: usize,
    entries: &[String],
    changed: &[usize],
) {
    let labels = matrix_labels(entries.len() / columns);
    let (x0, y0) = (left + labels.0, top + labels.1);
    let cell = matrix_cell(entries);
    for column in 0..columns {
        let x = x0 + cell * (column as f64 + 0.5);
        let number = (column + 1).to_string();
        drawing.text(x, y0 - 0.8 * FONT, SMALL, Anchor::Middle, FAINT, &number);
    }
    for (i, entry) in entries.iter().enumerate() {
        let (row, column) = (i / columns, i % columns);
        let (x, y) = (x0 + cell * column as f64, y0 + CELL * row as f64);
        if column == 0 {
            let (x, y) = (x0 - 0.5 * FONT, y + 0.5 * CELL);
            drawing.text(x, y, SMALL, Anchor::End, FAINT, &(row + 1).to_string());
        }
        let ground = match changed.binary_search(&i) {
            Ok(_) => CHANGED,
            Err(_) => "#ffffff",
        };
        drawing.rectangle(x, y, cell, CELL, ground, Some(INK));
        let entry = if entry == "inf" { "\u{221e}" } else { entry };
        let (x, y) = (x + 0.5 * cell, y + 0.5 * CELL);
        drawing.text(x, y, FONT, Anchor::Middle, INK, entry);
    }
}

/// Returns room for the labels of a board at the left and above.
fn board_labels(rows: &[String], columns: bool) -> (f64, f64) {
    let left = match widest(rows.iter().map(String::as_str), FONT) {
        0.0 => 0.0,
        width => width + 0.6 * FONT,
    };
    (left, if columns { 1.4 * FONT } else { 0.0 })
}

fn board(drawing: &mut Drawing, (left, top): (f64, f64), diagram: &Diagram) {
    let Diagram::Board {
        cells,
        column_labels,
        row_labels,
    } = diagram
    else {
        return;
    };
    let labels = board_labels(row_labels, !column_labels.is_empty());
    let (x0, y0) = (left + labels.0, top + labels.1);
    for label in column_labels {
        let x = x0 + 0.5 * CELL * (label.halves as f64 + 1.0);
        let y = y0 + CELL * label.above as f64 - 0.8 * FONT;
        drawing.text(x, y, SMALL, Anchor::Middle, FAINT, &label.text);
    }
    for (row, label) in row_labels.iter().enumerate() {
        // A row of names alone has no number.
        if cells.iter().all(|cell| cell.row != row) {
            continue;
        }
        let y = y0 + CELL * (row as f64 + 0.5);
        drawing.text(x0 - 0.5 * FONT, y, SMALL, Anchor::End, FAINT, label);
    }
    for cell in cells {
        let x = x0 + 0.5 * CELL * cell.halves as f64;
        let y = y0 + CELL * cell.row as f64;
        place(drawing, (x, y), (CELL, CELL), &cell.mark);
    }
}

/// Draws a place, given by its upper left corner, and what stands on it.
fn place(drawing: &mut Drawing, (x, y): (f64, f64), (width, height): (f64, f64), mark: &Mark) {
    let ground = match mark {
        Mark::Put | Mark::Taken => CHANGED,
        _ => "#ffffff",
    };
    drawing.rectangle(x, y, width, height, ground, Some(FAINT));
    let (x, y) = (x + 0.5 * width, y + 0.5 * height);
    match mark {
        Mark::Empty => {}
        Mark::Stone | Mark::Put => drawing.disc(x, y, 0.36 * height, STONE, None),
        Mark::Stones(count) => {
            drawing.disc(x, y, 0.42 * height, STONE, None);
            drawing.text(x, y, SMALL, Anchor::Middle, "#ffffff", &count.to_string());
        }
        Mark::Taken => drawing.disc(x, y, 0.36 * height, CHANGED, Some(FAINT)),
        Mark::Reach => drawing.disc(x, y, 0.12 * height, "#8fa3d1", None),
        Mark::Text(text) if text == "Q" => {
            drawing.text(x, y, 0.8 * height, Anchor::Middle, STONE, "\u{265b}");
        }
        Mark::Text(text) => drawing.text(x, y, FONT, Anchor::Middle, INK, text),
    }
}

/// Where the places of a plane stand.
struct Places {
    /// Room for the labels of rows.
    left: f64,
    /// The left edges of columns, and their widths.
    columns: Vec<(f64, f64)>,
    /// The upper edges of rows, the lowest row first.
    rows: Vec<f64>,
}

impl Places {
    fn of(plane: &Plane) -> Places {
        let up: &[Tick] = plane.up.as_ref().map_or(&[], |up| up.ticks());
        let labels = widest(up.iter().map(|tick| tick.label.as_str()), SMALL);
        let mut x = 0.0;
        let columns = plane.across.ticks().iter().map(|tick| {
            if tick.gap {
                x += PLACE;
            }
            let width = PLACE.max(width_of(&tick.label, SMALL) + 12.0);
            x += width;
            (x - width, width)
        });
        let columns = columns.collect();
        // The lowest row stands at the bottom: first from there, then turned over.
        let mut y = 0.0;
        let mut rows: Vec<f64> = (0..plane.height())
            .map(|row| {
                if up.get(row).is_some_and(|tick| tick.gap) {
                    y += PLACE;
                }
                y += PLACE;
                y
            })
            .collect();
        rows.iter_mut().for_each(|bottom| *bottom = y - *bottom);
        Places {
            left: if labels > 0.0 {
                labels + 0.5 * FONT
            } else {
                0.0
            },
            columns,
            rows,
        }
    }

    fn width(&self) -> f64 {
        self.columns.last().map_or(0.0, |last| last.0 + last.1)
    }

    fn height(&self) -> f64 {
        self.rows.first().map_or(0.0, |first| first + PLACE)
    }
}

fn plane(drawing: &mut Drawing, (left, top): (f64, f64), plane: &Plane) {
    let grid = Places::of(plane);
    let x0 = left + grid.left;
    let bottom = top + grid.height();
    let mut marks = vec![&Mark::Empty; grid.columns.len() * grid.rows.len()];
    for (x, y, mark) in &plane.marks {
        marks[y * grid.columns.len() + x] = mark;
    }
    for (row, y) in grid.rows.iter().enumerate() {
        for (column, (x, width)) in grid.columns.iter().enumerate() {
            let mark = marks[row * grid.columns.len() + column];
            place(drawing, (x0 + x, top + y), (*width, PLACE), mark);
        }
    }
    // Dots stand where places are left out, in the middle of each side.
    let dots = |drawing: &mut Drawing, (x, y): (f64, f64), (dx, dy): (f64, f64)| {
        for i in [-1.0, 0.0, 1.0] {
            drawing.disc(x + i * dx, y + i * dy, 1.5, FAINT, None);
        }
    };
    for (tick, (x, width)) in plane.across.ticks().iter().zip(&grid.columns) {
        let middle = x0 + x + 0.5 * width;
        let y = bottom + 0.8 * FONT;
        drawing.text(middle, y, SMALL, Anchor::Middle, FAINT, &tick.label);
        if tick.gap {
            for y in &grid.rows {
                dots(
                    drawing,
                    (x0 + x - 0.5 * PLACE, top + y + 0.5 * PLACE),
                    (6.0, 0.0),
                );
            }
        }
    }
    let Some(up) = &plane.up else { return };
    for (tick, y) in up.ticks().iter().zip(&grid.rows) {
        let y = top + y;
        let x = x0 - 0.4 * FONT;
        drawing.text(x, y + 0.5 * PLACE, SMALL, Anchor::End, FAINT, &tick.label);
        if tick.gap {
            for (x, width) in &grid.columns {
                dots(drawing, (x0 + x + 0.5 * width, y + 1.5 * PLACE), (0.0, 6.0));
            }
        }
    }
}

/// The most counters of a heap that are drawn; dots stand for the others.
const COUNTERS: u128 = 20;
/// The distance of counters, and the room after each fifth.
const COUNTER: f64 = 20.0;
const FIFTH: f64 = 6.0;

/// Returns the width of a block for a transfinite part of a heap.
fn block(part: &str) -> f64 {
    width_of(part, SMALL) + FONT
}

/// Returns where a heap's counters begin.
fn heap_names(heaps: &[Heap]) -> f64 {
    widest(heaps.iter().map(|heap| heap.name.as_str()), SMALL) + 0.8 * FONT
}

/// Returns how far counter number `i` is from the first.
fn counter(i: u128) -> f64 {
    COUNTER * i as f64 + FIFTH * (i / 5) as f64
}

fn heap_width(heap: &Heap, heaps: &[Heap]) -> f64 {
    let blocks: f64 = heap.parts.iter().map(|part| block(part) + 4.0).sum();
    let shown = heap.counters.saturating_add(heap.taken).min(COUNTERS + 1);
    heap_names(heaps) + blocks + counter(shown) + FONT + width_of(&heap.size, SMALL)
}

fn heaps(drawing: &mut Drawing, (left, top): (f64, f64), heaps: &[Heap]) {
    let names = heap_names(heaps);
    for (row, heap) in heaps.iter().enumerate() {
        let y = top + 1.9 * FONT * (row as f64 + 0.5);
        let end = left + names - 0.8 * FONT;
        drawing.text(end, y, SMALL, Anchor::End, FAINT, &heap.name);
        let mut x = left + names;
        for part in &heap.parts {
            let width = block(part);
            drawing.rectangle(x, y - 0.7 * FONT, width, 1.4 * FONT, "#e3e9f6", Some(STONE));
            drawing.text(x + 0.5 * width, y, SMALL, Anchor::Middle, INK, part);
            x += width + 4.0;
        }
        let shown = heap.counters.min(COUNTERS);
        let at = |i: u128| x + counter(i) + 0.5 * COUNTER;
        for i in 0..shown {
            drawing.disc(at(i), y, 0.4 * COUNTER, STONE, None);
        }
        let taken = heap.taken.min(COUNTERS - shown);
        for i in shown..shown + taken {
            drawing.disc(at(i), y, 0.4 * COUNTER, CHANGED, Some(FAINT));
        }
        let mut all = shown + taken;
        if heap.counters > shown {
            for i in [-1.0, 0.0, 1.0] {
                drawing.disc(at(all) + 6.0 * i, y, 1.5, FAINT, None);
            }
            all += 1;
        }
        let end = all
            .checked_sub(1)
            .map_or(0.0, |last| counter(last) + COUNTER);
        let x = x + end + 0.6 * FONT;
        drawing.text(x, y, SMALL, Anchor::Start, INK, &heap.size);
    }
}
