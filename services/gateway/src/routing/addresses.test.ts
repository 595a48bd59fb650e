import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { ADDRESSES, AS_JSON, ROWS } from '../../test/endpoint-samples.ts';
import { startGateway } from '../../test/start-gateway.ts';
import { KEYS_ADDRESS } from '../password-keys/keys-address.ts';
import { servedEndpoints } from '../service.ts';

const gateway = forAllTests(() => startGateway());

describe('every endpoint of the interface answers', () => {
  it.each(ROWS.filter(({ key }) => servedEndpoints().has(key)))('$key is served', async ({ method, address }) => {
    const body = method === 'POST' ? { headers: AS_JSON, body: '{}' } : {};
    const { status } = await gateway.ask(method, address, body);
    // 400: a body or header is missing; 503: the owning service does not run in this test.
    expect([400, 503]).toContain(status);
  });

  it.each(ROWS.filter(({ key }) => !servedEndpoints().has(key)))(
    '$key is not offered yet: 501 without a body',
    async ({ method, address }) => {
      const answer = await gateway.ask(method, address);
      expect([answer.status, answer.text]).toEqual([501, '']);
    },
  );
});

describe('an unsupported method is refused with 405, SERVICE_INVALID and Allow', () => {
  it.each(ADDRESSES)('%s', async (address) => {
    const allowed = ROWS.filter((row) => row.address === address).map(({ method }) => method);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const) {
      if (allowed.includes(method as never)) continue;
      const answer = await gateway.ask(method, address);
      expect([method, answer.status], method).toEqual([method, 405]);
      expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(allowed.toSorted());
      if (method !== 'HEAD') expect(answer.message.code).toBe('SERVICE_INVALID');
    }
  });
});

describe('the address of the password keys', () => {
  it.each(['POST', 'PUT', 'DELETE', 'HEAD'])('does not support %s: 405 with Allow', async (method) => {
    const answer = await gateway.ask(method, KEYS_ADDRESS);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('an unknown address is answered 404 with the nearest address, or with those that exist', () => {
  it.each([
    ['/', 'begins at /v1/consents'],
    ['/v1/nothing', 'begins at'],
    ['/v2/consents', 'nearest one is /v1/consents'],
    ['/v1/consent', 'nearest one is /v1/consents'],
    ['/v1/consents/', 'nearest one is /v1/consents'],
    ['/V1/consents', 'nearest one is /v1/consents'],
    ['/v1/payments/sepa-credit-transfers/HR1210010051863000160/state', '/{paymentId}/status'],
    [`/v1/${'consent'.repeat(1_000)}`, 'begins at'],
  ])('%s', async (path, text) => {
    const { status, message } = await gateway.ask('GET', path);
    expect([status, message.code, message.text]).toEqual([404, 'RESOURCE_UNKNOWN', expect.stringContaining(text)]);
    expect(message.text).not.toContain('HR12');
  });

  it.each([
    '/v1/loans/sepa-credit-transfers',
    '/v1/gifts/sepa-credit-transfers/p1/status',
    '/v1/instant-payments/gold',
    '/v1/payment/sepa-credit-transfers/p1/authorisations/a1',
  ])('%s with an unknown payment service is PRODUCT_UNKNOWN', async (path) => {
    const answer = await gateway.ask('GET', path);
    expect([answer.status, answer.message.code]).toEqual([404, 'PRODUCT_UNKNOWN']);
  });

  it('an id with invalid percent-encoding is an unknown resource', async () => {
    const answer = await gateway.ask('GET', '/v1/consents/%zz');
    expect([answer.status, answer.message.code]).toEqual([404, 'RESOURCE_UNKNOWN']);
    const { route } = await gateway.requestLine(answer.headers.get('x-request-id') ?? '');
    expect(route).toBe('getConsentInformation');
  });

  it.each(['%zz', '%FF', '%', 'a%FF%20b'])('an id with the encoding %s is answered after all checks', async (id) => {
    const path = `/v1/consents/${id}`;
    const unknown = await gateway.ask('GET', path, { headers: { 'X-Sandbox-TPP': 'PSDHR-HNB-NOBODY' } });
    expect([unknown.status, unknown.message.code]).toEqual([401, 'CERTIFICATE_INVALID']);
    const withoutId = await gateway.ask('GET', path, { headers: { 'X-Request-ID': '1' } });
    expect([withoutId.status, withoutId.message.code]).toEqual([400, 'FORMAT_ERROR']);
    const otherMethod = await gateway.ask('PATCH', path);
    expect([otherMethod.status, otherMethod.headers.get('allow')]).toEqual([405, 'GET, DELETE']);
    const order = await gateway.ask('POST', `/v1/payments/${id}`, { headers: AS_JSON, body: '{}' });
    expect([order.status, order.message.code]).toEqual([404, 'PRODUCT_UNKNOWN']);
  });

  it('a product that is unknown or not offered with the service is PRODUCT_UNKNOWN', async () => {
    for (const path of ['/v1/payments/gold', '/v1/bulk-payments/sepa-credit-transfers', '/v1/payments/constructor']) {
      const answer = await gateway.ask('POST', path, { headers: AS_JSON, body: '{}' });
      expect([answer.status, answer.message.code], path).toEqual([404, 'PRODUCT_UNKNOWN']);
    }
  });
});
