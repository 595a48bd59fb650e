import {
  type AccessKind,
  type AccountReference,
  listConsentAuthorisations,
  readConsent,
  readConsentStatus,
  readScaStatus,
  settleConsentAuthorisation,
  terminateConsent,
  useConsent,
} from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import { approveOnBus, askForConsent, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { eventually } from '@xs2a/test-system/eventually';
import { IBAN } from '@xs2a/test-system/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startServices('bank', 'sca', 'consent');
});
afterAll(() => services[Symbol.asyncDispose]());

const tpp = { ...TPP, roles: [...TPP.roles] };
const ACCOUNT = { resourceId: crypto.randomUUID(), reference: { iban: IBAN.private, currency: 'EUR' } };

function use(
  consentId: string,
  kind: AccessKind = 'list',
  account?: { resourceId: string; reference: AccountReference },
  psuPresent = false,
) {
  return services.bus.ask(useConsent, { tpp, consentId, psuPresent, kind, ...(account && { account }) });
}

async function valid(body: object = {}): Promise<string> {
  const created = await askForConsent(services.bus, body);
  await approveOnBus(services.bus, created);
  return created.consentId;
}

async function statusOf(consentId: string): Promise<string> {
  return (await services.bus.ask(readConsentStatus, { tpp, consentId })).consentStatus;
}

describe('what a consent request may ask', () => {
  const account = { iban: IBAN.private };
  it.each([
    ['an empty access', { access: {} }, 'accessModelsMixed'],
    ['allPsd2 beside accounts', { access: { allPsd2: 'allAccounts', accounts: [account] } }, 'accessModelsMixed'],
    ['a filled beside an empty array', { access: { accounts: [account], balances: [] } }, 'accessModelsMixed'],
    [
      'two models at once',
      { access: { allPsd2: 'allAccounts', availableAccounts: 'allAccounts' } },
      'accessModelsMixed',
    ],
    [
      'restrictedTo beside named accounts',
      { access: { accounts: [account], restrictedTo: ['CACC'] } },
      'accessModelsMixed',
    ],
    ['a validUntil in the past', { validUntil: '2020-01-01' }, 'fieldInvalid'],
    [
      'a one-off consent with more than one access a day',
      { recurringIndicator: false, frequencyPerDay: 2 },
      'fieldInvalid',
    ],
    ['a combined session', { combinedServiceIndicator: true }, 'sessionsNotSupported'],
  ])('%s is refused', async (_, body, situation) => {
    expect(await situationOf(askForConsent(services.bus, body))).toBe(situation);
  });

  it('a longer validity and a higher frequency than the bank permits are cut, and the content shows it', async () => {
    const { consentId } = await askForConsent(services.bus, { validUntil: '9999-12-31', frequencyPerDay: 100 });
    const content = await services.bus.ask(readConsent, { tpp, consentId });
    const latest = bankDay(new Date(services.clock.now().getTime() + 180 * 86_400_000), { timeZone: 'Europe/Zagreb' });
    expect(content).toMatchObject({ validUntil: latest, frequencyPerDay: 4 });
  });

  it('a card number is stored masked only, whatever field it came in', async () => {
    const card = { pan: '4532000000000017' };
    const access = {
      accounts: [card],
      balances: [{ maskedPan: card.pan }],
      additionalInformation: { ownerName: [card] },
    };
    const { consentId } = await askForConsent(services.bus, { access });
    const stored = await services
      .database('consent')
      .collection<{ _id: string }>('consents')
      .findOne({ _id: consentId });
    expect(JSON.stringify(stored)).not.toContain(card.pan);
    const content = await services.bus.ask(readConsent, { tpp, consentId });
    expect(content.access.accounts).toEqual([{ maskedPan: '453200******0017' }]);
  });
});

describe('the decision on access', () => {
  it('a right that was not granted and an account that was not are refused, and cost no access', async () => {
    const consentId = await valid({ access: { accounts: [{ iban: IBAN.private }] } });
    const other = { resourceId: crypto.randomUUID(), reference: { iban: IBAN.savings, currency: 'EUR' } };
    for (let times = 0; times < 6; times++) {
      expect(await situationOf(use(consentId, 'balances', ACCOUNT))).toBe('consentLacksRight');
      expect(await situationOf(use(consentId, 'details', other))).toBe('accountUnknown');
    }
    expect((await use(consentId, 'details', ACCOUNT)).rights).toEqual(['accounts']);
  });

  it('of twenty unattended reads at the same moment exactly frequencyPerDay are served, each kind for itself', async () => {
    const consentId = await valid();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => situationOf(use(consentId, 'balances', ACCOUNT))),
    );
    expect(answers.filter((situation) => situation === undefined)).toHaveLength(4);
    expect(answers.filter((situation) => situation === 'accessExceeded')).toHaveLength(16);
    expect(await situationOf(use(consentId, 'transactions', ACCOUNT))).toBeUndefined();
    expect(await situationOf(use(consentId, 'cardList'))).toBeUndefined();
    expect(await situationOf(use(consentId, 'balances', ACCOUNT, true))).toBeUndefined();
  });

  it('a one-off consent serves each kind of read once, with the PSU too', async () => {
    const consentId = await valid({ recurringIndicator: false, frequencyPerDay: 1 });
    expect(await situationOf(use(consentId, 'balances', ACCOUNT, true))).toBeUndefined();
    expect(await situationOf(use(consentId, 'balances', ACCOUNT, true))).toBe('accessExceeded');
    expect(await situationOf(use(consentId, 'list', undefined, true))).toBeUndefined();
  });

  it('a read that belongs to an earlier access is judged, but costs none', async () => {
    const consentId = await valid();
    const further = () =>
      services.bus.ask(useConsent, {
        tpp,
        consentId,
        psuPresent: false,
        kind: 'transactions',
        account: ACCOUNT,
        counted: false,
      });
    for (let page = 0; page < 6; page++) expect(await situationOf(further())).toBeUndefined();
    for (let access = 0; access < 4; access++) {
      expect(await situationOf(use(consentId, 'transactions', ACCOUNT))).toBeUndefined();
    }
    expect(await situationOf(use(consentId, 'transactions', ACCOUNT))).toBe('accessExceeded');
    expect(await situationOf(further())).toBeUndefined();
    await services.bus.ask(terminateConsent, { tpp, consentId, requestId: crypto.randomUUID() });
    expect(await situationOf(further())).toBe('consentNotUsable');
  });

  it('a consent of another TPP is unknown', async () => {
    const consentId = await valid();
    const asked = services.bus.ask(useConsent, {
      tpp: { ...tpp, id: 'PSDHR-HNB-OTHER' },
      consentId,
      psuPresent: true,
      kind: 'list',
    });
    expect(await situationOf(asked)).toBe('consentIdHeaderUnknown');
  });
});

describe('the life of a consent', () => {
  it('it serves to the end of its last day in the time zone of the bank, and not a moment longer', async () => {
    await using later = await startServices('bank', 'sca', 'consent');
    const today = bankDay(later.clock.now(), { timeZone: 'Europe/Zagreb' });
    const created = await askForConsent(later.bus, { validUntil: today });
    await approveOnBus(later.bus, created);
    const read = () =>
      situationOf(later.bus.ask(useConsent, { tpp, consentId: created.consentId, psuPresent: true, kind: 'list' }));
    const midnight = new Date(`${today}T12:00:00Z`);
    while (bankDay(midnight, { timeZone: 'Europe/Zagreb' }) === today) midnight.setMinutes(midnight.getMinutes() + 15);
    later.clock.moveTo(new Date(midnight.getTime() - 60_000).toISOString());
    expect(await read()).toBeUndefined();
    later.clock.moveTo(midnight.toISOString());
    expect(await read()).toBe('consentExpired');
  });

  it('a deleted consent opens nothing from the answer on, and its open authorisation fails', async () => {
    const created = await askForConsent(services.bus);
    const { consentId } = created;
    expect(await services.bus.ask(terminateConsent, { tpp, consentId, requestId: crypto.randomUUID() })).toEqual({
      consentStatus: 'terminatedByTpp',
    });
    const { authorisationIds } = await services.bus.ask(listConsentAuthorisations, { tpp, consentId });
    const parent = { kind: 'consent', id: consentId } as const;
    await eventually(
      () => services.bus.ask(readScaStatus, { tpp, parent, authorisationId: authorisationIds[0] ?? '' }),
      ({ scaStatus }) => scaStatus === 'failed',
    );
    expect(await situationOf(use(consentId))).toBe('consentNotUsable');
    expect(await situationOf(approveOnBus(services.bus, created))).toBe('redirectLinkUnknown');
  });

  it('deleting a consent that has ended changes nothing', async () => {
    const consentId = await valid();
    await valid();
    expect(await statusOf(consentId)).toBe('expired');
    expect(await services.bus.ask(terminateConsent, { tpp, consentId, requestId: crypto.randomUUID() })).toEqual({
      consentStatus: 'expired',
    });
  });

  it('of two recurring consents of a PSU authorised at the same moment one stays valid', async () => {
    const created = await Promise.all(Array.from({ length: 4 }, () => askForConsent(services.bus)));
    const settled = created.map(async ({ consentId, authorisation }) => {
      const stored = await services
        .database('consent')
        .collection<{ _id: string; contentHash: string }>('consents')
        .findOne({ _id: consentId });
      return services.bus.ask(settleConsentAuthorisation, {
        authorisationId: authorisation?.authorisationId ?? '',
        parent: { kind: 'consent', id: consentId },
        outcome: 'finalised',
        contentHash: stored?.contentHash ?? '',
        psu: { psuId: 'psu-private', name: 'Ana' },
      });
    });
    await Promise.all(settled);
    const statuses = await Promise.all(created.map(({ consentId }) => statusOf(consentId)));
    expect(statuses.filter((status) => status === 'valid')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'expired')).toHaveLength(3);
  });

  it('a one-off consent supersedes nothing', async () => {
    const recurring = await valid();
    await valid({ recurringIndicator: false, frequencyPerDay: 1 });
    expect(await statusOf(recurring)).toBe('valid');
  });

  it('the outcome of an authorisation counts once, and only for the content that was approved', async () => {
    const created = await askForConsent(services.bus);
    const stored = await services
      .database('consent')
      .collection<{ _id: string; contentHash: string }>('consents')
      .findOne({ _id: created.consentId });
    const settlement = {
      authorisationId: created.authorisation?.authorisationId ?? '',
      parent: { kind: 'consent', id: created.consentId },
      outcome: 'failed',
      contentHash: stored?.contentHash ?? '',
    } as const;
    expect(
      await situationOf(services.bus.ask(settleConsentAuthorisation, { ...settlement, contentHash: 'other' })),
    ).toBe('authorisationUnknown');
    expect(await services.bus.ask(settleConsentAuthorisation, settlement)).toEqual({ consentStatus: 'rejected' });
    expect(await services.bus.ask(settleConsentAuthorisation, { ...settlement, outcome: 'finalised' })).toEqual({
      consentStatus: 'rejected',
    });
  });
});
