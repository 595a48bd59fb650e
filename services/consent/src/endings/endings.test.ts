import {
  type ConsentStatus,
  listConsentAuthorisations,
  readConsentStatus,
  readScaStatus,
  revokeConsent,
  settleConsentAuthorisation,
  startConsentAuthorisation,
  terminateConsent,
  useConsent,
} from '@xs2a/contracts';
import { addDays, bankDay, CONTEXT, startOfDay } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import { approveOnBus, askForConsent, creation, refusalOf, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { eventually } from '@xs2a/test-system/eventually';
import { settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';
import type { ConsentContext } from '../context.ts';
import { rejectUnauthorisedConsents } from './reject-unauthorised-consents.ts';

const services = forAllTests(() => startServices('bank', 'sca', 'consent'));

const ZAGREB = { timeZone: 'Europe/Zagreb' };
const tpp = { ...TPP, roles: [...TPP.roles] };

function use(consentId: string) {
  return services.bus.ask(useConsent, { tpp, consentId, psuPresent: false, kind: 'list' });
}

async function valid(body: object = {}): Promise<string> {
  const created = await askForConsent(services.bus, body);
  await approveOnBus(services.bus, created);
  return created.consentId;
}

async function statusOf(consentId: string): Promise<string> {
  return (await services.bus.ask(readConsentStatus, { tpp, consentId })).consentStatus;
}

describe('the life of a consent', () => {
  it('lasts to the end of its last day in the time zone of the bank, and not longer', async () => {
    const today = bankDay(services.clock.now(), ZAGREB);
    const created = await askForConsent(services.bus, { validUntil: today });
    await approveOnBus(services.bus, created);
    const read = () =>
      situationOf(services.bus.ask(useConsent, { tpp, consentId: created.consentId, psuPresent: true, kind: 'list' }));
    const midnight = new Date(`${today}T12:00:00Z`);
    while (bankDay(midnight, ZAGREB) === today) midnight.setMinutes(midnight.getMinutes() + 15);
    services.clock.moveTo(new Date(midnight.getTime() - 60_000).toISOString());
    expect(await read()).toBeUndefined();
    services.clock.moveTo(midnight.toISOString());
    expect(await read()).toBe('consentExpired');
  });

  it('ends with its deletion: no access from the response on, and its open authorisation fails', async () => {
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

  it('ends as replaced by a newer one, and a later deletion does not change that', async () => {
    const consentId = await valid();
    await valid();
    expect(await statusOf(consentId)).toBe('expired');
    expect(await refusalOf(use(consentId))).toMatchObject({
      situation: 'consentExpired',
      text: 'the consent was replaced by a newer one that the PSU granted',
    });
    expect(await services.bus.ask(terminateConsent, { tpp, consentId, requestId: crypto.randomUUID() })).toEqual({
      consentStatus: 'expired',
    });
  });

  it.each([
    ['one-off consent whose minutes are over', { recurringIndicator: false, frequencyPerDay: 1 }, { minutes: 21 }],
    ['consent whose last day is over', {}, { days: 182 }],
  ])('a %s stays expired, whoever deletes or revokes it', async (_, body, later) => {
    const consentId = await valid(body);
    services.clock.forward(later);
    const ended = { consentStatus: 'expired' };
    expect(await services.bus.ask(terminateConsent, { tpp, consentId, requestId: crypto.randomUUID() })).toEqual(ended);
    expect(await services.bus.ask(revokeConsent, { psuId: 'psu-private', consentId })).toEqual(ended);
    await runNow('expireConsents');
    await runNow('expireUsedUp');
    expect(await storedStatus(consentId)).toBe('expired');
  });

  it('leaves one of several recurring consents valid that a PSU authorises at the same moment', async () => {
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

  it('of a one-off consent ends no other consent', async () => {
    const recurring = await valid();
    await valid({ recurringIndicator: false, frequencyPerDay: 1 });
    expect(await statusOf(recurring)).toBe('valid');
  });

  it('counts the outcome of an authorisation once, and only for the content that was approved', async () => {
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

const runNow = (job: string) => services.running.consent.kit.jobs.runNow(job);
async function stored(consentId: string) {
  type Stored = { _id: string; consentStatus: string; lastActionDate: string };
  return services.database('consent').collection<Stored>('consents').findOne({ _id: consentId });
}
const storedStatus = async (consentId: string) => (await stored(consentId))?.consentStatus;

/** Requests a consent for today, one minute before midnight. */
async function askedLate() {
  const today = bankDay(services.clock.now(), ZAGREB);
  services.clock.moveTo(new Date(startOfDay(addDays(today, 1), ZAGREB).getTime() - 60_000).toISOString());
  return askForConsent(services.bus, { validUntil: today });
}

describe('a consent that was not authorised in time, before any job has run', () => {
  const cases: [string, () => Promise<string>, ConsentStatus][] = [
    [
      'is rejected once its window is over',
      async () => {
        const { consentId } = await askForConsent(services.bus);
        services.clock.forward({ hours: 24, seconds: 1 });
        return consentId;
      },
      'rejected',
    ],
    [
      'is expired once its last day is over',
      async () => {
        const { consentId } = await askedLate();
        services.clock.forward({ hours: 12 });
        return consentId;
      },
      'expired',
    ],
  ];
  it.each(cases)('%s, and accepts neither start nor approval any more', async (_, overdue, status) => {
    const earlier = await valid();
    const consentId = await overdue();
    expect([await statusOf(consentId), await storedStatus(consentId)]).toEqual([status, 'received']);
    const start = services.bus.ask(startConsentAuthorisation, { ...creation(), consentId });
    expect(await situationOf(start)).toBe('statusInvalid');
    const { authorisationIds } = await services.bus.ask(listConsentAuthorisations, { tpp, consentId });
    const settled = await settleAs(services, 'consent', authorisationIds[0] ?? '', 'psu-private');
    expect(settled).toEqual({ consentStatus: status, counted: false });
    expect(await statusOf(earlier)).toBe('valid');
    await runNow('rejectUnauthorised');
    expect(await storedStatus(consentId)).toBe(status);
  });
});

describe('the jobs', () => {
  it('store a one-off consent as expired once its minutes are over, and not a recurring one', async () => {
    const recurring = await valid();
    const oneOff = await valid({ recurringIndicator: false, frequencyPerDay: 1 });
    services.clock.forward({ minutes: 21 });
    await runNow('expireUsedUp');
    expect([await storedStatus(oneOff), await storedStatus(recurring)]).toEqual(['expired', 'valid']);
  });

  it('reject a consent that not all PSUs authorised in time, and fail its open authorisation', async () => {
    const created = await askForConsent(services.bus);
    services.clock.forward({ days: 2 });
    await runNow('rejectUnauthorised');
    expect(await stored(created.consentId)).toMatchObject({
      consentStatus: 'rejected',
      lastActionDate: bankDay(services.clock.now(), ZAGREB),
    });
    const parent = { kind: 'consent', id: created.consentId } as const;
    const authorisationId = created.authorisation?.authorisationId ?? '';
    await eventually(
      () => services.bus.ask(readScaStatus, { tpp, parent, authorisationId }),
      ({ scaStatus }) => scaStatus === 'failed',
    );
  });

  it('reject each consent at its own moment, however long the messages of earlier ones took', async () => {
    const context = services.running.consent.get<ConsentContext>(CONTEXT);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push((await askForConsent(services.bus)).consentId);
    services.clock.forward({ days: 2 });
    const deliver = async (): Promise<boolean> => {
      services.clock.forward({ minutes: 1 });
      return false;
    };
    await rejectUnauthorisedConsents({ ...context, outbox: { deliver } as never });
    const rejected = await context.consents.find({ _id: { $in: ids }, consentStatus: 'rejected' }).toArray();
    const minutes = rejected.map(({ history }) => Math.floor((history.at(-1)?.at.getTime() ?? 0) / 60_000));
    expect(new Set(minutes).size).toBe(3);
  });

  it('store a consent as expired after its last day, and leave ended ones unchanged', async () => {
    const consentId = await valid();
    const terminated = await valid({ recurringIndicator: false, frequencyPerDay: 1 });
    await services.bus.ask(terminateConsent, { tpp, consentId: terminated, requestId: crypto.randomUUID() });
    services.clock.forward({ days: 182 });
    for (const job of ['expireConsents', 'expireUsedUp', 'rejectUnauthorised']) await runNow(job);
    expect([await storedStatus(consentId), await storedStatus(terminated)]).toEqual(['expired', 'terminatedByTpp']);
  });
});
