//! Factors of finite nimbers with prescribed top bits.

use nimbers::{FiniteNimber, Nimber, Nimber16};
use nimfield_games::internals::{Steps, block, decreasing, with_top_bits};

#[test]
fn solving_and_trying_agree() {
    for c in [1u16, 2, 3, 8, 14, 200, 255, 256, 0x1234, 0xffff] {
        for (i, j) in [
            (0, 0),
            (3, 1),
            (4, 7),
            (7, 7),
            (8, 3),
            (9, 5),
            (9, 11),
            (12, 2),
            (6, 10),
        ] {
            let c = Nimber16(c);
            let mut solved = with_top_bits(&c, i, j, &mut Steps(1 << 30)).unwrap();
            let firsts = block::<Nimber16>(i).unwrap().into_iter();
            let tried = firsts.map(|a| (a, c * a.inverse().unwrap()));
            let mut tried: Vec<_> = tried.filter(|(_, b)| b.top_bit() == Some(j)).collect();
            solved.sort_unstable();
            tried.sort_unstable();
            assert_eq!(solved, tried, "{c} {i} {j}");
        }
    }
}

#[test]
fn every_decreasing_factor_once() {
    let x = Nimber::from(37u8);
    let all: Vec<Nimber> = decreasing(&x, &mut Steps(100)).unwrap().collect();
    let wanted: Vec<Nimber> = (0..37u8).map(|u| Nimber::from(37 ^ u)).collect();
    assert_eq!(all, wanted);
    assert!(decreasing(&x, &mut Steps(36)).is_none());
}
