//! PNG pictures of drawings: shapes are filled by `tiny-skia`, letters are shapes of the DejaVu
//! Sans font, which comes along. The picture does not depend on the fonts of the machine.

pub(crate) mod encode;
mod letters;

use std::fmt;

use tiny_skia::{
    Color as Opaque, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

use crate::svg::{Color, Drawing, Shape};
use letters::Letters;

/// Pictures with a longer side in pixels are refused.
pub const LONGEST_SIDE: f32 = 16_384.0;

/// Why there is no picture.
#[derive(Debug)]
pub enum PngError {
    /// The picture is larger than [`LONGEST_SIDE`] or has no area: its width and height.
    Size(f32, f32),
    /// The encoder failed.
    Encode(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Size(width, height) => write!(
                f,
                "a picture of {width} by {height} pixels: its sides are from 1 to {LONGEST_SIDE}"
            ),
            PngError::Encode(error) => write!(f, "the picture cannot be encoded: {error}"),
        }
    }
}

impl std::error::Error for PngError {}

/// Renders a drawing on white, `scale` pixels to each of its units.
///
/// Text runs from left to right, a letter for each character, without kerning; characters that
/// DejaVu Sans does not have are boxes. Time and memory go with the number of pixels, and time also
/// with that of the shapes and the pixels that they cover.
///
/// # Errors
/// [`PngError`].
pub fn render(drawing: &Drawing, scale: f32) -> Result<Vec<u8>, PngError> {
    let (width, height) = drawing.size();
    let pixels = |side: f64| (side * f64::from(scale)).ceil() as f32;
    let (width, height) = (pixels(width), pixels(height));
    let fits = |side: f32| (1.0..=LONGEST_SIDE).contains(&side);
    if !fits(width) || !fits(height) {
        return Err(PngError::Size(width, height));
    }
    let mut pixels =
        Pixmap::new(width as u32, height as u32).ok_or(PngError::Size(width, height))?;
    pixels.fill(Opaque::WHITE);
    let mut canvas = Canvas {
        pixels,
        scale: Transform::from_scale(scale, scale),
        letters: Letters::new(),
    };
    for shape in drawing.shapes() {
        // Shapes without a place, those of infinite coordinates, are left out.
        let _ = canvas.draw(shape);
    }
    encode::encode(&canvas.pixels).map_err(|error| PngError::Encode(error.to_string()))
}

struct Canvas {
    pixels: Pixmap,
    scale: Transform,
    letters: Letters,
}

impl Canvas {
    /// Draws a shape; `None` if it has no path.
    fn draw(&mut self, shape: &Shape) -> Option<()> {
        match shape {
            Shape::Rectangle {
                x,
                y,
                width,
                height,
                fill,
                stroke,
            } => {
                let [x, y, width, height] = [*x, *y, *width, *height].map(|x| x as f32);
                let path = PathBuilder::from_rect(Rect::from_xywh(x, y, width, height)?);
                // Smooth edges of neighbours without an outline would let the ground shine
                // through between them.
                self.fill(&path, *fill, stroke.is_some());
                self.stroke(&path, *stroke, 1.0);
            }
            Shape::Disc {
                x,
                y,
                radius,
                fill,
                stroke,
            } => {
                let path = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32)?;
                self.fill(&path, *fill, true);
                self.stroke(&path, *stroke, 1.0);
            }
            Shape::Polygon { points, fill } => {
                let mut path = through(points);
                path.close();
                self.fill(&path.finish()?, *fill, true);
            }
            Shape::Line {
                points,
                width,
                stroke,
            } => self.stroke(&through(points).finish()?, Some(*stroke), *width as f32),
            Shape::Text {
                x,
                baseline,
                size,
                anchor,
                fill,
                text,
            } => {
                let place = (*x as f32, *baseline as f32);
                let path = self.letters.path(text, place, *size as f32, *anchor)?;
                self.fill(&path, *fill, true);
            }
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

/// Straight lines from point to point.
fn through(points: &[(f64, f64)]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        match i {
            0 => path.move_to(x as f32, y as f32),
            _ => path.line_to(x as f32, y as f32),
        }
    }
    path
}
