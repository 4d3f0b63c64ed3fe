//! The parts of the page that are the same for every report: style and script.

/// From the first byte to the beginning of the body. Nothing may be loaded from anywhere.
pub(crate) const HEAD: &str = r#"<!doctype html>
<html lang=en><meta charset=utf-8><title>audit</title>
<meta name=viewport content="width=device-width">
<meta http-equiv=Content-Security-Policy content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<link rel=icon href="data:,">
<style>
:root{--ink:#1b1f24;--soft:#667080;--line:#dde2e8;--ground:#fff;--raised:#f6f8fa;--good:#1a7f4b;--warn:#9a6700;--bad:#c62f2f}
@media(prefers-color-scheme:dark){:root{--ink:#e3e8ee;--soft:#93a0b0;--line:#333b45;--ground:#14181d;--raised:#1c222a;--good:#4cc38a;--warn:#e0a83b;--bad:#ff7b72}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:76rem;margin:2rem auto;padding:0 1rem}
h1{margin:0;font-size:1.4rem}h1 small{color:var(--soft);font-weight:400}h2{font-size:1.1rem;margin:2rem 0 0;overflow-wrap:anywhere}
#verdict{font-size:1.3rem;font-weight:600;margin:.3rem 0 1rem}
.digest{color:var(--soft);font:12px ui-monospace,monospace;overflow-wrap:anywhere;margin:.2rem 0 .8rem}
#controls{display:flex;gap:.5rem;flex-wrap:wrap}input,button{font:inherit;color:inherit;background:var(--raised);border:1px solid var(--line);border-radius:6px;padding:.2rem .6rem}
input{flex:1 1 12rem}.chip{cursor:pointer}.chip[aria-pressed=true]{outline:2px solid currentColor}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}
th{cursor:pointer;user-select:none;white-space:nowrap;background:var(--raised)}th[aria-sort=ascending]:after{content:" ▲"}th[aria-sort=descending]:after{content:" ▼"}
td:nth-child(1),td:nth-child(6),td:nth-child(7){text-align:right;font-variant-numeric:tabular-nums}
.name{font-family:ui-monospace,monospace;font-size:13px;overflow-wrap:anywhere;min-width:8rem;max-width:18rem}.state{font-weight:600;white-space:nowrap}
.verified .state,.chip.verified,#verdict.verified{color:var(--good)}.fails .state,.partial .state,.not-claimed .state,.chip.fails,.chip.partial,.chip.not-claimed,#verdict.fails{color:var(--warn)}
.refused .state,.missing .state,.altered .state,.chip.refused,.chip.missing,.chip.altered,#verdict.refused,.fault{color:var(--bad)}
summary{color:var(--soft);cursor:pointer;font-size:13px}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;margin:.4rem 0;font-size:13px}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}details{max-width:44rem;overflow-x:auto}
.wave{display:block;margin:.6rem 0;background:var(--raised);border-radius:6px}.wave text{font:12px ui-monospace,monospace;fill:var(--ink)}
.wave .label{text-anchor:end}.wave .time{text-anchor:middle;fill:var(--soft)}.wave path{fill:none;stroke:var(--good);stroke-width:1.5}
.note{color:var(--soft);font-size:12px;margin:0}.wave path.fails{stroke:var(--bad)}.wave text.fails{fill:var(--bad)}.wave .mark{fill:var(--bad);opacity:.16}
</style>
<body>
"#;

/// Sorting by a click on a column, and filtering by words and status.
pub(crate) const SCRIPT: &str = r#"<script>
"use strict";
const rows=[...document.querySelectorAll("tbody tr")],field=document.getElementById("filter"),chips=[...document.querySelectorAll(".chip")];
let state="";
function filter(){const words=field.value.toLowerCase();
for(const row of rows)row.hidden=!(row.textContent.toLowerCase().includes(words)&&(state===""||row.dataset.state===state));}
field.addEventListener("input",filter);
for(const chip of chips)chip.addEventListener("click",()=>{state=state===chip.dataset.state?"":chip.dataset.state;
for(const other of chips)other.setAttribute("aria-pressed",String(other.dataset.state===state));filter();});
for(const head of document.querySelectorAll("th"))head.addEventListener("click",()=>{
const body=head.closest("table").tBodies[0],at=head.cellIndex,down=head.getAttribute("aria-sort")==="ascending";
for(const other of head.parentNode.cells)other.removeAttribute("aria-sort");
head.setAttribute("aria-sort",down?"descending":"ascending");
const key=row=>row.cells[at].firstChild?row.cells[at].firstChild.textContent:"";
const order=head.dataset.type==="number"?(a,b)=>key(a)-key(b):(a,b)=>key(a).localeCompare(key(b));
for(const row of [...body.rows].sort((a,b)=>down?order(b,a):order(a,b)))body.append(row);});
</script>
"#;
