//! What the user reads about an answer.

use super::Case;
use super::find::Standing;
use crate::evidence::name;
use crate::report;
use invcheck::Safety;

/// What is known of a property, once the evidence was checked.
pub(super) fn standing(standing: &Standing) -> String {
    match standing {
        Standing::Holds => "holds, proof checked".into(),
        Standing::Fails(run) => {
            let steps = report::count(run.inputs.len().saturating_sub(1), "step");
            format!("fails after {steps}, trace checked")
        }
        Standing::Unknown => "not decided".into(),
    }
}

impl Case<'_> {
    fn properties(&self) -> &'static str {
        if self.circuit.bad_are_outputs { "output" } else { "bad state property" }
    }

    /// Says which run was found.
    pub(super) fn say_run(&self, property: u32, length: usize) {
        report::say(&format!(
            "{}: {} {property} is reached after {}",
            name(self.input),
            self.properties(),
            report::count(length.saturating_sub(1), "step")
        ));
    }

    /// Says what was proved.
    pub(super) fn say_proof(&self, facts: &Safety, size: u64) {
        let under = match self.circuit.constraints.len() {
            0 => String::new(),
            count => format!(" in runs that meet {}", report::count(count, "constraint")),
        };
        report::say(&format!(
            "{}: {} {} not reached{under}; sha256 {}",
            name(self.input),
            self.properties(),
            list(&self.asked),
            facts.model.digest
        ));
        if facts.no_initial_state {
            report::say("note: no initial state meets the constraints");
        }
        let encoding = if self.options.text { "text" } else { "binary" };
        let induction = facts.induction.as_ref().map_or(String::new(), |induction| {
            let paths = if induction.simple { " over simple paths" } else { "" };
            format!(", induction of depth {}{paths}", induction.depth)
        });
        report::say(&format!(
            "proof: inv, {encoding}, {size} bytes: invariant of {}{induction}, {} derived",
            report::count(facts.invariant, "clause"),
            report::count(facts.derived, "clause")
        ));
    }
}

/// Numbers, or their range if there are many.
fn list(numbers: &[u32]) -> String {
    match numbers {
        [first, .., last] if numbers.len() > 8 => format!("{first} to {last}"),
        _ => numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    }
}
