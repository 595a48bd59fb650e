import { reserveConsents, settleBasketConsents, startConsentAuthorisation, useConsent } from '@xs2a/contracts';
import { askForConsent, creation, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { startServices, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startServices('bank', 'sca', 'consent');
});
afterAll(() => services[Symbol.asyncDispose]());

const tpp = { ...TPP, roles: [...TPP.roles] };
const reserve = (consentIds: string[], basketId: string = crypto.randomUUID()) =>
  services.bus.ask(reserveConsents, { tpp, basketId, consentIds });

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

describe('a consent that was approved with its basket', () => {
  it('is not open to the access token of another PSU, also where the bank had not said how many must approve', async () => {
    const { consentId } = await askForConsent(services.bus, {}, { wishes: { explicitAuthorisationPreferred: true } });
    // As it is stored where the bank does not answer within a second.
    const consents = services.database('consent').collection<{ _id: string }>('consents');
    await consents.updateOne({ _id: consentId }, { $unset: { signaturesNeeded: '' } });
    const basketId = crypto.randomUUID();
    await reserve([consentId], basketId);
    const psu = { psuId: 'psu-private', name: 'Ana' };
    await services.bus.ask(settleBasketConsents, { basketId, outcome: 'authorised', signedBy: [psu.psuId], psu });
    const readFor = (psuId: string) => {
      const use = { tpp: { ...tpp, onBehalfOf: { psuId } }, consentId, psuPresent: true, kind: 'list' as const };
      return situationOf(services.bus.ask(useConsent, use));
    };
    expect([await readFor(psu.psuId), await readFor('psu-empty')]).toEqual([undefined, 'consentNotUsable']);
  });
});
