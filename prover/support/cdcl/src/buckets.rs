//! The order of decisions: variables in buckets by the magnitude of their activity.
//!
//! Most questions have few conflicts, so that the order need not be exact, but must cost little.

use format_input::index;

const BUCKETS: usize = 12;
const DECAY: f64 = 0.95;
const LARGE: f64 = 1e100;

#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    activity: Vec<f64>,
    increment: f64,
    stacks: [Vec<u32>; BUCKETS],
    /// By variable: the question in which it was put into a bucket and not taken out.
    queued: Vec<u32>,
    question: u32,
    /// No bucket before it has variables.
    first: usize,
}

impl Buckets {
    pub(crate) fn new(variables: u32) -> Self {
        let variables = index(variables);
        Self {
            activity: vec![0.0; variables],
            increment: 1.0,
            stacks: std::array::from_fn(|_| Vec::new()),
            queued: vec![0; variables],
            question: 0,
            first: BUCKETS,
        }
    }

    /// Empties all buckets for a new question.
    pub(crate) fn clear(&mut self) {
        self.stacks.iter_mut().for_each(Vec::clear);
        self.first = BUCKETS;
        self.question += 1;
    }

    #[inline]
    pub(crate) fn push(&mut self, variable: u32) {
        let queued = &mut self.queued[index(variable)];
        if *queued == self.question {
            return;
        }
        *queued = self.question;
        let activity = self.activity[index(variable)];
        let exponent = |value: f64| value.to_bits() >> 52;
        let distance = exponent(self.increment).saturating_sub(exponent(activity));
        let bucket = usize::try_from(distance).unwrap_or(BUCKETS).min(BUCKETS - 1);
        self.first = self.first.min(bucket);
        self.stacks[bucket].push(variable);
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        while self.first < BUCKETS {
            if let Some(variable) = self.stacks[self.first].pop() {
                self.queued[index(variable)] = 0;
                return Some(variable);
            }
            self.first += 1;
        }
        None
    }

    #[inline]
    pub(crate) fn bump(&mut self, variable: u32) {
        let activity = &mut self.activity[index(variable)];
        *activity += self.increment;
        if *activity > LARGE {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGE);
            self.increment /= LARGE;
        }
    }

    pub(crate) fn decay(&mut self) {
        self.increment /= DECAY;
    }
}
