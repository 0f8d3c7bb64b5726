//! Sums and products other than the disjunctive sum: moves in both games, in one or both, and games in place of edges.

use crate::arena::Arena;
use crate::error::{Error, Result};
use crate::game::{Game, Options, Player};
use crate::store::Memo;

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

impl Arena {
    /// Returns the conjunctive sum of canonical forms, {GL∧HL | GR∧HR}: a move is made in both, and is impossible if
    /// one of them has no move.
    ///
    /// # Errors
    /// [`Error::TooDeep`] if a number in them is born after day 4096.
    ///
    /// # Source
    /// J. H. Conway, On Numbers and Games, chapter 14.
    pub fn conjunctive_sum(&self, g: Game, h: Game) -> Result<Game> {
        self.in_both(g, h, false)
    }

    /// Returns the selective sum of canonical forms, {GL∨H, G∨HL, GL∨HL | GR∨H, G∨HR, GR∨HR}: a move is made in one of
    /// them, or in both.
    ///
    /// # Errors
    /// [`Error::TooDeep`] if a number in them is born after day 4096.
    ///
    /// # Source
    /// J. H. Conway, On Numbers and Games, chapter 14.
    pub fn selective_sum(&self, g: Game, h: Game) -> Result<Game> {
        self.in_both(g, h, true)
    }

    fn in_both(&self, g: Game, h: Game, or_one: bool) -> Result<Game> {
        self.numbers_are_young(&[g, h])?;
        let (above, beside) = (self.followers(g, |_| false)?, self.followers(h, |_| false)?);
        let mut rows: Memo<'_, Memo<'_, Game>> = Memo::new(&self.budget);
        for &x in above.iter() {
            let mut row = Memo::new(&self.budget);
            for &y in beside.iter() {
                let side = |player| {
                    let (of_x, of_y) = (self.options_of(x, player)?, self.options_of(y, player)?);
                    let mut options = Options::new();
                    for &a in &of_x {
                        options.extend(of_y.iter().map(|&b| rows[a][b]));
                        options.extend(or_one.then(|| rows[a][y]));
                    }
                    if or_one {
                        options.extend(of_y.iter().map(|&b| row[b]));
                    }
                    Ok::<_, Error>(options)
                };
                self.spend(16)?;
                let sum = self.game(&side(Player::Left)?, &side(Player::Right)?)?;
                row.insert(y, sum, 0)?;
            }
            rows.insert(x, row, 0)?;
        }
        Ok(rows[g][h])
    }

    /// Returns the ordinal product of canonical forms, {G⊛HL : GL, G⊛HR : -GR | G⊛HL : GR, G⊛HR : -GL}: in a stalk of
    /// Hackenbush with the value H each blue edge is replaced by G, and each red one by -G.
    ///
    /// The ordinal sums use the forms as written here, so they need the options of G⊛HL, not only its value.
    ///
    /// # Errors
    /// [`Error::TooDeep`] if a number in them is born after day 4096.
    pub fn ordinal_product(&self, g: Game, h: Game) -> Result<Game> {
        self.numbers_are_young(&[g, h])?;
        let negative = self.neg(g)?;
        let above = self.followers_of(&[g, negative], |_| false)?;
        let below = self.followers(h, |_| false)?;
        // The values of the ordinal sums of a product with the followers of G and -G.
        let mut sums: Memo<'_, Memo<'_, Game>> = Memo::new(&self.budget);
        for &y in below.iter() {
            let mut options = [Options::new(), Options::new()];
            for (place, player) in PLAYERS.into_iter().enumerate() {
                for (of, base) in PLAYERS.into_iter().zip([g, negative]) {
                    for before in self.options_of(y, of)? {
                        let tops = self.options_of(base, player)?;
                        options[place].extend(tops.iter().map(|&top| sums[before][top]));
                    }
                }
            }
            let mut row = Memo::new(&self.budget);
            for &x in above.iter() {
                let side = |place: usize| {
                    let tops = self.options_of(x, PLAYERS[place])?;
                    let mut all = options[place].clone();
                    all.extend(tops.iter().map(|&top| row[top]));
                    Ok::<_, Error>(all)
                };
                self.spend(16)?;
                let sum = self.game(&side(0)?, &side(1)?)?;
                row.insert(x, sum, 0)?;
            }
            sums.insert(y, row, 0)?;
        }
        // The whole product has 0 on top.
        Ok(sums[h][Game::ZERO])
    }
}
