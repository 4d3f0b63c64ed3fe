//! Variables by activity: those that took part in recent conflicts come first.

/// A heap of variables; the most active is on top.
#[derive(Debug)]
pub(crate) struct Order {
    activity: Vec<f64>,
    /// What the next conflict adds.
    step: f64,
    heap: Vec<u32>,
    /// Where a variable stands in the heap; [`ABSENT`] if it does not.
    places: Vec<u32>,
    /// By variable: the call in which it was last part of a conflict.
    calls: Vec<u32>,
    call: u32,
}

const ABSENT: u32 = u32::MAX;
const DECAY: f64 = 1.0 / 0.95;

impl Default for Order {
    fn default() -> Self {
        Self {
            activity: Vec::new(),
            step: 1.0,
            heap: Vec::new(),
            places: Vec::new(),
            calls: Vec::new(),
            call: 0,
        }
    }
}

impl Order {
    /// Takes in the next variable.
    pub(crate) fn add(&mut self, activity: f64) {
        let variable = self.places.len() as u32;
        self.activity.push(activity);
        self.places.push(ABSENT);
        self.calls.push(0);
        self.insert(variable);
    }

    /// Begins a call: its conflicts count more than those before.
    pub(crate) fn begin(&mut self) {
        self.call = self.call.wrapping_add(1);
        self.step *= 64.0;
        self.rescale();
    }

    /// The most active variable, if it was part of a conflict of this call.
    pub(crate) fn pop_active(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        (self.calls[top as usize] == self.call).then(|| self.pop())?
    }

    /// Whether the first is more active.
    pub(crate) fn is_before(&self, a: u32, b: u32) -> bool {
        let (first, second) = (self.activity[a as usize], self.activity[b as usize]);
        first > second || (first >= second && a < b)
    }

    fn rescale(&mut self) {
        if self.step > 1e100 {
            for activity in &mut self.activity {
                *activity *= 1e-100;
            }
            self.step *= 1e-100;
        }
    }

    pub(crate) fn insert(&mut self, variable: u32) {
        if self.places[variable as usize] == ABSENT {
            self.places[variable as usize] = self.heap.len() as u32;
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    pub(crate) fn pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[top as usize] = ABSENT;
        if top != last {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.sink(0);
        }
        Some(top)
    }

    pub(crate) fn bump(&mut self, variable: u32) {
        self.activity[variable as usize] += self.step;
        self.calls[variable as usize] = self.call;
        let place = self.places[variable as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    pub(crate) fn decay(&mut self) {
        self.step *= DECAY;
        self.rescale();
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_before(variable, self.heap[parent]) {
                break;
            }
            self.heap[place] = self.heap[parent];
            self.places[self.heap[place] as usize] = place as u32;
            place = parent;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn sink(&mut self, mut place: usize) {
        let variable = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.is_before(self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            if !self.is_before(self.heap[child], variable) {
                break;
            }
            self.heap[place] = self.heap[child];
            self.places[self.heap[place] as usize] = place as u32;
            place = child;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }
}
