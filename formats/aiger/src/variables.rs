//! Lists of variables, which need no memory while they count 1, 2, 3.

use format_input::index;

/// A list of variables: 1 to `run`, then those of `rest`.
///
/// The inputs of a binary file are only counted there, so a file of 30 bytes may have 2^31 - 1
/// of them, and the list must not cost more memory than the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    run: u32,
    rest: Vec<u32>,
}

impl Variables {
    /// The list 1 to `count`.
    #[must_use]
    pub fn first(count: u32) -> Self {
        Self { run: count, rest: Vec::new() }
    }

    /// Appends a variable.
    #[inline]
    pub fn push(&mut self, variable: u32) {
        if self.rest.is_empty() && self.run.checked_add(1) == Some(variable) {
            self.run = variable;
        } else {
            self.rest.push(variable);
        }
    }

    /// The number of variables.
    #[must_use]
    pub fn len(&self) -> usize {
        index(self.run).saturating_add(self.rest.len())
    }

    /// Whether there is no variable.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The variables in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (1..=self.run).chain(self.rest.iter().copied())
    }

    /// Sorts the list; if a variable occurs twice or is 0, the result is that variable.
    pub(crate) fn sort(&mut self) -> Result<(), u32> {
        let mut rest = std::mem::take(&mut self.rest);
        rest.sort_unstable();
        for variable in rest {
            self.push(variable);
        }
        let twice = self.rest.windows(2).find_map(|pair| match pair {
            &[left, right] if left == right => Some(left),
            _ => None,
        });
        match self.rest.first() {
            Some(&first) if first <= self.run => Err(first),
            _ => twice.map_or(Ok(()), Err),
        }
    }

    /// The last variable of the sorted list, or 0.
    pub(crate) fn largest(&self) -> u32 {
        self.rest.last().copied().unwrap_or(self.run)
    }

    /// Where a variable stands in the sorted list.
    #[inline]
    pub(crate) fn position(&self, variable: u32) -> Option<usize> {
        let Some(beyond) = variable.checked_sub(self.run).filter(|&beyond| beyond > 0) else {
            return index(variable).checked_sub(1);
        };
        // Without gaps the variable stands at `guess`; with gaps it stands further to the front.
        let guess = index(beyond).saturating_sub(1);
        let found = match self.rest.get(guess) {
            Some(&there) if there == variable => guess,
            _ => self.rest.binary_search(&variable).ok()?,
        };
        index(self.run).checked_add(found)
    }
}
