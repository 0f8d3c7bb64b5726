//! Printing of polynomials, their products and their roots.

use core::fmt;

use crate::finite::field::FiniteNimber;
use crate::finite::polynomials::factor::Factorization;
use crate::finite::polynomials::polynomial::Polynomial;
use crate::finite::polynomials::roots::Roots;
use crate::finite::text::padded;

impl<N: FiniteNimber> fmt::Display for Polynomial<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, |f| {
            if self.coefficients().is_empty() {
                return f.write_str("0");
            }
            let mut plus = "";
            for (i, c) in self.coefficients().iter().enumerate().rev() {
                if c.is_zero() {
                    continue;
                }
                f.write_str(plus)?;
                plus = " + ";
                if i == 0 || !c.is_one() {
                    write!(f, "{c}{}", if i > 0 { "*" } else { "" })?;
                }
                match i {
                    0 => {}
                    1 => f.write_str("x")?,
                    _ => write!(f, "x^{i}")?,
                }
            }
            Ok(())
        })
    }
}

impl<N: FiniteNimber> fmt::Display for Factorization<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, |f| {
            let mut times = "";
            if self.factors.is_empty() || !self.leading.is_one() {
                write!(f, "{}", self.leading)?;
                times = " * ";
            }
            let alone = times.is_empty() && self.factors.len() == 1;
            for factor in &self.factors {
                let single = factor.multiplicity == 1;
                let bare = factor.polynomial == Polynomial::x() || alone && single;
                f.write_str(times)?;
                times = " * ";
                match bare {
                    true => write!(f, "{}", factor.polynomial)?,
                    false => write!(f, "({})", factor.polynomial)?,
                }
                if !single {
                    write!(f, "^{}", factor.multiplicity)?;
                }
            }
            Ok(())
        })
    }
}

impl<N: FiniteNimber> fmt::Display for Roots<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, |f| {
            for (i, (root, multiplicity)) in self.listed.iter().enumerate() {
                write!(f, "{}{root}", if i > 0 { ", " } else { "" })?;
                if *multiplicity > 1 {
                    write!(f, " ({multiplicity} times)")?;
                }
            }
            if self.listed.is_empty() {
                f.write_str("none")?;
            }
            for other in &self.unlisted {
                let polynomial = &other.factor.polynomial;
                let count = polynomial.degree().unwrap_or(0);
                write!(f, "; {count} of {polynomial}")?;
                if other.factor.multiplicity > 1 {
                    write!(f, " ({} times)", other.factor.multiplicity)?;
                }
                match other.level() {
                    Some(level) => write!(f, " in the field of level {level}")?,
                    None => write!(
                        f,
                        " in the field of 2^{} elements, among the transfinite nimbers",
                        other.degree
                    )?,
                }
            }
            Ok(())
        })
    }
}
