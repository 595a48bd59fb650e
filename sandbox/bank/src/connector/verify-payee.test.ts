import { readFileSync } from 'node:fs';
import { PAYEE } from '@xs2a/test-system/data/fixtures';
import { expect, it } from 'vitest';
import { VERIFIED_PAYEES } from '../sandbox/data/verified-payees.ts';

it('names on its page each payee that shows a result of the verification', () => {
  const page = readFileSync(new URL('../../../../docs/payee-verification.md', import.meta.url), 'utf8');
  const named = Array.from(page.matchAll(/^\| `(HR\d{19})` \| (?:`(\w{4})`|none)/gm), ([, iban, code]) => [iban, code]);
  const answers = Array.from(VERIFIED_PAYEES).flatMap(([iban, payee]) => {
    if (!('answer' in payee)) return [];
    return [[iban, (payee.afterMs ?? 0) > 5_000 ? undefined : payee.answer.partyNameMatch]];
  });
  expect(named).toEqual(answers);
  for (const iban of VERIFIED_PAYEES.keys()) expect(page).toContain(iban);
  expect([...VERIFIED_PAYEES.keys()]).toEqual(expect.arrayContaining(Object.values(PAYEE)));
});
