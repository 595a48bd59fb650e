import { createRequire } from 'node:module';
import type { AspspProfile, ScaApproach } from '@xs2a/contracts';
import {
  BookingStatus,
  ConsentModel,
  NotificationContent,
  OwnFactor,
  PROFILE_PRESETS,
  ReportMessage,
} from '@xs2a/contracts';
import type { make as makeRows } from 'covertable';
import { SANDBOX_PROVIDER } from '../../conformance/run-against.ts';

// Its types declare an ES module, which it is not.
const { make } = createRequire(import.meta.url)('covertable') as { make: typeof makeRows };

type Preset = keyof typeof PROFILE_PRESETS;

/** Methods of the sandbox bank; the page is a method of no PSU. */
const METHODS = [
  { authenticationMethodId: 'sms', authenticationType: 'SMS_OTP', name: 'SMS', scaApproach: 'EMBEDDED' },
  { authenticationMethodId: 'push', authenticationType: 'PUSH_OTP', name: 'Device', scaApproach: 'DECOUPLED' },
  { authenticationMethodId: 'page', authenticationType: 'PHOTO_OTP', name: 'Page', scaApproach: 'REDIRECT' },
] as const;

/** Settings without a choice here, and why. */
export const NOT_CHOSEN: Partial<Record<keyof AspspProfile, string>> = {
  aspspName: 'a name',
  brand: 'of the pages of PSUs',
  timeZone: 'of days, which the suite counts as the presets do',
  languages: 'of the pages of PSUs',
  products: 'those of the presets',
  executionTimes: 'those of the presets',
  executionRule: 'of days weeks ahead',
  identityProvider: 'follows psuSignIn',
  implicitStartOnWish: 'a choice of implicitStart',
  unknownIds: 'two choices: unknownConsents and unknownResources',
  redirectUris: 'of the addresses of single requests',
  signatureRequired: 'the suite signs single requests',
  signature: 'the suite signs single requests',
  tppLimits: 'of single TPPs',
  limits: 'numbers',
  retention: 'not of the interface',
};

/** Settings with those choices that change the interface. Any two choices of two rows meet in at least one profile. */
export const CHOICES = {
  preset: Object.keys(PROFILE_PRESETS) as Preset[],
  scaApproaches: [
    ['REDIRECT'],
    ['EMBEDDED'],
    ['DECOUPLED'],
    ['EMBEDDED', 'REDIRECT'],
    ['REDIRECT', 'DECOUPLED'],
    ['REDIRECT', 'EMBEDDED', 'DECOUPLED'],
  ] as ScaApproach[][],
  /** `onWish` is implicitStartOnWish of all approaches. */
  implicitStart: ['all', 'none', 'onWish'],
  methodsBeforeApproach: [true, false],
  methodMayChange: [true, false],
  ownFactors: [[], OwnFactor.options],
  authorisationConfirmation: [true, false],
  psuSignIn: ['portal', 'oidc'],
  oauth: ['off', 'integrated', 'readsNeedToken', 'pushedRequestsOnly'],
  preStep: ['off', 'optional'],
  consentModels: [ConsentModel.options, ['detailed']],
  accountReferences: [['iban'], ['iban', 'maskedPan'], ['iban', 'pan']],
  bookingStatuses: [BookingStatus.options, ['booked'], ['booked', 'pending']],
  deltaReports: [true, false],
  balancesInLists: [true, false],
  reportMessages: [ReportMessage.options, []],
  ownerNames: ['never', 'consented', 'always'],
  trustedBeneficiaries: [true, false],
  combinedService: [true, false],
  cardAccounts: [true, false],
  fundsConfirmation: [true, false],
  unknownConsents: [403, 404],
  unknownResources: [404, 403],
  transactionStatusStyle: ['technical', 'profile', 'funds'],
  debtorAccount: ['preset', 'required'],
  nonBankingDay: ['shift', 'reject'],
  payeeVerification: ['always', 'whenRequested', 'off'],
  payeeVerificationBeforeOrder: [true, false],
  fundsCheck: [true, false],
  fundsMessage: [true, false],
  withoutFunds: ['wait', 'reject'],
  referenceCheckDigits: [true, false],
  wireStyle: ['json', 'text'],
  fieldAliases: [true, false],
  edition: ['1.3.11', '1.3.16'],
  errorForm: ['tppMessages', 'problem'],
  textCharacters: ['transliterate', 'refuse'],
  deletedPaymentAnswer: ['accepted', 'noContent'],
  cancellationNeedsSca: [true, false],
  signingBaskets: ['all', 'payments', 'none'],
  settledStatus: [true, false],
  notifications: [NotificationContent.options, []],
  psuIpAddressRequired: [true, false],
  psuIdRequired: [true, false],
  psuIdTypeRequired: [true, false],
  redirectDomains: ['ignore', 'warn', 'refuse'],
};

type Chosen = { [Key in keyof typeof CHOICES]: (typeof CHOICES)[Key][number] };

/** Returns choices of all settings, in the smallest number of rows in which any two choices meet; the same ones at every call. */
export const choicesByPairs = (): Chosen[] => make(CHOICES, { seed: 'xs2a' });

/** Returns the profiles with these choices. */
export const profilesByPairs = (): object[] => choicesByPairs().map(profileOf);

/** Returns the profile with these choices, except those that the profile check refuses in combination. */
function profileOf(chosen: Chosen): object {
  const { oauth, preStep, implicitStart, methodsBeforeApproach, deltaReports, ...others } = chosen;
  const { unknownConsents, unknownResources, signingBaskets, settledStatus, ...settings } = others;
  const { cancellationNeedsSca, debtorAccount, notifications, ...rest } = settings;
  const isOidc = rest.psuSignIn === 'oidc';
  const offered = isOidc ? rest.scaApproaches.filter((approach) => approach !== 'EMBEDDED') : rest.scaApproaches;
  const scaApproaches: readonly ScaApproach[] = offered.length > 0 ? offered : (['REDIRECT'] satisfies ScaApproach[]);
  // If each creation contained the PSU, each would ask its device, which accepts five requests without an answer (decision 39).
  const startable = scaApproaches.filter((approach) => approach !== 'DECOUPLED' || !rest.psuIdRequired);
  const hasPages = scaApproaches.includes('REDIRECT');
  const { products } = PROFILE_PRESETS[rest.preset];
  const isIntegrated = hasPages && oauth !== 'off';
  const methods = METHODS.filter(({ scaApproach }) => scaApproaches.includes(scaApproach));
  const services = (['payments', 'periodic-payments'] as const).filter((service) => products[service]?.length);
  return {
    ...rest,
    scaApproaches,
    implicitStart: implicitStart === 'all' ? startable : [],
    implicitStartOnWish: implicitStart === 'onWish' ? startable : [],
    methodsBeforeApproach: methodsBeforeApproach && methods.length > 1 ? methods : [],
    ownFactors: rest.ownFactors.filter((factor) => factor !== 'passkey' || hasPages),
    authorisationConfirmation: rest.authorisationConfirmation && hasPages,
    ...(isOidc && { identityProvider: IDENTITY_PROVIDER }),
    oauth: {
      integrated: isIntegrated,
      readsNeedToken: isIntegrated && oauth === 'readsNeedToken' && scaApproaches.length === 1,
      pushedRequestsOnly: oauth === 'pushedRequestsOnly',
      preStep: { accounts: preStep, payments: preStep, funds: rest.fundsConfirmation ? preStep : 'off' },
    },
    cardAccounts: rest.cardAccounts && rest.accountReferences.length > 1,
    deltaReports: { entryReferenceFrom: deltaReports, deltaList: deltaReports },
    unknownIds: { consents: unknownConsents, resources: unknownResources },
    transactionStatusStyle:
      rest.transactionStatusStyle === 'funds' && !rest.fundsCheck ? 'technical' : rest.transactionStatusStyle,
    ...(debtorAccount === 'required' && { debtorAccount: {} }),
    ...(!cancellationNeedsSca && { cancellationNeedsSca: [] }),
    signingBaskets: {
      services: signingBaskets === 'none' ? [] : services,
      consents: signingBaskets === 'all',
      settledStatus,
    },
    notifications: { contents: notifications },
  };
}

const IDENTITY_PROVIDER: NonNullable<AspspProfile['identityProvider']> = {
  issuer: SANDBOX_PROVIDER,
  clientId: 'xs2a',
  clientAuthentication: 'client_secret_basic',
  scopes: ['openid'],
  psuIdClaim: 'sub',
  corporateIdClaim: 'corporate_id',
};
