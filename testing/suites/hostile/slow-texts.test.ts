import * as contracts from '@xs2a/contracts';
import { readInitiation } from '@xs2a/iso20022';
import { pain001, pumpedTexts, slowLength } from '@xs2a/test-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const PIECES = [
  ' ',
  '\t',
  '0',
  '1',
  '.',
  ',',
  '-',
  '+',
  'a',
  'Z',
  '/',
  ':',
  '=',
  '"',
  '\\',
  '%',
  '\u0000',
  '\ud800',
  'č',
];
/** Every schema of the contracts that accepts a text, or an object with text fields. */
const SCHEMAS = Object.entries(contracts).flatMap(([name, value]) =>
  value instanceof z.ZodType ? [[name, value] as const] : [],
);

function withText(schema: z.ZodType, text: string): unknown {
  return schema instanceof z.ZodObject
    ? Object.fromEntries(Object.keys(schema.shape as object).map((field) => [field, text]))
    : text;
}

describe('a repetitive text keeps no parser busy', () => {
  it(`in a field of the ${SCHEMAS.length} schemas of the contracts`, async () => {
    expect(SCHEMAS.length).toBeGreaterThan(50);
    for (const [name, schema] of SCHEMAS) {
      const parse = (text: string) => schema.safeParse(withText(schema, text));
      await fc.assert(
        fc.asyncProperty(pumpedTexts(...PIECES), async (text) => {
          expect(await slowLength(parse, text, 16_384), name).toBeUndefined();
        }),
        { numRuns: 8 },
      );
    }
  });

  it('in an element of pain.001', async () => {
    const limits = { transactionsMax: 100, blocksMax: 10, bytesMax: 1_000_000 };
    const [before = '', behind = ''] = pain001({ blocks: [{ transfers: [{ amount: '1.00' }] }] }).split('1.00', 2);
    const parse = (text: string) => readInitiation(Buffer.from(`${before}${text}${behind}`), limits);
    const pieces = ['<', '>', '&', '&amp;', '&#32;', '<a', '<a>', '</a>', '<!--', ']]>', '<?', 'a="', "'", ...PIECES];
    await parse('1.00').catch(() => undefined);
    await fc.assert(
      fc.asyncProperty(pumpedTexts(...pieces), async (text) => {
        expect(await slowLength(parse, text)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});
