import { ENDPOINTS, type EndpointKey, type ScaApproach, type ScaStatus } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { LINK_TARGETS, Links } from '../src/links.ts';

const links = new Links('https://portal.test/');
const PAYMENT = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers', paymentId: 'p/1' };
const SELF = '/v1/payments/sepa-credit-transfers/p%2F1';

function started(scaApproach: ScaApproach, scaStatus: ScaStatus = 'received') {
  const psuKnown = scaStatus !== 'received';
  const authorisation = { authorisationId: 'a1', scaApproach, scaStatus, psuKnown, redirectReference: 'r+1' };
  return { scaApproach, psuKnown, authorisation };
}

describe('links of a creation, by how its authorisation stands (field guide 5.3)', () => {
  it.each([
    ['redirect, implicit', started('REDIRECT'), ['scaRedirect', 'self', 'status', 'scaStatus']],
    ['explicit', { psuKnown: false }, ['startAuthorisation', 'self', 'status']],
    ['exempted', started('REDIRECT', 'exempted'), ['self', 'status', 'scaStatus']],
    ['decoupled, PSU known', started('DECOUPLED', 'psuIdentified'), ['self', 'status', 'scaStatus']],
    ['decoupled, PSU unknown', started('DECOUPLED'), ['updatePsuIdentification', 'self', 'status', 'scaStatus']],
    [
      'embedded, PSU known',
      started('EMBEDDED', 'psuIdentified'),
      ['updatePsuAuthentication', 'self', 'status', 'scaStatus'],
    ],
    ['embedded, PSU unknown', started('EMBEDDED'), ['updatePsuIdentification', 'self', 'status', 'scaStatus']],
  ])('%s', (_, authorisation, names) => {
    expect(Object.keys(links.ofCreation('payment', PAYMENT, authorisation))).toEqual(names);
    for (const kind of ['consent', 'fundsConsent'] as const) {
      expect(Object.keys(links.ofCreation(kind, { consentId: 'c1' }, authorisation))).toEqual(names);
    }
  });

  it('are relative, with ids escaped; scaRedirect alone is absolute and leads to the portal', () => {
    expect(links.ofCreation('payment', PAYMENT, started('REDIRECT'))).toEqual({
      scaRedirect: { href: 'https://portal.test/sca/r%2B1' },
      self: { href: SELF },
      status: { href: `${SELF}/status` },
      scaStatus: { href: `${SELF}/authorisations/a1` },
    });
    expect(links.ofCreation('payment', PAYMENT, { psuKnown: false })['startAuthorisation']).toEqual({
      href: `${SELF}/authorisations`,
    });
  });
});

describe('the table of link targets', () => {
  it('names endpoints whose method fits the link: reads for what is looked at, POST to start, PUT to update', () => {
    for (const targets of Object.values(LINK_TARGETS)) {
      for (const [name, key] of Object.entries(targets) as [string, EndpointKey][]) {
        const method = name.startsWith('start') ? 'POST' : name.startsWith('update') ? 'PUT' : 'GET';
        expect([name, ENDPOINTS[key].method]).toEqual([name, method]);
      }
    }
  });

  it('has no way to a link that a resource does not have', () => {
    expect(() => links.of('account', ['scaStatus'], { accountId: 'a' })).toThrow('account has no link scaStatus');
  });
});
