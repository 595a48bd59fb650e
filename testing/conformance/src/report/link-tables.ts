import { ScaStatus } from '@xs2a/contracts';
import type { Result } from '../check.ts';
import { APPROACHES, NEXT, PSU, RESOURCES, UNSEEN_CELLS } from '../link-rules.ts';
import { escape } from './escape.ts';

const MARKS = { passed: '✓', failed: '✕', notOffered: '–', notGiven: '?' } as const;

function cellOf(result: Result | undefined, text: string): string {
  if (result === undefined) return `<td class="none">${escape(text)}</td>`;
  const more = result.result === 'failed' ? `<br><em>${escape(result.why ?? '')}</em>` : '';
  return `<td class="${result.result}"><b>${MARKS[result.result]}</b> ${escape(text)}${more}</td>`;
}

/** Returns the links of created resources: a row for each resource. */
export function creationTable(results: readonly Result[]): string {
  const heads = APPROACHES.map((approach) => `<th colspan="2">${approach}</th>`).join('');
  const psus = APPROACHES.flatMap(() =>
    PSU.map((psu) => `<th>${psu === 'psuKnown' ? 'PSU known' : 'PSU not known'}</th>`),
  ).join('');
  const rows = RESOURCES.map((resource) => {
    const cells = APPROACHES.flatMap((approach) =>
      PSU.map((psu) => {
        const result = results.find(({ id }) => id === `links.creation.${resource}.${approach}.${psu}`);
        return cellOf(result, result === undefined ? 'names no PSU' : '');
      }),
    );
    return `<tr><th scope="row">${resource}</th>${cells.join('')}</tr>`;
  });
  return `<table class="links"><thead><tr><th rowspan="2"></th>${heads}</tr><tr>${psus}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Table of next steps by scaStatus: expected and observed. */
export function nextTable(results: readonly Result[]): string {
  const rows = ScaStatus.options.map((status) => {
    const cells = APPROACHES.map((approach) => {
      const cell = `${approach}.${status}`;
      const result = results.find(({ id }) => id === `links.next.${cell}`);
      return cellOf(
        result,
        result === undefined
          ? (UNSEEN_CELLS[cell] ?? '')
          : (NEXT[approach][status] ?? []).join(', ') || 'scaStatus alone',
      );
    });
    return `<tr><th scope="row">${status}</th>${cells.join('')}</tr>`;
  });
  const heads = APPROACHES.map((approach) => `<th>${approach}</th>`).join('');
  return `<table class="links"><thead><tr><th></th>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
