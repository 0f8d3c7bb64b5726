//! Thermographs drawn as text and as SVG, with Left's side on the left.

use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::game::Player;
use crate::thermograph::{Point, Thermograph};

/// The corners of a thermograph as exact points, and their frame, for drawings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The corners of Left's wall, as [`Thermograph::wall`] gives them.
    pub left: Vec<Point>,
    /// The corners of Right's wall.
    pub right: Vec<Point>,
    /// The greatest value drawn, at the left edge.
    pub high: Dyadic,
    /// The least value drawn, at the right edge.
    pub low: Dyadic,
    /// The greatest temperature drawn, which includes a part of the mast.
    pub top: Dyadic,
}

impl Outline {
    /// Returns the outline of a thermograph.
    pub fn of(thermograph: &Thermograph) -> Result<Outline> {
        let (left, right) = (
            thermograph.wall(Player::Left)?,
            thermograph.wall(Player::Right)?,
        );
        // The walls are furthest apart at t = 0; a part of the mast is shown above its foot.
        let (high, low) = (left[0].value, right[0].value);
        let foot = thermograph.temperature().max(Dyadic::ZERO);
        let top = foot.add(if foot == Dyadic::ZERO {
            Dyadic::integer(1)
        } else {
            foot.half()?.half()?
        })?;
        Ok(Outline {
            left,
            right,
            high,
            low,
            top,
        })
    }

    /// Returns the place of `value` between the edges: 0 at the left, 1 at the right.
    #[must_use]
    pub fn across(&self, value: Dyadic) -> f64 {
        let (high, low) = (self.high.to_f64(), self.low.to_f64());
        if high == low {
            0.5
        } else {
            (high - value.to_f64()) / (high - low)
        }
    }

    /// Returns the place of `temperature`: 0 at t = 0, 1 at the top.
    #[must_use]
    pub fn up(&self, temperature: Dyadic) -> f64 {
        temperature.to_f64() / self.top.to_f64()
    }
}

impl Thermograph {
    /// Draws the thermograph in plain text, `width` columns and about `height` rows, with Left's side on the left and
    /// the exact corners below.
    ///
    /// Rows are equal steps of temperature; positions are rounded to columns, but printed numbers are exact.
    pub fn to_text(&self, width: usize, height: usize) -> Result<String> {
        let (width, height) = (width.clamp(10, 400), height.clamp(4, 400));
        let outline = Outline::of(self)?;
        let column = |x: f64| ((x * (width - 1) as f64).round() as usize).min(width - 1);
        let mut text = String::new();
        for row in (0..height).rev() {
            let t = row as f64 / (height - 1) as f64;
            let at = |wall: &[Point]| column(self.place(&outline, wall, t));
            let (left, right) = (at(&outline.left), at(&outline.right));
            let mut line = vec![' '; width];
            line[left] = if left == right { '|' } else { '\\' };
            line[right] = if left == right { '|' } else { '/' };
            let label = if row == 0 {
                "t = 0".to_string()
            } else if row == height - 1 {
                format!("t = {}", outline.top)
            } else {
                String::new()
            };
            let line: String = line.into_iter().collect();
            text += format!("{line}  {label}").trim_end();
            text.push('\n');
        }
        let gap = width
            .saturating_sub(outline.high.to_string().len() + outline.low.to_string().len())
            .max(1);
        if outline.high == outline.low {
            text += &format!("{:^width$}\n", outline.high.to_string());
        } else {
            text += &format!("{}{:gap$}{}\n", outline.high, "", outline.low);
        }
        for (name, wall) in [("left", &outline.left), ("right", &outline.right)] {
            let corners: Vec<String> = wall
                .iter()
                .map(|p| format!("{} at t={}", p.value, p.temperature))
                .collect();
            text += &format!("{name} wall: {}\n", corners.join(", "));
        }
        text += &format!("mean {}, temperature {}", self.mean(), self.temperature());
        Ok(text)
    }

    /// Returns the horizontal place of a wall at the height `t` of the picture, both from 0 to 1.
    fn place(&self, outline: &Outline, wall: &[Point], t: f64) -> f64 {
        let points: Vec<(f64, f64)> = wall
            .iter()
            .map(|p| (outline.up(p.temperature), outline.across(p.value)))
            .collect();
        let above = points.iter().position(|&(up, _)| up > t);
        match above {
            Some(i) => {
                let ((t0, x0), (t1, x1)) = (points[i - 1], points[i]);
                x0 + (x1 - x0) * (t - t0) / (t1 - t0)
            }
            None => points.last().expect("a wall has a corner").1,
        }
    }

    /// Draws the thermograph as an SVG drawing of `width` by `height` pixels, with Left's side on the left and corners
    /// labelled with their exact values.
    pub fn to_svg(&self, width: u32, height: u32) -> Result<String> {
        let outline = Outline::of(self)?;
        let margin = 40.0;
        let (inner_width, inner_height) = (
            f64::from(width.max(120)) - 2.0 * margin,
            f64::from(height.max(120)) - 2.0 * margin,
        );
        let x = |value| margin + outline.across(value) * inner_width;
        let y = |temperature| margin + (1.0 - outline.up(temperature)) * inner_height;
        let (w, h) = (inner_width + 2.0 * margin, inner_height + 2.0 * margin);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>Thermograph: mean {}, temperature {}</title>\n\
             <line x1=\"{margin}\" y1=\"{base:.2}\" x2=\"{edge:.2}\" y2=\"{base:.2}\" stroke=\"#999\"/>\n",
            self.mean(),
            self.temperature(),
            base = y(Dyadic::ZERO),
            edge = margin + inner_width,
        );
        for (wall, color) in [(&outline.left, "#1f5fbf"), (&outline.right, "#bf1f2f")] {
            let mut points: Vec<String> = wall
                .iter()
                .map(|p| format!("{:.2},{:.2}", x(p.value), y(p.temperature)))
                .collect();
            let mast = wall.last().expect("a wall has a corner");
            points.push(format!("{:.2},{:.2}", x(mast.value), y(outline.top)));
            let points = points.join(" ");
            svg += &format!(
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\n"
            );
        }
        let base = y(Dyadic::ZERO) + 16.0;
        let mut label = |at: f64, height: f64, text: String| {
            svg += &format!(
                "<text x=\"{at:.2}\" y=\"{height:.2}\" text-anchor=\"middle\">{text}</text>\n"
            );
        };
        label(x(outline.high), base, outline.high.to_string());
        if outline.low != outline.high {
            label(x(outline.low), base, outline.low.to_string());
        }
        label(
            x(self.mean()),
            margin - 8.0,
            format!("mean {}, t = {}", self.mean(), self.temperature()),
        );
        svg += "</svg>\n";
        Ok(svg)
    }
}
