//! Forms in writing.

use std::collections::HashMap;

use nimfield_core::budget::{Budget, Limit};

use crate::misere::{Form, Forms};

impl Forms {
    /// Returns a form as text, or `None` if that takes more than `limit` bytes.
    ///
    /// Nim heaps are `0`, `*`, `*2`, …; any other form is the set of its options, as in Conway's
    /// book, by birthday: `{*2}`, `{0,*3,{*2}}`.
    #[must_use]
    pub fn text(&self, form: Form, limit: usize) -> Option<String> {
        let mut out = String::new();
        self.write(form, limit, &mut out)?;
        Some(out)
    }

    fn write(&self, form: Form, limit: usize, out: &mut String) -> Option<()> {
        if let Some(name) = self.heap_name(form) {
            out.push_str(&name);
        } else {
            for (i, option) in self.by_birthday(form).into_iter().enumerate() {
                out.push(if i == 0 { '{' } else { ',' });
                self.write(option, limit, out)?;
            }
            out.push('}');
        }
        (out.len() <= limit).then_some(())
    }

    /// Returns a form as CGSuite prints it, or `None` if that takes more than `limit` bytes: digits are nim heaps, `#`
    /// forms the game whose only option precedes it, parentheses hold options, and brackets directly after a digit or
    /// parentheses add games. So `*[2#320]` has the options `{*2}`, `*3`, `*2` and 0, and `*[2[32]]` is the sum of
    /// `*2`, `*3` and `*2`.
    ///
    /// If all options are nim heaps, they are separated by commas, since `*[32]` could mean the heap of 32. Forms with
    /// heaps of ten or more, which are not digits, are written as by [`text`](Forms::text).
    ///
    /// # Errors
    /// If the budget ends during the search for summands.
    pub fn cgsuite(
        &mut self,
        form: Form,
        limit: usize,
        budget: &Budget,
    ) -> Result<Option<String>, Limit> {
        /// Forms that are nested deeper are omitted.
        const DEEPEST: usize = 1000;
        let mut followers = self.followers(form).into_iter();
        if followers.any(|follower| self.as_heap(follower).is_some_and(|size| size > 9)) {
            return Ok(self.text(form, limit));
        }
        Stars {
            forms: self,
            summands: HashMap::new(),
            budget,
        }
        .whole(form, limit.min(DEEPEST))
        .map(|text| text.filter(|text| text.len() <= limit))
    }

    /// Returns a form as numbered nodes, one per line, whatever its size; the last line is the form itself.
    #[must_use]
    pub fn nodes(&self, form: Form) -> String {
        let mut names: HashMap<Form, String> = HashMap::new();
        let mut text = String::new();
        let mut count = 0;
        for follower in self.followers(form) {
            let name = self.heap_name(follower).unwrap_or_else(|| {
                let options = self.by_birthday(follower);
                let options: Vec<&str> = options.iter().map(|o| names[o].as_str()).collect();
                count += 1;
                text += &format!("n{count} := {{{}}}\n", options.join(","));
                format!("n{count}")
            });
            names.insert(follower, name);
        }
        text + &names[&form]
    }

    fn heap_name(&self, form: Form) -> Option<String> {
        Some(match self.as_heap(form)? {
            0 => "0".to_string(),
            1 => "*".to_string(),
            size => format!("*{size}"),
        })
    }

    fn by_birthday(&self, form: Form) -> Vec<Form> {
        let mut options = self.options(form).to_vec();
        options.sort_by_cached_key(|&option| {
            (
                self.birthday(option),
                self.as_heap(option).is_none(),
                self.options(option).len(),
                option,
            )
        });
        options
    }
}

/// Writes forms as CGSuite does.
struct Stars<'a> {
    forms: &'a mut Forms,
    /// Forms with their summands.
    summands: HashMap<Form, Vec<Form>>,
    budget: &'a Budget,
}

/// A text, if it fits.
type Written = Result<Option<String>, Limit>;

impl Stars<'_> {
    /// Writes a form with its star; `room` bounds the depth and the length.
    fn whole(&mut self, form: Form, room: usize) -> Written {
        let options = self.forms.options(form);
        let is_heap = |&option: &Form| self.forms.as_heap(option).is_some();
        let between = if options.iter().all(is_heap) { "," } else { "" };
        let is_list = !is_heap(&form) && options.len() > 1 && self.summands(form)?.len() == 1;
        let text = match is_list {
            true => self.options(form, between, room)?,
            false => self.item(form, room)?,
        };
        Ok(text.map(|text| format!("*[{text}]")))
    }

    /// Writes the options of a form, the latest born first.
    fn options(&mut self, form: Form, between: &str, room: usize) -> Written {
        let mut options = self.forms.by_birthday(form);
        options.reverse();
        self.items(&options, between, room)
    }

    fn items(&mut self, forms: &[Form], between: &str, room: usize) -> Written {
        let mut text = String::new();
        for (i, &form) in forms.iter().enumerate() {
            text += if i == 0 { "" } else { between };
            let item = self.item(form, room)?;
            let Some(item) = item.filter(|item| text.len() + item.len() <= room) else {
                return Ok(None);
            };
            text += &item;
        }
        Ok(Some(text))
    }

    /// Writes a form so that others may follow or precede it.
    fn item(&mut self, form: Form, room: usize) -> Written {
        let Some(room) = room.checked_sub(1) else {
            return Ok(None);
        };
        let summands = self.summands(form)?;
        if let [single] = summands[..] {
            let options = self.forms.options(single);
            return match (self.forms.as_heap(single), options) {
                (Some(size), _) => Ok(Some(size.to_string())),
                (None, &[option]) => {
                    let item = self.item(option, room)?;
                    Ok(item.map(|item| item + "#"))
                }
                (None, _) => self.in_parentheses(single, room),
            };
        }
        // Brackets directly follow a digit or parentheses.
        let (base, others) = summands.split_first().expect("a sum has summands");
        let base = match self.forms.as_heap(*base) {
            Some(size) => Some(size.to_string()),
            None => self.in_parentheses(*base, room)?,
        };
        let others = self.items(others, "", room)?;
        Ok(base
            .zip(others)
            .map(|(base, others)| format!("{base}[{others}]")))
    }

    fn in_parentheses(&mut self, form: Form, room: usize) -> Written {
        let options = self.options(form, "", room)?;
        Ok(options.map(|options| format!("({options})")))
    }

    /// Returns forms whose sum a form is, nim heaps first; the form itself if its followers give no sum.
    fn summands(&mut self, form: Form) -> Result<Vec<Form>, Limit> {
        /// The most followers for which sums are tried.
        const FEW: usize = 64;
        if let Some(known) = self.summands.get(&form) {
            return Ok(known.clone());
        }
        let mut found = vec![form];
        let followers = self.forms.followers(form);
        // The first is the empty game, the last the form itself.
        if let ([_, parts @ .., _], None) = (&followers[..], self.forms.as_heap(form))
            && followers.len() <= FEW
        {
            let pairs = (0..parts.len()).flat_map(|one| (0..=one).map(move |other| (one, other)));
            for (one, other) in pairs.map(|(one, other)| (parts[one], parts[other])) {
                let forms = &mut *self.forms;
                let fits = forms.value(one) ^ forms.value(other) == forms.value(form)
                    && forms.birthday(one).saturating_add(forms.birthday(other))
                        >= forms.birthday(form);
                if fits && forms.sum(one, other, self.budget)? == form {
                    found = [self.summands(one)?, self.summands(other)?].concat();
                    found.sort_unstable_by_key(|&part| (self.forms.as_heap(part).is_none(), part));
                    break;
                }
            }
        }
        self.summands.insert(form, found.clone());
        Ok(found)
    }
}
