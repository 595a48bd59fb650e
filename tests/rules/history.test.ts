import { useConsent } from '@xs2a/contracts';
import { addDays } from '@xs2a/service-kit';
import { approveOnBus, askForConsent, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
let consentId: string;
/** Noon of a day in spring; the clocks go forward in the night to 28 March. */
const AUTHORISED = '2027-03-20T11:00:00Z';

beforeAll(async () => {
  services = await startServices('bank', 'sca', 'consent');
  services.clock.moveTo(AUTHORISED);
  const created = await askForConsent(services.bus);
  await approveOnBus(services.bus, created);
  consentId = created.consentId;
});
afterAll(() => services[Symbol.asyncDispose]());

/** A read of an account of its own, so that what it costs is seen. */
function reader(psuPresent = false) {
  const account = { resourceId: crypto.randomUUID(), reference: { iban: IBAN.private, currency: 'EUR' } };
  const tpp = { ...TPP, roles: [...TPP.roles] };
  return (day: string, kind: 'transactions' | 'transactionDetails' = 'transactions') =>
    services.bus.ask(useConsent, { tpp, consentId, psuPresent, kind, account, oldest: { day, path: 'dateFrom' } });
}

describe('history without fresh SCA (RTS Art. 10: 90 days)', () => {
  it.each([
    // Ten seconds before, because the clock of a test runs.
    ['the end of a day in winter time', '2027-03-27T22:59:50Z', '2026-12-27'],
    ['midnight in Zagreb', '2027-03-27T23:00:00Z', '2026-12-28'],
    ['the hour that the change of the clock leaves out', '2027-03-28T01:00:00Z', '2026-12-28'],
    ['the end of a day of 23 hours', '2027-03-28T21:59:50Z', '2026-12-28'],
    ['the next midnight, now in summer time', '2027-03-28T22:00:00Z', '2026-12-29'],
    ['a day in May, over the end of February', '2027-05-30T12:00:00Z', '2027-03-01'],
  ])('is given from 90 days ago on, 89 too and 91 not, at %s', async (_, moment, earliest) => {
    services.clock.moveTo(moment);
    const read = reader(true);
    const [day89, day91] = [addDays(earliest, 1), addDays(earliest, -1)];
    await expect(read(day91)).rejects.toMatchObject({ situation: 'periodInvalid', path: 'dateFrom' });
    expect((await read(earliest)).earliestDay).toBe(earliest);
    expect((await read(day89)).earliestDay).toBe(earliest);
  });

  it('that is refused costs no access, and the refusal names the first day that would be given', async () => {
    services.clock.moveTo('2027-04-10T12:00:00Z');
    const read = reader();
    for (let times = 0; times < 6; times++) {
      for (const kind of ['transactions', 'transactionDetails'] as const) {
        await expect(read('2027-01-09', kind)).rejects.toMatchObject({
          situation: 'periodInvalid',
          text: expect.stringContaining('2027-01-10'),
        });
      }
    }
    expect((await read('2027-01-10')).accessQuota).toMatchObject({ limit: 4, remaining: 3 });
  });
});

describe('history with fresh SCA', () => {
  it('is given without a limit for 60 minutes, and costs an access', async () => {
    const created = await askForConsent(services.bus);
    await approveOnBus(services.bus, created);
    consentId = created.consentId;
    const stored = await services.database('consent').collection('consents').findOne({ consentStatus: 'valid' });
    const { authorisedAt } = stored as unknown as { authorisedAt: Date };
    const read = reader();
    const after = (seconds: number) =>
      services.clock.moveTo(new Date(authorisedAt.getTime() + seconds * 1_000).toISOString());
    after(3_590);
    expect((await read('2020-01-01')).accessQuota).toMatchObject({ remaining: 3 });
    after(3_601);
    await expect(read('2020-01-01')).rejects.toMatchObject({ situation: 'periodInvalid' });
    expect((await read('2027-04-01')).accessQuota).toMatchObject({ remaining: 2 });
  });
});
