//! The token that the processes of a job share.

use std::fmt;
use std::io;

/// The secret that the processes of a job share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token(pub [u8; 16]);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl Token {
    /// Reads 32 hexadecimal digits; `None` if the text is anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Token> {
        let digits: Vec<u8> = text
            .trim()
            .bytes()
            .map(|digit| char::from(digit).to_digit(16).map(|digit| digit as u8))
            .collect::<Option<_>>()?;
        // A token has exactly this many digits.
        let digits = <[u8; 32]>::try_from(digits).ok()?;
        Some(Token(std::array::from_fn(|byte| {
            digits[2 * byte] << 4 | digits[2 * byte + 1]
        })))
    }

    /// Returns a new random token.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random() -> io::Result<Token> {
        Ok(Token(random()?))
    }

    /// Returns the token as 32 hexadecimal digits.
    #[must_use]
    pub fn digits(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the proof that one of the two sides knows the token, given the messages of both.
    pub(super) fn proof(
        &self,
        side: &str,
        hello: &[u8],
        chance: &[u8; 16],
        answer: &[u8],
    ) -> [u8; 32] {
        let key = blake3::derive_key("nimfield, processes of a job", &self.0);
        let mut hash = blake3::Hasher::new_keyed(&key);
        hash.update(side.as_bytes()).update(hello);
        hash.update(chance).update(answer);
        *hash.finalize().as_bytes()
    }
}

pub(super) fn random() -> io::Result<[u8; 16]> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}
