import { anyOf, type PersonalData } from '@xs2a/service-kit';

const SOURCE = 'request of the TPP, and approval of the PSU';
const PSU_IDS = ['namedPsu.psuId', 'psuId', 'signedBy', 'combined.psu.psuId', 'cancellation.signedBy', 'history.psuId'];
const PAYMENT_IBANS = ['order.body.debtorAccount.iban', 'order.bulk.debtorAccounts.iban'];
const BASKET_IBANS = ['members.content.debtorAccount.iban', 'members.content.grants.account.iban'];

/** Payments first, because a basket is kept while a payment of it is stored. */
export const PERSONAL_DATA: PersonalData = {
  payments: {
    purpose: 'execution of payments, and evidence of them',
    source: SOURCE,
    find: ({ psuId, ibans }) => ({ $or: [...anyOf(PSU_IDS, [psuId]), ...anyOf(PAYMENT_IBANS, ibans)] }),
    shows: [
      'tppId',
      'tppName',
      'namedPsu',
      'psuId',
      'signedBy',
      'corporateId',
      'debtorName',
      'order',
      'transactionStatus',
      'reasonCode',
      'executeOn',
      'refusedTransfers',
      'payeesOptedOut',
      'payeeChecks',
      'history',
    ],
    erase: { way: 'afterTerm' },
  },
  executions: {
    partOf: 'payments',
    by: 'paymentId',
    shows: ['occurrenceDate', 'body', 'transactionStatus', 'history'],
  },
  // The message in XML says the same, at its full length.
  bulkMessages: { partOf: 'payments', by: '_id', shows: ['original'] },
  bulkTransfers: { partOf: 'payments', by: 'paymentId', shows: ['block', 'transfers'] },
  payeeResults: { partOf: 'payments', by: 'paymentId', shows: ['at', 'results'] },
  baskets: {
    purpose: 'payments and consents that are approved together, and evidence of them',
    source: SOURCE,
    find: ({ psuId, ibans }) => ({ $or: [...anyOf(PSU_IDS, [psuId]), ...anyOf(BASKET_IBANS, ibans)] }),
    shows: ['tppId', 'namedPsu', 'signedBy', 'transactionStatus', 'paymentIds', 'consentIds', 'members', 'history'],
    erase: { way: 'afterTerm' },
  },
  partyVerifications: { none: 'A hash of TPP and IBAN together, for a day.' },
};
