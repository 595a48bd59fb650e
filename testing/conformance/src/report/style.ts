/** Style of the report: no font, picture or script comes from elsewhere. */
export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b2430, #e6eaf0); --quiet: light-dark(#5d6b7c, #9aa8b8);
  --paper: light-dark(#fbfcfd, #12171e); --sheet: light-dark(#fff, #1a212b); --line: light-dark(#dde3ea, #2c3644);
  --pass: light-dark(#13795b, #45c496); --fail: light-dark(#c2331c, #ff7d62); --none: light-dark(#c3ccd6, #465264);
  --some: light-dark(#b7791f, #e0b45c); --pass-soft: light-dark(#e2f3ec, #17372d); --fail-soft: light-dark(#fce6e1, #45201a); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 1320px; margin: 0 auto; padding: 40px 28px 80px; }
h1 { font-size: 30px; line-height: 1.2; letter-spacing: -0.02em; margin: 0 0 4px; }
h2 { font-size: 20px; letter-spacing: -0.01em; margin: 52px 0 4px; }
h3 { font-size: 15px; margin: 26px 0 8px; }
p { margin: 0 0 14px; max-width: 78ch; }
.quiet { color: var(--quiet); }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; padding: 18px; overflow-x: auto; }
.figures { display: flex; flex-wrap: wrap; gap: 12px; margin: 26px 0 14px; }
.figure { flex: 1 1 150px; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; padding: 14px 18px; }
.figure b { display: block; font-size: 34px; line-height: 1.15; letter-spacing: -0.03em; font-variant-numeric: tabular-nums; }
.figure.passed b { color: var(--pass); } .figure.failed b { color: var(--fail); } .figure.notGiven b { color: var(--some); }
.bar { display: flex; height: 10px; border-radius: 5px; overflow: hidden; background: var(--line); }
.bar i.passed { background: var(--pass); } .bar i.failed { background: var(--fail); } .bar i.notOffered { background: var(--none); } .bar i.notGiven { background: var(--some); }
.key { display: flex; flex-wrap: wrap; gap: 6px 20px; margin: 10px 0; color: var(--quiet); font-size: 13px; }
.key svg { vertical-align: -3px; margin-right: 6px; }
.squares i { display: inline-block; width: 14px; height: 14px; border-radius: 3px; border: 1.5px solid transparent; }
.squares i.reached { background: var(--pass); } .squares i.failed { background: var(--fail); border-radius: 50%; }
.squares i.notOffered { border-color: var(--none); } .squares i.notGiven { border-color: var(--some); }
.squares i.unreachable { background: repeating-linear-gradient(135deg, var(--none) 0 2px, transparent 2px 5px); }
.squares i:hover { outline: 2px solid var(--ink); } .key.squares i { margin-right: 6px; vertical-align: -2px; }
.table { display: grid; grid-template-columns: 190px 84px 1fr; gap: 4px 16px; align-items: start; padding: 10px 0; border-top: 1px solid var(--line); }
.table:first-child { border-top: 0; padding-top: 0; } .table:last-child { padding-bottom: 0; } .table h3, .table .share { margin: 0; }
.table .share { color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap; } .table .share b { color: var(--ink); }
.table .squares { display: flex; flex-wrap: wrap; gap: 3px; padding-top: 4px; }
.headers th[scope] { font: 12px ui-monospace, 'SF Mono', Menlo, Consolas, monospace; white-space: nowrap; } .headers td { white-space: nowrap; }
.links td.notGiven b { color: var(--some); } .links td.notOffered { color: var(--quiet); }
svg text { fill: var(--ink); font: 11px ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
svg .method { font-size: 9px; font-weight: 700; fill: var(--quiet); }
rect.passed { fill: var(--pass); } rect.failed { fill: var(--fail); } rect.notOffered { fill: none; stroke: var(--none); stroke-width: 1.2; } rect.notGiven { fill: none; stroke: var(--some); stroke-width: 1.6; }
circle.possible { fill: var(--none); } .cross { stroke: var(--sheet); stroke-width: 1.6; fill: none; }
g:hover > rect { stroke: var(--ink); stroke-width: 1.5; }
.machine { max-width: 100%; height: auto; } .matrix { width: 100%; min-width: 980px; height: auto; }
.edge { fill: none; stroke-width: 1.2; } .edge.covered { stroke: var(--pass); stroke-width: 2.2; } .edge.failed { stroke: var(--fail); stroke-width: 2.6; }
.edge.unseen { stroke: var(--none); stroke-dasharray: 3 4; } .edge:hover { stroke-width: 4; }
.tip.covered { fill: var(--pass); } .tip.failed { fill: var(--fail); } .tip.unseen { fill: var(--none); }
.node rect { stroke-width: 1.6; fill: var(--sheet); stroke: var(--none); } .node text { text-anchor: middle; font-size: 12px; font-weight: 600; }
.node.shown rect { fill: var(--pass-soft); stroke: var(--pass); } .node.through rect { stroke: var(--pass); stroke-dasharray: 4 3; }
.node.never text { fill: var(--quiet); font-weight: 400; } .node.final rect { stroke-width: 3; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; vertical-align: top; padding: 6px 10px; border-bottom: 1px solid var(--line); }
thead th { color: var(--quiet); font-weight: 600; } td code, th code { font-size: 12px; }
.links td.passed b { color: var(--pass); } .links td.failed { background: var(--fail-soft); } .links td.failed b { color: var(--fail); } .links td.none { color: var(--quiet); }
.failures li { background: var(--fail-soft); border-left: 4px solid var(--fail); border-radius: 6px; padding: 10px 14px; margin: 8px 0; list-style: none; }
.failures { padding: 0; } details { margin: 8px 0; } summary { cursor: pointer; font-weight: 600; padding: 8px 0; }
tr.failed td:first-child { color: var(--fail); font-weight: 700; } tr.notOffered td, tr.notGiven td, tr.unreachable td { color: var(--quiet); }
tr.notGiven td:first-child { color: var(--some); font-weight: 600; } .names code { display: inline-block; margin-right: 8px; }
.reasons td:first-child, .reasons td:nth-child(2) { white-space: nowrap; } .reasons td:last-child { min-width: 340px; }
@media (max-width: 760px) { main { padding: 24px 14px 60px; } .table { grid-template-columns: 1fr auto; } .table .squares { grid-column: 1 / -1; } }
@media print { .sheet { break-inside: avoid; overflow: visible; } details { display: none; } }
`;
