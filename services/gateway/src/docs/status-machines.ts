import {
  BASKET_STATUS_MACHINE,
  CONSENT_STATUS_MACHINE,
  type Machine,
  SCA_STATUS_MACHINE,
  TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';

export interface DocumentedMachine {
  readonly name: string;
  readonly title: string;
  readonly field: string;
  /** In `packages/contracts/src/statuses`. */
  readonly source: string;
  readonly start: string;
  readonly machine: Machine;
  /** Statuses that are framed in the diagram, because they leave alike. */
  readonly frames: readonly (readonly string[])[];
  readonly meanings: Readonly<Record<string, string>>;
}

const BEFORE_EXECUTION = ['ACTC', 'PDNG', 'ACWC', 'ACCP', 'ACFC'];
const BEFORE_DEVICE = ['received', 'psuIdentified', 'psuAuthenticated', 'scaMethodSelected'];

/** Every status that a TPP sees, what it means, and how it is drawn. */
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
      received: 'stored; nobody has approved it yet',
      partiallyAuthorised: 'some of several signers have approved',
      valid: 'accounts may be read',
      rejected: 'the PSU declined, or the authorisation failed',
      expired: 'its time is over, it was used up, or a newer one took its place',
      revokedByPsu: 'the PSU withdrew it at the bank',
      terminatedByTpp: 'you gave it back (DELETE)',
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
      RCVD: 'stored; nobody has approved it yet',
      PATC: 'some of several signers have approved',
      ACTC: 'all have approved',
      PDNG: 'the bank has it under review',
      ACWC: 'as ACCP, on another day than was asked for; psuMessage names it',
      ACCP: 'approved and checked; waits for its day, or for funds',
      ACFC: 'funds were there when they were looked at',
      ACSP: 'the bank is executing it; it can no longer be cancelled',
      ACWP: 'the creditor may use the money before it is booked',
      ACSC: 'debited',
      ACCC: 'the creditor has it',
      PART: 'of a bulk payment some transfers were made and some refused',
      RJCT: 'declined, not approved in time, or refused by the bank; tppMessages says why',
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
    frames: [BEFORE_DEVICE, [...BEFORE_DEVICE, 'started', 'unconfirmed']],
    meanings: {
      received: 'started; the PSU is not known yet',
      psuIdentified: 'the PSU is named',
      psuAuthenticated: 'the first factor was right',
      scaMethodSelected: 'a code was sent, or the PSU is asked in another way',
      started: 'the PSU is asked at the bank or on its device',
      unconfirmed: 'approved; the confirmation code from the redirect must be sent',
      finalised: 'approved',
      failed: 'declined, too many wrong inputs, or out of time',
      exempted: 'no approval was needed',
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
      RCVD: 'stored; nobody has approved it yet',
      PATC: 'some of several signers have approved',
      ACTC: 'all have approved; from here follow its members',
      RJCT: 'declined, or not approved in time',
      CANC: 'dissolved',
    },
  },
];
