import { z } from 'zod';
import { type EventOf, type Machine } from './state-machine.ts';

/** transactionStatus of a payment: ISO 20022 codes (Implementation Guidelines, Transaction Status; decision 15). */
export const TransactionStatus = z.enum([
  'RCVD',
  'PDNG',
  'PATC',
  'ACTC',
  'ACWC',
  'ACCP',
  'ACFC',
  'ACSP',
  'ACWP',
  'ACSC',
  'ACCC',
  'PART',
  'RJCT',
  'CANC',
]);
export type TransactionStatus = z.infer<typeof TransactionStatus>;

const PAYEE_STATUSES = ['RVNC', 'RVCM', 'RCVC'] as const;

/**
 * The status as a TPP sees it. One that asked for the verification of the payee sees, in place of RCVD: RVNC while the check runs,
 * RVCM until the PSU has confirmed the payee through the TPP, RCVC once nothing need be confirmed (guidelines 1.3.16).
 */
export const ToldTransactionStatus = z
  .enum([...TransactionStatus.options, ...PAYEE_STATUSES])
  .meta({ announced: [...PAYEE_STATUSES] });
export type ToldTransactionStatus = z.infer<typeof ToldTransactionStatus>;

const UNTIL_EXECUTION = {
  settling: 'ACSP',
  settled: 'ACSC',
  rejected: 'RJCT',
  cancelled: 'CANC',
  partlySettled: 'PART',
} as const;

export const TRANSACTION_STATUS_MACHINE = {
  RCVD: { authorised: 'ACTC', partlyAuthorised: 'PATC', refused: 'RJCT', cancelled: 'CANC' },
  // `partlyAuthorised` again: another of several signers, not the last.
  PATC: { authorised: 'ACTC', partlyAuthorised: 'PATC', refused: 'RJCT', cancelled: 'CANC' },
  ACTC: { ...UNTIL_EXECUTION, pending: 'PDNG', changed: 'ACWC', profileChecked: 'ACCP' },
  PDNG: { ...UNTIL_EXECUTION, profileChecked: 'ACCP' },
  ACWC: { ...UNTIL_EXECUTION, profileChecked: 'ACCP' },
  ACCP: { ...UNTIL_EXECUTION, pending: 'PDNG', fundsChecked: 'ACFC' },
  ACFC: { ...UNTIL_EXECUTION },
  // `withdrawn`: the bank stopped an accepted payment (decision 16).
  ACSP: {
    settled: 'ACSC',
    rejected: 'RJCT',
    partlySettled: 'PART',
    acceptedWithoutPosting: 'ACWP',
    withdrawn: 'CANC',
  },
  ACWP: { credited: 'ACCC' },
  ACSC: { credited: 'ACCC' },
  ACCC: {},
  PART: {},
  RJCT: {},
  CANC: {},
} as const satisfies Machine<TransactionStatus>;

/** Execution events that the bank may report: only forward, and never an authorisation. */
export const EXECUTION_EVENTS = [
  'settling',
  'settled',
  'credited',
  'acceptedWithoutPosting',
  'partlySettled',
  'rejected',
  'withdrawn',
] as const satisfies readonly EventOf<typeof TRANSACTION_STATUS_MACHINE>[];
