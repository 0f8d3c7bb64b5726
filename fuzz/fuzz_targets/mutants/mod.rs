//! Many texts for one input. What libFuzzer does around a run, going through a counter for every branch of the
//! program, takes several times as long as to read a short text. So a target reads the text it is given and
//! variations of it in one run, and is led by what all of them reach. They depend on the text alone: an input
//! that fails fails again.

/// Texts tried for each input, the input itself among them.
pub const TEXTS: usize = 1024;

/// What is put into texts: signs and words of all notations.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "0", "1", "2", "3", "7", "12", "127", "128", "4294967296", "18446744073709551615", "-1", "1/2", "inf", "w", "ω", "e",
    "+", "-", "−", "*", "/", "^", "v", "|", "||", ",", ";", " ", "\n", "=", ">=", "..", ":", "_", "#", "x", "o", "±", "+-",
    "(", ")", "[", "]", "{", "}", "[[", "()", "{|}", "{1|", "|-1}", " + ", " by ", " to ", "row ", "column ", "a1-a3",
    "nim[3]", "matrix[1 2; 2 1]", "pnim[2,1]", "lines(max=2)[", "nimbers[(1,w)", "root(3,", "mean(", "@",
];

/// Runs the body on the text and on its variations.
pub fn texts(text: &str, body: impl Fn(&str)) {
    body(text);
    let seed = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut random = Random(seed);
    let original: Vec<char> = text.chars().collect();
    let body_of_text = original.iter().position(|&sign| sign == '[').unwrap_or(0);
    for _ in 1..TEXTS {
        let mut signs = original.clone();
        // Mostly behind the name of a game: that nobody knows a changed one is soon found out.
        let from = [0, body_of_text, body_of_text, body_of_text][random.below(4)];
        for _ in 0..=random.below(3) {
            edit(&mut signs, from, &mut random);
        }
        body(&String::from_iter(signs));
    }
}

/// One edit at `from` or behind: a piece is put in, or in place of a sign; a few signs are left out, doubled, or moved.
fn edit(signs: &mut Vec<char>, from: usize, random: &mut Random) {
    let piece = PIECES[random.below(PIECES.len())].chars();
    let from = from.min(signs.len());
    let at = from + random.below(signs.len() + 1 - from);
    let end = signs.len().min(at + 1 + random.below(4));
    match random.below(8) {
        0..3 => drop(signs.splice(at..at, piece)),
        3 | 4 => drop(signs.splice(at..signs.len().min(at + 1), piece)),
        5 => drop(signs.drain(at..end)),
        6 => signs.extend_from_within(at..end),
        _ => {
            let moved: Vec<char> = signs.drain(at..end).collect();
            let to = random.below(signs.len() + 1);
            drop(signs.splice(to..to, moved));
        }
    }
}

/// splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}
