import { Xs2aError } from '@xs2a/contracts';
import { Bus, refusalMessage } from '@xs2a/service-kit';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { AS_JSON, FUNDS_QUESTION } from '../../test/endpoint-samples.ts';
import { type Sent, startGateway, type TestGateway } from '../../test/start-gateway.ts';

const FILE = `bookingStatuses: [booked]
deltaReports: { entryReferenceFrom: false, deltaList: false }
balancesInLists: false
reportMessages: [camt.052]
cardAccounts: false
fundsConfirmation: false
signingBaskets: { services: [], consents: false }
unknownIds: { consents: 404, resources: 403 }
`;

const narrow = forAllTests(() => startGateway({ PROFILE: profileFile(FILE) }));
const usual = forAllTests(() => startGateway());

const LIST = '/v1/accounts/a1/transactions?dateFrom=2026-01-01';
const DELTA = '/v1/accounts/a1/transactions?bookingStatus=booked';
const READING = { headers: { 'Consent-ID': 'c1' } };

/** Returns the error, or the status: 503 if the request passed the checks, because no service listens behind the gateway. */
async function outcome(at: TestGateway, ...call: Parameters<TestGateway['ask']>): Promise<string> {
  const { status, message } = await at.ask(...call);
  return [status, message.code, message.path].filter((part) => part !== undefined).join(' ');
}

describe('an unsupported query parameter is answered PARAMETER_NOT_SUPPORTED with its name', () => {
  it.each([
    ['bookingStatus', `${LIST}&bookingStatus=pending`],
    ['bookingStatus', `${LIST}&bookingStatus=both`],
    ['bookingStatus', `${LIST}&bookingStatus=information`],
    ['bookingStatus', `${LIST}&bookingStatus=all`],
    ['entryReferenceFrom', `${DELTA}&entryReferenceFrom=e1`],
    ['deltaList', `${DELTA}&deltaList=true`],
    ['withBalance', `${LIST}&bookingStatus=booked&withBalance=true`],
    ['withBalance', '/v1/accounts?withBalance=true'],
    ['withBalance', '/v1/accounts/a1?withBalance=true'],
    ['withBalance', '/v1/accounts?withBalance=True'],
    ['deltaList', `${DELTA}&deltaList=TRUE`],
  ])('%s: %s', async (parameter, address) => {
    expect(await outcome(narrow, 'GET', address, READING)).toBe(`400 PARAMETER_NOT_SUPPORTED ${parameter}`);
    expect(await outcome(usual, 'GET', address, READING)).toBe('503 SERVICE_UNAVAILABLE');
  });

  it.each([
    `${LIST}&bookingStatus=booked`,
    `${LIST}&bookingStatus=booked&withBalance=false&deltaList=false`,
    '/v1/accounts?withBalance=false',
    '/v1/accounts?withBalance=False',
  ])('supported values are accepted: %s', async (address) => {
    expect(await outcome(narrow, 'GET', address, READING)).toBe('503 SERVICE_UNAVAILABLE');
  });
});

describe('a camt message that the bank does not offer is answered 406', () => {
  const asking = (at: TestGateway, type: string) =>
    outcome(at, 'GET', `${LIST}&bookingStatus=booked`, { headers: { 'Consent-ID': 'c1', Accept: type } });

  it('if its media type asks for it; the other message and plain XML are accepted', async () => {
    const camt053 = 'application/vnd.BerlinGroup.camt.053+xml';
    expect(await asking(narrow, camt053)).toBe('406 REQUESTED_FORMATS_INVALID Accept');
    expect(await asking(usual, camt053)).toBe('503 SERVICE_UNAVAILABLE');
    expect(await asking(narrow, 'application/vnd.BerlinGroup.camt.052+xml')).toBe('503 SERVICE_UNAVAILABLE');
  });

  it('plain XML selects the offered message', async () => {
    for (const [at, message] of [
      [narrow, 'camt.052'],
      [usual, 'camt.053'],
    ] as const) {
      const bus = await Bus.connect(at.natsUrl, 'test');
      const asked = new Promise<unknown>((resolve) => {
        bus.connection.subscribe('accounts.reportTransactions', {
          callback: (_, sent) => {
            resolve(sent.json<{ message: string }>().message);
            sent.respond(JSON.stringify({ account: { iban: 'HR2799900051100000019' }, xml: '<Document/>' }));
          },
        });
      });
      await bus.connection.flush();
      await asking(at, 'application/xml');
      expect(await asked).toBe(message);
      await bus.close();
    }
  });
});

describe('an optional service that the bank does not offer', () => {
  it.each<[string, string, Sent | undefined]>([
    ['GET', '/v1/card-accounts', READING],
    ['GET', '/v1/card-accounts/a1/balances', READING],
    ['POST', '/v1/funds-confirmations', { headers: AS_JSON, body: JSON.stringify(FUNDS_QUESTION) }],
    ['GET', '/v2/consents/confirmation-of-funds/c1', undefined],
    ['GET', '/v1/signing-baskets/b1', undefined],
  ])('has no addresses: %s %s', async (method, address, sent) => {
    expect(await outcome(narrow, method, address, sent)).toBe('404 RESOURCE_UNKNOWN');
    expect(await outcome(usual, method, address, sent)).toBe('503 SERVICE_UNAVAILABLE');
  });
});

describe('an id that is unknown or belongs to another TPP', () => {
  /** Returns the gateway's answer to an error of the owning service. */
  async function unknown(at: TestGateway, subject: string, error: Xs2aError, address: string): Promise<string> {
    const bus = await Bus.connect(at.natsUrl, 'test');
    bus.connection.subscribe(subject, {
      callback: (_, sent) => {
        const { headers, payload } = refusalMessage(error);
        sent.respond(payload, { headers });
      },
    });
    await bus.connection.flush();
    const answer = await outcome(at, 'GET', address);
    await bus.close();
    return answer;
  }

  it('is answered 403 CONSENT_UNKNOWN or 404 RESOURCE_UNKNOWN for a consent', async () => {
    const asked = ['consent.readConsent', new Xs2aError('consentIdPathUnknown'), '/v1/consents/c1'] as const;
    expect(await unknown(usual, ...asked)).toBe('403 CONSENT_UNKNOWN');
    expect(await unknown(narrow, ...asked)).toBe('404 RESOURCE_UNKNOWN');
  });

  it('is answered 404 or 403 RESOURCE_UNKNOWN for a payment', async () => {
    const address = '/v1/payments/sepa-credit-transfers/p1';
    const asked = ['payments.readPayment', new Xs2aError('resourceUnknown'), address] as const;
    expect(await unknown(usual, ...asked)).toBe('404 RESOURCE_UNKNOWN');
    expect(await unknown(narrow, ...asked)).toBe('403 RESOURCE_UNKNOWN');
  });

  it('is answered for an authorisation as for its payment', async () => {
    const address = '/v1/payments/sepa-credit-transfers/p1/authorisations/a1';
    const asked = ['sca.readScaStatus', new Xs2aError('authorisationUnknown'), address] as const;
    expect(await unknown(usual, ...asked)).toBe('404 RESOURCE_UNKNOWN');
    expect(await unknown(narrow, ...asked)).toBe('403 RESOURCE_UNKNOWN');
  });
});
