import { z } from 'zod';
import { BULK_BYTES_MAX } from './bulk-bytes-max.ts';

/** Periods and limits of a bank (decision 28). Names contain the units. */
export const Limits = z.strictObject({
  requestsPerSecond: z
    .int()
    .min(0)
    .describe('requests per second of one TPP over all replicas of the gateway; 0: unlimited'),
  requestBurst: z.int().min(1).describe('burst of requests of one TPP after a pause'),
  fairRequestsPerSecond: z
    .int()
    .min(1)
    .describe(
      'requests per second of one TPP at one replica of the gateway that never wait for others; beyond, a TPP waits while one with fewer requests in hand is active (decision 28)',
    ),
  frequencyPerDayMax: z.int().min(1).describe('maximum accesses per day without the PSU; a higher request is cut'),
  consentDaysMax: z.int().min(1).describe('maximum validity of a consent in days; a longer request is cut'),
  oneOffUseMinutes: z.int().min(1).describe('use of a one-off consent after SCA'),
  historyDays: z.int().min(1).describe('history readable without fresh SCA'),
  pageSize: z.int().min(1).max(2_000).describe('transactions on one page of a list'),
  pageTokenMinutes: z
    .int()
    .min(1)
    .describe('how long further pages of a list, or the download of a report, are available'),
  reportEntriesMax: z
    .int()
    .min(1)
    .max(4_000)
    .describe('maximum entries in one camt answer; a longer report is a download'),
  freshScaMinutes: z.int().min(1).describe('time after SCA in which older transactions are readable'),
  redirectLinkMinutes: z.int().min(1).describe('life of an scaRedirect link'),
  scaSessionMinutes: z.int().min(1).describe('inactivity after which the PSU must start again'),
  combinedServiceMinutes: z
    .int()
    .min(1)
    .describe(
      'time after the approval of a consent in which a payment or a question about funds belongs to its session',
    ),
  authorisationHours: z.int().min(1).describe('time to authorise a consent or payment'),
  authorisationsMax: z.int().min(1).max(100).describe('maximum authorisations of one resource, whatever their status'),
  wrongCredentialsMax: z.int().min(1).describe('wrong inputs after which an authorisation fails'),
  psuFailuresMax: z
    .int()
    .min(1)
    .max(5)
    .describe('consecutive wrong inputs, over all authorisations and sign-ins, after which a PSU-ID is locked'),
  unverifiedPsuIdsMax: z
    .int()
    .min(0)
    .describe(
      'PSU-IDs that one TPP may name in an hour without the PSU having authenticated; further ones are refused with 429; 0: unlimited',
    ),
  payeeMismatchesMax: z
    .int()
    .min(1)
    .describe(
      'verifications of one IBAN without a match that one TPP may request in a day; further ones are refused with 429, so that nobody learns names by trying',
    ),
  signInClosedMinutes: z.int().min(1).describe('duration of the lock; doubled each further time, up to a day'),
  otpMinutes: z.int().min(1).describe('life of a one-time code'),
  bulkBytesMax: z
    .int()
    .min(1)
    .max(BULK_BYTES_MAX)
    .describe('maximum size of a pain.001 message; a longer one is refused with 413'),
  bulkTransactionsMax: z.int().min(1).max(10_000).describe('maximum transfers in one pain.001 message'),
  bulkBlocksMax: z
    .int()
    .min(1)
    .describe('maximum PmtInf blocks in one pain.001 message, each with its own debtor account and day'),
  executionHorizonDays: z
    .int()
    .min(0)
    .describe('how far ahead the execution date of a payment or the start of a standing order may be'),
  standingOrderLeadDays: z.int().min(0).describe('days from today to the first possible start of a standing order'),
  fundsWaitDays: z.int().min(0).describe('how long a payment waits for funds after its due day'),
});

/** A PSU may dispute a payment for thirteen months (PSD2, Art. 71(1)). Until then its evidence is kept. */
const EVIDENCE_DAYS_MIN = 400;

/** Days for which a bank keeps data that has ended. What has no setting is kept for good. */
export const Retention = z.strictObject({
  onlyCount: z
    .boolean()
    .describe(
      'due documents are counted (`xs2a_retention_due`) and logged, but not deleted: to try the other settings',
    ),
  consentDays: z
    .int()
    .min(EVIDENCE_DAYS_MIN)
    .optional()
    .describe('consents, from the day on which they were rejected, expired, were revoked or terminated'),
  paymentDays: z
    .int()
    .min(EVIDENCE_DAYS_MIN)
    .optional()
    .describe(
      'payments, from their last status, with the executions of a standing order and the transfers of a bulk payment; and signing baskets, once their payments and consents are deleted',
    ),
  authorisationDays: z
    .int()
    .min(EVIDENCE_DAYS_MIN)
    .optional()
    .describe('authorisations, from their end, once the consent, payment or basket that they approved is deleted'),
  transactionDays: z
    .int()
    .min(EVIDENCE_DAYS_MIN)
    .optional()
    .describe(
      'booked and withdrawn entries of accounts, from their booking date: as long as PSUs see them in the online bank (RTS 2018/389, Art. 36(1)(a))',
    ),
  deadLetterDays: z
    .int()
    .min(30)
    .optional()
    .describe('messages that their receiver refused for good and that nobody replayed or dropped, from their refusal'),
});
export type Retention = z.infer<typeof Retention>;

/** A setting with a number of days. */
export type RetentionSetting = Exclude<keyof Retention, 'onlyCount'>;
