//! Text as the outlines of its letters.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{Path, PathBuilder};

use crate::svg::Anchor;

/// The letters of DejaVu Sans.
pub(super) struct Letters(FontRef<'static>);

impl Letters {
    pub(super) fn new() -> Letters {
        let font = FontRef::new(dejavu::sans::regular());
        Letters(font.expect("the built-in font is valid"))
    }

    /// Returns the outlines of a text at this size; `place` is its anchor on the baseline. `None` if nothing is
    /// visible.
    pub(super) fn path(
        &self,
        text: &str,
        place: (f32, f32),
        size: f32,
        anchor: Anchor,
    ) -> Option<Path> {
        let metrics = self.0.metrics(Size::unscaled(), LocationRef::default());
        let scale = size / f32::from(metrics.units_per_em);
        let letters: Vec<GlyphId> = text.chars().map(|c| self.letter(c)).collect();
        let width: f32 = letters.iter().map(|letter| self.width(*letter)).sum();
        let left = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5 * width,
            Anchor::End => width,
        };
        let mut outline = LetterPath {
            path: PathBuilder::new(),
            x: place.0 - scale * left,
            y: place.1,
            scale,
        };
        let outlines = self.0.outline_glyphs();
        for letter in letters {
            if let Some(glyph) = outlines.get(letter) {
                let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
                // The letters of the built-in font are valid.
                let _ = glyph.draw(settings, &mut outline);
            }
            outline.x += scale * self.width(letter);
        }
        outline.path.finish()
    }

    /// Returns the letter for a character. Control characters are a space or `?`, as in SVG; characters that the font
    /// lacks become its letter 0, a box.
    fn letter(&self, c: char) -> GlyphId {
        let c = match c {
            '\t' | '\n' | '\r' => ' ',
            c if c.is_control() => '?',
            c => c,
        };
        self.0.charmap().map(c).unwrap_or(GlyphId::NOTDEF)
    }

    /// Returns the distance to the next letter, in units of the font.
    fn width(&self, letter: GlyphId) -> f32 {
        let metrics = self
            .0
            .glyph_metrics(Size::unscaled(), LocationRef::default());
        metrics.advance_width(letter).unwrap_or(0.0)
    }
}

/// A path that grows letter by letter, the next one at `x` on the line `y`.
struct LetterPath {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl LetterPath {
    /// Converts a point of the font to the drawing; the font counts heights upwards.
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + self.scale * x, self.y - self.scale * y)
    }
}

impl OutlinePen for LetterPath {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
