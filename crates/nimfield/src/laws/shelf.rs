//! The laws that are stored with games of the shelf. A position of any game with the same moves is decided by them.

use std::sync::{Arc, LazyLock, OnceLock};

use nimfield_core::prelude::*;
use nimfield_rules::shelf;

use super::certificate::{LawCertificate, LawFault};
use super::family::NumberFamily;
use super::proved::ProvedLaw;
use crate::erased::AnyPosition;

/// A stored law.
struct Stored {
    certificate: LawCertificate,
    numbers: NumberFamily,
    /// The law, once it has been proved again.
    proved: OnceLock<Arc<ProvedLaw>>,
}

static LAWS: LazyLock<Vec<Stored>> = LazyLock::new(|| {
    let texts = shelf::LAWS.iter();
    let laws = texts.flat_map(|text| {
        let laws: Vec<LawCertificate> = serde_json::from_str(text).expect("tests read stored laws");
        laws
    });
    let stored = |certificate: LawCertificate| Stored {
        numbers: certificate.family().expect("tests prove stored laws").1,
        certificate,
        proved: OnceLock::new(),
    };
    laws.map(stored).collect()
});

/// A law, and the numbers of the position that it is about.
pub(crate) type LawAbout = (Arc<ProvedLaw>, Vec<u128>);

/// Returns the stored law about a large position, and the numbers of the position; small ones are searched at once.
///
/// # Errors
/// If the budget does not suffice for its proof.
pub(crate) fn law_about(
    position: &dyn AnyPosition,
    play: Play,
    budget: &Budget,
) -> Option<Result<LawAbout, LawFault>> {
    /// Positions of smaller numbers are searched.
    const LEAST: u128 = 100;
    let numbers = NumberFamily::written(position)?;
    if numbers.iter().all(|&number| number < LEAST) {
        return None;
    }
    let is_about =
        |own: &&Stored| own.certificate.play == play && own.numbers.is_of(position, &numbers);
    let stored = LAWS.iter().find(is_about)?;
    let law = match stored.proved.get() {
        Some(law) => law.clone(),
        None => match stored.certificate.check(budget) {
            Ok(law) => stored.proved.get_or_init(|| Arc::new(law)).clone(),
            Err(fault) => return Some(Err(fault)),
        },
    };
    Some(Ok((law, numbers)))
}
