import {
  authenticatePsu,
  authoriseTransaction,
  type ConsentStatus,
  readConsentStatus,
  selectMethod,
  startConsentAuthorisation,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { askForConsent, creation, newestCode, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN, RETURN } from '@xs2a/test-system/data/fixtures';
import { startServices } from '@xs2a/test-system/start/start-services';
import { expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'consent'));

const EXPLICIT = {
  wishes: { redirectUri: RETURN.ok, nokRedirectUri: RETURN.nok, explicitAuthorisationPreferred: true },
};

async function started(consentId: string): Promise<string> {
  const { redirectReference = '' } = await services.bus.ask(startConsentAuthorisation, {
    ...creation(EXPLICIT),
    consentId,
  });
  return redirectReference;
}

/** Signs in, chooses the given account if a choice is required, and enters the code. */
async function approve(redirectReference: string, psuId: string, iban: string = IBAN.corporate) {
  const { bus } = services;
  const signedIn = await bus.ask(authenticatePsu, { redirectReference, psuId, password: `${psuId}-pass` });
  const accounts = signedIn.view.offeredAccounts
    ?.filter(({ reference }) => reference.iban === iban)
    .map(({ key }) => key);
  const chosen = { session: signedIn.session ?? '', authenticationMethodId: 'sms', ...(accounts && { accounts }) };
  const { session = '', view } = await bus.ask(selectMethod, chosen);
  const scaAuthenticationData = await newestCode(bus, psuId);
  const { scaStatus } = (await bus.ask(authoriseTransaction, { session, scaAuthenticationData })).view;
  return { signatures: view.signatures, scaStatus };
}

async function statusOf(consentId: string): Promise<ConsentStatus> {
  const tpp = { ...TPP, roles: [...TPP.roles] };
  return (await services.bus.ask(readConsentStatus, { tpp, consentId })).consentStatus;
}

const [ONE, TWO] = ['psu-corporate-1', 'psu-corporate-2'] as const;
const OF_PSU = { access: { accounts: [] } };

it('a chosen account that needs two signatures also needs them on the page (decision 6)', async () => {
  const { consentId } = await askForConsent(services.bus, OF_PSU, EXPLICIT);
  expect(await approve(await started(consentId), ONE)).toMatchObject({ signatures: { needed: 2, given: 0 } });
  expect(await statusOf(consentId)).toBe('partiallyAuthorised');
  await approve(await started(consentId), TWO);
  expect(await statusOf(consentId)).toBe('valid');
});

it('a PSU whose approval did not count, because it chose accounts other than the first PSU, may later approve those of the first', async () => {
  const accounts = services.database('bank').collection('ledgerAccounts');
  await accounts.updateOne({ 'customer.owners': 'psu-empty' }, { $addToSet: { 'customer.owners': TWO } });
  const { consentId } = await askForConsent(services.bus, OF_PSU, EXPLICIT);
  const [first, second] = [await started(consentId), await started(consentId)];
  await approve(first, ONE);
  expect(await approve(second, TWO, IBAN.empty)).toMatchObject({ scaStatus: 'failed' });
  expect(await statusOf(consentId)).toBe('partiallyAuthorised');
  // A PSU that has been counted is not counted again.
  const again = services.bus.ask(startConsentAuthorisation, { ...creation({ psu: { psuId: ONE } }), consentId });
  expect(await situationOf(again)).toBe('signedAlready');
  expect(await approve(await started(consentId), TWO)).toMatchObject({ scaStatus: 'finalised' });
  expect(await statusOf(consentId)).toBe('valid');
});
