//! The field of 4096 elements below w^3, computed independently of the library: nimbers below 16, and w with w^3 = 2.

use nimbers::Ordinal;

use super::tables::Products;
use nimfield_games::nimbers::Stone;

/// An element a + b w + c w^2 with a, b, c below 16.
pub(super) type Element = [u32; 3];

pub(super) fn add(x: Element, y: Element) -> Element {
    [0, 1, 2].map(|i| x[i] ^ y[i])
}

/// The 4096 elements, as polynomials in w over the nimbers below 16 with w^3 = 2.
pub(super) struct Field(Products);

impl Field {
    pub(super) fn new() -> Field {
        Field(Products::new(16))
    }

    pub(super) fn times(&self, x: Element, y: Element) -> Element {
        let mut product = [0; 3];
        for (i, &a) in x.iter().enumerate() {
            for (j, &b) in y.iter().enumerate() {
                let c = self.0.times(a, b);
                product[(i + j) % 3] ^= if i + j < 3 { c } else { self.0.times(c, 2) };
            }
        }
        product
    }

    pub(super) fn total(&self, stones: &[[Element; 2]]) -> Element {
        let values = stones.iter().map(|&[x, y]| self.times(x, y));
        values.fold([0; 3], add)
    }
}

pub(super) fn ordinal([a, b, c]: Element) -> Ordinal {
    let text = format!("w^2*{c}+w*{b}+{a}");
    let terms: Vec<&str> = text
        .split('+')
        .filter(|term| !term.ends_with("*0") && *term != "0")
        .collect();
    match terms[..] {
        [] => Ordinal::ZERO,
        _ => terms.join("+").parse().expect("the notation of ordinals"),
    }
}

pub(super) fn stone([x, y]: [Element; 2]) -> String {
    format!("({},{})", ordinal(x), ordinal(y))
}

pub(super) fn as_stone(coordinates: [Element; 2]) -> Stone {
    Stone::new(coordinates.map(ordinal).to_vec())
}

/// Returns the corners below a stone with coordinates n and w + n, n below 16.
pub(super) fn corners([x, y]: [Element; 2]) -> Vec<[Element; 2]> {
    let below = |x: Element| {
        let finite = (0..if x[1] == 0 { x[0] } else { 16 }).map(|n| [n, 0, 0]);
        let beyond = (0..if x[1] == 0 { 0 } else { x[0] }).map(|n| [n, 1, 0]);
        finite.chain(beyond).collect::<Vec<Element>>()
    };
    let (us, vs) = (below(x), below(y));
    us.iter()
        .flat_map(|&u| vs.iter().map(move |&v| [u, v]))
        .collect()
}
