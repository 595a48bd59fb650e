import { OUTCOMES, type Outcome, WORDS } from '../check.ts';
import { STATE_WORDS, STATES, TABLE_TITLES, TABLES } from '../coverage.ts';
import type { Report } from '../run-conformance.ts';
import { count, countByGroup } from './summary.ts';

/** Returns a table of the groups, one of the coverage, then the untested rules, and finally the failures. */
export function terminalReport(report: Report): string {
  const { results, coverage, url, profile, seconds, requests } = report;
  const groups = [
    ['', ...OUTCOMES.map((outcome) => WORDS[outcome])],
    ...countByGroup(results).map(([group, counts]) => [group, ...Object.values(counts).map(String)]),
    ['together', ...Object.values(count(results)).map(String)],
  ];
  const covered = [
    ['rows of', 'all', ...STATES.map((state) => STATE_WORDS[state])],
    ...TABLES.map((table) => {
      const own = coverage.filter((row) => row.table === table);
      const counts = STATES.map((state) => own.filter((row) => row.state === state).length);
      return [TABLE_TITLES[table], ...[own.length, ...counts].map(String)];
    }),
  ];
  const listed = (wanted: Outcome, title: string): string[] => {
    const found = results.filter(({ result }) => result === wanted);
    if (found.length === 0) return [];
    return [
      '',
      title,
      ...found.flatMap(({ id, rule: holds, how, why }) => [`  ${id}`, `    ${holds}`, `    ${how}`, `    → ${why}`]),
    ];
  };
  return [
    `${url}, profile ${profile}: ${results.length} checks by ${requests} requests in ${seconds.toFixed(1)} s`,
    '',
    ...aligned(groups),
    '',
    ...aligned(covered),
    '',
    'Not from outside:',
    ...coverage
      .filter(({ state }) => state === 'unreachable')
      .map(({ table, row, why }) => `  ${table}.${row}: ${why}`),
    ...listed('notOffered', 'Not offered by the profile:'),
    ...listed('notGiven', 'Not looked at, for want of facts or options:'),
    ...listed('failed', 'Failed:'),
    '',
  ].join('\n');
}

/** Names left-aligned, figures right-aligned, a rule below the heads. */
function aligned(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  const [heads = '', ...others] = lines;
  return [heads, '-'.repeat(heads.length), ...others];
}
