import { describe, expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

const REQUEST = {
  method: 'POST',
  path: '/v1/consents',
  rawBody: Buffer.from('{"a":1}'),
  headers: { 'psu-id': 'psu-private', 'x-request-id': 'r', 'psu-ip-address': '192.0.2.1' } as Record<string, string>,
};

describe('the fingerprint of a creating request', () => {
  it('is the same for the same request, independent of transport headers', () => {
    const again = { ...REQUEST, headers: { ...REQUEST.headers, 'psu-ip-address': '192.0.2.2', 'user-agent': 'x' } };
    expect(fingerprintOf(again)).toBe(fingerprintOf(REQUEST));
  });

  it.each([
    ['method', { ...REQUEST, method: 'PUT' }],
    ['path', { ...REQUEST, path: '/v1/payments/sepa-credit-transfers' }],
    ['body, even in a single space', { ...REQUEST, rawBody: Buffer.from('{"a": 1}') }],
    ['PSU', { ...REQUEST, headers: { 'psu-id': 'psu-multi' } }],
    ['PSU named at all', { ...REQUEST, headers: {} }],
    ['type of PSU-ID', { ...REQUEST, headers: { 'psu-id-type': 'psu-private' } }],
  ])('differs with another %s', (_, other) => {
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(REQUEST));
  });
});
