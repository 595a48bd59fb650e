import { z } from 'zod';
import { TransactionStatus } from './transaction-status.ts';

/** Statuses of a bulk payment in its extended status: those of a payment, without the ones that a group does not have. */
export const GroupStatus = TransactionStatus.exclude(['PATC', 'ACFC', 'ACWP', 'CANC']);
export type GroupStatus = z.infer<typeof GroupStatus>;

/** Status of the group for each status of a payment, also in a pain.002. */
export const GROUP_STATUSES: Readonly<Record<TransactionStatus, GroupStatus>> = {
  RCVD: 'RCVD',
  PATC: 'PDNG',
  PDNG: 'PDNG',
  ACTC: 'ACTC',
  ACWC: 'ACWC',
  ACCP: 'ACCP',
  ACFC: 'ACCP',
  ACSP: 'ACSP',
  ACWP: 'ACSP',
  ACSC: 'ACSC',
  ACCC: 'ACCC',
  PART: 'PART',
  RJCT: 'RJCT',
  CANC: 'RJCT',
};

/** ISO 20022 external status reason of a cancelled payment: an authorised user has cancelled the order. */
export const CANCELLED_REASON = 'DS02';

/** ISO 20022 reasons that have a field of their own in an extended status. */
export const StatusReason = z.enum([
  'AM02',
  'AM04',
  'AC05',
  'AC06',
  'CN01',
  'DS04',
  'DS0A',
  'DS0C',
  'DS0D',
  'DS0K',
  'DT01',
  'DT05',
  'EOL1',
  'FOCR',
  'SL11',
  'TKSP',
  'TKXP',
  'UPAY',
]);

/** A transfer of a bulk payment that was not executed, by the ids that the TPP gave it. */
const RefusedOriginal = z.object({
  originalInstructionId: z.string().max(35).optional(),
  originalEndToEndId: z.string().max(35).optional(),
  transactionStatus: z.literal('RJCT'),
  statusReasonInformationCode: StatusReason.optional(),
  /** Any reason outside the list. */
  statusReasonInformationProprietary: z.string().max(35).optional(),
  statusReasonAdditionalInformation: z.string().max(105).optional(),
});

/** Status of a bulk payment with its rejected transfers (framework 1.3.16). */
export const ExtendedStatus = z.object({
  groupStatus: GroupStatus,
  reasonCode: StatusReason.optional(),
  /** Any reason outside the list. Spelling of the standard. */
  reasonPropietary: z.string().max(35).optional(),
  fundsAvailable: z.boolean().optional(),
  originalTransactionInformationAndStatus: z.array(RefusedOriginal).optional(),
  psuMessage: z.string().max(500).optional(),
});
