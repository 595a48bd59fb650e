import { GROUPS, OUTCOMES, type Result, WORDS } from '../check.ts';
import type { MachineName } from '../checks/journey.ts';
import { MACHINES } from '../checks/state-checks.ts';
import type { Report } from '../run-conformance.ts';
import { coverageSection, headerTable } from './coverage-section.ts';
import { drawMachine, TIPS } from './draw-machine.ts';
import { drawMatrix } from './draw-matrix.ts';
import { escape } from './escape.ts';
import { creationTable, nextTable } from './link-tables.ts';
import { STYLE } from './style.ts';
import { count } from './summary.ts';

/** Returns one self-contained page. */
export function htmlReport(report: Report): string {
  const { results, coverage, bank, url, profile, startedAt, seconds, requests } = report;
  const about = `${escape(url)} · profile ${escape(profile)} · ${startedAt.slice(0, 16).replace('T', ' ')} UTC · ${requests} requests in ${seconds.toFixed(1)} s`;
  const machines = (Object.keys(MACHINES) as MachineName[]).map(
    (name) => `<h3>${name}</h3><div class="sheet">${drawMachine(name, report)}</div>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${escape(bank)}</title><style>${STYLE}</style></head><body><main>
<h1>Conformance of ${escape(bank)}</h1><p class="quiet">${about}</p>
${figures(results)}${failures(results)}
<h2>Coverage</h2>
<p class="quiet">A square for each row of the tables that the interface is made of, looked at or not. Pointing at one tells which it is.</p>
${coverageSection(coverage)}
<h2>Endpoints and situations</h2>
<p class="quiet">A row for each endpoint of the interface, a column for each situation. Pointing at a square tells what was asked.</p>
${matrixKey()}<div class="sheet">${drawMatrix(results)}</div>
<h2>Statuses</h2>
<p class="quiet">Solid edges are covered. The tooltip of an edge names its event and, if it is not covered, the reason.</p>
${machineKey()}${TIPS}${machines.join('')}
<h2>Links</h2><h3>Of what was just made</h3><div class="sheet">${creationTable(results)}</div>
<h3>Of an authorisation on its way</h3><div class="sheet">${nextTable(results)}</div>
<h2>Headers</h2>
<p class="quiet">By kind of endpoint. M: must be sent; C: under a condition; O: may be sent.</p>
<div class="sheet">${headerTable(results)}</div>
<h2>Every check</h2>${GROUPS.map((group) =>
    details(
      group,
      results.filter((result) => result.group === group),
    ),
  ).join('')}
</main></body></html>
`;
}

function figures(results: readonly Result[]): string {
  const counts = count(results);
  const boxes = OUTCOMES.map((outcome) => {
    const kind = outcome === 'failed' && counts.failed === 0 ? '' : outcome;
    return `<div class="figure ${kind}"><b>${counts[outcome]}</b>${WORDS[outcome]}</div>`;
  });
  const parts = OUTCOMES.map((outcome) => `<i class="${outcome}" style="flex:${counts[outcome]}"></i>`);
  return `<div class="figures">${boxes.join('')}</div><div class="bar">${parts.join('')}</div>`;
}

function failures(results: readonly Result[]): string {
  const failed = results.filter(({ result }) => result === 'failed');
  if (failed.length === 0) return '';
  const rows = failed.map(
    ({ id, rule, how, why = '' }) =>
      `<li><b>${escape(id)}</b><br>${escape(rule)}<br><code>${escape(how)}</code><br>${escape(why)}</li>`,
  );
  return `<h2>What failed</h2><ul class="failures">${rows.join('')}</ul>`;
}

function key(rows: readonly (readonly [string, string])[]): string {
  return `<div class="key">${rows.map(([picture, text]) => `<span><svg width="26" height="14">${picture}</svg>${text}</span>`).join('')}</div>`;
}

function matrixKey(): string {
  const box = (kind: string): string => `<rect class="${kind}" x="6" y="1" width="12" height="12" rx="2"/>`;
  return key([
    [box('passed'), 'holds'],
    [`${box('failed')}<path class="cross" d="M9.500 4.500l5 5m0-5l-5 5"/>`, 'does not hold'],
    [box('notOffered'), 'not offered by the profile'],
    [box('notGiven'), 'not looked at: the suite was not given what it takes'],
    ['<circle class="possible" cx="12" cy="7" r="2"/>', 'may come up here; the rule is looked at at another endpoint'],
  ]);
}

function machineKey(): string {
  const node = (kind: string): string =>
    `<g class="node ${kind}"><rect x="2" y="2" width="22" height="10" rx="5"/></g>`;
  const edge = (kind: string): string => `<path class="edge ${kind}" d="M2 7h22"/>`;
  return key([
    [node('shown'), 'shown to the TPP'],
    [node('through'), 'passed through within one write'],
    [node('never'), 'not reached'],
    [edge('covered'), 'covered'],
    [edge('failed'), 'failed'],
    [edge('unseen'), 'not covered'],
  ]);
}

function details(group: string, results: readonly Result[]): string {
  const counts = count(results);
  const rows = results.map(
    ({ id, rule, how, result, why = '' }) =>
      `<tr class="${result}"><td>${WORDS[result]}</td><td><code>${escape(id)}</code></td><td>${escape(rule)}</td><td>${escape(how)}</td><td>${escape(why)}</td></tr>`,
  );
  const summary = OUTCOMES.filter((outcome) => counts[outcome] > 0).map(
    (outcome) => `${counts[outcome]} ${WORDS[outcome]}`,
  );
  return `<details><summary>${group}: ${summary.join(', ')}</summary><div class="sheet"><table><thead><tr><th>result</th><th>check</th><th>rule</th><th>how</th><th>why</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}
