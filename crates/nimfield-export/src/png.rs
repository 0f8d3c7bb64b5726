//! PNG pictures of drawings: shapes are filled by `tiny-skia`, letters are shapes of the DejaVu Sans font, which is
//! included, so that pictures do not depend on the fonts of the machine.

mod letters;
mod outline;
pub mod pdf;

use std::io::{self, Write as _};

use nimfield::budget::{Budget, Limit};
use png::{ColorType, Encoder, EncodingError, Filter};
use tiny_skia::{Color as Opaque, FillRule, Paint, Pixmap, Stroke, Transform};

use crate::svg::{Color, Drawing, Geometry, Shape};
use letters::Letters;
use outline::outline;

/// The longest side of a picture in pixels.
pub const LONGEST_SIDE: f32 = 16_384.0;

/// Why a picture cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The picture is larger than [`LONGEST_SIDE`] or has no area: its width and height.
    #[error("a picture of {0} by {1} pixels; each side must have 1 to {LONGEST_SIDE}")]
    Size(f32, f32),
    /// The encoder failed.
    #[error("the picture cannot be encoded: {0}")]
    Encode(#[from] EncodingError),
    /// The encoded picture could not be written.
    #[error("the picture cannot be encoded: {0}")]
    Io(#[from] io::Error),
    /// The budget was too small.
    #[error("the picture was stopped by {0}")]
    Stopped(Limit),
}

impl From<Limit> for PngError {
    fn from(limit: Limit) -> PngError {
        PngError::Stopped(limit)
    }
}

/// Renders a drawing on white, with `scale` pixels per unit.
///
/// Text runs from left to right, one letter per character, without kerning; characters that DejaVu Sans lacks become
/// boxes. Time and memory are proportional to the number of pixels, and time also to the shapes and the pixels that
/// they cover. The budget is checked for each shape and each row.
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
        // Shapes with infinite coordinates are skipped.
        let _ = canvas.draw(shape);
    }
    encode(&canvas.pixels, budget)
}

/// Encodes an opaque picture as a file, without an alpha channel.
pub(crate) fn encode(pixels: &Pixmap, budget: &Budget) -> Result<Vec<u8>, PngError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Rgb);
    // Most rows of a drawing equal the one above.
    encoder.set_filter(Filter::Up);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    for row in pixels.data().chunks(4 * pixels.width() as usize) {
        budget.check(0)?;
        let colors: Vec<u8> = row
            .chunks(4)
            .flat_map(|pixel| &pixel[..3])
            .copied()
            .collect();
        rows.write_all(&colors)?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(file)
}

struct Canvas {
    pixels: Pixmap,
    scale: Transform,
    letters: Letters,
}

impl Canvas {
    /// Draws a shape; `None` if it has no path.
    fn draw(&mut self, shape: &Shape) -> Option<()> {
        let path = outline(&shape.geometry, &self.letters)?;
        if let Some(fill) = shape.fill {
            let mut paint = paint(fill);
            // With smooth edges, the background would show between neighbours without an outline.
            paint.anti_alias =
                shape.stroke.is_some() || !matches!(shape.geometry, Geometry::Rectangle(..));
            self.pixels
                .fill_path(&path, &paint, FillRule::Winding, self.scale, None);
        }
        if let Some((color, width)) = shape.stroke {
            let stroke = Stroke {
                width: width as f32,
                ..Stroke::default()
            };
            self.pixels
                .stroke_path(&path, &paint(color), &stroke, self.scale, None);
        }
        Some(())
    }
}

fn paint([red, green, blue]: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 0xff);
    paint
}
