import {
  BASKET_STATUS_MACHINE,
  CONSENT_STATUS_MACHINE,
  type Machine,
  SCA_STATUS_MACHINE,
  TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';

interface DocumentedMachine {
  readonly name: string;
  readonly title: string;
  readonly field: string;
  /** File in `packages/contracts/src/statuses`. */
  readonly source: string;
  readonly start: string;
  readonly machine: Machine;
  /** Groups of statuses that the diagram frames because they have common transitions. */
  readonly frames: readonly (readonly string[])[];
  readonly meanings: Readonly<Record<string, string>>;
}

const BEFORE_EXECUTION = ['ACTC', 'PDNG', 'ACWC', 'ACCP', 'ACFC'];
const BEFORE_RESPONSE = ['received', 'psuIdentified', 'psuAuthenticated', 'scaMethodSelected'];

/** All statuses visible to a TPP, with their meaning and grouping in the diagram. */
export const DOCUMENTED_MACHINES: readonly DocumentedMachine[] = [
  {
    name: 'consent',
    title: 'Consent',
    field: 'consentStatus',
    source: 'consent-status.ts',
    start: 'received',
    machine: CONSENT_STATUS_MACHINE,
    frames: [['received', 'partiallyAuthorised']],
    meanings: {
      received: 'stored; not approved yet',
      partiallyAuthorised: 'some of the required signatories have approved',
      valid: 'approved; accounts can be read',
      rejected: 'the PSU declined, or the authorisation failed',
      expired: 'its validity has ended, it was used up, or a newer consent replaced it',
      revokedByPsu: 'the PSU revoked it at the bank',
      terminatedByTpp: 'you deleted it',
    },
  },
  {
    name: 'payment',
    title: 'Payment',
    field: 'transactionStatus',
    source: 'transaction-status.ts',
    start: 'RCVD',
    machine: TRANSACTION_STATUS_MACHINE,
    frames: [BEFORE_EXECUTION, ['RCVD', 'PATC'], ['ACSP', ...BEFORE_EXECUTION]],
    meanings: {
      RCVD: 'stored; not approved yet',
      PATC: 'some of the required signatories have approved',
      ACTC: 'all required signatories have approved',
      PDNG: 'the bank is reviewing it',
      ACWC: 'as ACCP, with a changed execution date: executionDate',
      ACCP: 'approved and checked; waits for its execution date or for funds',
      ACFC: 'the funds check was positive',
      ACSP: 'being executed; it can no longer be cancelled',
      ACWP: 'the creditor can use the money before it is booked',
      ACSC: 'the debtor account was debited',
      ACCC: 'the creditor account was credited',
      PART: 'some transactions of a bulk payment were executed, others rejected',
      RJCT: 'declined, not approved in time, or rejected by the bank; tppMessages has the reason',
      CANC: 'cancelled',
    },
  },
  {
    name: 'authorisation',
    title: 'Authorisation',
    field: 'scaStatus',
    source: 'sca-status.ts',
    start: 'received',
    machine: SCA_STATUS_MACHINE,
    frames: [BEFORE_RESPONSE, [...BEFORE_RESPONSE, 'started', 'unconfirmed']],
    meanings: {
      received: 'started; the PSU is not identified yet',
      psuIdentified: 'the PSU is identified',
      psuAuthenticated: 'the first factor was correct',
      scaMethodSelected: 'an SCA method is selected; the PSU has received a code or a request',
      started: 'the PSU authorises on the bank’s page or device',
      unconfirmed: 'approved; send the confirmation code from the redirect',
      finalised: 'approved',
      failed: 'declined, too many failed attempts, or timed out',
      exempted: 'SCA was not required',
    },
  },
  {
    name: 'basket',
    title: 'Signing basket',
    field: 'transactionStatus',
    source: 'basket-status.ts',
    start: 'RCVD',
    machine: BASKET_STATUS_MACHINE,
    frames: [['RCVD', 'PATC']],
    meanings: {
      RCVD: 'stored; not approved yet',
      PATC: 'some of the required signatories have approved',
      ACTC: 'all required signatories have approved; now follow the status of each entry',
      RJCT: 'declined, or not approved in time',
      CANC: 'deleted',
    },
  },
];
