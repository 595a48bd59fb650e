import { z } from 'zod';
import type { PsuInterfaceDay } from '../model/psu-interface-day.ts';
import { DEDICATED } from './read-figures.ts';
import type { StatisticsStore } from './statistics-store.ts';

const DAY_SECONDS_MAX = 90_000;
const COLUMNS = ['date', 'interface', 'downtimeSeconds', 'pispMs', 'aispMs', 'cbpiiMs', 'errorPercent'] as const;

/** An unsigned number in digits; other spreadsheet notations are refused. */
const Figure = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,6})?$/, 'must be a number')
  .transform(Number);
/** An empty cell means that the bank did not measure the value. */
const OptionalFigure = z.union([z.literal('').transform(() => undefined), Figure]);
const Line = z
  .strictObject({
    date: z.iso.date(),
    // The name is shown on a page and in a file that spreadsheets open, so its characters are limited.
    interface: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u),
    downtimeSeconds: Figure.pipe(z.int().max(DAY_SECONDS_MAX)),
    pispMs: OptionalFigure,
    aispMs: OptionalFigure,
    cbpiiMs: OptionalFigure,
    errorPercent: OptionalFigure,
  })
  .refine((line) => line.interface !== DEDICATED, { message: `${DEDICATED} is measured`, path: ['interface'] });

/** Reads the bank's figures for its own interfaces. Throws an error with the line and column. */
export function parsePsuInterfaceDays(csv: string): PsuInterfaceDay[] {
  const [head = '', ...lines] = csv.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (head !== COLUMNS.join(',')) throw new Error(`line 1 must be ${COLUMNS.join(',')}`);
  return lines.flatMap((line, index) => {
    if (line === '') return [];
    const values = line.split(',');
    const where = `line ${index + 2}`;
    if (values.length !== COLUMNS.length) throw new Error(`${where} must have ${COLUMNS.length} values`);
    const parsed = Line.safeParse(Object.fromEntries(COLUMNS.map((name, at) => [name, values[at]])));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new Error(`${where}, ${issue?.path.join('.')}: ${issue?.message}`);
    }
    const { interface: name, downtimeSeconds, ...figures } = parsed.data;
    return [{ _id: `${figures.date} ${name}`, name, downSeconds: downtimeSeconds, ...figures }];
  });
}

/** Stores figures. They replace earlier ones of the same day and interface. */
export async function storePsuInterfaceDays(
  { psuInterfaceDays }: Pick<StatisticsStore, 'psuInterfaceDays'>,
  days: readonly PsuInterfaceDay[],
): Promise<void> {
  if (days.length === 0) return;
  await psuInterfaceDays.bulkWrite(
    days.map((day) => ({ replaceOne: { filter: { _id: day._id }, replacement: day, upsert: true } })),
  );
}
