import { BookingStatus } from '../interface/booking-status.ts';
import { PaymentProduct } from '../interface/payment-products.ts';
import { ReportMessage } from '../interface/report-message.ts';
import { ConsentModel } from '../values/access-rights.ts';
import { AccountIdentifier } from '../values/account-reference.ts';
import { NotificationContent } from '../values/notification-wish.ts';
import { OwnFactor } from '../values/sca/sca-methods.ts';
import type { AspspProfile } from './aspsp-profile.ts';
import { BULK_BYTES_MAX } from './bulk-bytes-max.ts';

/** All products of the Croatian profile, and execution times of further products that other presets offer. */
const HR_FULL: AspspProfile = {
  aspspName: 'Demo banka',
  timeZone: 'Europe/Zagreb',
  languages: ['hr', 'en'],
  products: {
    payments: [
      'sepa-credit-transfers',
      'cross-border-credit-transfers',
      'domestic-credit-transfers-hr',
      'target-2-payments',
      'instant-domestic-credit-transfers-hr',
      'hr-rtgs-payments',
      'instant-sepa-credit-transfers',
      'pain.001-instant-sepa-credit-transfers',
    ],
    'periodic-payments': [
      'sepa-credit-transfers',
      'domestic-credit-transfers-hr',
      'instant-domestic-credit-transfers-hr',
      'instant-sepa-credit-transfers',
    ],
    'bulk-payments': ['pain.001-credit-transfers', 'pain.001-instant-sepa-credit-transfers'],
  },
  consentModels: ConsentModel.options,
  accountReferences: AccountIdentifier.options,
  bookingStatuses: BookingStatus.options,
  deltaReports: { entryReferenceFrom: true, deltaList: true },
  balancesInLists: true,
  reportMessages: ReportMessage.options,
  ownerNames: 'consented',
  trustedBeneficiaries: false,
  combinedService: false,
  cardAccounts: true,
  fundsConfirmation: true,
  unknownIds: { consents: 403, resources: 404 },
  scaApproaches: ['REDIRECT', 'EMBEDDED', 'DECOUPLED'],
  implicitStart: ['REDIRECT'],
  implicitStartOnWish: [],
  methodsBeforeApproach: [],
  methodMayChange: false,
  ownFactors: OwnFactor.options,
  authorisationConfirmation: false,
  psuSignIn: 'portal',
  oauth: {
    integrated: false,
    readsNeedToken: false,
    preStep: { accounts: 'off', payments: 'off', funds: 'off' },
    pushedRequestsOnly: false,
    accessTokenMinutes: 10,
    refreshTokenDays: 180,
  },
  transactionStatusStyle: 'profile',
  executionTimes: {
    'sepa-credit-transfers': { bankingDays: 'target', bookedAtOnce: true },
    'cross-border-credit-transfers': { bankingDays: 'targetAndCroatian', cutOff: '14:00', bookedAtOnce: false },
    'domestic-credit-transfers-hr': { bankingDays: 'targetAndCroatian', bookedAtOnce: true },
    'target-2-payments': { bankingDays: 'target', cutOff: '16:30', bookedAtOnce: false },
    'instant-domestic-credit-transfers-hr': { bankingDays: 'every', bookedAtOnce: true },
    'hr-rtgs-payments': { bankingDays: 'target', cutOff: '16:30', bookedAtOnce: false },
    'pain.001-credit-transfers': { bankingDays: 'target', bookedAtOnce: true },
    'instant-sepa-credit-transfers': { bankingDays: 'every', bookedAtOnce: true },
    'pain.001-sepa-credit-transfers': { bankingDays: 'target', bookedAtOnce: true },
    'pain.001-instant-sepa-credit-transfers': { bankingDays: 'every', bookedAtOnce: true },
  },
  debtorAccount: {
    'sepa-credit-transfers': 'optional',
    'cross-border-credit-transfers': 'optional',
    'domestic-credit-transfers-hr': 'optional',
    'target-2-payments': 'optional',
    'instant-domestic-credit-transfers-hr': 'optional',
    'hr-rtgs-payments': 'optional',
    'instant-sepa-credit-transfers': 'optional',
  },
  nonBankingDay: 'shift',
  textCharacters: 'transliterate',
  executionRule: 'following',
  payeeVerification: 'always',
  payeeVerificationBeforeOrder: true,
  fundsCheck: true,
  fundsMessage: true,
  withoutFunds: 'wait',
  referenceCheckDigits: true,
  wireStyle: 'json',
  fieldAliases: true,
  edition: '1.3.11',
  errorForm: 'tppMessages',
  deletedPaymentAnswer: 'accepted',
  cancellationNeedsSca: PaymentProduct.options,
  signingBaskets: {
    membersMax: 50,
    services: ['payments', 'periodic-payments'],
    consents: true,
    sameProduct: false,
    sameDebtorAccount: false,
    settledStatus: false,
  },
  notifications: { contents: NotificationContent.options },
  psuIpAddressRequired: false,
  psuIdRequired: false,
  psuIdTypeRequired: false,
  signatureRequired: false,
  // Guidelines 1.3.4 to 1.3.8 do not let a TPP sign further headers (decision 26).
  signature: { mustCover: [], rememberedDays: 180 },
  redirectDomains: 'refuseInProduction',
  redirectUris: ['https', 'app'],
  tppLimits: {},
  limits: {
    requestsPerSecond: 5_000,
    requestBurst: 10_000,
    fairRequestsPerSecond: 50,
    frequencyPerDayMax: 4,
    consentDaysMax: 180,
    oneOffUseMinutes: 20,
    historyDays: 90,
    pageSize: 100,
    pageTokenMinutes: 60,
    reportEntriesMax: 1_000,
    freshScaMinutes: 60,
    redirectLinkMinutes: 10,
    scaSessionMinutes: 5,
    combinedServiceMinutes: 5,
    authorisationHours: 24,
    authorisationsMax: 20,
    wrongCredentialsMax: 3,
    psuFailuresMax: 5,
    unverifiedPsuIdsMax: 100,
    payeeMismatchesMax: 5,
    signInClosedMinutes: 15,
    otpMinutes: 5,
    executionHorizonDays: 365,
    bulkBytesMax: BULK_BYTES_MAX,
    bulkTransactionsMax: 10_000,
    bulkBlocksMax: 100,
    standingOrderLeadDays: 1,
    fundsWaitDays: 2,
  },
  // The bank decides what it keeps: laws on money laundering and accounting bind it.
  retention: { onlyCount: false },
};

/** The first edition of the Croatian profile: fewer products, no standing orders (decision 10). */
const HR_BASIC: AspspProfile = offering({
  ...HR_FULL,
  products: {
    payments: [
      'sepa-credit-transfers',
      'cross-border-credit-transfers',
      'domestic-credit-transfers-hr',
      'hr-rtgs-payments',
    ],
    'bulk-payments': ['pain.001-credit-transfers'],
  },
  // The first edition requires it.
  debtorAccount: {},
  payeeVerification: 'off',
  payeeVerificationBeforeOrder: false,
  // The first edition has no notifications.
  notifications: { contents: [] },
});

const BERLIN_GROUP: AspspProfile = offering({
  ...HR_FULL,
  products: {
    payments: [
      'sepa-credit-transfers',
      'instant-sepa-credit-transfers',
      'cross-border-credit-transfers',
      'target-2-payments',
      'pain.001-sepa-credit-transfers',
      'pain.001-instant-sepa-credit-transfers',
    ],
    'periodic-payments': [
      'sepa-credit-transfers',
      'pain.001-sepa-credit-transfers',
      'instant-sepa-credit-transfers',
      'pain.001-instant-sepa-credit-transfers',
    ],
    'bulk-payments': [
      'pain.001-credit-transfers',
      'sepa-credit-transfers',
      'pain.001-sepa-credit-transfers',
      'instant-sepa-credit-transfers',
      'pain.001-instant-sepa-credit-transfers',
    ],
  },
  implicitStartOnWish: ['EMBEDDED'],
  fieldAliases: false,
  edition: '1.3.16',
  payeeVerification: 'whenRequested',
  signingBaskets: { ...HR_FULL.signingBaskets, settledStatus: true },
  deletedPaymentAnswer: 'noContent',
  psuIpAddressRequired: true,
});

/** Removes settings of products and services that are not offered from a profile. */
function offering(profile: AspspProfile): AspspProfile {
  const { products, executionTimes, debtorAccount, cancellationNeedsSca, signingBaskets } = profile;
  const offered = Object.values(products).flat();
  const ofOffered = <Value>(byProduct: Partial<Record<PaymentProduct, Value>>) =>
    Object.fromEntries(Object.entries(byProduct).filter(([product]) => offered.some((one) => one === product)));
  return {
    ...profile,
    executionTimes: ofOffered(executionTimes),
    debtorAccount: ofOffered(debtorAccount),
    cancellationNeedsSca: cancellationNeedsSca.filter((product) => offered.includes(product)),
    signingBaskets: {
      ...signingBaskets,
      services: signingBaskets.services.filter((service) => products[service]?.length),
    },
  };
}

/** Presets: both editions of the Croatian profile (the second is the default), and the guidelines with their own names only. */
export const PROFILE_PRESETS = {
  'hr-basic': HR_BASIC,
  'hr-full': offering(HR_FULL),
  'berlin-group': BERLIN_GROUP,
} as const satisfies Record<string, AspspProfile>;
