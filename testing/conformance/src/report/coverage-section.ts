import { type EndpointKey, HEADER_GROUPS, HEADER_RULES, headerGroupOf } from '@xs2a/contracts';
import { type Result, WORDS } from '../check.ts';
import { type Covered, STATE_WORDS, STATES, TABLE_TITLES, TABLES } from '../coverage.ts';
import { escape } from './escape.ts';
import { worst } from './summary.ts';

/** Returns a line for each table of the interface, with a square for each row, and why some were not reached. */
export function coverageSection(coverage: readonly Covered[]): string {
  const lines = TABLES.map((table) => {
    const rows = coverage.filter((row) => row.table === table);
    const reached = rows.filter(({ state }) => state === 'reached').length;
    const squares = rows.map(({ row, state, why }) => {
      const text = `${row}: ${STATE_WORDS[state]}${why === undefined ? '' : ` (${why})`}`;
      return `<i class="${state}" title="${escape(text)}"></i>`;
    });
    return `<div class="table"><h3>${escape(TABLE_TITLES[table])}</h3><p class="share"><b>${reached}</b> of ${rows.length}</p><div class="squares">${squares.join('')}</div></div>`;
  });
  const key = STATES.map((state) => `<span><i class="${state}"></i>${STATE_WORDS[state]}</span>`);
  return `<div class="key squares">${key.join('')}</div><div class="sheet">${lines.join('')}</div>${reasons(coverage)}`;
}

/** Rows not reached, grouped by reason. */
function reasons(coverage: readonly Covered[]): string {
  const unreached = coverage.filter(({ state }) => state !== 'reached');
  const byReason = [...Map.groupBy(unreached, ({ table, state, why }) => `${table} ${state} ${why}`).values()];
  const rows = byReason.map((rowsOfReason) => {
    const [{ table, state, why } = { table: 'endpoints', state: 'failed', why: '' } as const] = rowsOfReason;
    const names = rowsOfReason.map(({ row }) => `<code>${escape(row)}</code>`).join(' ');
    return `<tr class="${state}"><td>${STATE_WORDS[state]}</td><td>${escape(TABLE_TITLES[table])}</td><td class="names">${names}</td><td>${escape(why ?? '')}</td></tr>`;
  });
  return `<details open><summary>${unreached.length} rows were not reached, and why</summary><div class="sheet"><table class="reasons"><thead><tr><th>state</th><th>table</th><th>rows</th><th>why</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}

/** Returns headers × rows of the standard's matrix of endpoints: which header is read where, and which was checked. */
export function headerTable(results: readonly Result[]): string {
  const heads = HEADER_GROUPS.map((group) => `<th>${escape(spaced(group))}</th>`);
  const rows = HEADER_RULES.map(({ name, at }) => {
    const own = results.filter(({ header }) => header === name);
    const cells = HEADER_GROUPS.map((group) => {
      const found = own.filter(({ endpoint }) => endpoint !== undefined && headerGroupOf(endpoint) === group);
      const verdict = worst(found);
      const demand = at[group] ?? '';
      if (verdict === undefined) return `<td class="none">${demand}</td>`;
      const text = found.map(({ endpoint, rule, result, why = '' }) => lineOf(endpoint, rule, result, why)).join('\n');
      return `<td class="${verdict}" title="${escape(text)}"><b>${MARKS[verdict]}</b> ${demand}</td>`;
    });
    return `<tr><th scope="row">${escape(name)}</th>${cells.join('')}</tr>`;
  });
  return `<table class="links headers"><thead><tr><th></th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const MARKS = { passed: '✓', failed: '✕', notOffered: '–', notGiven: '?' } as const;

const lineOf = (endpoint: EndpointKey | undefined, rule: string, result: Result['result'], why: string): string =>
  `${endpoint}: ${rule}: ${WORDS[result]}${why === '' ? '' : ` (${why})`}`;

const spaced = (name: string): string => name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
