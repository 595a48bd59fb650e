import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askForConsent, askForFundsConsent } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/fixtures';
import { startServices, startServicesOf, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let narrow: TestServices;
let usual: TestServices;
beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'names-')), 'profile.yaml');
  writeFileSync(file, 'preset: hr-full\ncardAccounts: false\naccountReferences: [iban]\n');
  [narrow, usual] = await Promise.all([startServicesOf(file, 'sca', 'consent'), startServices('sca', 'consent')]);
});
afterAll(async () => {
  await Promise.all([narrow[Symbol.asyncDispose](), usual[Symbol.asyncDispose]()]);
});

const CARD = { maskedPan: '453200******0017' };
const ACCOUNT = { iban: IBAN.private };

async function refusedAt(asked: Promise<unknown>): Promise<[string, string] | undefined> {
  return asked.then(
    () => undefined,
    ({ situation, path }: { situation: string; path: string }) => [situation, path],
  );
}

describe('an account named in a way that the bank does not offer is refused by the name of the field', () => {
  it('in a consent', async () => {
    const access = { balances: [ACCOUNT, CARD] };
    const refused = ['fieldInvalid', 'access.balances[1].maskedPan'];
    expect(await refusedAt(askForConsent(narrow.bus, { access }))).toEqual(refused);
    expect(await refusedAt(askForConsent(usual.bus, { access }))).toBeUndefined();
    expect(await refusedAt(askForConsent(narrow.bus, { access: { balances: [ACCOUNT] } }))).toBeUndefined();
  });

  it('in a consent to ask for funds, in both of its forms', async () => {
    const bodies: [object, string][] = [
      [{ account: CARD }, 'account.maskedPan'],
      [{ access: { balances: [CARD] } }, 'access.balances[0].maskedPan'],
    ];
    for (const [body, path] of bodies) {
      expect(await refusedAt(askForFundsConsent(narrow.bus, body))).toEqual(['fieldInvalid', path]);
      expect(await refusedAt(askForFundsConsent(usual.bus, body))).toBeUndefined();
    }
    expect(await refusedAt(askForFundsConsent(narrow.bus, { account: ACCOUNT }))).toBeUndefined();
  });
});
