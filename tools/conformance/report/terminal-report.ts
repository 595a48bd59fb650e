import type { Report } from '../run-conformance.ts';
import { count, countByGroup } from './summary.ts';

/** A table of the groups, then what failed and what is not applicable. */
export function terminalReport(report: Report): string {
  const { results, url, profile, seconds, requests } = report;
  const rows = [
    ['', 'passed', 'failed', 'not applicable'],
    ...countByGroup(results).map(([group, counts]) => [group, ...Object.values(counts).map(String)]),
    ['together', ...Object.values(count(results)).map(String)],
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  const rule = '-'.repeat(lines[0]?.length ?? 0);
  const listed = (wanted: 'failed' | 'notApplicable', title: string): string[] => {
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
    lines[0],
    rule,
    ...lines.slice(1, -1),
    rule,
    lines.at(-1),
    ...listed('notApplicable', 'Not applicable:'),
    ...listed('failed', 'Failed:'),
    '',
  ].join('\n');
}
