import type { AccountReference, ScaContent, ScaContentOf } from '@xs2a/contracts';
import { IBAN } from './fixtures.ts';

export const TRANSFER: ScaContentOf<'payment'> & { debtorAccount: AccountReference } = {
  kind: 'payment',
  paymentService: 'payments',
  paymentProduct: 'sepa-credit-transfers',
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  debtorAccount: { iban: IBAN.private },
  creditorName: 'Ana Anić',
  creditorAccount: { iban: IBAN.creditor },
};

const grant = { account: { iban: IBAN.private }, rights: ['accounts' as const] };
export const CONSENT: ScaContent = {
  kind: 'consent',
  model: 'detailed',
  grants: [grant],
  rights: ['accounts'],
  recurring: true,
  validUntil: '2099-05-20',
  frequencyPerDay: 4,
};

/** One content of each kind, for accounts of one PSU. */
export const CONTENTS: Record<ScaContent['kind'], ScaContent> = {
  consent: CONSENT,
  fundsConsent: { kind: 'fundsConsent', accounts: [{ iban: IBAN.private }] },
  payment: TRANSFER,
  periodicPayment: { ...TRANSFER, kind: 'periodicPayment', startDate: '2099-01-04', frequency: 'Monthly' },
  bulkPayment: {
    kind: 'bulkPayment',
    paymentService: 'bulk-payments',
    paymentProduct: 'pain.001-sepa-credit-transfers',
    debtorAccounts: [{ iban: IBAN.private }],
    numberOfTransactions: 1,
    totals: [TRANSFER.instructedAmount],
    payees: [
      { creditorName: 'Ana', creditorAccount: TRANSFER.creditorAccount, instructedAmount: TRANSFER.instructedAmount },
    ],
    payeesHash: 'hash',
  },
  cancellation: { kind: 'cancellation', payment: TRANSFER },
  basket: { kind: 'basket', members: [CONSENT], totals: [] },
};
