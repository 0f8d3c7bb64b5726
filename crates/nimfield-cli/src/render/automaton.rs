//! Automata as pictures and in LaTeX.

use std::collections::BTreeMap;

use nimfield_export::svg::{Anchor, Drawing};
use nimfield_laws::Automaton;

/// Returns the states from which something is accepted.
fn live(law: &Automaton) -> impl Iterator<Item = usize> {
    (0..law.states()).filter(|&state| !law.is_dead(state))
}

/// Returns the steps between live states, with their digits.
fn steps(law: &Automaton) -> BTreeMap<(usize, usize), String> {
    let mut steps: BTreeMap<(usize, usize), String> = BTreeMap::new();
    for state in live(law) {
        for (row, &to) in law.steps(state).iter().enumerate() {
            if !law.is_dead(to as usize) {
                let text = steps.entry((state, to as usize)).or_default();
                let digits: Vec<String> = law.row(row).iter().map(u32::to_string).collect();
                let comma = if text.is_empty() { "" } else { ", " };
                text.push_str(&format!("{comma}{}", digits.concat()));
            }
        }
    }
    steps
}

/// Returns the automaton as a graph in the language of Graphviz.
pub fn dot(law: &Automaton) -> String {
    let mut text = "digraph law {\n  rankdir=LR\n  start [shape=point]\n  start -> 0\n".to_string();
    for state in live(law) {
        let shape = if law.accepts(state) {
            "doublecircle"
        } else {
            "circle"
        };
        text += &format!("  {state} [shape={shape}]\n");
    }
    for ((from, to), digits) in steps(law) {
        text += &format!("  {from} -> {to} [label=\"{digits}\"]\n");
    }
    text + "}\n"
}

/// Draws the states on a circle, those that accept with two lines, and steps as bent arrows.
pub fn drawing(law: &Automaton, title: &str) -> Drawing {
    const RADIUS: f64 = 16.0;
    const INK: &str = "#222222";
    let live: Vec<usize> = live(law).collect();
    let round = 60.0 + 26.0 * live.len() as f64;
    let middle = round + 90.0;
    let place = |state: usize| {
        let at = live.iter().position(|&own| own == state).unwrap_or(0) as f64;
        let angle = std::f64::consts::TAU * at / live.len() as f64;
        (middle - round * angle.cos(), middle - round * angle.sin())
    };
    let mut drawing = Drawing::new(2.0 * middle, 2.0 * middle);
    let arrow = |drawing: &mut Drawing, points: &[(f64, f64)]| {
        drawing.line(points, INK);
        let [.., (x, y), (to_x, to_y)] = *points else {
            return;
        };
        let length = (to_x - x).hypot(to_y - y).max(f64::EPSILON);
        let (dx, dy) = ((to_x - x) / length, (to_y - y) / length);
        let side = |by: f64| (to_x - 8.0 * dx - by * dy, to_y - 8.0 * dy + by * dx);
        drawing.polygon(&[(to_x, to_y), side(3.5), side(-3.5)], INK);
    };
    let mut labels = Vec::new();
    for ((from, to), digits) in steps(law) {
        let ((x, y), (to_x, to_y)) = (place(from), place(to));
        let (dx, dy) = (to_x - x, to_y - y);
        let length = dx.hypot(dy);
        // A loop goes around a point outside, a step bends to its left.
        let (out_x, out_y) = ((x - middle) / round, (y - middle) / round);
        let bent = |part: f64| match from == to {
            true => {
                let angle = std::f64::consts::TAU * part;
                let (out, aside) = (26.0 - 26.0 * angle.cos(), 14.0 * angle.sin());
                (
                    x + out * out_x - aside * out_y,
                    y + out * out_y + aside * out_x,
                )
            }
            false => {
                let bend = 0.6 * part * (1.0 - part);
                (x + part * dx + bend * dy, y + part * dy - bend * dx)
            }
        };
        let cut = if from == to { 0.17 } else { RADIUS / length };
        let points = (0..=16).map(|at| bent(cut + (1.0 - 2.0 * cut) * f64::from(at) / 16.0));
        arrow(&mut drawing, &points.collect::<Vec<_>>());
        labels.push((bent(if from == to { 0.5 } else { 0.4 }), digits));
    }
    let (x, y) = place(0);
    arrow(
        &mut drawing,
        &[
            (x - 3.0 * RADIUS, y - 2.0 * RADIUS),
            (x - 0.83 * RADIUS, y - 0.55 * RADIUS),
        ],
    );
    for &state in &live {
        let (x, y) = place(state);
        drawing.disc(x, y, RADIUS, "#ffffff", Some(INK));
        if law.accepts(state) {
            drawing.disc(x, y, RADIUS - 3.0, "#ffffff", Some(INK));
        }
        drawing.text(x, y, 13.0, Anchor::Middle, INK, &state.to_string());
    }
    for ((x, y), digits) in labels {
        let width = 6.4 * digits.chars().count() as f64;
        drawing.rectangle(x - width / 2.0, y - 6.5, width, 13.0, "#ffffff", None);
        drawing.text(x, y, 11.0, Anchor::Middle, "#1f4e9c", &digits);
    }
    drawing.titled(title)
}

/// Returns a law as a theorem with a sketch of its proof; `facts` says what automata show, `falls` which measure falls.
pub fn theorem(
    law: &Automaton,
    family: (&str, &str, bool),
    (play, facts, falls): (&str, &str, &str),
) -> String {
    let (position, letters, values) = family;
    let what = match values {
        false => format!(
            "is a P-position in {play} play if and only if the automaton below accepts the digits of {letters}"
        ),
        true => format!(
            "has the Grundy value $v$ in {play} play if and only if the automaton below accepts the digits of {letters}, $v$"
        ),
    };
    let mut rows = String::new();
    let steps = steps(law);
    for state in live(law) {
        let own = steps.range((state, 0)..=(state, usize::MAX));
        let own: Vec<String> = own
            .map(|((_, to), digits)| format!("${digits}\\to {to}$"))
            .collect();
        let mark = if law.accepts(state) { "yes" } else { "no" };
        rows += &format!("  {state} & {mark} & {} \\\\\n", own.join(";\\quad "));
    }
    format!(
        "% \\usepackage{{amsthm}}, \\newtheorem{{theorem}}{{Theorem}}\n\\begin{{theorem}}\nA position \\verb|{position}| {what} \
         ({}), the highest ones first. It begins in state 0; digits without a step are not accepted.\n\\begin{{center}}\n\
         \\begin{{tabular}}{{rll}}\n  state & accepts & steps \\\\\n{rows}\\end{{tabular}}\n\\end{{center}}\n\\end{{theorem}}\n\
         \\begin{{proof}}[Sketch]\nEvery move is a sentence about sums of numbers, and {falls} falls with each move, so that \
         the game ends. By induction it suffices that {facts}. Sentences about sums are decided by automata that read digits \
         (B\\\"uchi 1960; Bruy\\`ere, Hansel, Michaux and Villemaire 1994); \\texttt{{nimfield guess --prove}} has done so.\n\
         \\end{{proof}}\n",
        law.numeration()
    )
}
