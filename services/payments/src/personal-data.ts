import type { PersonalData, Psu } from '@xs2a/service-kit';

const SOURCE = 'request of the TPP, and approval of the PSU';
const named = ({ psuId }: Psu) => [
  { 'namedPsu.psuId': psuId },
  { psuId },
  { signedBy: psuId },
  { 'combined.psu.psuId': psuId },
  { 'cancellation.signedBy': psuId },
  { 'history.psuId': psuId },
];
const anyOf = (fields: readonly string[], { ibans }: Psu) => fields.map((field) => ({ [field]: { $in: [...ibans] } }));

/** Payments first, because a basket is kept while a payment of it is stored. */
export const PERSONAL_DATA: PersonalData = {
  payments: {
    purpose: 'execution of payments, and evidence of them',
    source: SOURCE,
    find: (psu) => ({
      $or: [...named(psu), ...anyOf(['order.body.debtorAccount.iban', 'order.bulk.debtorAccounts.iban'], psu)],
    }),
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
  baskets: {
    purpose: 'payments and consents that are approved together, and evidence of them',
    source: SOURCE,
    find: (psu) => ({
      $or: [
        ...named(psu),
        ...anyOf(['members.content.debtorAccount.iban', 'members.content.grants.account.iban'], psu),
      ],
    }),
    shows: ['tppId', 'namedPsu', 'signedBy', 'transactionStatus', 'paymentIds', 'consentIds', 'members', 'history'],
    erase: { way: 'afterTerm' },
  },
  partyVerifications: { none: 'A hash of TPP and IBAN together, for a day.' },
};
