//! A component of any game, as searches take it.

use std::any::Any;

use nimfield_core::component::{Component, Known, kind_of, write_number};
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;

/// A [`Component`] of any game.
pub struct AnyComponent {
    /// Tells the keys of this type from those of others; a nim heap is the same in all games.
    kind: u64,
    inner: Box<dyn ErasedComponent>,
}

impl AnyComponent {
    /// Erases the type.
    pub fn new<C: Component + 'static>(component: C) -> AnyComponent {
        AnyComponent {
            kind: kind_of::<C>(),
            inner: Box::new(component),
        }
    }

    /// The component, if it is one of this type.
    #[must_use]
    pub fn downcast_ref<C: 'static>(&self) -> Option<&C> {
        let inner: &dyn Any = &*self.inner;
        inner.downcast_ref()
    }
}

impl Clone for AnyComponent {
    fn clone(&self) -> AnyComponent {
        AnyComponent {
            kind: self.kind,
            inner: self.inner.boxed(),
        }
    }
}

/// [`Component`] without its type.
trait ErasedComponent: Send + Any {
    fn boxed(&self) -> Box<dyn ErasedComponent>;
    fn key(&self, out: &mut Vec<u8>);
    fn option_count(&self) -> u64;
    fn option(&self, kind: u64, index: u64, out: &mut Vec<AnyComponent>);
    fn known(&self, play: Play) -> Known;
    fn taking(&self) -> Option<(&Taking, u64)>;
    fn bytes(&self) -> u64;
    fn heap(&self) -> Option<u128>;
}

impl<C: Component + 'static> ErasedComponent for C {
    fn boxed(&self) -> Box<dyn ErasedComponent> {
        Box::new(self.clone())
    }

    fn key(&self, out: &mut Vec<u8>) {
        Component::key(self, out);
    }

    fn option_count(&self) -> u64 {
        Component::option_count(self)
    }

    fn option(&self, kind: u64, index: u64, out: &mut Vec<AnyComponent>) {
        let mut options = Vec::new();
        Component::option(self, index, &mut options);
        out.extend(options.into_iter().map(|option| AnyComponent {
            kind,
            inner: Box::new(option),
        }));
    }

    fn known(&self, play: Play) -> Known {
        Component::known(self, play)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        Component::taking(self)
    }

    fn bytes(&self) -> u64 {
        size_of_val(self) as u64 + Component::bytes_outside(self)
    }

    fn heap(&self) -> Option<u128> {
        Component::heap(self)
    }
}

impl Component for AnyComponent {
    fn key(&self, out: &mut Vec<u8>) {
        match self.inner.heap() {
            // No kind is 0.
            Some(size) => {
                out.push(0);
                out.extend_from_slice(&size.to_le_bytes());
            }
            None => {
                write_number(out, self.kind);
                self.inner.key(out);
            }
        }
    }

    fn option_count(&self) -> u64 {
        self.inner.option_count()
    }

    fn option(&self, index: u64, out: &mut Vec<AnyComponent>) {
        self.inner.option(self.kind, index, out);
    }

    fn known(&self, play: Play) -> Known {
        self.inner.known(play)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        self.inner.taking()
    }

    fn bytes_outside(&self) -> u64 {
        self.inner.bytes()
    }

    fn heap(&self) -> Option<u128> {
        self.inner.heap()
    }
}
