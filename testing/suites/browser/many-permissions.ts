import {
  type AccessKind,
  findPsuConsents,
  findPsuStandingOrders,
  type PsuConsent,
  type PsuStandingOrder,
  readLogin,
  readPsuConsent,
} from '@xs2a/contracts';
import { CONTENTS } from '@xs2a/portal/testing';
import type { Bus } from '@xs2a/service-kit';
import { standIn } from '@xs2a/test-kit';

const IBAN = 'HR2799900051100000019';
const SAVINGS = 'HR0599900051100000027';
const AT = '2026-11-21T06:00:00Z';
/** Number of active permissions of each kind; as many have ended. */
export const COUNTS = { permissions: 500, standingOrders: 200 };

function consent(number: number, hasEnded: boolean): PsuConsent {
  const consentStatus = hasEnded ? 'revokedByPsu' : 'valid';
  return {
    kind: 'consent',
    consentId: `c-${number}`,
    tppName: number % 2 === 0 ? 'Fina Aplikacija d.o.o.' : 'Moj Novčanik – osobne financije, obrt za usluge',
    tppId: 'PSDHR-HNB-12345',
    grants: [IBAN, SAVINGS].map((iban) => ({ account: { iban }, rights: ['accounts', 'balances', 'transactions'] })),
    recurringIndicator: true,
    frequencyPerDay: 4,
    validUntil: '2027-05-20',
    consentStatus,
    authorisedAt: AT,
    usesInAll: 1234,
    usesToday: 2,
    lastUsedAt: '2026-11-22T23:30:00Z',
    history: [{ at: AT, event: hasEnded ? 'revoked' : 'authorised', consentStatus, by: 'psu' }],
  };
}

function standingOrder(number: number, hasEnded: boolean): PsuStandingOrder {
  return {
    paymentId: `p-${number}`,
    tppName: 'Fina Aplikacija d.o.o.',
    tppId: 'PSDHR-HNB-12345',
    transactionStatus: hasEnded ? 'ACSC' : 'ACCP',
    content: CONTENTS.periodicPayment,
    isActive: !hasEnded,
    mayStop: true,
    ...(!hasEnded && { nextExecution: '2026-12-31' }),
    history: [{ at: AT, event: 'authorised', by: 'psu' }],
  };
}

/** Stands in for sca, consent and payments, with a signed-in PSU that has many permissions. */
export function standInForManyPermissions(bus: Bus): void {
  standIn(bus, readLogin, () => ({
    view: {
      step: 'result' as const,
      psu: { psuId: 'psu-private', name: 'Ivana Babić' },
      accountNames: { [IBAN]: 'Tekući račun', [SAVINGS]: 'Štednja' },
    },
  }));
  const pageOf = <T>(
    make: (number: number, hasEnded: boolean) => T,
    at: { ended: boolean; page: number; size: number },
  ) => Array.from({ length: at.size }, (_, index) => make((at.page - 1) * at.size + index, at.ended));
  standIn(bus, findPsuConsents, (at) => ({ count: COUNTS.permissions, consents: pageOf(consent, at) }));
  standIn(bus, findPsuStandingOrders, (at) => ({
    count: COUNTS.standingOrders,
    standingOrders: pageOf(standingOrder, at),
  }));
  const kinds: AccessKind[] = ['list', 'balances', 'transactions'];
  const accesses = kinds.map((kind) => ({ day: '2026-11-22', kind, psuPresent: false, times: 4 }));
  standIn(bus, readPsuConsent, () => ({ consent: consent(0, false), accesses }));
}
