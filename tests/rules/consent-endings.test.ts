import { revokeConsent } from '@xs2a/contracts';
import { bankDay, secondsToNextDay } from '@xs2a/service-kit';
import { type AccountServices, refusalIn, startAccountServices } from '@xs2a/test-system/account-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ZAGREB = { timeZone: 'Europe/Zagreb' };

let services: AccountServices;
beforeAll(async () => {
  services = await startAccountServices();
});
afterAll(() => services[Symbol.asyncDispose]());

/** The ways in which a consent ends, and what the very next read is refused with. */
const ENDINGS = {
  'the PSU withdraws it': {
    end: (consentId: string) => services.bus.ask(revokeConsent, { psuId: 'psu-private', consentId }),
    refusal: 'CONSENT_INVALID',
  },
  'the TPP deletes it': {
    end: (consentId: string) => services.tpp.delete(`/v1/consents/${consentId}`),
    refusal: 'CONSENT_INVALID',
  },
  'a later recurring consent is authorised': {
    end: () => services.consent(),
    refusal: 'CONSENT_EXPIRED',
  },
  'midnight ends its last day': {
    async end() {
      const midnight = services.clock.now().getTime() + secondsToNextDay(services.clock.now(), ZAGREB) * 1_000;
      services.clock.moveTo(new Date(midnight).toISOString());
    },
    refusal: 'CONSENT_EXPIRED',
  },
} as const;
type Ending = keyof typeof ENDINGS;
const NAMES = Object.keys(ENDINGS) as Ending[];

/** With the PSU present, so that nothing but the end of the consent can refuse it. */
function read(consentId: string) {
  return services.tpp.get('/v1/accounts', { headers: { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.10' } });
}

async function readable(): Promise<string> {
  const consentId = await services.consent({ validUntil: bankDay(services.clock.now(), ZAGREB) });
  const answer = await read(consentId);
  expect(answer.status, answer.text).toBe(200);
  return consentId;
}

describe('the very next read is refused when', () => {
  it.each(NAMES)('%s', async (name) => {
    const consentId = await readable();
    await ENDINGS[name].end(consentId);
    expect(refusalIn(await read(consentId))).toEqual([401, ENDINGS[name].refusal, undefined]);
  });

  it.each(NAMES)('%s while accounts restarts', async (name) => {
    const consentId = await readable();
    await services.running.accounts.stop();
    await ENDINGS[name].end(consentId);
    expect((await read(consentId)).status).toBe(503);
    await services.restart('accounts');
    expect(refusalIn(await read(consentId))).toEqual([401, ENDINGS[name].refusal, undefined]);
  });

  it.each(NAMES)('%s and the service of consents restarts at once', async (name) => {
    const consentId = await readable();
    await ENDINGS[name].end(consentId);
    await services.running.consent.stop();
    expect((await read(consentId)).status).toBe(503);
    await services.restart('consent');
    expect(refusalIn(await read(consentId))).toEqual([401, ENDINGS[name].refusal, undefined]);
  });

  it('a hundred reads are under way as it ends: those that begin after the answer are all refused', async () => {
    const consentId = await readable();
    const underway = Array.from({ length: 100 }, () => read(consentId));
    await ENDINGS['the TPP deletes it'].end(consentId);
    const afterwards = await Promise.all(Array.from({ length: 20 }, () => read(consentId)));
    expect(new Set(afterwards.map(({ status }) => status))).toEqual(new Set([401]));
    for (const { status } of await Promise.all(underway)) expect([200, 401]).toContain(status);
  });
});
