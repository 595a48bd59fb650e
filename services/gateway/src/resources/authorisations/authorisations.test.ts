import {
  type AuthorisationState,
  ENDPOINTS,
  type EndpointKey,
  type Operation,
  type ReplyOf,
  type RequestOf,
  readScaStatus,
  startBasketAuthorisation,
  startCancellationAuthorisation,
  startConsentAuthorisation,
  startFundsConsentAuthorisation,
  startPaymentAuthorisation,
  updatePsuData,
  Xs2aError,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { answerTo } from '../../../test/answer-to.ts';
import { AS_JSON, addressOf } from '../../../test/endpoint-samples.ts';
import { startGateway } from '../../../test/start-gateway.ts';

const STARTS = [
  ['startConsentAuthorisation', startConsentAuthorisation, 'consentId'],
  ['consentConfirmationOfFundsStartAuth', startFundsConsentAuthorisation, 'consentId'],
  ['startPaymentAuthorisation', startPaymentAuthorisation, 'paymentId'],
  ['startPaymentInitiationCancellationAuthorisation', startCancellationAuthorisation, 'paymentId'],
  ['startSigningBasketAuthorisation', startBasketAuthorisation, 'basketId'],
] as const;
const UPDATES = [
  ['updateConsentsPsuData', 'consent'],
  ['consentConfirmationOfFundsUpdatePsuData', 'fundsConsent'],
  ['updatePaymentPsuData', 'payment'],
  ['updatePaymentCancellationPsuData', 'cancellation'],
  ['updateSigningBasketPsuData', 'basket'],
] as const;
const PAYMENT = addressOf('startPaymentAuthorisation');
const AUTHORISATION = addressOf('updatePaymentPsuData');

const SMS = { authenticationMethodId: 'sms', authenticationType: 'SMS_OTP', name: 'SMS' } as const;
const CHALLENGED: AuthorisationState = {
  authorisationId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  scaStatus: 'scaMethodSelected',
  scaApproach: 'EMBEDDED',
  psuKnown: true,
  chosenScaMethod: SMS,
  challengeData: { otpMaxLength: 6 },
  psuMessage: 'Unesite kod',
};

const gateway = forAllTests(() => startGateway());
const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const standIn of open.splice(0)) await standIn[Symbol.asyncDispose]();
});

/** Answers an operation during this test, and records its requests. */
async function answering<O extends Operation>(operation: O, reply: ReplyOf<O> | Xs2aError): Promise<RequestOf<O>[]> {
  const standIn = await answerTo(gateway.natsUrl, operation, () => {
    if (reply instanceof Xs2aError) throw reply;
    return reply;
  });
  open.push(standIn);
  return standIn.asked;
}

function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return gateway.ask(method, path, { headers: { ...(body && AS_JSON), ...headers }, ...sent });
}

describe('the start of an authorisation', () => {
  it.each(STARTS)('%s answers 201 with its id, its address and the next step', async (key, operation, parameter) => {
    const asked = await answering(operation as Operation, CHALLENGED);
    const answer = await send('POST', addressOf(key));
    const body = JSON.parse(answer.text) as Record<string, unknown>;
    const self = `${addressOf(key)}/${CHALLENGED.authorisationId}`;
    expect(answer.status).toBe(201);
    expect(answer.headers.get('Location')).toBe(self);
    expect(answer.headers.get('ASPSP-SCA-Approach')).toBe('EMBEDDED');
    expect(body).toEqual({
      scaStatus: 'scaMethodSelected',
      authorisationId: CHALLENGED.authorisationId,
      ...(key.includes('Cancellation') && { cancellationId: CHALLENGED.authorisationId }),
      chosenScaMethod: SMS,
      challengeData: { otpMaxLength: 6 },
      psuMessage: 'Unesite kod',
      _links: { authoriseTransaction: { href: self }, scaStatus: { href: self } },
    });
    expect(asked[0]).toHaveProperty(parameter);
    expect(asked[0]).not.toHaveProperty('input');
  });

  it.each([
    ['nothing, without a Content-Type', undefined, {}, undefined],
    ['an empty object', {}, {}, undefined],
    ['unknown fields', { other: 1 }, {}, undefined],
    ['PSU-ID alone', {}, { 'PSU-ID': 'psu-private' }, { kind: 'identification' }],
    ['a password', { psuData: { password: 'p' } }, {}, { kind: 'authentication', password: 'p' }],
    ['a method', { authenticationMethodId: 'push' }, {}, { kind: 'methodSelection', authenticationMethodId: 'push' }],
  ])('accepts %s', async (_, body, headers, input) => {
    const [asked] = [await answering(startPaymentAuthorisation, CHALLENGED)];
    expect((await send('POST', PAYMENT, body, headers)).status).toBe(201);
    expect(asked[0]?.input).toEqual(input);
  });

  it('has a fingerprint without credentials', async () => {
    const asked = await answering(startPaymentAuthorisation, CHALLENGED);
    const psu = { 'PSU-ID': 'psu-private' };
    await send('POST', PAYMENT, { psuData: { password: 'one' } }, psu);
    await send('POST', PAYMENT, { psuData: { password: 'another' } }, psu);
    await send('POST', PAYMENT, {}, psu);
    await send('POST', PAYMENT, { psuData: { password: 'one' } }, { 'PSU-ID': 'psu-multi' });
    const [one, another, identification, otherPsu] = asked.map(({ fingerprint }) => fingerprint);
    expect(another).toBe(one);
    expect(new Set([one, identification, otherPsu])).toHaveLength(3);
  });

  it.each([
    ['en-GB,en;q=0.9,hr;q=0.8', 'en'],
    ['de,hr;q=0.2,en;q=0.1', 'hr'],
    ['de', undefined],
    ['hr;q=0', undefined],
  ])('passes on the language of the PSU: %s', async (header, language) => {
    const asked = await answering(startPaymentAuthorisation, CHALLENGED);
    await send('POST', PAYMENT, {}, { 'PSU-Accept-Language': header });
    expect(asked[0]?.wishes.language).toBe(language);
  });
});

describe('the update of an authorisation', () => {
  it.each(UPDATES)('%s answers 200 with the status under both names', async (key, kind) => {
    const asked = await answering(updatePsuData, CHALLENGED);
    const headers = { 'PSU-ID': 'psu-private', 'PSU-Corporate-ID': 'corp-1', 'PSU-Accept-Language': 'en' };
    const answer = await send('PUT', addressOf(key), { psuData: { password: 'p' } }, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ASPSP-SCA-Approach')).toBe('EMBEDDED');
    expect(JSON.parse(answer.text)).toMatchObject({
      scaStatus: 'scaMethodSelected',
      scatransactionStatus: 'scaMethodSelected',
      chosenScaMethod: SMS,
      psuMessage: 'Unesite kod',
      _links: { scaStatus: { href: addressOf(key) } },
    });
    expect(asked[0]).toMatchObject({
      parent: { kind },
      psu: { psuId: 'psu-private', corporateId: 'corp-1' },
      language: 'en',
      input: { kind: 'authentication', password: 'p' },
    });
  });

  it.each([
    [{ scaAuthenticationData: '123456' }, { kind: 'transactionAuthorisation', scaAuthenticationData: '123456' }],
    [{ confirmationCode: 'c' }, { kind: 'confirmation', confirmationCode: 'c' }],
    [{ authenticationMethodId: 'sms' }, { kind: 'methodSelection', authenticationMethodId: 'sms' }],
  ])('accepts %j', async (body, input) => {
    const asked = await answering(updatePsuData, CHALLENGED);
    expect((await send('PUT', AUTHORISATION, body)).status).toBe(200);
    expect(asked[0]?.input).toEqual(input);
  });

  it('a confirmation also links to the status of the resource', async () => {
    await answering(updatePsuData, { ...CHALLENGED, scaApproach: 'REDIRECT', scaStatus: 'finalised' });
    const { text } = await send('PUT', AUTHORISATION, { confirmationCode: 'c' });
    expect(Object.keys((JSON.parse(text) as { _links: object })._links)).toEqual(['status', 'scaStatus']);
  });

  it.each([
    ['nothing', {}, 'psuData'],
    ['an empty psuData', { psuData: {} }, 'psuData.password'],
    ['an empty password', { psuData: { password: '' } }, 'psuData.password'],
    ['a password that is no string', { psuData: { password: 1 } }, 'psuData.password'],
    ['a method id that is too long', { authenticationMethodId: 'x'.repeat(36) }, 'authenticationMethodId'],
    ['a code that is no string', { scaAuthenticationData: 123_456 }, 'scaAuthenticationData'],
    ['two kinds', { psuData: { password: 'CANARY' }, scaAuthenticationData: 'CANARY' }, 'scaAuthenticationData'],
  ])('with %s is refused with the field', async (_, body, path) => {
    const answer = await send('PUT', AUTHORISATION, body);
    expect([answer.status, answer.message.code, answer.message.path]).toEqual([400, 'FORMAT_ERROR', path]);
    expect(answer.text).not.toContain('CANARY');
  });

  it('with two kinds of data is refused with both fields', async () => {
    const { message } = await send('PUT', AUTHORISATION, { authenticationMethodId: 'a', confirmationCode: 'b' });
    expect(message.text).toContain('authenticationMethodId, confirmationCode');
  });

  it.each(['additionalPassword', 'additionalEncryptedPassword'])(
    'with %s is refused as not supported',
    async (field) => {
      const psuData = { password: 'p', [field]: 'CANARY' };
      const { status, message, text } = await send('PUT', AUTHORISATION, { psuData });
      expect([status, message.code, message.path]).toEqual([400, 'PARAMETER_NOT_SUPPORTED', `psuData.${field}`]);
      expect(text).not.toContain('CANARY');
    },
  );
});

describe('an error links to the next attempt (decision 20)', () => {
  const linksOf = (text: string): unknown => (JSON.parse(text) as { _links?: object })._links;

  it.each(['updatePsuAuthentication', 'authoriseTransaction'] as const)('%s at the same address', async (remedy) => {
    await answering(updatePsuData, new Xs2aError('psuCredentialsInvalid', { remedy }));
    for (const [headers, status] of [
      [{}, 401],
      [{ Accept: 'application/problem+json, application/json;q=0.5' }, 401],
    ] as const) {
      const answer = await send('PUT', AUTHORISATION, { scaAuthenticationData: '1' }, headers);
      expect(answer.status).toBe(status);
      expect(linksOf(answer.text)).toEqual({ [remedy]: { href: AUTHORISATION } });
    }
  });

  it('that starts a new authorisation at the resource', async () => {
    await answering(updatePsuData, new Xs2aError('psuCredentialsInvalid', { remedy: 'startAuthorisation' }));
    const { text } = await send('PUT', AUTHORISATION, { scaAuthenticationData: '1' });
    expect(linksOf(text)).toEqual({ startAuthorisation: { href: PAYMENT } });
  });

  it('that updates the started authorisation, if its first data was refused', async () => {
    const remedy = { remedy: 'updatePsuAuthentication', authorisationId: 'a1' } as const;
    await answering(startPaymentAuthorisation, new Xs2aError('psuCredentialsInvalid', remedy));
    const { text } = await send('POST', PAYMENT, { psuData: { password: 'p' } });
    expect(linksOf(text)).toEqual({
      updatePsuAuthentication: { href: `${PAYMENT}/a1` },
      startAuthorisation: { href: PAYMENT },
    });
  });

  it('unless there is none', async () => {
    await answering(updatePsuData, new Xs2aError('authorisationFailed'));
    const answer = await send('PUT', AUTHORISATION, { scaAuthenticationData: '1' });
    expect([answer.status, answer.message.code, linksOf(answer.text)]).toEqual([400, 'SCA_INVALID', undefined]);
  });
});

describe('lists and statuses', () => {
  it('only an unconfirmed authorisation links to its confirmation', async () => {
    await answering(readScaStatus, { scaStatus: 'unconfirmed' });
    const { text } = await send('GET', AUTHORISATION);
    expect(JSON.parse(text)).toMatchObject({ _links: { confirmation: { href: AUTHORISATION } } });
    await open.pop()?.[Symbol.asyncDispose]();
    await answering(readScaStatus, { scaStatus: 'started', psuMessage: 'x' });
    expect(JSON.parse((await send('GET', AUTHORISATION)).text)).toEqual({ scaStatus: 'started', psuMessage: 'x' });
  });

  it('every endpoint that starts or updates an authorisation is covered', () => {
    const tested: string[] = [...STARTS, ...UPDATES].map(([key]) => key);
    const rows = Object.keys(ENDPOINTS).filter((key) => 'authorises' in ENDPOINTS[key as EndpointKey]);
    expect(tested.toSorted()).toEqual(rows.toSorted());
  });
});
