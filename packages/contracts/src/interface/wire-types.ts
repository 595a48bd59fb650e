import { z } from 'zod';

/** The Croatian profile writes booleans as text, the guidelines as JSON; both are accepted (decision 14). */
export const BooleanOrText = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
  error: 'must be true or false',
});

/** A boolean in a query or header: some libraries write `True` or `TRUE` there (decision 13). */
export const BOOLEAN_TEXT = /^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$/;

/** A boolean in a query: always text there, but a boolean in client code. */
export const BooleanInQuery = z.union(
  [
    z.boolean(),
    z
      .string()
      .regex(BOOLEAN_TEXT)
      .transform((text) => text.toLowerCase() === 'true'),
  ],
  { error: 'must be true or false' },
);

/** A whole number, as JSON number or text. */
export const IntegerOrText = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^[0-9]{1,9}$/)
      .transform(Number),
  ],
  {
    error: 'must be a whole number',
  },
);

/** Replacer for JSON.stringify that writes booleans and numbers as text if `wireStyle` is text (decision 14). */
export function toWireText(value: unknown): unknown {
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : value;
}

/** An existing date in the form `YYYY-MM-DD`. */
export const IsoDate = z.iso.date({ error: ({ input }) => `must be a date ${dateFault(input)}` });

/** Describes the fault without repeating the date, which may be the birthday of a PSU. */
function dateFault(sent: unknown): string {
  const form = 'YYYY-MM-DD that exists, such as 2027-01-31';
  if (typeof sent !== 'string') return form;
  if (/^\d{4}-\d{2}-\d{2}T/.test(sent)) return `${form}, without a time`;
  return /^\d{4}-\d{2}-\d{2}$/.test(sent) ? `${form}: the calendar has no such day` : form;
}

/** Control characters as ranges, because not every reader of the published interface knows the class Cc. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f';
const WITHOUT_CONTROLS = new RegExp(`^[^${CONTROLS}]*$`);

/** A text shown to the PSU or TPP, with this maximum length and without control characters. */
export function text(charactersMax: number): z.ZodString {
  return z.string().min(1).max(charactersMax).regex(WITHOUT_CONTROLS, 'must not contain control characters');
}

/** A link of `_links`. */
export interface Link {
  href: string;
}
export type Links = Record<string, Link>;

/**
 * A field that is mandatory unless another one replaces it. Checked even if other fields are missing, so that one answer reports
 * all of them.
 */
export function neededUnless(field: string, other: string, error: string) {
  const holds = (body: Readonly<Record<string, unknown>>): boolean =>
    body[field] !== undefined || body[other] !== undefined;
  const path: PropertyKey[] = [field];
  return [holds, { error, path, when: ({ value }: { value: unknown }) => isObject(value) }] as const;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
