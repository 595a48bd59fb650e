import { AccountReference, Amount, IsoDate } from '@xs2a/contracts';
import { readInitiation, XmlRefusal } from '@xs2a/iso20022';
import { pain001 } from '@xs2a/test-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const RUNS = { numRuns: 1_000 };
/** Texts made of pieces that a parser recognises, and of anything. */
const textOf = (...pieces: readonly string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 12 })))
    .map((all) => all.join(''));

describe('any value of a field', () => {
  it('is no operator of the database: only text is accepted where text is expected', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const [schema, sent] of [
          [AccountReference, { iban: value }],
          [Amount, { currency: 'EUR', amount: value }],
          [IsoDate, value],
        ] as const) {
          const { success } = schema.safeParse(sent);
          if (success) expect(typeof value).toBe('string');
        }
      }),
      RUNS,
    );
  });
});

describe('any body sent as pain.001', () => {
  const limits = { transactionsMax: 100, blocksMax: 10, bytesMax: 1_000_000 };
  const message = pain001({ blocks: [{ transfers: [{ amount: '1.00' }] }] });

  it('is read or refused, with anything at any position, and nothing else is thrown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(message.length),
        fc.nat(40),
        textOf('<', '>', '&', '<!DOCTYPE a [', ']]>', '<![CDATA[', '<!--', '&#0;', '<?', 'xmlns="urn:x"', '\u0000'),
        async (at, taken, put) => {
          const changed = message.slice(0, at) + put + message.slice(at + taken);
          try {
            await readInitiation(Buffer.from(changed), limits);
          } catch (error) {
            expect(error).toBeInstanceOf(XmlRefusal);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
