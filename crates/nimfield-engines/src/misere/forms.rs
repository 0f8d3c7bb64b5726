//! Misère canonical forms, each stored once.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::genus::Genus;
use nimfield_core::budget::{Budget, Limit};
use nimfield_core::mex::mex;

/// A misère canonical form, as a number in the [`Forms`] it belongs to.
///
/// Forms of the same [`Forms`] are equal if and only if the positions behave alike in every sum in
/// misère play. The options of a form have smaller numbers than itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(u32);

impl Form {
    /// The form without options.
    pub const ZERO: Form = Form(0);

    /// Returns the number, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The behaviour of a hereditarily tame form in sums with other such forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tame {
    /// The Grundy value in normal play.
    pub value: u16,
    /// Whether the misère Grundy number is the same; otherwise both are below 2 and differ, as for
    /// heaps of one.
    pub firm: bool,
}

/// Returns whether a sum of hereditarily tame positions is a P-position in misère play: the nim rule. If all are
/// fickle, the values must add up to 1, otherwise to 0.
///
/// The rule needs only that the Grundy value g and the misère Grundy number m of every follower are (0,1), (1,0) or
/// equal; see the chapter on misère play in the documentation for the proof.
///
/// **Source**: Conway, On Numbers and Games, chapter 12; Winning Ways, chapter 13.
#[must_use]
pub fn tame_sum_is_p(parts: impl IntoIterator<Item = Tame>) -> bool {
    let (sum, firm) = parts.into_iter().fold((0, false), |(sum, firm), part| {
        (sum ^ part.value, firm || part.firm)
    });
    sum == u16::from(!firm)
}

/// A set of misère canonical forms that contains all followers of each of its forms.
///
/// **Source**: Conway, On Numbers and Games, chapter 12: an option A of G is *reversible* if some
/// option of A equals G without the options in question; reversible options can be left out, all of
/// them only if one of them is a P-position. Two games are equal in all sums in misère play if and
/// only if they are identical after all such simplifications.
pub struct Forms {
    /// The options of all forms, one list after the other, each ascending.
    options: Vec<Form>,
    /// Where the list of each form begins, and the end of the last.
    starts: Vec<u32>,
    facts: Vec<FormFacts>,
    by_options: HashTable<Form>,
    sums: HashMap<(Form, Form), Form>,
    /// The nim heaps requested so far, by size.
    heaps: Vec<Form>,
}

/// The properties of a form that are computed when it is created.
#[derive(Clone, Copy)]
struct FormFacts {
    birthday: u16,
    value: u16,
    misere: u16,
    tame: bool,
}

fn hash(options: &[Form]) -> u64 {
    FixedState::with_seed(0).hash_one(options)
}

impl Default for Forms {
    fn default() -> Forms {
        Forms::new()
    }
}

impl Forms {
    /// Creates the set that holds only the form without options.
    #[must_use]
    pub fn new() -> Forms {
        let mut forms = Forms {
            options: Vec::new(),
            starts: vec![0],
            facts: Vec::new(),
            by_options: HashTable::new(),
            sums: HashMap::new(),
            heaps: Vec::new(),
        };
        forms.keep(&[]);
        forms
    }

    /// Returns the number of forms.
    #[must_use]
    pub fn count(&self) -> usize {
        self.facts.len()
    }

    /// Estimates the bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let lists = self.options.capacity() * size_of::<Form>() + self.starts.capacity() * 4;
        let facts = self.facts.capacity() * size_of::<FormFacts>();
        let sums = self.sums.capacity() * (size_of::<((Form, Form), Form)>() + 1);
        (lists + facts + sums + self.by_options.allocation_size()) as u64
    }

    /// Returns the form with this number.
    ///
    /// # Panics
    /// If there are not that many.
    #[must_use]
    pub fn nth(&self, number: u32) -> Form {
        assert!(
            (number as usize) < self.count(),
            "a number below the count of forms"
        );
        Form(number)
    }

    /// Returns the options of a form, ascending.
    #[must_use]
    pub fn options(&self, form: Form) -> &[Form] {
        let (start, end) = (self.starts[form.index()], self.starts[form.index() + 1]);
        &self.options[start as usize..end as usize]
    }

    /// Returns the length of the longest game from a form.
    #[must_use]
    pub fn birthday(&self, form: Form) -> u16 {
        self.facts[form.index()].birthday
    }

    /// Returns the Grundy value in normal play.
    ///
    /// A reversible option in the misère theory is also reversible in the normal theory, so every position with this
    /// form has this value.
    #[must_use]
    pub fn value(&self, form: Form) -> u16 {
        self.facts[form.index()].value
    }

    /// Returns the misère Grundy number: n for which the sum with a heap of n is a P-position.
    #[must_use]
    pub fn misere_value(&self, form: Form) -> u16 {
        self.facts[form.index()].misere
    }

    /// Returns whether a form is a P-position in misère play.
    #[must_use]
    pub fn is_p(&self, form: Form) -> bool {
        self.misere_value(form) == 0
    }

    /// Returns the behaviour of a form among hereditarily tame ones; `None` if it is not hereditarily tame.
    #[must_use]
    pub fn tame(&self, form: Form) -> Option<Tame> {
        let facts = self.facts[form.index()];
        facts.tame.then_some(Tame {
            value: facts.value,
            firm: facts.value == facts.misere,
        })
    }

    /// Returns the nim heap of this size.
    pub fn heap(&mut self, size: u16) -> Form {
        while self.heaps.len() <= usize::from(size) {
            let next = self.intern(&self.heaps.clone());
            self.heaps.push(next);
        }
        self.heaps[usize::from(size)]
    }

    /// Returns the size of the nim heap, if the form is one.
    #[must_use]
    pub fn as_heap(&self, form: Form) -> Option<u16> {
        let options = self.options(form);
        let size = options.len() as u16;
        match options.split_last() {
            None => Some(0),
            Some((&last, rest)) => {
                (self.options(last) == rest && self.as_heap(last).is_some()).then_some(size)
            }
        }
    }

    /// Returns the form of the game with these options, in any order and with repetitions; `options` is sorted on
    /// return.
    pub fn of(&mut self, options: &mut Vec<Form>) -> Form {
        options.sort_unstable();
        options.dedup();
        match self.reverted(options) {
            Some(form) => form,
            None => self.intern(options),
        }
    }

    /// Returns the game with these options after its reversible options are left out.
    ///
    /// If it reduces to H, the options left out have H among their options, hence greater numbers than H, and the
    /// remaining ones are the options of H and have smaller numbers. So H is an option of the greatest option, and its
    /// options are the first ones.
    fn reverted(&self, options: &[Form]) -> Option<Form> {
        let &greatest = options.last()?;
        self.options(greatest).iter().copied().find(|&target| {
            let kept = self.options(target);
            kept.len() < options.len()
                && options.starts_with(kept)
                && options[kept.len()..]
                    .iter()
                    .all(|&left_out| self.options(left_out).binary_search(&target).is_ok())
                // The empty game is an N-position, so the other one must be one, too.
                && (!kept.is_empty() || options.iter().any(|&option| self.is_p(option)))
        })
    }

    /// Returns the form with these options, ascending and without a reversible one.
    fn intern(&mut self, options: &[Form]) -> Form {
        let found = self
            .by_options
            .find(hash(options), |&form| self.options(form) == options);
        match found {
            Some(&form) => form,
            None => self.keep(options),
        }
    }

    /// Stores a new form.
    ///
    /// # Panics
    /// If the options of all forms are 2^32 or more; that is 16 GiB.
    fn keep(&mut self, options: &[Form]) -> Form {
        let form = Form(self.facts.len() as u32);
        let of = |fact: fn(FormFacts) -> u16| {
            let facts = &self.facts;
            options
                .iter()
                .map(move |option| fact(facts[option.index()]))
        };
        let least = |numbers| u16::try_from(mex(numbers)).expect("fewer than 2^16 options");
        let value = least(of(|facts| facts.value));
        let misere = match options {
            [] => 1,
            _ => least(of(|facts| facts.misere)),
        };
        let is_tame = value == misere || value ^ misere == 1 && value < 2;
        self.facts.push(FormFacts {
            birthday: of(|facts| facts.birthday + 1).max().unwrap_or(0),
            value,
            misere,
            tame: is_tame && options.iter().all(|option| self.facts[option.index()].tame),
        });
        self.options.extend_from_slice(options);
        let end = u32::try_from(self.options.len()).expect("fewer than 2^32 options in all");
        self.starts.push(end);
        let (lists, starts) = (&self.options, &self.starts);
        self.by_options
            .insert_unique(hash(options), form, |&Form(form)| {
                let form = form as usize;
                hash(&lists[starts[form] as usize..starts[form + 1] as usize])
            });
        form
    }

    /// Returns a hash of all forms in their order: sets with the same one give the same numbers to forms.
    pub(super) fn hash(&self) -> [u8; 32] {
        let mut hash = blake3::Hasher::new();
        for number in 0..self.count() {
            let options = self.options(Form(number as u32));
            hash.update(&(options.len() as u64).to_le_bytes());
            for option in options {
                hash.update(&option.0.to_le_bytes());
            }
        }
        *hash.finalize().as_bytes()
    }

    /// Returns the known sums: two forms and the form of their sum.
    pub(super) fn sums(&self) -> impl Iterator<Item = [Form; 3]> + '_ {
        self.sums
            .iter()
            .map(|(&(left, right), &sum)| [left, right, sum])
    }

    /// Stores the form of a sum.
    pub(super) fn keep_sum(&mut self, [left, right, sum]: [Form; 3]) {
        self.sums.insert((left, right), sum);
    }

    /// Returns the form of a sum.
    ///
    /// # Errors
    /// If the budget's bytes or time run out: sums of large forms have very many positions.
    pub fn sum(&mut self, left: Form, right: Form, budget: &Budget) -> Result<Form, Limit> {
        let key = (left.min(right), left.max(right));
        if key.0 == Form::ZERO {
            return Ok(key.1);
        }
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        self.sum_again(left, right, budget)
    }

    /// Finds the form of a sum from those of its options, even if it is known.
    pub(super) fn sum_again(
        &mut self,
        left: Form,
        right: Form,
        budget: &Budget,
    ) -> Result<Form, Limit> {
        let key = (left.min(right), left.max(right));
        budget.fits(self.bytes())?;
        budget.check(0)?;
        let mut options = Vec::new();
        for (moved, still) in [key, (key.1, key.0)] {
            for i in 0..self.options(moved).len() {
                let option = self.options(moved)[i];
                options.push(self.sum(option, still, budget)?);
            }
        }
        let form = self.of(&mut options);
        self.sums.insert(key, form);
        Ok(form)
    }

    /// Returns the genus, as in Winning Ways.
    #[must_use]
    pub fn genus(&self, form: Form) -> Genus {
        let mut known = HashMap::new();
        self.genus_of(form, &mut known)
    }

    fn genus_of(&self, form: Form, known: &mut HashMap<Form, Genus>) -> Genus {
        if let Some(genus) = known.get(&form) {
            return genus.clone();
        }
        let options = self.options(form).iter();
        let options: Vec<Genus> = options
            .map(|&option| self.genus_of(option, known))
            .collect();
        let genus = Genus::from_options(&options.iter().collect::<Vec<_>>());
        known.insert(form, genus.clone());
        genus
    }

    /// Returns the number of different followers of a form, itself included.
    #[must_use]
    pub fn follower_count(&self, form: Form) -> usize {
        self.followers(form).len()
    }

    /// Returns the followers of a form, itself included, ascending.
    #[must_use]
    pub fn followers(&self, form: Form) -> Vec<Form> {
        let mut found = vec![form];
        let mut seen: std::collections::HashSet<Form> = [form].into();
        let mut next = 0;
        while next < found.len() {
            let more = self.options(found[next]).iter().copied();
            found.extend(
                more.filter(|&option| seen.insert(option))
                    .collect::<Vec<_>>(),
            );
            next += 1;
        }
        found.sort_unstable();
        found
    }
}
