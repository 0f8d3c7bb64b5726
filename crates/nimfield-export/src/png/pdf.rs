//! PDF pictures of drawings, on one page of their size: shapes as paths, text as the outlines of its
//! letters, so that no font is needed.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use tiny_skia::{Path, PathSegment};

use nimfield::budget::Budget;

use super::PngError;
use super::letters::Letters;
use super::outline::outline;
use crate::svg::{Color, Drawing, Shape};

/// Points of the page to a unit of the drawing.
const SCALE: f64 = 0.75;

/// Renders the drawing as a PDF file.
///
/// # Errors
/// If the compression fails, or the budget runs out.
pub fn render(drawing: &Drawing, budget: &Budget) -> Result<Vec<u8>, PngError> {
    let (width, height) = drawing.size();
    let mut page = format!("{SCALE} 0 0 -{SCALE} 0 {} cm\n", SCALE * height);
    let letters = Letters::new();
    for shape in drawing.shapes() {
        budget.check(0)?;
        write_shape(&mut page, &letters, shape);
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(page.as_bytes())?;
    let page = encoder.finish()?;
    let objects: [Vec<u8>; 4] = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Resources << >> /Contents 4 0 R >>",
            SCALE * width,
            SCALE * height
        )
        .into_bytes(),
        [
            format!(
                "<< /Length {} /Filter /FlateDecode >>\nstream\n",
                page.len()
            )
            .as_bytes(),
            &page,
            b"\nendstream",
        ]
        .concat(),
    ];
    let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    for (i, object) in objects.iter().enumerate() {
        places.push(file.len());
        writeln!(file, "{} 0 obj", i + 1)?;
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let table = file.len();
    write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1)?;
    for place in places {
        writeln!(file, "{place:010} 00000 n ")?;
    }
    write!(
        file,
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n",
        objects.len() + 1
    )?;
    Ok(file)
}

fn color([red, green, blue]: Color) -> String {
    let part = |part: u8| f64::from(part) / 255.0;
    format!("{:.3} {:.3} {:.3}", part(red), part(green), part(blue))
}

fn write_shape(page: &mut String, letters: &Letters, shape: &Shape) {
    let Some(path) = outline(shape, letters) else {
        return;
    };
    let (fill, stroke) = match shape {
        Shape::Rectangle { fill, stroke, .. } | Shape::Disc { fill, stroke, .. } => {
            (Some(*fill), stroke.map(|stroke| (stroke, 1.0)))
        }
        Shape::Polygon { fill, .. } | Shape::Text { fill, .. } => (Some(*fill), None),
        Shape::Line { width, stroke, .. } => (None, Some((*stroke, *width))),
    };
    // Writing to a string cannot fail.
    if let Some(fill) = fill {
        let _ = writeln!(page, "{} rg", color(fill));
    }
    if let Some((stroke, width)) = stroke {
        let _ = writeln!(page, "{} RG {width} w", color(stroke));
    }
    write_path(page, &path);
    page.push_str(match (fill, stroke) {
        (Some(_), Some(_)) => "B\n",
        (Some(_), None) => "f\n",
        _ => "S\n",
    });
}

fn write_path(page: &mut String, path: &Path) {
    let mut last = (0.0, 0.0);
    for segment in path.segments() {
        let _ = match segment {
            PathSegment::MoveTo(p) => {
                last = (p.x, p.y);
                writeln!(page, "{:.2} {:.2} m", p.x, p.y)
            }
            PathSegment::LineTo(p) => {
                last = (p.x, p.y);
                writeln!(page, "{:.2} {:.2} l", p.x, p.y)
            }
            // PDF has only cubic curves.
            PathSegment::QuadTo(c, p) => {
                let toward = |from: f32, to: f32| from + 2.0 / 3.0 * (to - from);
                let a = (toward(last.0, c.x), toward(last.1, c.y));
                let b = (toward(p.x, c.x), toward(p.y, c.y));
                last = (p.x, p.y);
                writeln!(
                    page,
                    "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c",
                    a.0, a.1, b.0, b.1, p.x, p.y
                )
            }
            PathSegment::CubicTo(a, b, p) => {
                last = (p.x, p.y);
                writeln!(
                    page,
                    "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c",
                    a.x, a.y, b.x, b.y, p.x, p.y
                )
            }
            PathSegment::Close => writeln!(page, "h"),
        };
    }
}
