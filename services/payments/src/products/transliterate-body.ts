import { BulkPayment, PAYMENT_PRODUCTS, type PaymentProduct, SinglePayment } from '@xs2a/contracts';
import { z } from 'zod';
import { CHARACTER_SETS } from './character-sets.ts';

/** Accounts have their own rules and are not text. */
const NOT_TEXT: ReadonlySet<string> = new Set(['debtorAccount', 'creditorAccount']);

/** Maximum length of each text of a body, by its path. */
const LONGEST: ReadonlyMap<string, number> = new Map(
  [SinglePayment, BulkPayment].flatMap((schema) => longestTexts(schema, '')),
);

/**
 * Returns the body in the characters of its product, and the paths of the changed texts. A text that would become empty is left
 * unchanged, and its product refuses it.
 */
export async function transliterateBody<Body extends object>(
  product: PaymentProduct,
  posted: Body,
): Promise<{ readonly body: Body; readonly changed: readonly string[] }> {
  const { letters } = PAYMENT_PRODUCTS[product];
  const { allowed } = CHARACTER_SETS[letters];
  if (!hasForeignText(posted, allowed)) return { body: posted, changed: [] };
  // Loads half a megabyte of character tables, which few payments need.
  const { transliterate } = await import('./transliterate.ts');
  const changed: string[] = [];
  const convert = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((inner, index) => convert(inner, `${path}[${index}]`));
    if (isMembers(value)) {
      const members = Object.entries(value).map(([name, inner]) => [
        name,
        NOT_TEXT.has(name) ? inner : convert(inner, pathOf(path, name)),
      ]);
      return Object.fromEntries(members);
    }
    if (typeof value !== 'string' || allowed.test(value)) return value;
    // Some letters become several.
    const text = transliterate(value, letters)
      ?.slice(0, LONGEST.get(path.replaceAll(/\[\d+\]/g, '[]')))
      .trim();
    if (!text) return value;
    changed.push(path);
    return text;
  };
  return { body: convert(posted, '') as Body, changed };
}

function hasForeignText(value: unknown, allowed: RegExp): boolean {
  if (typeof value === 'string') return !allowed.test(value);
  if (!isMembers(value)) return false;
  return Object.entries(value).some(([name, inner]) => !NOT_TEXT.has(name) && hasForeignText(inner, allowed));
}

function longestTexts(schema: z.core.$ZodType, path: string): [string, number][] {
  if (schema instanceof z.ZodOptional) return longestTexts(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return longestTexts(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => longestTexts(option, path));
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, inner]) => longestTexts(inner, pathOf(path, name)));
  }
  return schema instanceof z.ZodString && schema.maxLength !== null ? [[path, schema.maxLength]] : [];
}

function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
