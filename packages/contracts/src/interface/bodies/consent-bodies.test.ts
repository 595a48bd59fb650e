import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ConsentRequest, toXs2aError } from '../../index.ts';

const CONSENT = {
  access: { accounts: [{ iban: 'HR1210010051863000160' }] },
  recurringIndicator: true,
  validUntil: '2027-01-31',
  frequencyPerDay: 4,
};

/** Path and text of the error for a body; undefined if it is accepted. */
function refusal(schema: z.ZodType, body: unknown): string | undefined {
  const parsed = schema.safeParse(body);
  return parsed.success ? undefined : toXs2aError(schema, body).path;
}

describe('body of a consent', () => {
  it('is accepted with booleans and numbers as JSON or as text, with the same result', () => {
    const asText = { ...CONSENT, recurringIndicator: 'true', frequencyPerDay: '4', combinedServiceIndicator: 'false' };
    expect(ConsentRequest.parse(asText)).toEqual(ConsentRequest.parse(CONSENT));
  });

  it('requests no combined session by default', () => {
    expect(ConsentRequest.parse(CONSENT).combinedServiceIndicator).toBe(false);
    expect(ConsentRequest.parse({ ...CONSENT, combinedServiceIndicator: true }).combinedServiceIndicator).toBe(true);
  });

  it('may contain unknown fields, which are removed', () => {
    expect(ConsentRequest.parse({ ...CONSENT, extra: 1 })).not.toHaveProperty('extra');
  });

  it.each([
    ['access', { access: undefined }],
    ['access.everything', { access: { everything: true } }],
    ['access.accounts[0]', { access: { accounts: [{}] } }],
    ['access.accounts[0].iban', { access: { accounts: [{ iban: 'HR1210010051863000161' }] } }],
    ['access.balances', { access: { balances: 'all' } }],
    ['access.allPsd2', { access: { allPsd2: 'some' } }],
    ['recurringIndicator', { recurringIndicator: 'maybe' }],
    ['recurringIndicator', { recurringIndicator: undefined }],
    ['validUntil', { validUntil: '31.01.2027' }],
    ['validUntil', { validUntil: undefined }],
    ['frequencyPerDay', { frequencyPerDay: 0 }],
    ['frequencyPerDay', { frequencyPerDay: '0' }],
    ['frequencyPerDay', { frequencyPerDay: 1.5 }],
    ['combinedServiceIndicator', { combinedServiceIndicator: 'no' }],
  ])('is refused at %s', (path, change) => {
    expect(refusal(ConsentRequest, { ...CONSENT, ...change })).toBe(path);
  });
});
