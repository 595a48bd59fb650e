import { PSU_DATA_OPERATIONS, type PsuDataPurpose, type PsuDataService, type PsuRecord } from '@xs2a/contracts';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { jsonOf } from '../command/common.ts';
import { countProgress, type PsuArguments, pagesOf, recordThenRun, SERVICES } from './psu-pages.ts';

interface Part extends PsuDataPurpose {
  readonly service: PsuDataService;
  readonly records: readonly PsuRecord[];
}

/** Not in a report, whatever is stored. */
const NOT_INCLUDED = [
  'What the bank stores in its own systems.',
  'Payments and account entries of other PSUs in which the PSU is the payee or the payer.',
  'Backups: they have what was stored on their day, until they expire.',
  'Sessions, links and keys: they are secrets, and say nothing about the PSU.',
];

/** Collects what every service stores about a PSU. */
export function report(asked: PsuArguments, environment: CommandEnvironment, progress: Progress): Promise<Result> {
  return recordThenRun({ kind: 'report', asked, environment }, async (bus, wanted, recordId) => {
    const count = countProgress(progress);
    const parts: Part[] = [];
    for (const service of SERVICES) {
      const records: PsuRecord[] = [];
      const purposes: PsuDataPurpose[] = [];
      const ask = PSU_DATA_OPERATIONS[service].read;
      for await (const page of pagesOf((after) => bus.ask(ask, { ...wanted, after }))) {
        purposes.push(...(page.purposes ?? []));
        records.push(...page.records);
        count(page.records.length);
      }
      parts.push(...grouped(service, purposes, records));
    }
    const document = { psuId: asked.psu, at: new Date().toISOString(), recordId, parts, notIncluded: NOT_INCLUDED };
    return { text: asText(document), document };
  });
}

/** Groups records by collection. Parts of a document, such as the transfers of a bulk payment, follow it and share its purpose. */
function grouped(service: PsuDataService, purposes: readonly PsuDataPurpose[], records: readonly PsuRecord[]): Part[] {
  const known = new Set(purposes.map(({ collection }) => collection));
  const groups = new Map<string, PsuRecord[]>(purposes.map(({ collection }) => [collection, []]));
  let current = '';
  for (const record of records) {
    if (known.has(record.collection)) current = record.collection;
    groups.get(current)?.push(record);
  }
  return purposes.map((purpose) => ({ service, ...purpose, records: groups.get(purpose.collection) ?? [] }));
}

function asText({
  psuId,
  at,
  recordId,
  parts,
}: {
  psuId: string;
  at: string;
  recordId: string;
  parts: Part[];
}): string {
  const sections = parts.map(({ service, collection, purpose, source, kept, records }) =>
    [
      `${service}/${collection}: ${records.length === 0 ? 'nothing' : records.length}`,
      `  for: ${purpose}`,
      `  from: ${source}`,
      `  kept: ${kept}`,
      ...records.map(({ collection: of, id, data }) => `\n${of}/${id}\n${jsonOf(data)}`),
    ].join('\n'),
  );
  return [
    `Data of PSU ${psuId}, ${at} (request ${recordId})`,
    ...sections,
    ['Not included:', ...NOT_INCLUDED.map((line) => `  ${line}`)].join('\n'),
  ].join('\n\n');
}
