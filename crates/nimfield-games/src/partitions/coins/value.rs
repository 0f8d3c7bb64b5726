//! The values of Welter's game.

/// Returns the Grundy value of coins on these distinct squares.
///
/// **Source**: Welter 1954; Conway 1976, ch. 13. **Complexity**: pairs of coins.
///
/// ```
/// use nimfield_games::partitions::coins::welter_value;
/// assert_eq!(welter_value(&[1, 4, 9]), 3);
/// ```
#[must_use]
pub fn welter_value(coins: &[u128]) -> u128 {
    value_of_distinct(coins).unwrap_or(0)
}

/// Returns the Grundy value of coins on these squares; `None` if two are equal.
pub(super) fn value_of_distinct<T: Copy + Into<u128>>(coins: &[T]) -> Option<u128> {
    let mut value = 0;
    for (i, &coin) in coins.iter().enumerate() {
        let coin = coin.into();
        value ^= coin;
        for &other in &coins[..i] {
            let distance = coin.abs_diff(other.into());
            value ^= distance ^ distance.checked_sub(1)?;
        }
    }
    Some(value)
}

/// Returns the square to which moving the coin numbered `coin` changes the value from `value`, that of all coins, to
/// `target`, if there is one.
///
/// The value as a function of that square x is x xor a constant xor d xor (d-1) over the distances d to the other
/// coins; bit k of the last terms depends on how many of these coins agree with x in their last k bits. So the bits of
/// x follow one by one from the lowest, and there is no other solution.
///
/// **Source**: Conway 1976, ch. 13. **Complexity**: coins times bits at most.
#[must_use]
pub fn coin_to(coins: &[u128], coin: usize, value: u128, target: u128) -> Option<u128> {
    let from = coins[coin];
    // The other coins that agree with the square found so far.
    let mut near: Vec<u128> = coins
        .iter()
        .copied()
        .filter(|&other| other != from)
        .collect();
    let terms = near.iter().map(|&other| {
        let distance = from.abs_diff(other);
        distance ^ (distance - 1)
    });
    let wanted = terms.fold(value ^ target ^ from, |sum, term| sum ^ term);
    let mut square = 0u128;
    for k in 0..128 {
        let bit = (wanted >> k & 1) ^ (near.len() as u128 & 1);
        square |= bit << k;
        near.retain(|other| other >> k & 1 == bit);
    }
    // A coin that agrees in all bits occupies the square.
    (near.is_empty() && square < from).then_some(square)
}
