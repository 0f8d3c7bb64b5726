//! Single positions as drawings: matrices, boards, Young diagrams, heaps, boxes and planes; with sums side by side.
//! Each component is drawn as a part, from its upper left corner, with a known size.

use crate::Unsuitable;
use crate::cuboid;
use crate::svg::{Anchor, Drawing};
use nimfield::diagram::{BoardCell, ColumnLabel, Diagram, Heap, Mark, Panel, Plane, Tick};

/// The most cells of a drawn position.
pub const MOST_CELLS: usize = 1 << 16;

const CELL: f64 = 36.0;
/// The side of a place of a plane.
const PLACE: f64 = 28.0;
const FONT: f64 = 15.0;
/// The size of labels.
const SMALL: f64 = 0.8 * FONT;
const MARGIN: f64 = 20.0;
/// The distance between pictures of one position.
const BETWEEN: f64 = 2.4 * FONT;
/// The width at which pictures of one position wrap to a new row.
const WIDEST: f64 = 900.0;
const INK: &str = "#202020";
const FAINT: &str = "#808080";
const STONE: &str = "#1f3f8f";
/// The background of the parts that the last move changed.
const CHANGED: &str = "#ffe9a8";
/// The width of a character relative to the font size.
const WIDTH: f64 = 0.65;

/// Draws the components of a position side by side, with plus signs between them.
///
/// # Errors
/// If there are more than [`MOST_CELLS`] cells.
pub fn draw(components: &[Diagram], title: &str) -> Result<Drawing, Unsuitable> {
    check(components)?;
    let parts: Vec<Drawing> = components.iter().map(part).collect();
    let plus = 2.0 * FONT;
    let width: f64 = parts.iter().map(|part| part.room().0).sum();
    let height = parts.iter().map(|part| part.room().1).fold(0.0, f64::max);
    let gaps = parts.len().saturating_sub(1) as f64;
    let mut drawing = Drawing::new(
        (width + gaps * plus + 2.0 * MARGIN).max(2.0 * CELL),
        (height + 2.0 * MARGIN).max(2.0 * CELL),
    );
    let mut left = MARGIN;
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 {
            let (x, y) = (left + 0.5 * plus, MARGIN + 0.5 * height);
            drawing.text(x, y, 1.3 * FONT, Anchor::Middle, INK, "+");
            left += plus;
        }
        let (width, own) = part.room();
        drawing.place((left, MARGIN + 0.5 * (height - own)), part);
        left += width;
    }
    Ok(drawing.titled(title))
}

/// Returns an error if pictures are too large.
pub(super) fn check(components: &[Diagram]) -> Result<(), Unsuitable> {
    let cells = components.iter().map(|component| {
        let (rows, columns) = component.size();
        rows.saturating_mul(columns)
    });
    let cells = cells.fold(0, usize::saturating_add);
    Unsuitable::check("a picture of a position", cells, MOST_CELLS)
}

/// Estimates the width of a text.
fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * WIDTH * size
}

/// Estimates the width of the widest of these texts.
fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, size: f64) -> f64 {
    let widths = texts.into_iter().map(|text| width_of(text, size));
    widths.fold(0.0, f64::max)
}

/// Draws a component.
fn part(diagram: &Diagram) -> Drawing {
    match diagram {
        Diagram::Matrix {
            columns,
            entries,
            changed,
        } => matrix(*columns, entries, changed),
        Diagram::Board {
            cells,
            column_labels,
            row_labels,
        } => board(cells, column_labels, row_labels, diagram.size().0),
        Diagram::Plane(plane) => self::plane(plane),
        Diagram::Heaps(heaps) => self::heaps(heaps),
        Diagram::Cuboid(sides) => cuboid::draw(sides),
        Diagram::Graph { vertices, edges } => graph(vertices, edges),
        Diagram::Panels(panels) => self::panels(panels),
        Diagram::Value(text) => {
            let mut part = Drawing::part();
            part.text(0.0, 0.7 * FONT, FONT, Anchor::Start, INK, text);
            part.within(width_of(text, FONT), 1.4 * FONT)
        }
        Diagram::Text(lines) => {
            let mut part = Drawing::part();
            for (row, line) in lines.iter().enumerate() {
                let y = 1.4 * FONT * (row as f64 + 0.5);
                part.text(0.0, y, FONT, Anchor::Start, INK, line);
            }
            let width = widest(lines.iter().map(String::as_str), FONT);
            part.within(width, 1.4 * FONT * lines.len() as f64)
        }
    }
}

/// Draws the vertices on a circle, clockwise from the top, with their names outside, and the edges as chords.
fn graph(vertices: &[(String, Mark)], edges: &[(usize, usize, String)]) -> Drawing {
    /// The radius of a vertex.
    const VERTEX: f64 = 0.32 * CELL;
    let count = vertices.len() as f64;
    let names = widest(vertices.iter().map(|own| own.0.as_str()), SMALL);
    let radius = (1.6 * CELL).max(1.4 * CELL * count / std::f64::consts::TAU);
    let (x0, y0) = (radius + CELL + names, radius + CELL);
    let at = |vertex: usize, radius: f64| {
        let (sin, cos) = (std::f64::consts::TAU * vertex as f64 / count).sin_cos();
        (x0 + radius * sin, y0 - radius * cos)
    };
    let is_free = |vertex: usize| !matches!(vertices[vertex].1, Mark::Stone | Mark::Put);
    let mut part = Drawing::part();
    // Removed vertices are drawn first, below the others.
    for free in [false, true] {
        let ink = if free { INK } else { "#d0d0d0" };
        for (one, other, text) in edges {
            if (is_free(*one) && is_free(*other)) != free {
                continue;
            }
            let ((x, y), (right, down)) = (at(*one, radius), at(*other, radius));
            part.line(&[(x, y), (right, down)], ink);
            if !text.is_empty() {
                // Not halfway, where chords through the centre meet.
                let (x, y) = (x + 0.4 * (right - x), y + 0.4 * (down - y));
                let width = width_of(text, SMALL) + 4.0;
                part.rectangle(
                    x - 0.5 * width,
                    y - 0.6 * FONT,
                    width,
                    1.2 * FONT,
                    "#ffffff",
                    None,
                );
                part.text(x, y, SMALL, Anchor::Middle, INK, text);
            }
        }
    }
    for (vertex, (name, mark)) in vertices.iter().enumerate() {
        let (x, y) = at(vertex, radius);
        if matches!(mark, Mark::Put | Mark::Taken) {
            part.disc(x, y, 1.3 * VERTEX, CHANGED, None);
        }
        let fill = if is_free(vertex) { "#ffffff" } else { FAINT };
        part.disc(x, y, VERTEX, fill, Some(INK));
        if let Mark::Text(text) = mark {
            part.text(x, y, SMALL, Anchor::Middle, INK, text);
        }
        let (x, y) = at(vertex, radius + 0.6 * CELL);
        let anchor = match (x - x0) / radius {
            side if side > 0.3 => Anchor::Start,
            side if side < -0.3 => Anchor::End,
            _ => Anchor::Middle,
        };
        part.text(x, y, SMALL, anchor, FAINT, name);
    }
    part.within(2.0 * x0, 2.0 * y0)
}

/// Draws panels in rows from the left, each row as high as its highest panel.
fn panels(panels: &[Panel]) -> Drawing {
    /// The height of a caption.
    const CAPTION: f64 = 1.8 * FONT;
    let mut part = Drawing::part();
    let (mut left, mut top, mut high) = (0.0, 0.0, 0.0f64);
    let (mut right, mut bottom) = (0.0f64, 0.0f64);
    for panel in panels {
        let inner = self::part(&panel.diagram);
        let (own, height) = inner.room();
        let width = own.max(width_of(&panel.caption, SMALL));
        let caption = if panel.caption.is_empty() {
            0.0
        } else {
            CAPTION
        };
        let height = height + caption;
        if left > 0.0 && left + width > WIDEST {
            (left, top) = (0.0, top + high + FONT);
            high = 0.0;
        }
        if !panel.caption.is_empty() {
            let (x, y) = (left + 0.5 * width, top + 0.5 * FONT);
            part.text(x, y, SMALL, Anchor::Middle, FAINT, &panel.caption);
        }
        part.place((left + 0.5 * (width - own), top + caption), inner);
        right = right.max(left + width);
        bottom = bottom.max(top + height);
        left += width + BETWEEN;
        high = high.max(height);
    }
    part.within(right, bottom)
}

fn matrix(columns: usize, entries: &[String], changed: &[usize]) -> Drawing {
    let rows = entries.len() / columns;
    let cell = (widest(entries.iter().map(String::as_str), FONT) + FONT).max(CELL);
    let (x0, y0) = (width_of(&rows.to_string(), FONT) + 0.8 * FONT, 1.4 * FONT);
    let mut part = Drawing::part();
    for column in 0..columns {
        let x = x0 + cell * (column as f64 + 0.5);
        let number = (column + 1).to_string();
        part.text(x, y0 - 0.8 * FONT, SMALL, Anchor::Middle, FAINT, &number);
    }
    for (i, entry) in entries.iter().enumerate() {
        let (row, column) = (i / columns, i % columns);
        let (x, y) = (x0 + cell * column as f64, y0 + CELL * row as f64);
        if column == 0 {
            let (x, y) = (x0 - 0.5 * FONT, y + 0.5 * CELL);
            part.text(x, y, SMALL, Anchor::End, FAINT, &(row + 1).to_string());
        }
        let ground = match changed.binary_search(&i) {
            Ok(_) => CHANGED,
            Err(_) => "#ffffff",
        };
        part.rectangle(x, y, cell, CELL, ground, Some(INK));
        let entry = if entry == "inf" { "\u{221e}" } else { entry };
        let (x, y) = (x + 0.5 * cell, y + 0.5 * CELL);
        part.text(x, y, FONT, Anchor::Middle, INK, entry);
    }
    part.within(x0 + cell * columns as f64, y0 + CELL * rows as f64)
}

fn board(
    cells: &[BoardCell],
    column_labels: &[ColumnLabel],
    row_labels: &[String],
    rows: usize,
) -> Drawing {
    let x0 = match widest(row_labels.iter().map(String::as_str), FONT) {
        0.0 => 0.0,
        width => width + 0.6 * FONT,
    };
    let y0 = if column_labels.is_empty() {
        0.0
    } else {
        1.4 * FONT
    };
    let mut part = Drawing::part();
    for label in column_labels {
        let x = x0 + 0.5 * CELL * (label.halves as f64 + 1.0);
        let y = y0 + CELL * label.above as f64 - 0.8 * FONT;
        part.text(x, y, SMALL, Anchor::Middle, FAINT, &label.text);
    }
    for (row, label) in row_labels.iter().enumerate() {
        // A row that holds only names has no label.
        if cells.iter().all(|cell| cell.row != row) {
            continue;
        }
        let y = y0 + CELL * (row as f64 + 0.5);
        part.text(x0 - 0.5 * FONT, y, SMALL, Anchor::End, FAINT, label);
    }
    for cell in cells {
        let x = x0 + 0.5 * CELL * cell.halves as f64;
        let y = y0 + CELL * cell.row as f64;
        place(&mut part, (x, y), (CELL, CELL), &cell.mark);
    }
    let halves = cells.iter().map(|cell| cell.halves);
    let halves = halves.chain(column_labels.iter().map(|label| label.halves));
    let width = halves.max().map_or(0, |most| most + 2) as f64 * 0.5 * CELL;
    part.within(x0 + width, y0 + CELL * rows as f64)
}

/// Draws a place, given by its upper left corner, with its contents.
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

/// Draws a plane, its lowest row at the bottom.
fn plane(plane: &Plane) -> Drawing {
    let up: &[Tick] = plane.up.as_ref().map_or(&[], |up| up.ticks());
    let x0 = match widest(up.iter().map(|tick| tick.label.as_str()), SMALL) {
        0.0 => 0.0,
        width => width + 0.5 * FONT,
    };
    // The left edges of columns, and their widths.
    let mut right = 0.0;
    let columns = plane.across.ticks().iter().map(|tick| {
        if tick.gap {
            right += PLACE;
        }
        let width = PLACE.max(width_of(&tick.label, SMALL) + 12.0);
        right += width;
        (right - width, width)
    });
    let columns: Vec<(f64, f64)> = columns.collect();
    // The upper edges of rows, the lowest row first: computed from the bottom, then flipped.
    let mut height = 0.0;
    let rows = (0..plane.height()).map(|row| {
        if up.get(row).is_some_and(|tick| tick.gap) {
            height += PLACE;
        }
        height += PLACE;
        height
    });
    let bottoms: Vec<f64> = rows.collect();
    let rows: Vec<f64> = bottoms.iter().map(|bottom| height - bottom).collect();
    let bottom = rows.first().map_or(0.0, |first| first + PLACE);
    let mut part = Drawing::part();
    let mut marks = vec![&Mark::Empty; columns.len() * rows.len()];
    for (x, y, mark) in &plane.marks {
        marks[y * columns.len() + x] = mark;
    }
    for (row, y) in rows.iter().enumerate() {
        for (column, (x, width)) in columns.iter().enumerate() {
            let mark = marks[row * columns.len() + column];
            place(&mut part, (x0 + x, *y), (*width, PLACE), mark);
        }
    }
    for (tick, (x, width)) in plane.across.ticks().iter().zip(&columns) {
        let (middle, y) = (x0 + x + 0.5 * width, bottom + 0.8 * FONT);
        part.text(middle, y, SMALL, Anchor::Middle, FAINT, &tick.label);
        for y in rows.iter().filter(|_| tick.gap) {
            dots(
                &mut part,
                (x0 + x - 0.5 * PLACE, y + 0.5 * PLACE),
                (6.0, 0.0),
            );
        }
    }
    for (tick, y) in up.iter().zip(&rows) {
        let x = x0 - 0.4 * FONT;
        part.text(x, y + 0.5 * PLACE, SMALL, Anchor::End, FAINT, &tick.label);
        for (x, width) in columns.iter().filter(|_| tick.gap) {
            dots(
                &mut part,
                (x0 + x + 0.5 * width, y + 1.5 * PLACE),
                (0.0, 6.0),
            );
        }
    }
    part.within(x0 + right, bottom + 1.6 * FONT)
}

/// Draws three dots in this direction, for omitted places.
fn dots(part: &mut Drawing, (x, y): (f64, f64), (dx, dy): (f64, f64)) {
    for i in [-1.0, 0.0, 1.0] {
        part.disc(x + i * dx, y + i * dy, 1.5, FAINT, None);
    }
}

fn heaps(heaps: &[Heap]) -> Drawing {
    /// The most counters of a heap to draw; dots stand for the others.
    const COUNTERS: u128 = 20;
    /// The distance of counters, and the room after each fifth.
    const COUNTER: f64 = 20.0;
    const FIFTH: f64 = 6.0;
    // How far a counter is from the first.
    let counter = |i: u128| COUNTER * i as f64 + FIFTH * (i / 5) as f64;
    let names = widest(heaps.iter().map(|heap| heap.name.as_str()), SMALL) + 0.8 * FONT;
    let mut part = Drawing::part();
    let mut widest = 0.0f64;
    for (row, heap) in heaps.iter().enumerate() {
        let y = 1.9 * FONT * (row as f64 + 0.5);
        part.text(names - 0.8 * FONT, y, SMALL, Anchor::End, FAINT, &heap.name);
        let mut x = names;
        // Transfinite parts are blocks.
        for block in &heap.parts {
            let width = width_of(block, SMALL) + FONT;
            part.rectangle(x, y - 0.7 * FONT, width, 1.4 * FONT, "#e3e9f6", Some(STONE));
            part.text(x + 0.5 * width, y, SMALL, Anchor::Middle, INK, block);
            x += width + 4.0;
        }
        let shown = heap.counters.min(COUNTERS);
        let at = |i: u128| x + counter(i) + 0.5 * COUNTER;
        for i in 0..shown {
            part.disc(at(i), y, 0.4 * COUNTER, STONE, None);
        }
        let taken = heap.taken.min(COUNTERS - shown);
        for i in shown..shown + taken {
            part.disc(at(i), y, 0.4 * COUNTER, CHANGED, Some(FAINT));
        }
        let mut all = shown + taken;
        if heap.counters > shown {
            dots(&mut part, (at(all), y), (6.0, 0.0));
            all += 1;
        }
        let end = all
            .checked_sub(1)
            .map_or(0.0, |last| counter(last) + COUNTER);
        let size = x + end + 0.6 * FONT;
        part.text(size, y, SMALL, Anchor::Start, INK, &heap.size);
        let room = heap.counters.saturating_add(heap.taken).min(COUNTERS + 1);
        let right = x + counter(room) + FONT + width_of(&heap.size, SMALL);
        widest = widest.max(right);
    }
    part.within(widest, heaps.len() as f64 * 1.9 * FONT)
}
