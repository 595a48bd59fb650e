import { readConsent, TAKES_HELD_AUTHORISATIONS } from '@xs2a/contracts';
import { addDays, bankDay, startOfDay } from '@xs2a/service-kit';
import { executedCommands, forAllTests, profileFile } from '@xs2a/test-kit';
import { askForConsent, askForFundsConsent, refusalOf, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices, startServicesOf } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';

const usual = forAllTests(() => startServices('sca', 'consent'));
const narrow = forAllTests(() =>
  startServicesOf(profileFile('cardAccounts: false\naccountReferences: [iban, pan]'), 'sca', 'consent'),
);

const tpp = { ...TPP, roles: [...TPP.roles] };

describe('the cost of a creation', () => {
  it('is one write of consent, and none of sca', async () => {
    await eventually(
      async () => usual.running.consent.kit.peers.allCan('sca', TAKES_HELD_AUTHORISATIONS),
      (can) => can,
    );
    const writes = { op: { $in: ['insert', 'update', 'remove'] } };
    const create = () => askForConsent(usual.bus);
    const ofSca = await executedCommands(usual.database('sca'), ['authorisations'], create, writes);
    expect(await executedCommands(usual.database('consent'), ['consents'], create, writes)).toHaveLength(1);
    expect(ofSca).toEqual([]);
  });
});

describe('the permitted content of a consent request', () => {
  const account = { iban: IBAN.private };
  it.each([
    ['an empty access', { access: {} }, 'accessModelsMixed access'],
    [
      'allPsd2 beside accounts',
      { access: { allPsd2: 'allAccounts', accounts: [account] } },
      'accessModelsMixed access.allPsd2',
    ],
    [
      'a filled beside an empty array',
      { access: { accounts: [account], balances: [] } },
      'accessModelsMixed access.balances',
    ],
    [
      'two models',
      { access: { allPsd2: 'allAccounts', availableAccounts: 'allAccounts' } },
      'accessModelsMixed access.allPsd2',
    ],
    [
      'restrictedTo beside named accounts',
      { access: { accounts: [account], restrictedTo: ['CACC'] } },
      'accessModelsMixed access.restrictedTo',
    ],
    ['a validUntil in the past', { validUntil: '2020-01-01' }, 'fieldInvalid validUntil'],
    [
      'a one-off consent twice a day',
      { recurringIndicator: false, frequencyPerDay: 2 },
      'fieldInvalid frequencyPerDay',
    ],
    ['a combined session', { combinedServiceIndicator: true }, 'sessionsNotSupported combinedServiceIndicator'],
  ])('%s is refused with its field', async (_, body, refusal) => {
    const { situation, path } = await refusalOf(askForConsent(usual.bus, body));
    expect(`${situation} ${path}`).toBe(refusal);
  });

  it("reduces a validity and a frequency above the bank's limits, and shows that in reply and content", async () => {
    const asked = { validUntil: '9999-12-31', frequencyPerDay: 100 };
    const { consentId, permittedUse } = await askForConsent(usual.bus, asked);
    const content = await usual.bus.ask(readConsent, { tpp, consentId });
    const latest = addDays(bankDay(usual.clock.now(), { timeZone: 'Europe/Zagreb' }), 180);
    expect(content).toMatchObject({ validUntil: latest, frequencyPerDay: 4 });
    expect(permittedUse).toEqual({ validUntil: latest, frequencyPerDay: 4 });
  });

  it.each([
    ['of the accounts named', { ownerName: [{ iban: IBAN.private }] }, [true, undefined]],
    ['of all accounts by an empty list', { ownerName: [] }, [true, true]],
    ['of none where only others are named', { ownerName: [{ iban: IBAN.multi }] }, [undefined, undefined]],
    ['of none where it asks for something else', { trustedBeneficiaries: [] }, [undefined, undefined]],
  ])('names of owners are granted %s, beside what else is granted', async (_, additionalInformation, expected) => {
    const access = { accounts: [{ iban: IBAN.private }, { iban: IBAN.savings }], additionalInformation };
    const { consentId } = await askForConsent(usual.bus, { access });
    const consents = usual.database('consent').collection<{ _id: string; grants: { ownerName?: true }[] }>('consents');
    const stored = await consents.findOne({ _id: consentId });
    expect(stored?.grants.map(({ ownerName }) => ownerName)).toEqual(expected);
  });

  it('stores a card number masked only, from whatever field', async () => {
    const card = { pan: '4532000000000017' };
    const access = {
      accounts: [card],
      balances: [{ maskedPan: card.pan }],
      additionalInformation: { ownerName: [card] },
    };
    const { consentId } = await askForConsent(usual.bus, { access });
    const stored = await usual.database('consent').collection<{ _id: string }>('consents').findOne({ _id: consentId });
    expect(JSON.stringify(stored)).not.toContain(card.pan);
    const content = await usual.bus.ask(readConsent, { tpp, consentId });
    expect(content.access.accounts).toEqual([{ maskedPan: '453200******0017' }]);
  });
});

describe('a creation that is repeated after the last day that it names', () => {
  it('gets the same consent of either kind (decision 2)', async () => {
    const profile = { timeZone: 'Europe/Zagreb' };
    const today = bankDay(usual.clock.now(), profile);
    const midnight = startOfDay(addDays(today, 1), profile);
    usual.clock.moveTo(new Date(midnight.getTime() - 30_000).toISOString());
    const again = { requestId: crypto.randomUUID() };
    const create = async (request: object = again) => [
      (await askForConsent(usual.bus, { validUntil: today }, request)).consentId,
      (await askForFundsConsent(usual.bus, { account: { iban: IBAN.private }, validUntil: today }, request)).consentId,
    ];
    const first = await create();
    usual.clock.forward({ hours: 1 });
    expect(await create()).toEqual(first);
    expect(await situationOf(create({}))).toBe('fieldInvalid');
    expect(await situationOf(create({ ...again, fingerprint: 'other' }))).toBe('fieldInvalid');
  });
});

const CARD = { maskedPan: '453200******0017' };
const ACCOUNT = { iban: IBAN.private };

async function refusedAt(asked: Promise<unknown>): Promise<[string, string] | undefined> {
  return asked.then(
    () => undefined,
    ({ situation, path }: { situation: string; path: string }) => [situation, path],
  );
}

describe('an account identifier that the bank does not offer is refused with the name of the field', () => {
  it('in a consent', async () => {
    const access = { balances: [ACCOUNT, CARD] };
    const refused = ['fieldInvalid', 'access.balances[1].maskedPan'];
    expect(await refusedAt(askForConsent(narrow.bus, { access }))).toEqual(refused);
    expect(await refusedAt(askForConsent(usual.bus, { access }))).toBeUndefined();
    const offered = { balances: [ACCOUNT, { pan: '4532000000000017' }] };
    expect(await refusedAt(askForConsent(narrow.bus, { access: offered }))).toBeUndefined();
  });

  it('in a consent to confirm funds, in both of its forms', async () => {
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
