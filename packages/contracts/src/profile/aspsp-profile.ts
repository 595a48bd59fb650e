import { z } from 'zod';
import { BookingStatus } from '../interface/booking-status.ts';
import { PaymentProduct, PaymentService } from '../interface/payment-products.ts';
import { ReportMessage } from '../interface/report-message.ts';
import { ScaApproach } from '../statuses/sca-status.ts';
import { ConsentModel } from '../values/access-rights.ts';
import { AccountIdentifier } from '../values/account-reference.ts';
import { NotificationContent } from '../values/notification-wish.ts';
import { OwnFactor } from '../values/sca-methods.ts';

const Products = z.partialRecord(PaymentService, z.array(PaymentProduct));

/** Of XML as text in JSON on the bus, whose messages have 8 MB at most. */
export const BULK_BYTES_MAX = 6 * 1024 * 1024;

/** When orders of a product are taken up. */
export const ExecutionTimes = z.strictObject({
  /** Days on which they are executed; `every` for instant payments. */
  bankingDays: z.enum(['every', 'target', 'targetAndCroatian']),
  /** Time of day in the bank's time zone; what comes later counts for the next banking day. */
  cutOff: z
    .string()
    .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time HH:MM')
    .optional(),
  /** An order without a date is booked at any hour of any day, whatever the rest says. */
  bookedAtOnce: z.boolean(),
});
export type ExecutionTimes = z.infer<typeof ExecutionTimes>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * What a bank decides about its interface. Every choice that the standard leaves to the ASPSP is a setting here; nothing
 * of the kind is a constant elsewhere. Units are in the names.
 */
export const AspspProfile = z.strictObject({
  aspspName: z.string().describe('name of the bank on the pages that the PSU sees'),
  timeZone: z
    .string()
    .refine(isTimeZone, 'must be a time zone as in Europe/Zagreb')
    .describe('time zone of day counts and cut-offs'),
  languages: z
    .array(z.enum(['hr', 'en']))
    .min(1)
    .describe('languages of the PSU pages, the first is the default'),
  products: Products.describe('payment products offered for each payment service'),
  consentModels: z.array(ConsentModel).min(1).describe('kinds of account information consent offered'),
  accountReferences: z
    .array(AccountIdentifier)
    .min(1)
    .describe('how consents may name the accounts of the PSU; another name is refused with 400'),
  bookingStatuses: z
    .array(BookingStatus)
    .min(1)
    .describe('values of bookingStatus that are offered, booked always; another one is PARAMETER_NOT_SUPPORTED'),
  deltaReports: z
    .strictObject({
      entryReferenceFrom: z.boolean().describe('whether lists may start after an entry'),
      deltaList: z.boolean().describe('whether what came since the last report may be asked for'),
    })
    .describe('delta access to lists; what is off is PARAMETER_NOT_SUPPORTED'),
  balancesInLists: z
    .boolean()
    .describe('whether withBalance may be asked for; balances then come with accounts and lists, too'),
  reportMessages: z
    .array(ReportMessage)
    .describe('camt messages that lists of payment accounts may come in beside JSON; others are refused with 406'),
  cardAccounts: z.boolean().describe('whether card accounts are there; where not, their addresses answer 404'),
  fundsConfirmation: z
    .boolean()
    .describe('whether funds may be asked for, with the consents for it; where not, both addresses answer 404'),
  unknownIds: z
    .strictObject({
      consents: z
        .union([z.literal(403), z.literal(404)])
        .describe('consents in the address: 403 CONSENT_UNKNOWN or 404 RESOURCE_UNKNOWN'),
      resources: z
        .union([z.literal(404), z.literal(403)])
        .describe('payments, baskets and authorisations in the address: 404 or 403 RESOURCE_UNKNOWN'),
    })
    .describe('answer to ids that are unknown or of another TPP, which look the same (decision 12)'),
  scaApproaches: z.array(ScaApproach).min(1).describe('SCA approaches offered, in order of preference'),
  implicitStart: z
    .array(ScaApproach)
    .describe(
      'SCA approaches whose authorisation is started with its resource, unless the TPP or several signers need otherwise',
    ),
  ownFactors: z
    .array(OwnFactor)
    .describe(
      'factors offered beside those of the bank: passkey on the redirect page for everything, totp for consents alone',
    ),
  authorisationConfirmation: z
    .boolean()
    .describe('whether a redirect counts only once the TPP sent back the code that the browser brought it'),
  transactionStatusStyle: z
    .enum(['technical', 'profile', 'funds'])
    .describe(
      'status after authorisation: ACTC, ACCP when the bank checks the customer profile too, ACFC when also the funds',
    ),
  executionTimes: z
    .partialRecord(PaymentProduct, ExecutionTimes)
    .describe(
      'for each product: banking days (every, target, targetAndCroatian), cut-off, and whether orders without a date are booked at once; left out: every day, at once',
    ),
  nonBankingDay: z
    .enum(['shift', 'reject'])
    .describe('a requested day that is no banking day, or over for its product: moved to the next (ACWC), or refused'),
  executionRule: z
    .enum(['following', 'preceding'])
    .describe(
      'which way an execution of a standing order moves from a day without banking, where the order says nothing',
    ),
  fundsCheck: z.boolean().describe('whether funds are looked at before a payment is handed to the bank'),
  withoutFunds: z
    .enum(['wait', 'reject'])
    .describe('a payment without funds whose TPP does not prefer its rejection: waits fundsWaitDays, or is rejected'),
  referenceCheckDigits: z.boolean().describe('whether check digits of Croatian reference models are judged'),
  wireStyle: z
    .enum(['json', 'text'])
    .describe('booleans and numbers in answers: JSON types, or text as the interface samples show'),
  fieldNames: z
    .enum(['both', 'standard'])
    .describe('members that the interface spells in a way of its own: sent beside those of the standard, or left out'),
  errorForm: z
    .enum(['tppMessages', 'problem'])
    .describe('form of refusals when the TPP does not ask for application/problem+json itself'),
  deletedPaymentAnswer: z
    .enum(['accepted', 'noContent'])
    .describe('answer to a cancellation that needs no authorisation: 202 with a body, or 204'),
  cancellationNeedsSca: z
    .array(PaymentProduct)
    .describe('payment products whose cancellation the PSU must authorise once the payment is authorised'),
  signingBaskets: z
    .strictObject({
      membersMax: z.int().min(1).max(200).describe('most payments and consents in one basket'),
      services: z
        .array(PaymentService)
        .describe(
          'payment services whose payments may be grouped; none, and no consents: baskets are not offered, 404',
        ),
      consents: z.boolean().describe('whether consents may be grouped too'),
      sameProduct: z.boolean().describe('whether all payments must be of one service and product'),
      sameDebtorAccount: z.boolean().describe('whether all payments must be from one account'),
    })
    .describe('what may be grouped in a signing basket (decision 23)'),
  notifications: z
    .strictObject({
      contents: z
        .array(NotificationContent)
        .describe(
          'of what a TPP is told at its TPP-Notification-URI: SCA (each scaStatus), PROCESS (each status of the resource), LAST (the last one); none: not offered',
        ),
    })
    .describe('resource status notification (decision 27)'),
  psuIpAddressRequired: z.boolean().describe('whether calls that create a resource must carry PSU-IP-Address'),
  psuIdRequired: z.boolean().describe('whether calls that create a resource must carry PSU-ID'),
  signatureRequired: z
    .boolean()
    .describe('whether every request must be signed (Signature, Digest, TPP-Signature-Certificate)'),
  redirectDomains: z
    .enum(['ignore', 'warn', 'refuse'])
    .describe(
      'a redirect address outside the domains of the client certificate: taken, taken with a WARNING, or refused with 400',
    ),
  limits: z
    .strictObject({
      requestsPerSecond: z
        .int()
        .min(0)
        .describe('requests a second that one TPP may make, over all replicas of the gateway; 0: not limited'),
      requestBurst: z.int().min(1).describe('requests that one TPP may make at once after a pause'),
      frequencyPerDayMax: z.int().min(1).describe('most accesses a day without the PSU; a higher wish is cut'),
      consentDaysMax: z.int().min(1).describe('longest life of a consent; a longer wish is cut'),
      oneOffUseMinutes: z.int().min(1).describe('how long a one-off consent may be used after SCA'),
      historyDays: z.int().min(1).describe('days of transactions readable without fresh SCA'),
      pageSize: z.int().min(1).max(2_000).describe('transactions on one page of a list'),
      pageTokenMinutes: z.int().min(1).describe('how long the further pages of a list, or a long report, may be read'),
      reportEntriesMax: z
        .int()
        .min(1)
        .max(4_000)
        .describe('entries in one camt answer; a longer report is offered as a download'),
      freshScaMinutes: z.int().min(1).describe('how long after SCA older transactions may be read'),
      redirectLinkMinutes: z.int().min(1).describe('life of an scaRedirect link'),
      scaSessionMinutes: z.int().min(1).describe('inactivity after which the PSU must begin anew'),
      authorisationHours: z.int().min(1).describe('window in which a consent or payment must be authorised'),
      authorisationsMax: z
        .int()
        .min(1)
        .max(100)
        .describe('most authorisations of one resource, whatever became of them'),
      wrongCredentialsMax: z.int().min(1).describe('wrong inputs after which an authorisation fails'),
      psuFailuresMax: z
        .int()
        .min(1)
        .max(5)
        .describe('wrong inputs in a row, over all authorisations and sign-ins, after which a PSU-ID is closed'),
      signInClosedMinutes: z
        .int()
        .min(1)
        .describe('how long a PSU-ID is closed after that; twice as long each time anew, up to a day'),
      otpMinutes: z.int().min(1).describe('life of a one-time code'),
      bulkBytesMax: z
        .int()
        .min(1)
        .max(BULK_BYTES_MAX)
        .describe('longest pain.001 message, in bytes; a longer one is refused with 413'),
      bulkTransactionsMax: z.int().min(1).max(10_000).describe('most transfers in one pain.001 message'),
      bulkBlocksMax: z
        .int()
        .min(1)
        .describe('most PmtInf blocks in one pain.001 message, each with a debtor account and a day of its own'),
      executionHorizonDays: z.int().min(0).describe('how far ahead a payment or the start of a standing order may be'),
      standingOrderLeadDays: z.int().min(0).describe('days from today to the first possible start of a standing order'),
      fundsWaitDays: z.int().min(0).describe('days that a payment waits for funds, after the day it was due'),
    })
    .describe('spans and limits (decision 28)'),
});
export type AspspProfile = z.infer<typeof AspspProfile>;
