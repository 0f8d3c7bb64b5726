//! PDF pictures of drawings, on one page of the same size: shapes as paths, text as the outlines of its letters, so
//! that no font is needed.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::{Content, Filter, Pdf, Rect, Ref};
use tiny_skia::{Path, PathSegment, Point};

use nimfield::budget::Budget;

use super::PngError;
use super::letters::Letters;
use super::outline::outline;
use crate::svg::{Color, Drawing, Shape};

/// Points of the page per unit of the drawing.
const SCALE: f32 = 0.75;

/// Renders the drawing as a PDF file.
///
/// # Errors
/// If the compression fails, or the budget runs out.
pub fn render(drawing: &Drawing, budget: &Budget) -> Result<Vec<u8>, PngError> {
    let (width, height) = drawing.size();
    let (width, height) = (SCALE * width as f32, SCALE * height as f32);
    let mut page = Content::new();
    page.transform([SCALE, 0.0, 0.0, -SCALE, 0.0, height]);
    let letters = Letters::new();
    for shape in drawing.shapes() {
        budget.check(0)?;
        draw(&mut page, &letters, shape);
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&page.finish())?;
    let page = encoder.finish()?;
    let [catalog, pages, sheet, content] = [1, 2, 3, 4].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([sheet]).count(1);
    pdf.page(sheet)
        .parent(pages)
        .media_box(Rect::new(0.0, 0.0, width, height))
        .contents(content)
        .resources();
    pdf.stream(content, &page).filter(Filter::FlateDecode);
    Ok(pdf.finish())
}

fn draw(page: &mut Content, letters: &Letters, shape: &Shape) {
    let Some(path) = outline(&shape.geometry, letters) else {
        return;
    };
    if let Some(fill) = shape.fill {
        let [red, green, blue] = parts(fill);
        page.set_fill_rgb(red, green, blue);
    }
    if let Some((stroke, width)) = shape.stroke {
        let [red, green, blue] = parts(stroke);
        page.set_stroke_rgb(red, green, blue)
            .set_line_width(width as f32);
    }
    draw_path(page, &path);
    match (shape.fill, shape.stroke) {
        (Some(_), Some(_)) => page.fill_nonzero_and_stroke(),
        (Some(_), None) => page.fill_nonzero(),
        _ => page.stroke(),
    };
}

fn parts(color: Color) -> [f32; 3] {
    color.map(|part| rounded(f32::from(part) / 255.0, 1_000.0))
}

fn rounded(x: f32, parts: f32) -> f32 {
    (x * parts).round() / parts
}

/// Draws a path, rounded to hundredths of a unit.
fn draw_path(page: &mut Content, path: &Path) {
    let at = |p: Point| (rounded(p.x, 100.0), rounded(p.y, 100.0));
    let mut last = Point::zero();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                let (x, y) = at(p);
                page.move_to(x, y);
                last = p;
            }
            PathSegment::LineTo(p) => {
                let (x, y) = at(p);
                page.line_to(x, y);
                last = p;
            }
            // PDF has only cubic curves.
            PathSegment::QuadTo(c, p) => {
                let toward = |from: f32, to: f32| from + 2.0 / 3.0 * (to - from);
                let control =
                    |from: Point| Point::from_xy(toward(from.x, c.x), toward(from.y, c.y));
                curve(page, [control(last), control(p), p].map(at));
                last = p;
            }
            PathSegment::CubicTo(a, b, p) => {
                curve(page, [a, b, p].map(at));
                last = p;
            }
            PathSegment::Close => {
                page.close_path();
            }
        }
    }
}

fn curve(page: &mut Content, [a, b, p]: [(f32, f32); 3]) {
    page.cubic_to(a.0, a.1, b.0, b.1, p.0, p.1);
}
