import {
  authenticatePsu,
  authoriseTransaction,
  readConsentStatus,
  selectMethod,
  startConsentAuthorisation,
} from '@xs2a/contracts';
import { askForConsent, creation, newestCode, TPP } from '@xs2a/test-system/ask-as-gateway';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startServices('bank', 'sca', 'consent');
});
afterAll(() => services[Symbol.asyncDispose]());

const EXPLICIT = {
  wishes: { redirectUri: RETURN.ok, nokRedirectUri: RETURN.nok, explicitAuthorisationPreferred: true },
};

/** The PSU signs in and chooses the first account that is offered, if any is to be chosen; then it enters its code. */
async function approveFirst(consentId: string, psuId: string) {
  const { bus } = services;
  const { redirectReference = '' } = await bus.ask(startConsentAuthorisation, { ...creation(EXPLICIT), consentId });
  const signedIn = await bus.ask(authenticatePsu, { redirectReference, psuId, password: `${psuId}-pass` });
  const accounts = signedIn.view.offeredAccounts?.slice(0, 1).map(({ key }) => key);
  const chosen = { session: signedIn.session ?? '', authenticationMethodId: 'sms', ...(accounts && { accounts }) };
  const { session = '', view } = await bus.ask(selectMethod, chosen);
  await bus.ask(authoriseTransaction, { session, scaAuthenticationData: await newestCode(bus, psuId) });
  const tpp = { ...TPP, roles: [...TPP.roles] };
  return { signatures: view.signatures, ...(await bus.ask(readConsentStatus, { tpp, consentId })) };
}

it('an account that needs two signatures needs them too where the PSU chose it on the page (decision 6)', async () => {
  const { consentId } = await askForConsent(services.bus, { access: { accounts: [] } }, EXPLICIT);
  expect(await approveFirst(consentId, 'psu-corporate-1')).toMatchObject({
    signatures: { needed: 2, given: 0 },
    consentStatus: 'partiallyAuthorised',
  });
  expect(await approveFirst(consentId, 'psu-corporate-2')).toMatchObject({ consentStatus: 'valid' });
});
