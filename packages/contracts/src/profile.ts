import { z } from 'zod';
import { ConsentModel } from './authorisations.ts';
import { PaymentProduct, PaymentService } from './payment-products.ts';
import { ScaApproach } from './sca-status.ts';

const Products = z.partialRecord(PaymentService, z.array(PaymentProduct));

/** Of XML as text in JSON on the bus, whose messages have 8 MB at most. */
const BULK_BYTES_MAX = 6 * 1024 * 1024;

/**
 * What a bank decides about its interface. Every choice that the standard leaves to the ASPSP is a knob here; nothing of
 * the kind is a constant elsewhere. Units are in the names.
 */
export const AspspProfile = z.strictObject({
  aspspName: z.string().describe('name of the bank on the pages that the PSU sees'),
  timeZone: z.string().describe('time zone of day counts and cut-offs'),
  languages: z
    .array(z.enum(['hr', 'en']))
    .min(1)
    .describe('languages of the PSU pages, the first is the default'),
  products: Products.describe('payment products offered for each payment service'),
  consentModels: z.array(ConsentModel).min(1).describe('kinds of account information consent offered'),
  scaApproaches: z.array(ScaApproach).min(1).describe('SCA approaches offered, in order of preference'),
  implicitStart: z
    .array(ScaApproach)
    .describe(
      'SCA approaches whose authorisation is started with its resource, unless the TPP or several signers need otherwise',
    ),
  transactionStatusStyle: z
    .enum(['technical', 'profile'])
    .describe('status after authorisation: ACTC, or ACCP when the bank checks the customer profile too'),
  wireStyle: z
    .enum(['json', 'text'])
    .describe('booleans and numbers in answers: JSON types, or text as the interface samples show'),
  errorForm: z
    .enum(['tppMessages', 'problem'])
    .describe('form of refusals when the TPP does not ask for application/problem+json itself'),
  deletedPaymentAnswer: z
    .enum(['accepted', 'noContent'])
    .describe('answer to a cancellation that needs no authorisation: 202 with a body, or 204'),
  psuIpAddressRequired: z.boolean().describe('whether calls that create a resource must carry PSU-IP-Address'),
  limits: z
    .strictObject({
      frequencyPerDayMax: z.int().min(1).describe('most accesses a day without the PSU; a higher wish is cut'),
      consentDaysMax: z.int().min(1).describe('longest life of a consent; a longer wish is cut'),
      oneOffUseMinutes: z.int().min(1).describe('how long a one-off consent may be used after SCA'),
      historyDays: z.int().min(1).describe('days of transactions readable without fresh SCA'),
      pageSize: z.int().min(1).max(2_000).describe('transactions on one page of a list'),
      pageTokenMinutes: z.int().min(1).describe('how long the further pages of a list may be read'),
      freshScaMinutes: z.int().min(1).describe('how long after SCA older transactions may be read'),
      redirectLinkMinutes: z.int().min(1).describe('life of an scaRedirect link'),
      scaSessionMinutes: z.int().min(1).describe('inactivity after which the PSU must begin anew'),
      authorisationHours: z.int().min(1).describe('window in which a consent or payment must be authorised'),
      wrongCredentialsMax: z
        .int()
        .min(1)
        .describe('wrong inputs after which an authorisation fails, or a sign-in is closed for a while'),
      signInClosedMinutes: z
        .int()
        .min(1)
        .describe('how long a PSU-ID cannot sign in to the permission overview after too many wrong inputs'),
      otpMinutes: z.int().min(1).describe('life of a one-time code'),
      executionHorizonDays: z.int().min(0).describe('how far ahead a payment may be dated'),
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
    })
    .describe('spans and limits (field guide, appendix B)'),
});
export type AspspProfile = z.infer<typeof AspspProfile>;

const HR_FULL: AspspProfile = {
  aspspName: 'Ogledna banka',
  timeZone: 'Europe/Zagreb',
  languages: ['hr', 'en'],
  products: {
    payments: ['sepa-credit-transfers'],
    'bulk-payments': ['pain.001-credit-transfers'],
  },
  consentModels: ConsentModel.options,
  scaApproaches: ['REDIRECT', 'EMBEDDED', 'DECOUPLED'],
  implicitStart: ['REDIRECT'],
  transactionStatusStyle: 'profile',
  wireStyle: 'json',
  errorForm: 'tppMessages',
  deletedPaymentAnswer: 'accepted',
  psuIpAddressRequired: false,
  limits: {
    frequencyPerDayMax: 4,
    consentDaysMax: 180,
    oneOffUseMinutes: 20,
    historyDays: 90,
    pageSize: 100,
    pageTokenMinutes: 60,
    freshScaMinutes: 60,
    redirectLinkMinutes: 10,
    scaSessionMinutes: 5,
    authorisationHours: 24,
    wrongCredentialsMax: 3,
    signInClosedMinutes: 15,
    otpMinutes: 5,
    executionHorizonDays: 365,
    bulkBytesMax: BULK_BYTES_MAX,
    bulkTransactionsMax: 10_000,
    bulkBlocksMax: 100,
  },
};

/** Starting points: the interface's first edition, its second (the default), and the standard's strict names and types. */
export const PROFILE_PRESETS = {
  'hr-basic': HR_FULL,
  'hr-full': HR_FULL,
  'berlin-group': { ...HR_FULL, deletedPaymentAnswer: 'noContent', psuIpAddressRequired: true },
} as const satisfies Record<string, AspspProfile>;
