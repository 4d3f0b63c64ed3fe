//! Certifies multipliers.

#![allow(clippy::indexing_slicing, reason = "indices are nodes of one graph; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by nodes; checked anyway")]

mod chain;
mod clauses;
mod columns;
mod cuts;
mod error;
mod graph;
mod hash;
mod random;
mod rows;
mod simulate;
mod steps;
mod support;

/// A probe.
pub fn probe(bytes: &[u8]) {
    let model = format_aiger::read(bytes).unwrap();
    let mut graph = graph::Graph::new(&model);
    let t = std::time::Instant::now();
    let mut cuts = cuts::Cuts::new();
    cuts.extend(&graph);
    let mut support = support::Support::new();
    let mut columns = columns::Columns::new(&mut graph, &mut cuts, &mut support);
    columns.run();
    let n = columns.stuck.len();
    let s: Vec<_> = columns.stuck.iter().take(6).copied().collect();
    let steps = columns.steps.len();
    if n == 0 {
        println!("OK steps {} all {:?}", steps, t.elapsed());
        return;
    }
    let t1 = t.elapsed();
    let half = graph.inputs() / 2;
    let operands = [(1..=half).collect::<Vec<_>>(), (half + 1..=2 * half).collect()];
    let simulation = simulate::Simulation::new(&graph, &operands, 1);
    let idx = simulate::Index::new(&graph, &simulation);
    let base = graph.nodes();
    let mut best = (usize::MAX, String::new());
    let mut tries = 0;
    for start in 0..graph.outputs.len() - 1 {
        let finder = rows::Finder { graph: &graph, cuts: &cuts, simulation: &simulation, index: &idx };
        let found = finder.rows(start);
        for rows in found {
            tries += 1;
            let t2 = t.elapsed();
            let mut columns = columns::Columns::new(&mut graph, &mut cuts, &mut support);
            let chain = columns.replace(&rows, 0);
            columns.run();
            let n = columns.stuck.len();
            let s: Vec<_> = columns.stuck.iter().take(6).copied().collect();
            let steps = columns.steps.len();
            let mut text = format!("start {start} steps {steps} stuck {n} {s:?}");
            if n == 0 {
                let t3 = t.elapsed();
                let pairs: Vec<_> = chain.pairs.iter().map(|p| (p.1, p.2)).collect();
                let mut clauses = clauses::Clauses::default();
                let cut: Vec<u32> = rows.nodes().collect();
                let limits = support_limits::Limits::none();
                let effort = support_sweep::Effort { node: 100_000, pair: 1_000_000, deadline: Some(std::time::Instant::now() + std::time::Duration::from_secs(10)) };
                let out = clauses.prove(&graph, &pairs, &cut, effort, &limits).unwrap();
                let w = match out { clauses::Outcome::Proved(_) => "PROVED", clauses::Outcome::Differ => "DIFFER", _ => "OPEN" };
                println!("OK {w} start {start} steps {steps} clauses {} tries {tries} {t1:?} {t2:?} {t3:?} {:?}", clauses.len(), t.elapsed());
                return;
            }
            if n < best.0 { best = (n, std::mem::take(&mut text)); }
            graph.forget(base);
            cuts.forget(base);
            support.forget(base);
            if tries > 20 { break; }
        }
    }
    println!("NO {n} {s:?} tries {tries} best {} {:?}", best.1, t.elapsed());
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

/// Rows.
pub fn rows(bytes: &[u8], start: usize) {
    let model = format_aiger::read(bytes).unwrap();
    let graph = graph::Graph::new(&model);
    let mut cuts = cuts::Cuts::new();
    cuts.extend(&graph);
    let half = graph.inputs() / 2;
    let operands = [(1..=half).collect::<Vec<_>>(), (half + 1..=2 * half).collect()];
    let simulation = simulate::Simulation::new(&graph, &operands, 1);
    let idx = simulate::Index::new(&graph, &simulation);
    let finder = rows::Finder { graph: &graph, cuts: &cuts, simulation: &simulation, index: &idx };
    for rows in finder.rows(start) {
        println!("start {} carry {}", rows.start, rows.carry.0);
        for (i, b) in rows.bits.iter().enumerate() {
            println!(" {} s={} : {}{} {}{}", rows.start + i, graph.outputs[rows.start + i].variable(), if b[0].is_negative() {"-"} else {""}, b[0].variable(), if b[1].is_negative() {"-"} else {""}, b[1].variable());
        }
    }
}
