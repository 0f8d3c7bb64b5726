//! The shelf: rule files of known games, found by name.

use std::sync::LazyLock;

use nimfield_core::info::Group;

use crate::file::RuleFile;

macro_rules! shelf {
    ($($name:literal: $group:ident, $example:literal;)*) => {
        [$((
            $name,
            LazyLock::new(|| {
                let text = include_str!(concat!("../games/", $name, ".game"));
                compiled(($name, text), Group::$group, concat!($name, $example))
            }),
        ),)*]
    };
}

/// The games by name. Each is compiled when it is first used, as all of them take 15 ms.
pub static GAMES: [(&str, LazyLock<RuleFile>); 35] = shelf! {
    "moore": Heaps, "(2)[3,4,5]";
    "slow": Heaps, "(2)[3,4,5]";
    "cyclic": Heaps, "(2)[3,4,5,1]";
    "fraenkel": Heaps, "(2)[3,6]";
    "ones": Matrices, "[2 2 2; 2 2 2; 2 2 2]";
    "doubles": Heaps, "[4,6]";
    "fibonacci": Heaps, "[20]";
    "yama": Heaps, "[2,5]";
    "delete": Heaps, "[6,9]";
    "rit": Diagrams, "[1,3,5]";
    "subtraction": Heaps, "(3)[21]";
    "kayles": Heaps, "[12]";
    "dawson": Heaps, "[12]";
    "dawson-chess": Heaps, "[12]";
    "grundy": Heaps, "[12]";
    "hooks": Diagrams, "(3)[4,3,1]";
    "corners": Diagrams, "[3,2,1]";
    "corner": Diagrams, "[3,2,1]";
    "sym": Heaps, "[2,5]";
    "grunt": Heaps, "[7,9]";
    "cram": Stones, "[4x5]";
    "domineering": Stones, "[4x4]";
    "node-kayles": Stones, "[4x5]";
    "col": Stones, "[3x3]";
    "snort": Stones, "[3x3]";
    "arc-kayles": Stones, "[a-b b-c c-d]";
    "queens": Stones, "[8x8]";
    "knights": Stones, "[4x4]";
    "treblecross": Stones, "[1x9]";
    "chomp": Stones, "[4x5]";
    "cutcake": Stones, "[3x4]";
    "maundy": Stones, "[4x9]";
    "chocolate": Stones, "[4x6 at b2]";
    "cross": Stones, "[4x5]";
    "squares": Stones, "[2x5]";
};

/// Laws for all numbers of games without a closed form, and of nim and Wythoff's game, whose P-positions they count: lists
/// of certificates, as JSON, that `guess --prove` wrote.
pub const LAWS: [&str; 7] = [
    include_str!("../laws/cyclic.json"),
    include_str!("../laws/delete.json"),
    include_str!("../laws/fraenkel.json"),
    include_str!("../laws/nim.json"),
    include_str!("../laws/slow.json"),
    include_str!("../laws/wythoff.json"),
    include_str!("../laws/yama.json"),
];

fn compiled((name, text): (&str, &str), group: Group, example: &str) -> RuleFile {
    let (file, fault) = RuleFile::parsed(name, text);
    assert_eq!(fault, None, "the rule files of the shelf are tested");
    file.described_as(group, Some(example))
}

/// Returns the games of the shelf.
pub fn games() -> impl Iterator<Item = &'static RuleFile> {
    GAMES.iter().map(|(_, file)| &**file)
}
