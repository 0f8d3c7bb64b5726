//! A move of any game.

use std::any::Any;
use std::fmt::{self, Debug, Display};

/// A move of any game, as a value: it prints as the game writes it.
pub struct AnyMove(Box<dyn ErasedMove>);

trait ErasedMove: Display + Debug + Send + Sync + Any {
    fn boxed(&self) -> AnyMove;
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<M: Clone + Eq + Debug + Display + Send + Sync + 'static> ErasedMove for M {
    fn boxed(&self) -> AnyMove {
        AnyMove::new(self.clone())
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<M>() == Some(self)
    }
}

impl AnyMove {
    /// Erases the type.
    pub fn new<M: Clone + Eq + Debug + Display + Send + Sync + 'static>(mv: M) -> AnyMove {
        AnyMove(Box::new(mv))
    }

    /// The move, if it is one of this type.
    #[must_use]
    pub fn downcast_ref<M: 'static>(&self) -> Option<&M> {
        let mv: &dyn Any = &*self.0;
        mv.downcast_ref()
    }
}

impl Clone for AnyMove {
    fn clone(&self) -> AnyMove {
        self.0.boxed()
    }
}

impl PartialEq for AnyMove {
    fn eq(&self, other: &AnyMove) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.equals(other)
    }
}

impl Eq for AnyMove {}

impl Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}
