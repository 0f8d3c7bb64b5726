//! Factors of a transfinite nimber with prescribed leading basis elements.
//!
//! Let κ, with κ^p = α, be the highest component in the requested elements, and L the field of all nimbers below κ. The
//! factors are to be polynomials in κ over L of known degrees e_j < p, with known leading elements of their leading
//! coefficients. Let E be the sum of the e_j. Their product as polynomials has degree E and is the given c modulo X^p +
//! α. Conversely, any polynomial works that is c modulo X^p + α, whose leading coefficient is a product of possible
//! leading coefficients, and that splits into factors of the degrees e_j.
//!
//! L has no extensions of degree below p: over L an irreducible polynomial has degree 1 or at least p. And α is
//! the least nimber in L without a p-th root there (Conway, *On Numbers and Games*, ch. 6).
//!
//! * **E < p.** The product is c itself. The leading coefficients are factors of that of c with known leading
//!   elements, and a polynomial of degree below p splits over L.
//! * **E = p**, and c is below κ. The product is a·(X^p + α + c/a), where a is the product of the leading coefficients.
//!   Choose a basis element β of α and one more factor e with leading element β, such that c = a·e. Then α + e is less
//!   than α and has a p-th root.
//! * **E > p.** The leading coefficients do not matter, nor do E - p - 1 of the linear factors: divide c by them. It
//!   remains to find q in L such that (X^p + α)(X + q) + c splits over L; infinitely many q work, or q = 0 does. So q
//!   runs through growing fields.
//!
//! # Why (X^p + α)(X + q) + c splits
//!
//! Let c in `L[X]` be of degree below p, not 0 and not αX (then q = 0 leaves X^(p+1)). The roots for q are the x
//! with R(x) = q, R = X + c/(X^p + α). R has degree p + 1, since X^p + α is irreducible over L, and its derivative
//! is not 0. Let G be the Galois group of R(X) = q over L(q), and N that over the constants in its splitting field.
//! Both are transitive on the p + 1 roots; G/N is cyclic, and the primes in its order are at least p, so that the
//! order is 1 or p. At q = ∞ the roots are ∞ and the p roots of X^p + α, all different: G has an element g that
//! fixes one root and permutes the others in a cycle of length p.
//!
//! If G/N has order p, then p does not divide the order of N. Orbits of the stabiliser of ∞ in N on the other p
//! roots are permuted by g, so they have length 1 and N is regular. As g permutes all its elements but 1 in a
//! cycle, N is elementary abelian, and of even order p + 1 = 2^k > 2. It consists of the automorphisms of the
//! projective line that preserve R. In characteristic 2 commuting involutions of the line fix the same point δ and
//! no other; so δ is in L, and not ∞. In the coordinate Y = 1/(X + δ) they are translations, by the elements of
//! an additive group V, and V is where R = ∞: 0 and the roots of (1 + δY)^p + αY^p. Times Y this has terms only
//! of exponents that are powers of two. But that of Y³ is δ²p(p-1)/2, and p(p-1)/2 is odd, so δ = 0; then 1/(R - R(0)),
//! a polynomial in Y with these roots, is Y + αY^(p+1), so R = R(0) + X^(p+1)/(X^p + α) and c = αX.
//!
//! So G = N, and in a finite field of 2^n elements in L, if large enough and containing all coefficients, about one in
//! |G| of all q makes the polynomial split (Chebotarev, with Weil's bound). It need not split completely: the
//! irreducible factors over that field only need to combine to the degrees e_j.

use nimbers::ordinal::Subfield;
use nimbers::{FiniteNimber, Interrupt, Ordinal, factor};
use nimfield_core::order::numbers_by;

use super::basis::{basis_elements, contains, lead};
use super::gap::Gap;
use super::kappa::{Kappa, highest};
use super::split::{dealt, with_degrees};

/// Finds factors with product `c` and exactly these leading basis elements. The leading element of `c` must occur in
/// the product of these.
pub(super) fn construct(
    c: &Ordinal,
    leads: &[Ordinal],
    interrupt: Interrupt<'_>,
) -> Result<Vec<Ordinal>, Gap> {
    if let [_] = leads {
        return Ok(vec![c.clone()]);
    }
    let Some(kappa) = highest(leads)? else {
        return finite(c, leads);
    };
    let parts: Option<Vec<(usize, Ordinal)>> = leads.iter().map(|lead| kappa.split(lead)).collect();
    let (degrees, lows): (Vec<usize>, Vec<Ordinal>) =
        parts.ok_or(Gap::OutOfReach)?.into_iter().unzip();
    let task = Task {
        kappa,
        degrees,
        lows,
        interrupt,
    };
    let degree: usize = task.degrees.iter().sum();
    match degree.cmp(&(kappa.prime as usize)) {
        std::cmp::Ordering::Less => task.below(c),
        std::cmp::Ordering::Equal => task.at(c),
        std::cmp::Ordering::Greater => task.beyond(c),
    }
}

fn finite(c: &Ordinal, leads: &[Ordinal]) -> Result<Vec<Ordinal>, Gap> {
    let top_bits = leads.iter().map(|lead| lead.finite_part().top_bit());
    let top_bits: Option<Vec<usize>> = top_bits.collect();
    let factors = c
        .to_finite()
        .zip(top_bits)
        .and_then(|(c, top_bits)| factor::with_top_bits(&c, &top_bits));
    let factors = factors.ok_or(Gap::OutOfReach)?;
    Ok(factors.into_iter().map(Ordinal::from).collect())
}

/// The requested leading elements: low·κ^degree.
struct Task<'a> {
    kappa: Kappa,
    degrees: Vec<usize>,
    lows: Vec<Ordinal>,
    interrupt: Interrupt<'a>,
}

impl Task<'_> {
    fn below(&self, c: &Ordinal) -> Result<Vec<Ordinal>, Gap> {
        let degree: usize = self.degrees.iter().sum();
        let mut coefficients = self.kappa.polynomial(c).ok_or(Gap::OutOfReach)?;
        let top = coefficients.pop().ok_or(Gap::OutOfReach)?;
        if coefficients.len() != degree {
            return Err(Gap::OutOfReach);
        }
        let scales = construct(&top, &self.lows, self.interrupt)?;
        // A single factor with κ need not be split, whatever the field of its coefficients.
        let mut with_kappa = (0..scales.len()).filter(|&k| self.degrees[k] > 0);
        if let (Some(only), None) = (with_kappa.next(), with_kappa.next()) {
            let mut others = Ordinal::one();
            for (_, scale) in scales.iter().enumerate().filter(|(k, _)| *k != only) {
                others = others.times(scale, self.interrupt)?;
            }
            let mut factors = scales;
            factors[only] = c.divide(&others, self.interrupt)?;
            return Ok(factors);
        }
        self.split(&self.over(&coefficients, &top)?, &scales)
    }

    fn at(&self, c: &Ordinal) -> Result<Vec<Ordinal>, Gap> {
        let alpha = self.kappa.alpha(self.interrupt)?;
        let mut product = Ordinal::one();
        for low in &self.lows {
            product = product.times(low, self.interrupt)?;
        }
        let wanted = lead(c).ok_or(Gap::OutOfReach)?;
        for element in basis_elements(&alpha) {
            if !contains(&product.times(&element, self.interrupt)?, &wanted) {
                continue;
            }
            let mut lows = self.lows.clone();
            lows.push(element);
            let mut scales = construct(c, &lows, self.interrupt)?;
            let e = scales.pop().ok_or(Gap::OutOfReach)?;
            let mut binomial = vec![Ordinal::ZERO; self.kappa.prime as usize];
            binomial[0] = alpha.plus(&e);
            return self.split(&binomial, &scales);
        }
        Err(Gap::OutOfReach)
    }

    fn beyond(&self, c: &Ordinal) -> Result<Vec<Ordinal>, Gap> {
        let p = self.kappa.prime as usize;
        // Powers of κ are divided out, first from the factors with few, since few large parts are easier to distribute.
        let by_degree = |j: usize, k: usize| self.degrees[j].cmp(&self.degrees[k]);
        let order = numbers_by(self.degrees.len(), &by_degree);
        let mut left = self.degrees.clone();
        let mut spare = self.degrees.iter().sum::<usize>() - p - 1;
        let mut taken = Ordinal::one();
        let mut bases = self.lows.clone();
        for k in order {
            let powers = spare.min(left[k]);
            spare -= powers;
            left[k] -= powers;
            bases[k] = bases[k].times(&self.kappa.power(powers), self.interrupt)?;
            taken = taken.times(&bases[k], self.interrupt)?;
        }
        let c = c.divide(&taken, self.interrupt)?;
        let mut c = self.kappa.polynomial(&c).ok_or(Gap::OutOfReach)?;
        c.resize(p + 1, Ordinal::ZERO);
        let alpha = self.kappa.alpha(self.interrupt)?;
        c[1] = c[1].plus(&alpha);
        let parts = self.search(c, &alpha, &left)?;
        let factors = bases.iter().zip(&parts);
        let factor =
            |(base, part): (&Ordinal, &Vec<Ordinal>)| self.kappa.monic(base, part, self.interrupt);
        factors.map(factor).collect()
    }

    /// Finds factors of X^(p+1) + `lower` + q·(X^p + α) with these degrees, for some q.
    fn search(
        &self,
        lower: Vec<Ordinal>,
        alpha: &Ordinal,
        degrees: &[usize],
    ) -> Result<Vec<Vec<Ordinal>>, Gap> {
        /// The number of q to try in one field. If the group is the symmetric one, most q succeed.
        const TRIED: u64 = 64;
        let mut elements = lower.clone();
        elements.push(alpha.clone());
        let mut field = Subfield::of(&elements)?;
        loop {
            let all = 1u64.checked_shl(field.degree() as u32);
            for index in 0..all.unwrap_or(TRIED).min(TRIED) {
                let q = field.element(index);
                let mut polynomial = lower.clone();
                let constant = alpha.times(&q, self.interrupt)?;
                polynomial[0] = polynomial[0].plus(&constant);
                let last = polynomial.len() - 1;
                polynomial[last] = polynomial[last].plus(&q);
                let factors = field.factors(&polynomial, self.interrupt)?;
                if let Some(parts) = dealt(&factors, degrees, self.interrupt)? {
                    return Ok(parts);
                }
            }
            (field, _) = field.extended(2)?;
        }
    }

    /// Returns the polynomial with its coefficients divided by `top`.
    fn over(&self, coefficients: &[Ordinal], top: &Ordinal) -> Result<Vec<Ordinal>, Gap> {
        let inverse = top.inverse(self.interrupt)?;
        let divided = coefficients.iter();
        let divided = divided.map(|c| c.times(&inverse, self.interrupt));
        Ok(divided.collect::<Result<_, _>>()?)
    }

    /// Returns the factors scale·part, where the parts are those of a polynomial.
    fn split(&self, polynomial: &[Ordinal], scales: &[Ordinal]) -> Result<Vec<Ordinal>, Gap> {
        let parts = with_degrees(self.kappa, polynomial, &self.degrees, self.interrupt)?;
        let parts = parts.ok_or(Gap::OutOfReach)?;
        let factors = scales.iter().zip(&parts);
        let factor = |(scale, part): (&Ordinal, &Vec<Ordinal>)| {
            self.kappa.monic(scale, part, self.interrupt)
        };
        factors.map(factor).collect()
    }
}
