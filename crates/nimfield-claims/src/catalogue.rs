//! The catalogue of all claims.

use crate::claim::Claim;
use crate::{boards, cuts, ferguson, nimbers, other_games, partitions};

/// Returns all claims in the order of their documents.
pub fn claims() -> impl Iterator<Item = &'static Claim> {
    [
        ferguson::any_shape::CLAIMS,
        ferguson::two_by_two::CLAIMS,
        ferguson::partizan::CLAIMS,
        ferguson::partizan_values::CLAIMS,
        ferguson::unproved::CLAIMS,
        other_games::CLAIMS,
        cuts::CLAIMS,
        boards::article::CLAIMS,
        boards::theorems::CLAIMS,
        partitions::pnim::CLAIMS,
        partitions::symmetry::CLAIMS,
        partitions::rnim::CLAIMS,
        partitions::misere::CLAIMS,
        partitions::hooks::CLAIMS,
        partitions::crim::CLAIMS,
        partitions::rit::CLAIMS,
        partitions::questions::CLAIMS,
        nimbers::boards::CLAIMS,
        nimbers::arithmetic::CLAIMS,
        nimbers::transfinite::CLAIMS,
        nimbers::excess::CLAIMS,
    ]
    .into_iter()
    .flatten()
}

/// Returns the claim with this name.
#[must_use]
pub fn find(id: &str) -> Option<&'static Claim> {
    claims().find(|claim| claim.id.eq_ignore_ascii_case(id))
}
