//! Certifies multipliers.

#![allow(clippy::indexing_slicing, reason = "indices are nodes of one graph; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by nodes; checked anyway")]

mod columns;
mod cuts;
mod graph;
mod hash;
mod steps;
mod support;

/// A probe.
pub fn probe(bytes: &[u8]) {
    let model = format_aiger::read(bytes).unwrap();
    let mut graph = graph::Graph::new(&model);
    let t = std::time::Instant::now();
    let mut cuts = cuts::Cuts::new();
    cuts.extend(&graph);
    let t1 = t.elapsed();
    let mut support = support::Support::new();
    let mut columns = columns::Columns::new(&mut graph, &mut cuts, &mut support);
    columns.run();
    let n = columns.stuck.len();
    let s: Vec<_> = columns.stuck.iter().take(6).copied().collect();
    let steps = columns.steps.len();
    println!("{} steps {} cuts {:?} all {:?} stuck {} {:?}", if n == 0 { "OK" } else { "NO" }, steps, t1, t.elapsed(), n, s);
}

/// Shows.
pub fn show(bytes: &[u8], node: u32, depth: u32) {
    let model = format_aiger::read(bytes).unwrap();
    let graph = graph::Graph::new(&model);
    let mut cuts = cuts::Cuts::new();
    cuts.extend(&graph);
    let mut todo = vec![(node, 0)];
    let mut seen = std::collections::HashSet::new();
    while let Some((n, d)) = todo.pop() {
        if !seen.insert(n) { continue; }
        let out: Vec<_> = graph.outputs.iter().enumerate().filter(|(_, o)| o.variable() == n).map(|(i, o)| format!("s{i}{}", if o.is_negative() {"-"} else {""})).collect();
        if let Some(f) = graph.fan(n) {
            let k: Vec<_> = cuts.of(n).iter().filter(|c| c.kind() != cuts::Kind::Other).map(|c| format!("{:?}{:?}", c.kind(), c.leaves().collect::<Vec<_>>())).collect();
            println!("{}{n} = {}{} & {}{} {out:?} {}", " ".repeat(d as usize), if f[0].is_negative() {"-"} else {""}, f[0].variable(), if f[1].is_negative() {"-"} else {""}, f[1].variable(), k.join(" ").replace("negated: ", ""));
            if d < depth { for l in f { todo.push((l.variable(), d + 1)); } }
        } else { println!("{}{n} input", " ".repeat(d as usize)); }
    }
}
