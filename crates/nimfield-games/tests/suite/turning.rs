//! Coin-turning games against the mex rule.

use std::collections::BTreeSet;

use nimfield_games::turning::CoinGame;

#[test]
fn values_are_those_of_the_mex_rule() {
    for game in CoinGame::ALL {
        for coin in game.first()..60 {
            let sum = |set: &Vec<u64>| {
                let others = &set[..set.len() - 1];
                others.iter().fold(0, |sum, &other| sum ^ game.value(other))
            };
            let sets: Vec<Vec<u64>> = game.sets(coin).collect();
            assert!(sets.iter().all(|set| game.is_legal(set)));
            assert!(
                sets.iter()
                    .all(|set| set.len() as u64 <= game.longest(coin))
            );
            assert_eq!(sets.len() as u128, game.set_count(coin));
            let options: BTreeSet<u128> = sets.iter().map(sum).collect();
            let mex = (0..).find(|value| !options.contains(value)).unwrap();
            assert_eq!(game.value(coin), mex, "{game} {coin}");
            for target in 0..mex {
                let set = game.set_to(coin, target);
                assert!(sets.contains(&set), "{game} {coin} {target}");
                assert_eq!(sum(&set), target);
            }
        }
    }
}

#[test]
fn a_set_is_legal_exactly_if_it_is_listed() {
    for game in CoinGame::ALL {
        for mask in 1u32..1 << 9 {
            let coins: Vec<u64> = (0..9).filter(|i| mask >> i & 1 == 1).collect();
            let last = *coins.last().unwrap();
            let listed = last >= game.first() && game.sets(last).any(|set| set == coins);
            assert_eq!(game.is_legal(&coins), listed, "{game} {coins:?}");
        }
    }
}
