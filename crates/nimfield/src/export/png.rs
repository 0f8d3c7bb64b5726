//! PNG pictures, rendered from SVG by `resvg` with the DejaVu Sans font, which comes along: the
//! picture does not depend on the fonts of the machine.

use std::fmt;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// Pictures with a longer side in pixels are refused.
pub const LONGEST_SIDE: f32 = 16_384.0;

/// Why there is no picture.
#[derive(Debug)]
pub enum PngError {
    /// The drawing is no SVG.
    Svg(String),
    /// The picture is larger than [`LONGEST_SIDE`] or has no area: its width and height.
    Size(f32, f32),
    /// The encoder failed.
    Encode(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Svg(error) => write!(f, "the drawing is no SVG: {error}"),
            PngError::Size(width, height) => write!(
                f,
                "a picture of {width} by {height} pixels: its sides are from 1 to {LONGEST_SIDE}"
            ),
            PngError::Encode(error) => write!(f, "the picture cannot be encoded: {error}"),
        }
    }
}

impl std::error::Error for PngError {}

fn fonts() -> &'static Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    })
}

/// Renders a drawing, `scale` pixels to each of its units.
///
/// # Errors
/// [`PngError`].
pub fn render(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let options = Options {
        fontdb: fonts().clone(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| PngError::Svg(error.to_string()))?;
    let size = tree.size();
    let (width, height) = (
        (size.width() * scale).ceil(),
        (size.height() * scale).ceil(),
    );
    let fits = |side: f32| (1.0..=LONGEST_SIDE).contains(&side);
    if !fits(width) || !fits(height) {
        return Err(PngError::Size(width, height));
    }
    let mut pixels =
        Pixmap::new(width as u32, height as u32).ok_or(PngError::Size(width, height))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels
        .encode_png()
        .map_err(|error| PngError::Encode(error.to_string()))
}
