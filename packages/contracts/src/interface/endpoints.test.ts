import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type Endpoint, type EndpointKey, href, routesOf } from '../index.ts';

// Copied from the interface, section 4, table by table: method, path, and the status of success if it is given.
const INTERFACE = `
  POST /v2/consents/confirmation-of-funds 201
  GET /v2/consents/confirmation-of-funds/{consentId}/status 200
  GET /v2/consents/confirmation-of-funds/{consentId} 200
  DELETE /v2/consents/confirmation-of-funds/{consentId} -
  GET /v2/consents/confirmation-of-funds/{consentId}/authorisations/{authorisationId} -
  PUT /v2/consents/confirmation-of-funds/{consentId}/authorisations/{authorisationId} -
  POST /v2/consents/confirmation-of-funds/{consentId}/authorisations -
  POST /v1/consents 201
  GET /v1/consents/{consentId} 200
  DELETE /v1/consents/{consentId} -
  GET /v1/consents/{consentId}/status 200
  GET /v1/consents/{consentId}/authorisations 200
  POST /v1/consents/{consentId}/authorisations 201
  GET /v1/consents/{consentId}/authorisations/{authorisationId} 200
  PUT /v1/consents/{consentId}/authorisations/{authorisationId} 200
  GET /v1/accounts 200
  GET /v1/accounts/{account-id} 200
  GET /v1/accounts/{account-id}/balances 200
  GET /v1/accounts/{account-id}/transactions 200
  GET /v1/accounts/{account-id}/transactions/{resourceId} 200
  GET /v1/card-accounts 200
  GET /v1/card-accounts/{account-id} 200
  GET /v1/card-accounts/{account-id}/balances 200
  GET /v1/card-accounts/{account-id}/transactions 200
  POST /v1/funds-confirmations 200
  POST /v1/signing-baskets 201
  GET /v1/signing-baskets/{basketId} 200
  DELETE /v1/signing-baskets/{basketId} -
  GET /v1/signing-baskets/{basketId}/status 200
  POST /v1/signing-baskets/{basketId}/authorisations 201
  GET /v1/signing-baskets/{basketId}/authorisations 200
  PUT /v1/signing-baskets/{basketId}/authorisations/{authorisationId} 200
  POST /v1/{payment-service}/{payment-product} 201
  GET /v1/{payment-service}/{payment-product}/{paymentId} 200
  DELETE /v1/{payment-service}/{payment-product}/{paymentId} 202
  GET /v1/{payment-service}/{payment-product}/{paymentId}/status 200
  GET /v1/{payment-service}/{payment-product}/{paymentId}/authorisations 200
  POST /v1/{payment-service}/{payment-product}/{paymentId}/authorisations 201
  GET /v1/{payment-service}/{payment-product}/{paymentId}/authorisations/{authorisationId} 200
  PUT /v1/{payment-service}/{payment-product}/{paymentId}/authorisations/{authorisationId} 200
  GET /v1/{payment-service}/{payment-product}/{paymentId}/cancellation-authorisations 200
  POST /v1/{payment-service}/{payment-product}/{paymentId}/cancellation-authorisations 201
  GET /v1/{payment-service}/{payment-product}/{paymentId}/cancellation-authorisations/{cancellationId} 200
  PUT /v1/{payment-service}/{payment-product}/{paymentId}/cancellation-authorisations/{cancellationId} 200
`;
/**
 * Endpoints that the standard has next to related ones, or whose address it leaves to the bank; the tables of the interface do
 * not list them.
 */
const BESIDE_THE_INTERFACE = [
  'GET /v2/consents/confirmation-of-funds/{}/authorisations',
  'GET /v1/signing-baskets/{}/authorisations/{}',
  // Target of the download link for a long report (decision 19).
  'GET /v1/accounts/{}/transactions/download/{}',
  // An extension that a bank may offer (decision 81).
  'GET /v1/trusted-beneficiaries',
  // Framework 1.3.16; a bank may leave them out.
  ...['payee', 'payer', 'party'].map((party) => `POST /v1/${party}-verifications`),
  // Guidelines 1.3.16.
  'GET /v1/bulk-payments/{}/{}/extended-status',
  'PUT /v1/{}/{}/{}/creditor-confirmation',
];

const endpoints = Object.entries(ENDPOINTS) as [EndpointKey, Endpoint][];
const listed = INTERFACE.trim()
  .split('\n')
  .map((line) => line.trim().split(' ') as [method: string, path: string, status: string]);

/** Parameter names differ between the interface and the standard; their positions do not. */
function shape(method: string, path: string): string {
  return `${method} ${path.replace(/\{[\w-]+\}/g, '{}')}`;
}

describe('ENDPOINTS', () => {
  it('lists every endpoint of the standard and its extensions once', () => {
    const ours = endpoints.map(([, { method, path }]) => shape(method, path));
    const theirs = [...listed.map(([method, path]) => shape(method, path)), ...BESIDE_THE_INTERFACE];
    expect(ours.toSorted()).toEqual(theirs.toSorted());
    expect(new Set(ours).size).toBe(ours.length);
  });

  it.each(listed)('%s %s succeeds with %s', (method, path, status) => {
    const [, endpoint] = endpoints.find(([, row]) => shape(row.method, row.path) === shape(method, path)) ?? [];
    const whereNotNamed = { GET: 200, PUT: 200, POST: 201, DELETE: 204 }[method];
    expect(endpoint?.status).toBe(status === '-' ? whereNotNamed : Number(status));
  });

  it('makes exactly the creating endpoints idempotent by X-Request-ID', () => {
    const creating = endpoints.filter(([, { creates }]) => creates).map(([key]) => key);
    expect(creating.toSorted()).toEqual(
      ['createConsent', 'createConsentConfirmationOfFunds', 'createSigningBasket', 'initiatePayment'].toSorted(),
    );
  });

  const READS = /^\/v1\/((card-)?accounts|trusted-beneficiaries)/;
  it('requires Consent-ID for exactly the account reads', () => {
    for (const [, { path, method, readsAccounts }] of endpoints) {
      expect(readsAccounts === true, path).toBe(READS.test(path) && method === 'GET');
    }
  });

  it('permits account information only for AISPs, payments only for PISPs, and funds checks only for PIISPs', () => {
    for (const [key, { path, roles }] of endpoints) {
      const expected =
        path.startsWith('/v2/') || key === 'checkAvailabilityOfFunds'
          ? 'PIISP'
          : /^\/v1\/(consents|accounts|card-|trusted-)/.test(path)
            ? 'AISP'
            : 'PISP';
      expect(roles, key).toContain(expected);
      if (!path.includes('signing-baskets')) expect(roles, key).toHaveLength(1);
    }
  });
});

describe('href', () => {
  it('inserts the parameters', () => {
    const parameters = {
      paymentService: 'payments',
      paymentProduct: 'sepa-credit-transfers',
      paymentId: 'p1',
      authorisationId: 'a1',
    };
    expect(href('getPaymentInitiationScaStatus', parameters)).toBe(
      '/v1/payments/sepa-credit-transfers/p1/authorisations/a1',
    );
    expect(href('getAccountList', {})).toBe('/v1/accounts');
  });

  it('escapes ids so that they cannot change the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        const url = new URL(href('getConsentStatus', { consentId: id }), 'http://localhost');
        if (id === '.' || id === '..') return;
        expect(url.pathname.split('/')).toHaveLength(5);
        expect(decodeURIComponent(url.pathname.split('/')[3] ?? '')).toBe(id);
        expect(url.search + url.hash).toBe('');
      }),
    );
    expect(href('getConsentStatus', { consentId: '../../x?y#z' })).toBe('/v1/consents/..%2F..%2Fx%3Fy%23z/status');
  });
});

describe('routesOf', () => {
  /** Whether a router could confuse two routes: same length, and no position with two different fixed words. */
  function overlap(one: string, other: string): boolean {
    const [left, right] = [one.split('/'), other.split('/')];
    if (left.length !== right.length) return false;
    return left.every((part, index) => part.startsWith(':') || right[index]?.startsWith(':') || part === right[index]);
  }

  it('lists each payment service, so that no payment route matches the address of an account', () => {
    const routes = endpoints.flatMap(([key, { method }]) => routesOf(key).map((route) => ({ key, method, route })));
    const shadowed = routes.flatMap((one) =>
      routes
        .filter((other) => other.key !== one.key && other.method === one.method && overlap(one.route, other.route))
        .map((other) => `${one.key} ${other.key}`),
    );
    expect(shadowed).toEqual([]);
  });

  it('matches the three payment services and nothing else in their position', () => {
    expect(routesOf('initiatePayment')).toEqual([
      '/v1/payments/:paymentProduct',
      '/v1/bulk-payments/:paymentProduct',
      '/v1/periodic-payments/:paymentProduct',
    ]);
    expect(routesOf('readAccountDetails')).toEqual(['/v1/accounts/:accountId']);
  });
});
