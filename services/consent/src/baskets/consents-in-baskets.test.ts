import { reserveConsents, startConsentAuthorisation } from '@xs2a/contracts';
import { askForConsent, creation, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { startServices, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startServices('bank', 'sca', 'consent');
});
afterAll(() => services[Symbol.asyncDispose]());

const tpp = { ...TPP, roles: [...TPP.roles] };
const reserve = (consentIds: string[]) =>
  services.bus.ask(reserveConsents, { tpp, basketId: crypto.randomUUID(), consentIds });

describe('a basket takes its consents, all or none (decision 23)', () => {
  it('consents of different PSUs are refused, and none of them stays blocked', async () => {
    const consentOf = async (psuId: string) => (await askForConsent(services.bus, {}, { psu: { psuId } })).consentId;
    const consentIds = [await consentOf('psu-private'), await consentOf('psu-empty')];
    expect(await situationOf(reserve(consentIds))).toBe('basketMixInvalid');
    for (const consentId of consentIds) {
      const start = services.bus.ask(startConsentAuthorisation, { ...creation(), consentId });
      expect(await situationOf(start)).toBeUndefined();
    }
  });
});
