import { HeldLinks, initialApprovals, SigningRules } from '@xs2a/approvals';
import {
  type AuthorisationState,
  listPaymentAuthorisations,
  readPaymentStatus,
  startConsentAuthorisation,
  startFundsConsentAuthorisation,
  startPaymentAuthorisation,
} from '@xs2a/contracts';
import { loadProfile } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import {
  askForConsent,
  askForFundsConsent,
  askForPayment,
  creation,
  refusalOf,
  situationOf,
  TPP,
} from '@xs2a/test-system/ask-as-gateway';
import { fundsConsentOrder, IBAN } from '@xs2a/test-system/data/fixtures';
import { authorisationOf, settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'payments', 'consent'));

const ADDRESS = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const COMPANY = { iban: IBAN.corporate };
const EXPLICIT = { redirectUri: 'https://tpp.example/ok', explicitAuthorisationPreferred: true };

function startPayment(paymentId: string, overrides: object = {}): Promise<AuthorisationState> {
  return services.bus.ask(startPaymentAuthorisation, { ...creation(overrides), ...ADDRESS, paymentId });
}

function startConsent(consentId: string, overrides: object = {}): Promise<AuthorisationState> {
  return services.bus.ask(startConsentAuthorisation, { ...creation(overrides), consentId });
}

const ofAccount = (account: object) => ({ access: { balances: [account], transactions: [account] } });
/** Each kind of resource, requested for an account. */
const KINDS = [
  ['payment', (account: object, more = {}) => askForPayment(services.bus, { debtorAccount: account }, more)],
  ['consent', (account: object, more = {}) => askForConsent(services.bus, ofAccount(account), more)],
  [
    'consent for funds',
    (account: object, more = {}) => askForFundsConsent(services.bus, fundsConsentOrder({ account }), more),
  ],
] as const;

describe.each(KINDS)('the creation of a %s (decision 20)', (_, create) => {
  const account = { iban: IBAN.private };

  it('starts its authorisation implicitly if one PSU approves by redirect', async () => {
    const { scaApproach, authorisation } = await create(account);
    expect([scaApproach, authorisation?.scaStatus]).toEqual(['REDIRECT', 'received']);
  });

  it('starts none if the TPP prefers an explicit start', async () => {
    const created = await create(account, { wishes: EXPLICIT });
    expect(created).toMatchObject({ scaApproach: 'REDIRECT', psuKnown: false });
    expect(created.authorisation).toBeUndefined();
  });

  it('starts none if several PSUs must approve: one link cannot serve them all', async () => {
    expect((await create(COMPANY)).authorisation).toBeUndefined();
  });

  it('starts none in the embedded approach, where the TPP starts the authorisation', async () => {
    const created = await create(account, { wishes: { redirectPreferred: false }, psu: { psuId: 'psu-private' } });
    expect(created).toMatchObject({ scaApproach: 'EMBEDDED', psuKnown: true });
    expect(created.authorisation).toBeUndefined();
  });

  it('gets the same response when it is repeated after a lost response', async () => {
    for (const asked of [account, COMPANY]) {
      const request = { requestId: crypto.randomUUID() };
      expect(await create(asked, request)).toEqual(await create(asked, request));
    }
  });
});

describe('the number of signatures', () => {
  it('is requested from the bank once in several minutes for an account, and again afterwards', async () => {
    // By then the values from earlier tests have expired.
    services.clock.forward({ minutes: 6 });
    let asked = 0;
    const questions = services.bus.connection.subscribe('bank.readSigningRules', { callback: () => void asked++ });
    for (let number = 0; number < 5; number++) await askForPayment(services.bus);
    expect(asked).toBe(1);
    await askForPayment(services.bus, { debtorAccount: { iban: IBAN.savings } });
    expect(asked).toBe(2);
    services.clock.forward({ minutes: 6 });
    await askForPayment(services.bus);
    expect(asked).toBe(3);
    questions.unsubscribe();
  });

  it('leads to an explicit start if it is unknown because the bank is unavailable, never to a failed creation', async () => {
    services.clock.forward({ minutes: 6 });
    await services.running.bank.stop();
    const created = await askForPayment(services.bus);
    expect(created).toMatchObject({ transactionStatus: 'RCVD' });
    expect(created.authorisation).toBeUndefined();
    const started = await startPayment(created.paymentId);
    expect(started.scaStatus).toBe('received');
    await services.restart('bank');
  });
});

describe('a creation without a possible approach', () => {
  it('is refused for a consent that leaves the accounts to the PSU if the bank offers the embedded approach alone', async () => {
    const profile = { ...loadProfile('hr-full'), scaApproaches: ['EMBEDDED' as const] };
    const signingRules = new SigningRules(services.bus, services.clock.now);
    const peers = { allCan: () => false, onChange: () => undefined };
    const heldLinks = new HeldLinks('consent', { keys: undefined, peers });
    const context = { bus: services.bus, profile, signingRules, heldLinks };
    const begin = (model: 'bankOffered' | 'detailed') =>
      initialApprovals(
        context,
        { tpp: { ...TPP, roles: [...TPP.roles] }, requestId: 'r', fingerprint: 'f', wishes: {} },
        {
          kind: 'consent',
          model,
          grants: [],
          rights: [],
          recurring: true,
          validUntil: '2030-01-01',
          frequencyPerDay: 4,
        },
        { id: crypto.randomUUID() },
      );
    expect(await situationOf(begin('bankOffered'))).toBe('consentModelNotOffered');
    expect(await situationOf(begin('detailed'))).toBeUndefined();
  });
});

describe('a redirect that the TPP prefers, without a redirect URI', () => {
  const wishes = { redirectPreferred: true };

  it('is refused at the start, unless the creation or the start names the redirect URI', async () => {
    const without = await askForPayment(services.bus, {}, { wishes: { explicitAuthorisationPreferred: true } });
    const refused = await refusalOf(startPayment(without.paymentId, { wishes }));
    expect([refused.situation, refused.path]).toEqual(['redirectUriMissing', 'TPP-Redirect-URI']);
    const redirectUri = 'https://tpp.example/ok';
    expect(await startPayment(without.paymentId, { wishes: { ...wishes, redirectUri } })).toMatchObject({
      scaApproach: 'REDIRECT',
    });
    const named = await askForPayment(services.bus, {}, { wishes: EXPLICIT });
    expect(await startPayment(named.paymentId, { wishes })).toMatchObject({ scaApproach: 'REDIRECT' });
  });
});

describe('an explicit start', () => {
  const explicit = (more: object = {}) => askForPayment(services.bus, {}, { wishes: EXPLICIT, ...more });

  it('creates a separate authorisation, which the parent lists, and which authorises it', async () => {
    const { paymentId } = await explicit();
    const { authorisationId, scaApproach } = await startPayment(paymentId);
    expect(scaApproach).toBe('REDIRECT');
    const tpp = { ...TPP, roles: [...TPP.roles] };
    const listed = await services.bus.ask(listPaymentAuthorisations, { tpp, ...ADDRESS, paymentId });
    expect(listed).toEqual({ authorisationIds: [authorisationId] });
    expect(await settleAs(services, 'payment', authorisationId, 'psu-private')).toEqual({
      transactionStatus: 'ACCP',
      counted: true,
    });
  });

  it('works for consents of both kinds', async () => {
    const consent = await askForConsent(services.bus, {}, { wishes: EXPLICIT });
    const { authorisationId } = await startConsent(consent.consentId);
    expect(await settleAs(services, 'consent', authorisationId, 'psu-private')).toEqual({
      consentStatus: 'valid',
      counted: true,
    });
    const funds = await askForFundsConsent(services.bus, fundsConsentOrder(), { wishes: EXPLICIT });
    const started = await services.bus.ask(startFundsConsentAuthorisation, {
      ...creation(),
      consentId: funds.consentId,
    });
    const settled = await settleAs(services, 'fundsConsent', started.authorisationId, 'psu-private');
    expect(settled).toEqual({ consentStatus: 'valid', counted: true });
  });

  it('repeated under its X-Request-ID creates one, even ten times at the same moment; under another ID another one', async () => {
    const { paymentId } = await explicit();
    const requestId = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => startPayment(paymentId, { requestId })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const other = await startPayment(paymentId);
    expect(other.authorisationId).not.toBe(answers[0]?.authorisationId);
  });

  it('under the X-Request-ID of another request is refused, including that of the creation', async () => {
    const requestId = crypto.randomUUID();
    const { paymentId } = await explicit({ requestId });
    expect(await situationOf(startPayment(paymentId, { requestId, fingerprint: 'other' }))).toBe('requestIdReused');
    const started = { requestId: crypto.randomUUID() };
    await startPayment(paymentId, started);
    expect(await situationOf(startPayment(paymentId, { ...started, fingerprint: 'x' }))).toBe('requestIdReused');
  });

  it.each(['finalised', 'failed'] as const)('after the parent was decided (%s) is refused', async (outcome) => {
    const { paymentId } = await explicit();
    const { authorisationId } = await startPayment(paymentId);
    await settleAs(services, 'payment', authorisationId, 'psu-private', { outcome });
    expect(await situationOf(startPayment(paymentId))).toBe('statusInvalid');
    const { consentId } = await askForConsent(services.bus, {}, { wishes: EXPLICIT });
    const started = await startConsent(consentId);
    await settleAs(services, 'consent', started.authorisationId, 'psu-private', { outcome });
    expect(await situationOf(startConsent(consentId))).toBe('statusInvalid');
  });

  it('uses the redirect URI of the creation, and no other: one for the whole transaction', async () => {
    const { paymentId } = await explicit();
    expect(await situationOf(startPayment(paymentId, { wishes: {} }))).toBeUndefined();
    const elsewhere = { wishes: { redirectUri: 'https://tpp.example/elsewhere' } };
    expect(await situationOf(startPayment(paymentId, elsewhere))).toBe('headerInvalid');
    const none = await explicit({ wishes: { explicitAuthorisationPreferred: true } });
    expect(await situationOf(startPayment(none.paymentId, elsewhere))).toBeUndefined();
    expect(await situationOf(startPayment(none.paymentId))).toBe('headerInvalid');
  });

  it('may send its own preferences; otherwise those of the creation apply', async () => {
    const { paymentId } = await explicit({ wishes: { ...EXPLICIT, redirectPreferred: false } });
    expect((await startPayment(paymentId)).scaApproach).toBe('EMBEDDED');
    expect((await startPayment(paymentId, { wishes: { decoupledPreferred: true } })).scaApproach).toBe('DECOUPLED');
  });

  it('is for the PSU that the creation named, if one PSU approves', async () => {
    const { paymentId } = await explicit({ psu: { psuId: 'psu-private' } });
    const { authorisationId } = await startPayment(paymentId);
    expect((await authorisationOf(services, authorisationId)).namedPsu?.psuId).toBe('psu-private');
    const other = startPayment(paymentId, { psu: { psuId: 'psu-corporate-1' } });
    expect(await situationOf(other)).toBe('psuCredentialsInvalid');
  });

  it('is limited in number', async () => {
    const { paymentId } = await explicit();
    for (let number = 0; number < 20; number++) await startPayment(paymentId);
    expect(await situationOf(startPayment(paymentId))).toBe('statusInvalid');
    const tpp = { ...TPP, roles: [...TPP.roles] };
    expect(await services.bus.ask(readPaymentStatus, { tpp, ...ADDRESS, paymentId })).toEqual({
      transactionStatus: 'RCVD',
    });
  });
});
