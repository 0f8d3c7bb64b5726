//! PNG pictures of drawings: shapes are filled by `tiny-skia`, letters are shapes of the DejaVu
//! Sans font, which comes along. The picture does not depend on the fonts of the machine.

pub(crate) mod encode;
mod error;
mod letters;
mod outline;
pub mod pdf;

pub use error::{LONGEST_SIDE, PngError};

use nimfield::budget::Budget;
use tiny_skia::{Color as Opaque, FillRule, Paint, Path, Pixmap, Stroke, Transform};

use crate::svg::{Color, Drawing, Shape};
use letters::Letters;
use outline::outline;

/// Renders a drawing on white, `scale` pixels to each of its units.
///
/// Text runs from left to right, a letter for each character, without kerning; characters that
/// DejaVu Sans does not have are boxes. Time and memory go with the number of pixels, and time also
/// with that of the shapes and the pixels that they cover; the budget is asked for both, shape by shape and row by
/// row.
///
/// # Errors
/// [`PngError`].
pub fn render(drawing: &Drawing, scale: f32, budget: &Budget) -> Result<Vec<u8>, PngError> {
    let (width, height) = drawing.size();
    let pixels = |side: f64| (side * f64::from(scale)).ceil() as f32;
    let (width, height) = (pixels(width), pixels(height));
    let fits = |side: f32| (1.0..=LONGEST_SIDE).contains(&side);
    if !fits(width) || !fits(height) {
        return Err(PngError::Size(width, height));
    }
    budget.fits(4 * width as u64 * height as u64)?;
    let mut pixels =
        Pixmap::new(width as u32, height as u32).ok_or(PngError::Size(width, height))?;
    pixels.fill(Opaque::WHITE);
    let mut canvas = Canvas {
        pixels,
        scale: Transform::from_scale(scale, scale),
        letters: Letters::new(),
    };
    for shape in drawing.shapes() {
        budget.check(0)?;
        // Shapes without a place, those of infinite coordinates, are left out.
        let _ = canvas.draw(shape);
    }
    encode::encode(&canvas.pixels, budget)
}

struct Canvas {
    pixels: Pixmap,
    scale: Transform,
    letters: Letters,
}

impl Canvas {
    /// Draws a shape; `None` if it has no path.
    fn draw(&mut self, shape: &Shape) -> Option<()> {
        let path = outline(shape, &self.letters)?;
        match shape {
            Shape::Rectangle { fill, stroke, .. } => {
                // Smooth edges of neighbours without an outline would let the ground shine
                // through between them.
                self.fill(&path, *fill, stroke.is_some());
                self.stroke(&path, *stroke, 1.0);
            }
            Shape::Disc { fill, stroke, .. } => {
                self.fill(&path, *fill, true);
                self.stroke(&path, *stroke, 1.0);
            }
            Shape::Polygon { fill, .. } | Shape::Text { fill, .. } => self.fill(&path, *fill, true),
            Shape::Line { width, stroke, .. } => self.stroke(&path, Some(*stroke), *width as f32),
        }
        Some(())
    }

    fn fill(&mut self, path: &Path, color: Color, smooth: bool) {
        let mut paint = paint(color);
        paint.anti_alias = smooth;
        self.pixels
            .fill_path(path, &paint, FillRule::Winding, self.scale, None);
    }

    fn stroke(&mut self, path: &Path, color: Option<Color>, width: f32) {
        let Some(color) = color else { return };
        let stroke = Stroke {
            width,
            ..Stroke::default()
        };
        self.pixels
            .stroke_path(path, &paint(color), &stroke, self.scale, None);
    }
}

fn paint([red, green, blue]: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 0xff);
    paint
}
