import type { AspspProfile } from '@xs2a/contracts';

export interface ProfileSection {
  readonly title: string;
  readonly about: string;
  readonly settings: readonly (keyof AspspProfile)[];
}

/** The pages of the settings, by the name of their file. */
export const PROFILE_SECTIONS: Readonly<Record<string, ProfileSection>> = {
  bank: {
    title: 'The bank and its form of answers',
    about: 'name, brand, language, time zone, names and types in answers, form of errors, answers to unknown ids',
    settings: [
      'aspspName',
      'brand',
      'timeZone',
      'languages',
      'wireStyle',
      'fieldAliases',
      'edition',
      'errorForm',
      'unknownIds',
    ],
  },
  requests: {
    title: 'Requests',
    about: 'mandatory headers, signatures, redirect addresses',
    settings: [
      'psuIpAddressRequired',
      'psuIdRequired',
      'psuIdTypeRequired',
      'signatureRequired',
      'signature',
      'redirectDomains',
      'redirectUris',
    ],
  },
  accounts: {
    title: 'Consents and accounts',
    about: 'consent models, transaction lists, reports, cards, funds confirmation',
    settings: [
      'consentModels',
      'accountReferences',
      'bookingStatuses',
      'deltaReports',
      'balancesInLists',
      'reportMessages',
      'ownerNames',
      'trustedBeneficiaries',
      'combinedService',
      'cardAccounts',
      'fundsConfirmation',
    ],
  },
  payments: {
    title: 'Payments',
    about: 'products, statuses, execution, funds, cancellation, signing baskets',
    settings: [
      'products',
      'transactionStatusStyle',
      'executionTimes',
      'debtorAccount',
      'nonBankingDay',
      'executionRule',
      'payeeVerification',
      'payeeVerificationBeforeOrder',
      'fundsCheck',
      'fundsMessage',
      'withoutFunds',
      'referenceCheckDigits',
      'textCharacters',
      'deletedPaymentAnswer',
      'cancellationNeedsSca',
      'signingBaskets',
    ],
  },
  authorisation: {
    title: 'Authorisation and notifications',
    about: 'SCA approaches, implicit start, built-in factors, confirmation, status notifications',
    settings: [
      'scaApproaches',
      'implicitStart',
      'implicitStartOnWish',
      'methodsBeforeApproach',
      'methodMayChange',
      'ownFactors',
      'authorisationConfirmation',
      'psuSignIn',
      'identityProvider',
      'oauth',
      'notifications',
    ],
  },
  limits: {
    title: 'Limits',
    about: 'spans, sizes and attempts ([decision 28](../decisions/0028-limits-and-fair-share.md))',
    settings: ['limits', 'tppLimits'],
  },
  retention: {
    title: 'Retention',
    about: 'how long ended data is kept ([what is stored for how long](../operations/retention.md))',
    settings: ['retention'],
  },
};

/** Introduction to writing, checking and comparing profiles. */
export const PROFILE_INTRODUCTION = `\`\`\`yaml
preset: hr-full
aspspName: Banka d.d.
limits:
  consentDaysMax: 90
executionTimes:
  target-2-payments:
    cutOff: null
\`\`\`

\`PROFILE\` names a preset or a file like this one, the same for every service. The file is laid over its \`preset\` (\`hr-full\` where
it names none). Groups are merged setting by setting, a list replaces another list, and \`null\` removes an optional value. \`hr-basic\` is
the first edition of the Croatian profile, \`hr-full\` the second, \`berlin-group\` follows the guidelines
([decision 10](../decisions/0010-settings-and-presets.md)).

- \`npm run xs2a -- profile check bank.yaml\` tells whether services would start with a file. \`profile show\` prints every resulting
  setting.
- An unknown setting, a wrong value, or a setting that contradicts another one ends the start, with a line for each error:
  \`bank.yaml:4: limits.historyDays: …\`. Settings of a preset for services that the file no longer offers are no error.
- Services must agree. Each instance reports on the bus (\`xs2a.profiles.<service>\`) which profile it runs, by a fingerprint of all settings.
  \`/readyz\` shows it, with a line \`profile differs: payments 5Y624iwea8ke\` for each other fingerprint of the last 100 seconds.
  \`xs2a_profiles_differing\` at \`/metrics\` and one line in the log report it too. The service stays ready: during a rolling update
  profiles always differ for a while.`;

/** Settings of other products that do not exist here, and why. */
export const FIXED_BEHAVIOUR: readonly (readonly [string, string])[] = [
  [
    'Lists of accounts (`availableAccounts`) without SCA',
    'not possible, because nobody knows yet whose accounts they are. `consentModels` can leave such consents out',
  ],
  ['Check digits of IBANs', 'always checked. An account with wrong check digits is invalid'],
  ['Roles in the certificate', 'roles are required (RTS 2018/389, Art. 34)'],
  [
    'Multicurrency accounts as one account or several',
    'follows from the accounts that the bank feeds ([decision 55](../decisions/0055-account-data.md))',
  ],
  ['Address of the PSU pages', 'belongs to the platform, not to the bank: `PORTAL_URL` of gateway and sca'],
  [
    'Longest validity of payments',
    '`limits.executionHorizonDays` bounds the day, `limits.authorisationHours` the approval',
  ],
];

/** Reason why no setting turns them into statuses of the interface. */
export const OWN_STATUSES = `The interface lists error statuses for each family of endpoints. Every preset answers with these, and with the
following ones where none of the list says the same. No setting replaces them: another status would name another fault.
An endpoint has those of them that its entry in the published document names.`;
