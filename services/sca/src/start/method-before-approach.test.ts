import { answerDevice, authenticatePsu } from '@xs2a/contracts';
import { loadProfile } from '@xs2a/service-kit';
import { forAllTests, hrefOf, profileFile, type TppAnswer } from '@xs2a/test-kit';
import { newestCode } from '@xs2a/test-system/ask-as-gateway';
import { consentBody, RETURN } from '@xs2a/test-system/data/fixtures';
import { CORPORATE, EXPLICIT, linkNames, startPaymentServices } from '@xs2a/test-system/start/payment-services';
import { beforeEach, describe, expect, it } from 'vitest';

const METHODS = [
  { authenticationMethodId: 'sms', authenticationType: 'SMS_OTP', name: 'SMS' },
  { authenticationMethodId: 'app', authenticationType: 'PUSH_OTP', name: 'App' },
  { authenticationMethodId: 'page', authenticationType: 'PHOTO_OTP', name: 'Picture' },
] as const;
const APPROACHES = ['EMBEDDED', 'DECOUPLED', 'REDIRECT'];
const START = 'startAuthorisationWithAuthenticationMethodSelection';
const BOTH_SPELLINGS = [START, 'startAuthorisationWithAuthentciationMethodSelection'];
const HEADERS = { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-URI': RETURN.ok };
const PSU = { 'PSU-ID': 'psu-private' };

const system = forAllTests(() =>
  startPaymentServices(profileWith(METHODS.map((one, index) => ({ ...one, scaApproach: APPROACHES[index] })))),
);
beforeEach(async () => {
  await system.services.database('sca').collection('psuAttempts').deleteMany({});
});

function profileWith(methodsBeforeApproach: readonly object[]): string {
  return profileFile({ combinedService: true, methodsBeforeApproach });
}

const codeOf = ({ body }: TppAnswer) => (body['tppMessages'] as { code: string }[] | undefined)?.[0]?.code;
const pay = (headers: object = {}, body: object = {}) => system.pay(body, { ...HEADERS, ...headers });
const approachOf = ({ headers }: TppAnswer) => headers.get('aspsp-sca-approach');
const send = (method: 'post' | 'put', answer: TppAnswer, link: string, body: object, headers: object = {}) =>
  system.tpp[method](hrefOf(answer, link), body, { headers: { ...HEADERS, ...headers } });
const pick = (made: TppAnswer, authenticationMethodId: string, headers: object = {}) =>
  send('post', made, START, { authenticationMethodId }, headers);
const scaStatusOf = async (answer: TppAnswer) => (await system.tpp.follow(answer, 'scaStatus')).body['scaStatus'];

describe('a method before the approach (decision 20)', () => {
  it('is requested by every creation, in both spellings, with the same methods for every PSU and no approach', async () => {
    const later = await pay({}, { requestedExecutionDate: '2027-02-05' });
    await system.approve(await pick(later, 'page'));
    const members = [(await pay(EXPLICIT)).body['paymentId']];
    const made = [
      await pay(),
      await pay(PSU),
      await pay({ 'PSU-ID': 'psu-nobody' }),
      await system.tpp.post('/v1/consents', consentBody(), { headers: HEADERS }),
      await system.tpp.post('/v1/signing-baskets', { paymentIds: members }, { headers: HEADERS }),
      await system.tpp.delete(hrefOf(later, 'self'), { headers: HEADERS }),
    ];
    for (const answer of made) {
      expect(linkNames(answer).toSorted()).toEqual([...BOTH_SPELLINGS, 'self', 'status'].toSorted());
      expect([answer.body['scaMethods'], approachOf(answer)]).toEqual([METHODS, null]);
    }
  });

  it('is not requested if the TPP prefers an approach; methods that its preferences exclude are not listed', async () => {
    const redirect = await pay({ 'TPP-Redirect-Preferred': 'true' });
    expect([approachOf(redirect), redirect.body['scaMethods']]).toEqual(['REDIRECT', undefined]);
    const noRedirect = await pay({ 'TPP-Redirect-Preferred': 'false' });
    expect([approachOf(noRedirect), noRedirect.body['scaMethods']]).toEqual([null, METHODS.slice(0, 2)]);
    const embedded = await pay({ 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' });
    expect([approachOf(embedded), embedded.body['scaMethods']]).toEqual(['EMBEDDED', undefined]);
  });

  it('is picked by each of several signers in a separate authorisation: the creation has startAuthorisation alone', async () => {
    const made = await pay({}, CORPORATE);
    expect([linkNames(made).toSorted(), made.body['scaMethods']]).toEqual([
      ['self', 'startAuthorisation', 'status'],
      undefined,
    ]);
    const started = await send('post', made, 'startAuthorisation', {}, { 'PSU-ID': 'psu-corporate-1' });
    expect(started.body).toMatchObject({ scaStatus: 'received', scaMethods: METHODS });
    expect(approachOf(started)).toBeNull();
  });

  it('a code makes it embedded: after the password the code of the picked kind is sent without another choice', async () => {
    const started = await pick(await pay(), 'sms', PSU);
    expect(started.body).toMatchObject({ scaStatus: 'psuIdentified', chosenScaMethod: METHODS[0] });
    expect(approachOf(started)).toBe('EMBEDDED');
    const password = { psuData: { password: 'psu-private-pass' } };
    const asked = await send('put', started, 'updatePsuAuthentication', password);
    expect(asked.body).toMatchObject({
      scaStatus: 'scaMethodSelected',
      chosenScaMethod: { authenticationMethodId: 'sms' },
    });
    const code = { scaAuthenticationData: await newestCode(system.services.bus) };
    expect((await send('put', asked, 'authoriseTransaction', code)).body['scaStatus']).toBe('finalised');
  });

  it('a device makes it decoupled: a named PSU is prompted at once, on its device of that kind', async () => {
    const started = await pick(await pay(PSU), 'app');
    expect([started.body['scaStatus'], approachOf(started)]).toEqual(['started', 'DECOUPLED']);
    const authorisationId = String(started.body['authorisationId']);
    await system.services.bus.ask(answerDevice, { psuId: 'psu-private', authorisationId, approve: true });
    expect(await scaStatusOf(started)).toBe('finalised');
  });

  it('the page of the bank makes it a redirect, which shows the picked method after the password', async () => {
    const started = await pick(await pay(), 'page');
    expect([started.body['scaStatus'], approachOf(started)]).toEqual(['received', 'REDIRECT']);
    const redirectReference = hrefOf(started, 'scaRedirect').split('/').at(-1) ?? '';
    const credentials = { psuId: 'psu-private', password: 'psu-private-pass' };
    const { view } = await system.services.bus.ask(authenticatePsu, { redirectReference, ...credentials });
    expect(view).toMatchObject({
      step: 'transactionAuthorisation',
      chosenScaMethod: { authenticationType: 'PHOTO_OTP' },
    });
  });

  it.each([
    ['sms', 'EMBEDDED', 'psuIdentified'],
    ['app', 'DECOUPLED', 'started'],
    ['page', 'REDIRECT', 'psuIdentified'],
  ])(
    'may be picked by an update of an authorisation without an approach: %s, %s',
    async (method, approach, scaStatus) => {
      const open = await send('post', await pay(), START, {});
      expect(linkNames(open).toSorted()).toEqual(['scaStatus', 'selectAuthenticationMethod']);
      expect([open.body['scaMethods'], approachOf(open)]).toEqual([METHODS, null]);
      const named = await send('put', open, 'selectAuthenticationMethod', {}, PSU);
      expect([named.body['scaStatus'], approachOf(named)]).toEqual(['psuIdentified', null]);
      const password = await send('put', named, 'selectAuthenticationMethod', { psuData: { password: 'x' } });
      expect(codeOf(password)).toBe('STATUS_INVALID');
      const other = await send('put', named, 'selectAuthenticationMethod', { authenticationMethodId: 'chip' });
      expect([other.status, codeOf(other)]).toEqual([400, 'SCA_METHOD_UNKNOWN']);
      const body = { authenticationMethodId: method };
      const picked = await send('put', named, 'selectAuthenticationMethod', body);
      expect([picked.body['scaStatus'], approachOf(picked)]).toEqual([scaStatus, approach]);
    },
  );

  it('is final once picked: of simultaneous picks one counts, and an unknown one starts nothing', async () => {
    const open = await send('post', await pay(), START, {});
    const both = await Promise.all(
      ['sms', 'page'].map((authenticationMethodId) =>
        send('put', open, 'selectAuthenticationMethod', { authenticationMethodId }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const made = await pay();
    const refused = await pick(made, 'chip');
    expect([refused.status, codeOf(refused)]).toEqual([400, 'SCA_METHOD_UNKNOWN']);
    const list = await system.tpp.get(hrefOf(made, START));
    expect(list.body['authorisationIds']).toEqual([]);
  });

  it('a repeated start gets the same authorisation and prompts a device once', async () => {
    const made = await pay(PSU);
    const headers = { ...HEADERS };
    const requestId = crypto.randomUUID();
    const body = { authenticationMethodId: 'app' };
    const [first, again] = [
      await system.tpp.post(hrefOf(made, START), body, { headers, requestId }),
      await system.tpp.post(hrefOf(made, START), body, { headers, requestId }),
    ];
    expect(again.body).toEqual(first.body);
  });

  it('a list that decides no approach is refused when services start', () => {
    const [sms] = METHODS;
    for (const [methods, fault] of [
      [[{ ...sms, scaApproach: 'EMBEDDED' }], /two approaches/],
      [
        [
          { ...sms, scaApproach: 'DECOUPLED' },
          { ...METHODS[2], scaApproach: 'REDIRECT' },
        ],
        /PUSH_OTP belongs to DECOUPLED/,
      ],
      [
        [
          { ...sms, scaApproach: 'EMBEDDED' },
          { ...sms, scaApproach: 'REDIRECT' },
        ],
        /there once/,
      ],
    ] as const) {
      expect(() => loadProfile(profileWith(methods))).toThrow(fault);
    }
  });
});

describe('a method before the approach, in the session of a consent (decision 80)', () => {
  /** Creates a consent that its PSU approved a moment ago. */
  async function session(): Promise<object> {
    const order = consentBody({ combinedServiceIndicator: true, validUntil: '2027-06-30' });
    const headers = { ...HEADERS, 'TPP-Redirect-Preferred': 'true', 'TPP-Explicit-Authorisation-Preferred': 'false' };
    const created = await system.tpp.post('/v1/consents', order, { headers });
    await system.approve(created);
    return { 'Consent-ID': String(created.body['consentId']) };
  }
  const byUpdate = async (made: TppAnswer, authenticationMethodId: string, headers: object = {}) =>
    send('put', await send('post', made, START, {}), 'selectAuthenticationMethod', { authenticationMethodId }, headers);

  it.each([
    ['sms', 'scaMethodSelected'],
    ['app', 'started'],
    ['page', 'received'],
  ])('takes the first factor over with the start and with an update: %s, %s', async (method, scaStatus) => {
    for (const choose of [pick, byUpdate]) {
      const { body } = await choose(await pay(await session()), method);
      expect(body['scaStatus'], JSON.stringify(body)).toBe(scaStatus);
    }
  });

  it('does not reuse the first factor if the TPP names a PSU only then', async () => {
    for (const choose of [pick, byUpdate]) {
      const { body } = await choose(await pay(await session()), 'sms', PSU);
      expect(body['scaStatus']).toBe('psuIdentified');
    }
  });
});
