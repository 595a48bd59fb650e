import type { FrequencyCode, PaymentProduct, PaymentService } from '@xs2a/contracts';

const ORDINAL = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const SUFFIX: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** A product in XML has the words of the same product in JSON. */
type NamedProduct = Exclude<PaymentProduct, `pain.001-${string}sepa-credit-transfers`>;

/** The texts for orders of all payment services. */
export const enOrders = {
  amount: 'Amount',
  currency: 'Currency',
  total: 'Total',
  payee: 'Payee',
  payeeAccount: 'Payee account',
  payeeVerification: {
    payeeAtBank: 'Payee according to its bank',
    payeeInOrder: 'Payee in the order',
    // A match is shown in one plain line.
    results: {
      MTCH: 'Match: the account belongs to the payee.',
      CMTC: {
        title: 'Close match',
        text: 'The name in the order is not quite that of the account holder. Approve only if you want to pay this account holder.',
      },
      NMTC: {
        title: 'No match',
        text: 'According to its bank, the account does not belong to the payee in the order. If you approve, the money may reach somebody else, and the bank need not refund it. If the details are wrong, decline and place a new order.',
      },
      NOAP: {
        title: 'Check not possible',
        text: 'It was not possible to check whether the account belongs to the payee; this does not mean that the details are wrong. Check them: if the account is not that of the payee, the money may reach somebody else, and the bank need not refund it.',
      },
    },
    // For the payees of a bulk.
    ofBulk: {
      label: 'Check of payees',
      allMatch: 'All names match.',
      differ: (count: number, all: number) => `${count} of ${all} payees differ`,
      notChecked: (count: number, all: number) => `${count} of ${all} payees could not be checked`,
      consequence:
        'If an account is not that of the payee, the money may reach somebody else, and the bank need not refund it. If the details are wrong, decline and place a new order.',
      listed: 'Payees whose names are not confirmed',
      more: (count: number) => `and ${count} more ${count === 1 ? 'payee' : 'payees'}`,
    },
  },
  fromAccount: 'From account',
  // In place of an account that the PSU has yet to choose.
  accountToChoose: 'You choose the account.',
  remittance: 'Description',
  executionDate: 'Execution date',
  kind: 'Payment type',
  // Speed and finality of an instant payment (Regulation (EU) No 260/2012, Art. 5a).
  instant: 'The payee has the money within ten seconds. You cannot take the payment back.',
  services: {
    payments: 'Single payment',
    'bulk-payments': 'Bulk payment',
    'periodic-payments': 'Standing order',
  } satisfies Record<PaymentService, string>,
  products: {
    'sepa-credit-transfers': 'SEPA credit transfer',
    'cross-border-credit-transfers': 'cross-border credit transfer',
    'domestic-credit-transfers-hr': 'domestic credit transfer',
    'target-2-payments': 'TARGET payment',
    'instant-domestic-credit-transfers-hr': 'instant domestic credit transfer',
    'hr-rtgs-payments': 'large-value payment',
    'pain.001-credit-transfers': 'credit transfers in a file',
    'instant-sepa-credit-transfers': 'instant SEPA credit transfer',
  } satisfies Record<NamedProduct, string>,

  perExecution: 'at each execution',
  frequency: 'How often',
  frequencies: {
    Daily: 'Every day',
    Weekly: 'Every week',
    EveryTwoWeeks: 'Every two weeks',
    Monthly: 'Every month',
    EveryTwoMonths: 'Every two months',
    Quarterly: 'Every three months',
    SemiAnnual: 'Every six months',
    Annual: 'Every year',
    MonthlyVariable: 'Every year',
  } satisfies Record<FrequencyCode, string>,
  onDay: (day: number) => `on the ${day}${SUFFIX[ORDINAL.select(day)] ?? 'th'} of the month`,
  onLastDay: 'on the last day of the month',
  inMonths: (months: string) => `in ${months}`,
  firstExecution: 'First execution',
  earliest: (date: string) => `${date} at the earliest`,
  lastExecution: 'Last execution',
  latest: (date: string) => `${date} at the latest`,
  untilCancelled: 'Until cancelled',
  noBankingDay: 'If the bank is closed',
  executionRules: { following: 'On the next banking day', preceding: 'On the preceding banking day' },

  transfers: 'Number of transfers',
  payees: 'Payees',
  morePayees: (count: number) =>
    `and ${count} more ${count === 1 ? 'transfer' : 'transfers'}; the total covers all of them`,
  cancellation: 'Cancellation',
  orders: 'Number of orders',
  order: (number: number, count: number) => `${number} of ${count}`,

  signatures: 'Approvals needed',
  signers: (count: number) => `${count} people`,
  // Number of further approvals needed. Zero if this approval is the last one.
  othersNeeded: (others: number) =>
    others === 0
      ? 'The others have already approved; yours is the last approval.'
      : others === 1
        ? 'One more person besides you must approve.'
        : `${others} more people besides you must approve.`,
};
