import type { Situation } from '../../interface/refusals.ts';
import { PAYEE_VERIFICATION_MS } from '../../values/payee-verification.ts';
import { putAccounts, putBalances, putStandingOrders, putTransactions, withdrawTransactions } from '../account-feed.ts';
import {
  checkExemption,
  checkFunds,
  identifyPsu,
  putStandingOrder,
  readSigningRules,
  sendChallenge,
  submitBulkPayment,
  submitPayment,
  verifyChallenge,
  verifyPassword,
  withdrawChallenge,
  withdrawPayment,
} from '../bank.ts';
import { readApproval, reportApproval } from '../bank-server.ts';
import { reportExecution } from '../payments.ts';
import { reportChallenge } from '../sca.ts';
import { verifyPayee } from '../verifications.ts';
import type { ConnectorRow } from './connector-row.ts';
import { concludePayment, DECISION_MS_MAX, returnPayment } from './instant-payments.ts';

/** Errors that any operation may return. The last three are temporary: the same request may be repeated. */
export const GENERAL_REFUSALS = [
  'bodyInvalid',
  'fieldInvalid',
  'serviceUnavailable',
  'overloaded',
  'internalError',
] as const satisfies readonly Situation[];

/** Maximum bytes of a connector message: the default maximum of nats-server. */
export const CONNECTOR_BYTES_MAX = 1_048_576;

const PAYMENT_PARTS = ['payments', 'standingOrders', 'bulkPayments'] as const;

/** Operations of the bank connector (docs/bank-connector.md): first those that a bank answers, then those that it calls. */
export const CONNECTOR_OPERATIONS: readonly ConnectorRow[] = [
  {
    operation: identifyPsu,
    way: 'asked',
    parts: ['accountInformation', ...PAYMENT_PARTS],
    idempotentBy: '-',
    guarantee:
      'Unknown and blocked PSUs are `known: false`, never an error. The reply lists every account that the PSU may see.',
  },
  {
    operation: readSigningRules,
    way: 'asked',
    parts: ['accountInformation', ...PAYMENT_PARTS],
    idempotentBy: '-',
    guarantee: 'The strictest rule of the named accounts. Equals `signaturesNeeded` of `bank.identifyPsu`.',
  },
  {
    operation: checkExemption,
    way: 'asked',
    parts: ['accountInformation', ...PAYMENT_PARTS],
    optional: true,
    idempotentBy: '-',
    guarantee: 'If there is no reply, SCA is required.',
  },
  {
    operation: verifyPassword,
    way: 'asked',
    parts: ['accountInformation', ...PAYMENT_PARTS],
    idempotentBy: '-',
    guarantee:
      'An unknown PSU and a wrong password get the same answer in the same time. `blocked` is returned with the correct password only.',
  },
  {
    operation: sendChallenge,
    way: 'asked',
    parts: ['accountInformation', ...PAYMENT_PARTS, 'devices'],
    idempotentBy: '`challengeId`',
    guarantee:
      'The PSU gets `text` unaltered with the code. The code is valid for `contentHash` only. A repeated `challengeId` sends nothing again; an error means that nothing was sent.',
    refusals: ['psuCredentialsInvalid', 'scaMethodUnknown'],
  },
  {
    operation: verifyChallenge,
    way: 'asked',
    parts: ['accountInformation', ...PAYMENT_PARTS],
    idempotentBy: '`challengeId` and `attemptId`: the same attempt gets the same verdict',
    guarantee: 'A code is accepted once, in its lifetime, for the content it was sent for; parallel attempts included.',
  },
  {
    operation: withdrawChallenge,
    way: 'delivered',
    parts: ['devices'],
    idempotentBy: '`challengeId`',
    guarantee: 'The open prompt on the device is removed. An answered prompt stays.',
  },
  {
    operation: checkFunds,
    way: 'asked',
    parts: ['fundsConfirmation', ...PAYMENT_PARTS],
    idempotentBy: '-',
    guarantee: 'Reserves nothing. An unknown account is `false` with reason `AC01`, never an error.',
  },
  {
    operation: verifyPayee,
    way: 'asked',
    parts: PAYMENT_PARTS,
    optional: true,
    withinMs: PAYEE_VERIFICATION_MS,
    idempotentBy: '-',
    guarantee: 'No reply and an unknown account mean `NOAP`. The bank of the payee discloses a name with `CMTC` only.',
  },
  {
    operation: submitPayment,
    way: 'delivered',
    parts: ['payments', 'standingOrders'],
    idempotentBy: '`paymentId`',
    guarantee:
      'Stored before the answer, executed exactly once. Payments that cannot be executed are accepted and reported `RJCT` with a reason: an error would end as a dead letter.',
  },
  {
    operation: submitBulkPayment,
    way: 'delivered',
    parts: ['bulkPayments'],
    idempotentBy: '`paymentId`',
    guarantee:
      'As `bank.submitPayment`, for each transfer of the message. The report lists the transfers that were not executed.',
  },
  {
    operation: putStandingOrder,
    way: 'delivered',
    parts: ['standingOrders'],
    idempotentBy: '`paymentId`; an ended standing order stays ended, whatever the order of messages',
    guarantee: 'Stored for display. It executes nothing.',
  },
  {
    operation: withdrawPayment,
    way: 'asked',
    parts: PAYMENT_PARTS,
    idempotentBy: '`paymentId`',
    guarantee: '`withdrawn: true` means that the payment will never be executed. `false` if it is unknown or executed.',
  },
  {
    operation: concludePayment,
    way: 'asked',
    parts: ['instantPayments'],
    idempotentBy: '`paymentId`; the outcome is final',
    withinMs: DECISION_MS_MAX,
    guarantee: 'Final outcome: already executed, or never executed. Without an answer in time the payment is rejected.',
  },
  {
    operation: returnPayment,
    way: 'delivered',
    parts: ['instantPayments'],
    idempotentBy: '`paymentId`',
    guarantee:
      'Guarantees that the debtor is not debited: an executed payment is returned, another one is never executed.',
  },
  {
    operation: putAccounts,
    way: 'told',
    parts: ['accountInformation'],
    idempotentBy: '`bankAccountId`; last write wins',
    guarantee: 'Sent before the account can be read, and after each change.',
  },
  {
    operation: putBalances,
    way: 'told',
    parts: ['accountInformation'],
    idempotentBy: '`bankAccountId` and `version`; an older one changes nothing',
    guarantee: 'Always with `closingBooked` or `interimBooked`.',
  },
  {
    operation: putTransactions,
    way: 'told',
    parts: ['accountInformation'],
    idempotentBy: '`bankAccountId` and `bankReference`; a booked entry never changes',
    guarantee: '`bankReference` is the same from pending to booked. A booked entry has its `bookingDate`.',
    refusals: ['fieldInvalid'],
  },
  {
    operation: withdrawTransactions,
    way: 'told',
    parts: ['accountInformation'],
    optional: true,
    idempotentBy: '`bankAccountId` and `bankReference`; a booked entry never changes',
    guarantee: 'For pending entries that will never be booked.',
  },
  {
    operation: putStandingOrders,
    way: 'told',
    parts: ['standingOrders'],
    idempotentBy: '`bankAccountId` and `version`; an older one changes nothing',
    guarantee: 'All active standing orders of the account, including those made at the bank.',
  },
  {
    operation: reportExecution,
    way: 'told',
    parts: PAYMENT_PARTS,
    idempotentBy: '`paymentId` and `transactionStatus`; an earlier status is ignored',
    guarantee: 'Sent after the event, never before. Each payment ends in `ACSC`, `ACCC`, `PART`, `RJCT` or `CANC`.',
    refusals: ['referencedResourceUnknown', 'statusInvalid'],
  },
  {
    operation: reportChallenge,
    way: 'told',
    parts: ['devices'],
    idempotentBy: '`challengeId`',
    guarantee: 'The answer of the PSU, with the `contentHash` of the content shown to it.',
    refusals: ['authorisationUnknown', 'requestInFlight'],
  },
  {
    operation: readApproval,
    way: 'told',
    parts: ['authorisationServer'],
    idempotentBy: '-',
    guarantee:
      'Sent before the PSU sees the content, and again with `psuId` after its sign-in. The page shows all of `content`, and `tppName`.',
    refusals: ['authorisationUnknown', 'addressUnknown'],
  },
  {
    operation: reportApproval,
    way: 'told',
    parts: ['authorisationServer'],
    idempotentBy: '`authorisationId`, `psuId` and `contentHash`; the first decision counts',
    guarantee:
      'Sent when the PSU has authenticated with two factors for exactly this content, before a code is issued. A code is issued only if the reply has `counts: true`.',
    refusals: ['authorisationUnknown', 'requestInFlight', 'addressUnknown'],
  },
];
