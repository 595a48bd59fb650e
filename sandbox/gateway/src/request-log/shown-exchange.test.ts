import { describe, expect, it } from 'vitest';
import { ShownExchange } from './shown-exchange.ts';

const JSON_TYPE = { type: 'application/json', isTaken: false };
const CANARY = 'canary-7f3a';
const starting = new ShownExchange('startConsentAuthorisation');
const paying = new ShownExchange('initiatePayment');

const request = (shown: ShownExchange, body: unknown, sent = JSON_TYPE): string =>
  shown.requestBody(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), sent);

describe('the request log shows of a body', () => {
  it('the fields of the interface, also in lists and as text', () => {
    const order = {
      instructedAmount: { currency: 'EUR', amount: '12.50' },
      creditorName: 'Ana Anić',
      batchBookingPreferred: 'true',
    };
    expect(JSON.parse(request(paying, order))).toEqual(order);
    const basket = { paymentIds: ['3f1a', '4b2c'] };
    expect(JSON.parse(request(new ShownExchange('createSigningBasket'), basket))).toEqual(basket);
  });

  it.each([
    ['a field of the interface', { psuData: { password: CANARY } }],
    ['a list', { psuData: { password: [CANARY] } }],
    ['an object', { psuData: { password: { value: CANARY } } }],
    ['a field of another type', { psuData: CANARY }],
    ['an unknown field', { psuData: { PIN: CANARY } }],
    ['an unknown object', { credentials: { login: [{ word: CANARY }] } }],
    ['a list where there is none', [{ psuData: { password: CANARY } }]],
    ['text alone', JSON.stringify(CANARY)],
    ['JSON that is cut off', `{"psuData":{"password":"${CANARY}"`],
    ['a form', `password=${CANARY}`],
    ['the code', { scaAuthenticationData: CANARY }],
  ])('no secret in %s', (_, body) => {
    const shown = request(starting, body);
    expect(shown).not.toContain(CANARY);
    expect(shown).toMatch(
      /\((?:string of \d+ characters|array of \d+|object of \d+ fields|\d+ bytes of application\/json)\)/,
    );
  });

  it('a message in XML once the interface has taken it, else its type and length', () => {
    const xml = `<Document>${CANARY}</Document>`;
    const sent = { type: 'application/xml', isTaken: true };
    expect(request(paying, xml, sent)).toBe(xml);
    expect(request(paying, xml, { ...sent, isTaken: false })).toBe(`(${xml.length} bytes of application/xml)`);
  });

  it('links, without what opens an authorisation', () => {
    const secret = 'abcdefghijklmnopqrstuvwxyz';
    const answer = {
      consentId: 'c-1',
      _links: {
        scaRedirect: { href: `https://portal.test/sca/${secret}` },
        status: { href: '/v1/consents/c-1/status' },
      },
    };
    const shown = new ShownExchange('createConsent').answerBody(Buffer.from(JSON.stringify(answer)), JSON_TYPE);
    expect(shown).toContain('"/v1/consents/c-1/status"');
    expect(shown).toContain('"c-1"');
    expect(shown).not.toContain(secret);
  });
});

describe('the request log shows of an address and of headers', () => {
  const reading = new ShownExchange('getTransactionList');

  it('the parameters that the endpoint reads, and of others their length', () => {
    const address = `/v1/accounts/a/transactions?bookingStatus=both&access_token=${CANARY}&dateFrom=2026-11-01`;
    expect(reading.address(address)).toBe(
      '/v1/accounts/a/transactions?bookingStatus=both&access_token=(string of 11 characters)&dateFrom=2026-11-01',
    );
  });

  it('a parameter without a value by its name where the endpoint reads it, else by its length', () => {
    expect(reading.address(`/v1/accounts/a/transactions?deltaList&${CANARY}`)).toBe(
      '/v1/accounts/a/transactions?deltaList&(string of 11 characters)',
    );
  });

  it.each([
    ['name and password', `https://user:${CANARY}@tpp.example/ok`, 'https://***@tpp.example/ok'],
    ['fragment', `https://tpp.example/ok#access_token=${CANARY}`, 'https://tpp.example/ok#***'],
    ['parameters without a host', `/ok?state=${CANARY}`, '/ok?state=(string of 11 characters)'],
  ])('an address of the TPP, refused or not, without its %s', (_, sent, shown) =>
    expect(paying.header('TPP-Redirect-URI', sent)).toBe(shown),
  );

  it.each([
    ['PSU-IP-Address', '192.0.2.7', '192.0.2.7'],
    ['Authorization', `Bearer ${CANARY}`, '(string of 18 characters)'],
    ['Cookie', CANARY, '(string of 11 characters)'],
    ['X-Api-Key', CANARY, '(string of 11 characters)'],
  ])('%s as it may be seen', (name, value, shown) => expect(reading.header(name, value)).toBe(shown));

  it('an address of the TPP without the values of its parameters', () => {
    expect(paying.header('TPP-Redirect-URI', `https://tpp.example/ok?state=${CANARY}`)).toBe(
      'https://tpp.example/ok?state=(string of 11 characters)',
    );
  });
});
