import { ENDPOINTS, type EndpointKey, type ScaApproach, type ScaStatus } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { LINK_TARGETS } from './link-targets.ts';
import { Links } from './links.ts';

const links = new Links('https://portal.test/');
const PAYMENT = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers', paymentId: 'p/1' };
const SELF = '/v1/payments/sepa-credit-transfers/p%2F1';

function started(scaApproach: ScaApproach, scaStatus: ScaStatus = 'received') {
  const psuKnown = scaStatus !== 'received';
  const authorisation = { authorisationId: 'a1', scaApproach, scaStatus, psuKnown, redirectReference: 'r+1' };
  return { scaApproach, psuKnown, authorisation };
}

describe('links of a creation, by the state of its authorisation (decision 20)', () => {
  it.each([
    ['redirect, implicit', started('REDIRECT'), ['scaRedirect', 'self', 'status', 'scaStatus']],
    ['approach open, explicit', { psuKnown: false }, ['startAuthorisation', 'self', 'status']],
    [
      'redirect, explicit',
      { scaApproach: 'REDIRECT' as const, psuKnown: false },
      ['startAuthorisation', 'self', 'status'],
    ],
    [
      'decoupled, explicit, PSU known',
      { scaApproach: 'DECOUPLED' as const, psuKnown: true },
      ['startAuthorisation', 'self', 'status'],
    ],
    [
      'decoupled, explicit, PSU unknown, in both spellings',
      { scaApproach: 'DECOUPLED' as const, psuKnown: false },
      ['startAuthorisationWithPsuIdentification', 'startAuthorisationWithPsuIdentfication', 'self', 'status'],
    ],
    [
      'embedded, explicit',
      { scaApproach: 'EMBEDDED' as const, psuKnown: true },
      ['startAuthorisationWithPsuAuthentication', 'self', 'status'],
    ],
    ['exempted', started('REDIRECT', 'exempted'), ['self', 'status', 'scaStatus']],
    [
      'decoupled, PSU known, request not yet sent to the device',
      started('DECOUPLED', 'psuIdentified'),
      ['updatePsuIdentification', 'self', 'status', 'scaStatus'],
    ],
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

  it('are relative with escaped ids, except the absolute scaRedirect to the portal', () => {
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

describe('links of an authorisation, by SCA approach and scaStatus (decision 20)', () => {
  const METHODS = [{ authenticationMethodId: 'sms', authenticationType: 'SMS_OTP' as const, name: 'SMS' }];
  it.each([
    ['REDIRECT', 'received', {}, ['scaRedirect', 'scaStatus']],
    ['REDIRECT', 'psuIdentified', {}, ['scaRedirect', 'scaStatus']],
    ['REDIRECT', 'received', { confirmationNeeded: true }, ['scaRedirect', 'confirmation', 'scaStatus']],
    ['REDIRECT', 'unconfirmed', { confirmationNeeded: true }, ['confirmation', 'scaStatus']],
    ['REDIRECT', 'finalised', { confirmationNeeded: true }, ['scaStatus']],
    ['DECOUPLED', 'received', {}, ['updatePsuIdentification', 'scaStatus']],
    ['DECOUPLED', 'psuIdentified', {}, ['updatePsuIdentification', 'scaStatus']],
    ['DECOUPLED', 'psuAuthenticated', { scaMethods: METHODS }, ['selectAuthenticationMethod', 'scaStatus']],
    ['DECOUPLED', 'started', {}, ['scaStatus']],
    ['EMBEDDED', 'received', {}, ['updatePsuIdentification', 'scaStatus']],
    ['EMBEDDED', 'psuIdentified', {}, ['updatePsuAuthentication', 'scaStatus']],
    ['EMBEDDED', 'psuAuthenticated', { scaMethods: METHODS }, ['selectAuthenticationMethod', 'scaStatus']],
    ['EMBEDDED', 'scaMethodSelected', {}, ['authoriseTransaction', 'scaStatus']],
    ['EMBEDDED', 'exempted', {}, ['scaStatus']],
    ['EMBEDDED', 'failed', {}, ['scaStatus']],
    ['EMBEDDED', 'finalised', {}, ['scaStatus']],
  ] as const)('%s, %s %j', (scaApproach, scaStatus, more, names) => {
    const { scaMethods, ...others } = { scaMethods: undefined, ...more };
    const state = { ...started(scaApproach, scaStatus).authorisation, ...others };
    const shown = scaMethods === undefined ? state : { ...state, scaMethods: [...scaMethods] };
    for (const kind of ['payment', 'cancellation'] as const) {
      expect(Object.keys(links.ofAuthorisation(kind, PAYMENT, shown))).toEqual(names);
    }
    expect(Object.keys(links.ofAuthorisation('basket', { basketId: 'b1' }, shown))).toEqual(names);
  });

  it('lead to the cancellation if that is being authorised, otherwise to the payment', () => {
    const { authorisation } = started('EMBEDDED', 'scaMethodSelected');
    const href = { href: `${SELF}/cancellation-authorisations/a1` };
    expect(links.ofAuthorisation('cancellation', PAYMENT, authorisation)).toEqual({
      authoriseTransaction: href,
      scaStatus: href,
    });
    const needed = { authorisationNeeded: true, psuKnown: false };
    expect(links.ofCancellation(PAYMENT, needed)).toEqual({
      startAuthorisation: { href: `${SELF}/cancellation-authorisations` },
      self: { href: SELF },
      status: { href: `${SELF}/status` },
    });
    const done = links.ofCancellation(PAYMENT, { ...needed, authorisationNeeded: false });
    expect(Object.keys(done)).toEqual(['self', 'status']);
  });
});

describe('the table of link targets', () => {
  it('has endpoints with the method of each link: GET to read, POST to start, PUT to update', () => {
    for (const targets of Object.values(LINK_TARGETS)) {
      for (const [name, key] of Object.entries(targets) as [string, EndpointKey][]) {
        const updates =
          /^(update|selectAuthenticationMethod|authoriseTransaction|confirmation|creditorNameConfirmation)/.test(name);
        const method = name.startsWith('start') ? 'POST' : updates ? 'PUT' : 'GET';
        expect([name, ENDPOINTS[key].method]).toEqual([name, method]);
      }
    }
  });

  it('has no targets for links that a resource does not have', () => {
    expect(() => links.of('account', ['scaStatus'], { accountId: 'a' })).toThrow('account has no link scaStatus');
  });
});
