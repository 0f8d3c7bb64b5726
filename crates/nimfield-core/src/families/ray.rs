//! Ray games: impartial games on `N^d` in which a move takes the same positive amount from every
//! pile of one given set.
//!
//! Nim (every set is one pile), Wythoff's game (each pile alone, or both) and Ferguson's matrix
//! nim (the rows and the columns of a matrix of piles) are ray games. The name: the options of a
//! position along one set lie on a ray towards the origin.

/// The largest number of piles a [`RayGame`] has.
pub const MAX_PILES: usize = 64;

/// A ray game: how many piles there are, and from which sets of piles a move may take.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RayGame {
    piles: usize,
    /// Each ray as the set of its piles, pile `i` being bit `i`.
    rays: Vec<u64>,
}

impl RayGame {
    /// Creates the game on `piles` piles in which a move takes from all piles of one of the `rays`. A game with no
    /// rays, or no piles, has no moves.
    ///
    /// # Errors
    /// When there are more than [`MAX_PILES`] piles, or a ray is empty, names a pile twice, names
    /// one that does not exist, or is the same set as another.
    ///
    /// ```
    /// use nimfield_core::families::ray::RayGame;
    /// let wythoff = RayGame::new(2, [vec![0], vec![1], vec![0, 1]])?;
    /// assert_eq!(wythoff, RayGame::wythoff());
    /// # Ok::<(), nimfield_core::families::ray::RayGameError>(())
    /// ```
    pub fn new<R>(piles: usize, rays: impl IntoIterator<Item = R>) -> Result<Self, RayGameError>
    where
        R: IntoIterator<Item = usize>,
    {
        if piles > MAX_PILES {
            return Err(RayGameError::TooManyPiles { piles });
        }
        let mut masks: Vec<u64> = Vec::new();
        for (ray, members) in rays.into_iter().enumerate() {
            let mut mask = 0;
            for pile in members {
                if pile >= piles {
                    return Err(RayGameError::NoSuchPile { ray, pile, piles });
                }
                if mask >> pile & 1 == 1 {
                    return Err(RayGameError::PileTwice { ray, pile });
                }
                mask |= 1 << pile;
            }
            if mask == 0 {
                return Err(RayGameError::EmptyRay { ray });
            }
            if let Some(same_as) = masks.iter().position(|&other| other == mask) {
                return Err(RayGameError::RayTwice { ray, same_as });
            }
            masks.push(mask);
        }
        Ok(RayGame { piles, rays: masks })
    }

    /// Creates Nim with `piles` piles.
    ///
    /// # Errors
    /// When there are more than [`MAX_PILES`] piles.
    pub fn nim(piles: usize) -> Result<Self, RayGameError> {
        Self::new(piles, (0..piles.min(MAX_PILES)).map(|pile| [pile]))
    }

    /// Creates Wythoff's game: a move takes from one pile, or the same amount from both.
    pub fn wythoff() -> Self {
        RayGame {
            piles: 2,
            rays: vec![0b01, 0b10, 0b11],
        }
    }

    /// Creates impartial matrix nim on `rows` by `columns` piles, row by row: a move takes from every pile of a row, or
    /// of a column. A 1 by 1 matrix is one pile of nim.
    ///
    /// # Errors
    /// When there are more than [`MAX_PILES`] piles.
    pub fn matrix(rows: usize, columns: usize) -> Result<Self, RayGameError> {
        let piles = rows.saturating_mul(columns);
        if piles > MAX_PILES {
            return Err(RayGameError::TooManyPiles { piles });
        }
        if piles <= 1 {
            return Self::nim(piles);
        }
        let row = |i| (0..columns).map(|j| i * columns + j).collect::<Vec<_>>();
        let column = |j| (0..rows).map(|i| i * columns + j).collect();
        Self::new(piles, (0..rows).map(row).chain((0..columns).map(column)))
    }

    /// Returns the number of piles.
    pub fn piles(&self) -> usize {
        self.piles
    }

    /// Returns the rays, each as its piles in ascending order.
    pub fn rays(&self) -> impl ExactSizeIterator<Item = impl Iterator<Item = usize>> {
        self.rays.iter().map(|&ray| bits(ray))
    }

    /// Returns the rays, each as a set of piles, pile `i` being bit `i`.
    pub fn masks(&self) -> &[u64] {
        &self.rays
    }
}

/// Returns the numbers of the bits that are set, in ascending order.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// Why a list of rays does not define a [`RayGame`]. Rays and piles are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RayGameError {
    /// More than [`MAX_PILES`] piles.
    #[error("{piles} piles are more than the {MAX_PILES} possible")]
    TooManyPiles {
        /// The number of piles.
        piles: usize,
    },
    /// A ray without piles: a move along it would change nothing.
    #[error("ray {ray} is empty; a ray names piles, such as [0, 1]")]
    EmptyRay {
        /// The ray.
        ray: usize,
    },
    /// A ray names a pile that does not exist.
    #[error("ray {ray} names pile {pile}, but there are only {piles}, counted from 0")]
    NoSuchPile {
        /// The ray.
        ray: usize,
        /// The pile it names.
        pile: usize,
        /// The number of piles.
        piles: usize,
    },
    /// A ray names one pile twice.
    #[error("ray {ray} names pile {pile} twice")]
    PileTwice {
        /// The ray.
        ray: usize,
        /// The pile.
        pile: usize,
    },
    /// Two rays are the same set of piles.
    #[error("ray {ray} is the same set of piles as ray {same_as}")]
    RayTwice {
        /// The later of the two.
        ray: usize,
        /// The earlier.
        same_as: usize,
    },
}
