import type { AccountReference, ScaContent, ScaContentOf } from '@xs2a/contracts';

const DEBTOR = { iban: 'HR2799900051100000019' };
const CREDITOR = { iban: 'DE89370400440532013000' };

export const payment: ScaContentOf<'payment'> & { debtorAccount: AccountReference } = {
  kind: 'payment',
  paymentService: 'payments',
  paymentProduct: 'sepa-credit-transfers',
  instructedAmount: { currency: 'EUR', amount: '1234.56' },
  debtorAccount: DEBTOR,
  creditorName: 'Knjižara',
  creditorAccount: CREDITOR,
};

export const standingOrder: ScaContentOf<'periodicPayment'> = {
  ...payment,
  kind: 'periodicPayment',
  paymentService: 'periodic-payments',
  instructedAmount: { currency: 'EUR', amount: '50.00' },
  creditorName: 'Stanarina d.o.o.',
  remittanceInformation: 'Najam',
  startDate: '2026-12-01',
  endDate: '2027-11-30',
  frequency: 'Monthly',
  dayOfExecution: '31',
  executionRule: 'following',
};

export const bulk: ScaContentOf<'bulkPayment'> = {
  kind: 'bulkPayment',
  paymentService: 'bulk-payments',
  paymentProduct: 'pain.001-credit-transfers',
  debtorAccounts: [DEBTOR],
  numberOfTransactions: 12,
  totals: [
    { currency: 'EUR', amount: '9876.50' },
    { currency: 'USD', amount: '100.00' },
  ],
  payees: [
    { creditorName: 'Ivo Ivić', creditorAccount: CREDITOR, instructedAmount: { currency: 'EUR', amount: '700.00' } },
    { creditorName: 'Ana Anić', creditorAccount: CREDITOR, instructedAmount: { currency: 'USD', amount: '100.00' } },
  ],
  payeesHash: 'hash',
  requestedExecutionDate: '2026-12-24',
};

export const cancellation: ScaContentOf<'cancellation'> = { kind: 'cancellation', payment: standingOrder };

const consent: ScaContentOf<'consent'> = {
  kind: 'consent',
  model: 'detailed',
  grants: [{ account: DEBTOR, rights: ['accounts', 'balances'] }],
  rights: ['accounts', 'balances'],
  recurring: true,
  validUntil: '2027-05-20',
  frequencyPerDay: 4,
};

const fundsConsent: ScaContentOf<'fundsConsent'> = { kind: 'fundsConsent', accounts: [DEBTOR] };

export const basket: ScaContentOf<'basket'> = {
  kind: 'basket',
  members: [payment, standingOrder, consent],
  totals: [{ currency: 'EUR', amount: '1284.56' }],
};

/** One content of every kind. */
export const CONTENTS: { [Kind in ScaContent['kind']]: ScaContentOf<Kind> } = {
  consent,
  fundsConsent,
  payment,
  periodicPayment: standingOrder,
  bulkPayment: bulk,
  cancellation,
  basket,
};
