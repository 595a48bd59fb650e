import { PSU_DATA_OPERATIONS, type PsuDataService, type PsuErasure } from '@xs2a/contracts';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { table } from '../command/table.ts';
import { countProgress, type PsuArguments, pagesOf, recordThenRun, SERVICES } from './psu-pages.ts';

interface Erased extends PsuErasure {
  readonly service: PsuDataService;
}

/** Kept always, because no document of it belongs to the PSU. */
const ALSO_KEPT = [
  'Payments and account entries of other PSUs in which the PSU is the payee or the payer.',
  'Backups, until they expire.',
];

/** Erases what is stored about a PSU and need not be kept; says what it would do if it is not to be applied. */
export function erase(
  asked: PsuArguments & { readonly apply: boolean },
  environment: CommandEnvironment,
  progress: Progress,
): Promise<Result> {
  const isDryRun = !asked.apply;
  return recordThenRun({ kind: isDryRun ? 'dryRun' : 'erasure', asked, environment }, async (bus, wanted, recordId) => {
    const count = countProgress(progress);
    const records: Erased[] = [];
    // One service after the other: what the first ones keep decides what the later ones may erase.
    for (const service of SERVICES) {
      const ask = PSU_DATA_OPERATIONS[service].erase;
      const flags = () => ({
        hasKept: records.some(({ outcome }) => outcome === 'kept'),
        hasOpen: records.some(({ isOpen }) => isOpen),
      });
      for await (const page of pagesOf((after) => bus.ask(ask, { ...wanted, ...flags(), isDryRun, after }))) {
        records.push(...page.records.map((record) => ({ service, ...record })));
        count(page.records.length);
      }
    }
    const document = { psuId: asked.psu, isDryRun, recordId, records, alsoKept: ALSO_KEPT };
    return { text: asText(records, isDryRun, recordId), document };
  });
}

function asText(records: readonly Erased[], isDryRun: boolean, recordId: string): string {
  const counts = new Map<string, number>();
  for (const { service, collection, outcome, because = '' } of records) {
    const key = JSON.stringify([`${service}/${collection}`, outcome, because]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const rows = [...counts].map(([key, count]) => {
    const [where, outcome, because] = JSON.parse(key) as [string, string, string];
    return [where, String(count), outcome, because];
  });
  const what = isDryRun ? 'An erasure would have these outcomes; nothing is changed' : 'Outcomes of the erasure';
  return [
    `${what} (request ${recordId}). --json names each document.`,
    rows.length === 0 ? 'Nothing is stored about this PSU.' : table(['where', 'documents', 'outcome', 'because'], rows),
    ['Kept always:', ...ALSO_KEPT.map((line) => `  ${line}`)].join('\n'),
  ].join('\n\n');
}
