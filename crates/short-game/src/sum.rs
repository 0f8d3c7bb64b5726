//! Sums and negatives, and products.

use crate::arena::Arena;
use crate::error::{Error, Result};
use crate::game::{Game, MAX_DEPTH, Options, Player, sort_stored};
use crate::store::Memo;

/// Returns the nim product of numbers of 2·`half` bits, a power of two.
fn nim_product(a: u32, b: u32, half: u32) -> u32 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let parts = |x: u32| (x >> half, x & ((1 << half) - 1));
    let ((a1, a0), (b1, b0)) = (parts(a), parts(b));
    let times = |x, y| nim_product(x, y, half / 2);
    let (high, low) = (times(a1, b1), times(a0, b0));
    let middle = times(a1 ^ a0, b1 ^ b0) ^ low;
    middle << half | (low ^ times(high, 1 << (half - 1)))
}

impl Arena {
    /// Returns the negative -g: Left and Right change places.
    pub fn neg(&self, g: Game) -> Result<Game> {
        self.deep(self.depth(g), || self.neg_within(g))
    }

    fn neg_within(&self, g: Game) -> Result<Game> {
        if let Some(known) = self.known_negative(g) {
            return Ok(known);
        }
        self.spend(4)?;
        let negative = match self.to_number(g) {
            Some(x) => self.number(x.neg()?)?,
            None => self.image(g, true, |o| self.neg_within(o))?,
        };
        self.set_negatives(g, negative);
        Ok(negative)
    }

    /// Returns the sum g + h.
    ///
    /// Takes time and memory proportional to the pairs of positions of `g` and `h` in the worst case; numbers, ups and
    /// nimbers are added in constant time.
    pub fn add(&self, g: Game, h: Game) -> Result<Game> {
        self.deep(3 * (self.depth(g) + self.depth(h)), || {
            self.add_within(g, h)
        })
    }

    /// Returns the difference g - h.
    pub fn sub(&self, g: Game, h: Game) -> Result<Game> {
        self.add(g, self.neg(h)?)
    }

    fn add_within(&self, g: Game, h: Game) -> Result<Game> {
        if g == Game::ZERO {
            return Ok(h);
        }
        if h == Game::ZERO {
            return Ok(g);
        }
        if self.known_negative(g) == Some(h) {
            return Ok(Game::ZERO);
        }
        let (gn, hn) = (self.node(g), self.node(h));
        if let (Some(a), Some(b)) = (gn.star, hn.star) {
            let number = self.left_stop(g).add(self.left_stop(h))?;
            return self.number_up_star(number, gn.ups + hn.ups, a ^ b);
        }
        let (g, h) = if g.number() <= h.number() {
            (g, h)
        } else {
            (h, g)
        };
        self.spend(4)?;
        let terms = (g.number(), h.number());
        if let Some(sum) = self.sums.get(terms.0, terms.1) {
            return Ok(self.owner.game(sum));
        }
        let sum = match (self.to_number(g), self.to_number(h)) {
            (_, Some(_)) => self.translate(g, h)?,
            (Some(_), _) => self.translate(h, g)?,
            _ => {
                let side = |player| self.summands(g, h, player);
                let (left, right) = (side(Player::Left)?, side(Player::Right)?);
                self.canonical(left, right)?
            }
        };
        self.sums
            .put((terms.0, terms.1, sum.number()), &self.budget);
        Ok(sum)
    }

    /// Returns the player's options in the sum of two games that are not numbers.
    #[inline(never)]
    fn summands(&self, g: Game, h: Game, player: Player) -> Result<Options> {
        let in_g = self.stored(g, player).map(|o| self.add_within(o, h));
        let in_h = self.stored(h, player).map(|o| self.add_within(g, o));
        in_g.chain(in_h).collect()
    }

    /// Returns g + x for a number x and a g that is not a number: adding x to every option gives the canonical form
    /// (number translation theorem).
    #[inline(never)]
    fn translate(&self, g: Game, x: Game) -> Result<Game> {
        self.image(g, false, |o| self.add_within(o, x))
    }

    /// Applies `map` to the options and the stops of `g`, with the players exchanged if `mirrored`; the result must be
    /// canonical.
    fn image(&self, g: Game, mirrored: bool, map: impl Fn(Game) -> Result<Game>) -> Result<Game> {
        let side = |player: Player| {
            let player = if mirrored { player.opponent() } else { player };
            let mut options = self
                .stored(g, player)
                .map(&map)
                .collect::<Result<Options, _>>()?;
            self.spend(2 * options.len())?;
            sort_stored(&mut options);
            Ok(options)
        };
        let (left, right) = (side(Player::Left)?, side(Player::Right)?);
        let (a, b) = self.stops(g);
        let (left_stop, right_stop) = if mirrored { (b, a) } else { (a, b) };
        let form = self.form(&left, &right, map(left_stop)?, map(right_stop)?)?;
        self.set_canonical(form, form);
        Ok(form)
    }

    /// Returns Conway's product of canonical forms, {GL·H + G·HL - GL·HL, GR·H + G·HR - GR·HR | GL·H + G·HR - GL·HR,
    /// GR·H + G·HL - GR·HL}. It respects equality of values if both factors are numbers, or nimbers (then it is the
    /// nim product), or one is an integer (then it is the [multiple](Arena::multiple)); otherwise it depends on the
    /// forms.
    ///
    /// ```
    /// # use short_game::Arena;
    /// let arena = Arena::new();
    /// let product = arena.conway_product(arena.nimber(19)?, arena.nimber(23)?)?;
    /// assert_eq!(product, arena.nimber(86)?);
    /// # Ok::<(), short_game::Error>(())
    /// ```
    pub fn conway_product(&self, g: Game, h: Game) -> Result<Game> {
        match self.product_of_values(g, h)? {
            Some(product) => Ok(product),
            None => self.product_of_forms(g, h),
        }
    }

    /// Returns Conway's product if it does not depend on the forms.
    pub(crate) fn product_of_values(&self, g: Game, h: Game) -> Result<Option<Game>> {
        if let (Some(x), Some(y)) = (self.to_number(g), self.to_number(h)) {
            return self.number(x.mul(y)?).map(Some);
        }
        for (factor, other) in [(g, h), (h, g)] {
            if let Some(n) = self.to_integer(factor) {
                return self.multiple(n, other).map(Some);
            }
        }
        match (self.to_nimber(g), self.to_nimber(h)) {
            (Some(a), Some(b)) => self.nimber(nim_product(a, b, 16)).map(Some),
            _ => Ok(None),
        }
    }

    fn product_of_forms(&self, g: Game, h: Game) -> Result<Game> {
        let end = |h| self.to_integer(h).is_some();
        let (above, beside) = (self.followers(g, end)?, self.followers(h, end)?);
        let mut rows: Memo<'_, Memo<'_, Game>> = Memo::new(&self.budget);
        for &x in above.iter() {
            let mut row = Memo::new(&self.budget);
            for &y in beside.iter() {
                let product = match self.product_of_values(x, y)? {
                    Some(product) => product,
                    None => {
                        let side = |pairs: [(Player, Player); 2]| {
                            let mut options = Options::new();
                            for (of_x, of_y) in pairs {
                                for a in self.options_of(x, of_x)? {
                                    for b in self.options_of(y, of_y)? {
                                        let sum = self.add(rows[a][y], row[b])?;
                                        options.push(self.sub(sum, rows[a][b])?);
                                    }
                                }
                            }
                            Ok::<_, Error>(options)
                        };
                        let (left, right) = (Player::Left, Player::Right);
                        self.game(
                            &side([(left, left), (right, right)])?,
                            &side([(left, right), (right, left)])?,
                        )?
                    }
                };
                row.insert(y, product, 0)?;
            }
            rows.insert(x, row, 0)?;
        }
        Ok(rows[g][h])
    }

    /// Returns the Norton product of `g` by the unit `u` > 0: n copies of u for an integer n, otherwise {GL·u + u +
    /// I | GR·u - u - I} with I running over the incentives of u (*Winning Ways*, chapter 8; Siegel, section II.6).
    ///
    /// # Errors
    /// [`Error::NotPositive`] unless u > 0.
    pub fn norton_product(&self, g: Game, u: Game) -> Result<Game> {
        if u == Game::ZERO || !self.le(Game::ZERO, u)? {
            return Err(Error::NotPositive);
        }
        let mut gains = Vec::new();
        for incentive in self.incentives(u)? {
            gains.push(self.add(u, incentive)?);
        }
        let losses = gains
            .iter()
            .map(|&gain| self.neg(gain))
            .collect::<Result<Vec<_>, _>>()?;
        self.rebuild(
            g,
            |h| self.to_integer(h).is_some(),
            |h| self.to_integer(h).map(|n| self.multiple(n, u)).transpose(),
            |player| player.pick(&gains, &losses),
        )
    }

    /// Builds images upwards from the positions of `g` for which `leaf` returns one, which include every `end`. The
    /// options of any other image are the images of the options plus each of the player's `terms`.
    pub(crate) fn rebuild<'a>(
        &self,
        g: Game,
        end: impl Fn(Game) -> bool,
        mut leaf: impl FnMut(Game) -> Result<Option<Game>>,
        terms: impl Fn(Player) -> &'a [Game],
    ) -> Result<Game> {
        let mut images = Memo::new(&self.budget);
        for &position in self.followers(g, end)?.iter() {
            let image = match leaf(position)? {
                Some(image) => image,
                None => {
                    let side = |player| {
                        let mut options = Options::new();
                        for option in self.options_of(position, player)? {
                            for &term in terms(player) {
                                options.push(self.add(images[option], term)?);
                            }
                        }
                        Ok::<_, Error>(options)
                    };
                    self.game(&side(Player::Left)?, &side(Player::Right)?)?
                }
            };
            images.insert(position, image, 0)?;
        }
        Ok(images[g])
    }

    /// Checks that the options of all numbers among the followers can be visited.
    ///
    /// # Errors
    /// [`Error::TooDeep`] if a number is born after day 4096.
    pub(crate) fn numbers_are_young(&self, games: &[Game]) -> Result<()> {
        let old = |&position: &Game| {
            let number = self.to_number(position);
            number.is_some_and(|x| x.birthday() > MAX_DEPTH.into())
        };
        let positions = self.followers_of(games, |position| self.is_number(position))?;
        match positions.iter().any(old) {
            true => Err(Error::TooDeep),
            false => Ok(()),
        }
    }

    /// Returns the ordinal sum g : h, in which a move in `g` annihilates `h`. It depends on the form of `g`, and uses
    /// the canonical form.
    ///
    /// # Errors
    /// [`Error::TooDeep`] if a number in `h` is born after day 4096.
    pub fn ordinal_sum(&self, g: Game, h: Game) -> Result<Game> {
        let (left, right) = (
            self.options_of(g, Player::Left)?,
            self.options_of(g, Player::Right)?,
        );
        self.numbers_are_young(&[h])?;
        let mut images = Memo::new(&self.budget);
        for &position in self.followers(h, |_| false)?.iter() {
            let with = |base: &Options, player| {
                let mut options = base.clone();
                options.extend(
                    self.options_of(position, player)?
                        .iter()
                        .map(|&o| images[o]),
                );
                Ok::<_, Error>(options)
            };
            let image = self.game(&with(&left, Player::Left)?, &with(&right, Player::Right)?)?;
            images.insert(position, image, 0)?;
        }
        Ok(images[h])
    }
}
