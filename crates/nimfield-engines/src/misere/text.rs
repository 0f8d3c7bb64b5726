//! Forms in writing.

use std::collections::HashMap;

use crate::misere::{Form, Forms};

impl Forms {
    /// Returns a form in writing, or `None` if that takes more than `limit` bytes.
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

    /// Returns a form as numbered nodes, a line each, whatever its size; the last line is the form itself.
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
