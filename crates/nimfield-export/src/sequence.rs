//! The terms of a sequence as a drawing: a dot for each, with the preperiod and one period in the background.

use std::collections::BTreeSet;

use crate::svg::{Anchor, Drawing};

/// The room for dots.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 24.0;
const FONT: f64 = 13.0;
const INK: &str = "#202020";
const GUIDE: &str = "#d8d8d8";
const DOT: &str = "#1f3f8f";
const BEFORE: &str = "#ececec";
const PERIOD: &str = "#fde3b8";

/// Draws terms; the first one has index `first`. The law, if there is one, consists of the number from which it holds
/// and the period. Overlapping dots are drawn once.
#[must_use]
pub fn draw(
    title: &str,
    letter: char,
    first: u64,
    terms: &[u128],
    law: Option<(u64, u64)>,
) -> Drawing {
    let most = terms.iter().copied().max().unwrap_or(0).max(1);
    let last = first + (terms.len() as u64).saturating_sub(1);
    let label = 0.65 * FONT * most.to_string().len() as f64;
    let (left, top) = (MARGIN + label + 0.6 * FONT, MARGIN + 4.0 * FONT);
    let bottom = top + HEIGHT;
    let mut drawing = Drawing::new(left + WIDTH + 2.0 * MARGIN, bottom + MARGIN + 2.0 * FONT);
    drawing.text(MARGIN, MARGIN, FONT, Anchor::Start, INK, title);
    let step = WIDTH / (last - first).max(1) as f64;
    let x = |number: f64| left + step * (number - first as f64);
    let y = |term: f64| bottom - HEIGHT * term / most as f64;
    if let Some((preperiod, period)) = law {
        let edge = |number: u64| (x(number as f64) - 0.5 * step).clamp(left, left + WIDTH);
        let (from, to) = (
            edge(preperiod.max(first)),
            edge(preperiod.max(first).saturating_add(period)),
        );
        let parts = [
            (left, from, BEFORE, format!("preperiod {preperiod}")),
            (from, to, PERIOD, format!("period {period}")),
        ];
        for (i, (from, to, fill, words)) in parts.into_iter().enumerate() {
            drawing.rectangle(from, top, (to - from).max(0.5), HEIGHT, fill, None);
            let at = left + 16.0 * FONT * i as f64;
            let line = MARGIN + 2.0 * FONT;
            drawing.rectangle(at, line - 0.5 * FONT, FONT, FONT, fill, Some(GUIDE));
            drawing.text(at + 1.5 * FONT, line, FONT, Anchor::Start, INK, &words);
        }
    }
    let every = u128::from(apart(|step| step >= most as f64 / 10.0));
    for level in (0..).map(|i| i * every).take_while(|&level| level <= most) {
        let height = y(level as f64);
        drawing.line(&[(left, height), (left + WIDTH, height)], GUIDE);
        drawing.text(
            left - 0.4 * FONT,
            height,
            FONT,
            Anchor::End,
            INK,
            &level.to_string(),
        );
    }
    let every = apart(|step| step >= (last - first) as f64 / 12.0);
    for number in (first.next_multiple_of(every)..=last).step_by(every as usize) {
        let (at, below) = (x(number as f64), bottom + FONT);
        drawing.text(at, below, FONT, Anchor::Middle, INK, &number.to_string());
    }
    drawing.text(
        left + WIDTH + FONT,
        bottom + FONT,
        FONT,
        Anchor::Start,
        INK,
        &letter.to_string(),
    );
    let radius = (0.4 * step).clamp(1.0, 3.0);
    let mut drawn = BTreeSet::new();
    for (number, &term) in (first..).zip(terms) {
        let (at, height) = (x(number as f64), y(term as f64));
        if drawn.insert(((at / radius) as i64, (height / radius) as i64)) {
            drawing.disc(at, height, radius, DOT, None);
        }
    }
    drawing.titled(title)
}

/// Returns the first of 1, 2, 5, 10, 20, … that is wide enough.
pub(crate) fn apart(wide: impl Fn(f64) -> bool) -> u64 {
    let mut power = 1u64;
    loop {
        for step in [1, 2, 5] {
            if wide((step * power) as f64) || power >= u64::MAX / 100 {
                return step * power;
            }
        }
        power *= 10;
    }
}
