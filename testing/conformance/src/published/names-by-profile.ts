import type { AspspProfile } from '@xs2a/contracts';
import { type Check, expectSame } from '../check.ts';
import { type Document, documentOf, visit } from './document.ts';

/** Names and values that only some banks send. Repeated here on purpose: the published form is compared with these. */
interface Named {
  readonly of: string;
  readonly names: readonly string[];
  /** The operations whose answers may have them; all if omitted. */
  readonly at?: RegExp;
  readonly isSent: (profile: AspspProfile) => boolean;
}

const FIELDS: readonly Named[] = [
  {
    of: 'names of the Croatian profile (decision 14)',
    names: ['scatransactionStatus', 'cancellationId', 'cancellationIds', 'executionDate'],
    isSent: ({ fieldAliases }) => fieldAliases,
  },
  {
    of: 'the second name of masked card numbers (decision 14)',
    names: ['pan'],
    at: /^get \/v1\/consents\/\{consentId\}$/,
    isSent: ({ fieldAliases }) => fieldAliases,
  },
  {
    of: 'members of a basket that have ended (decision 14)',
    names: ['endedPayments', 'endedConsents'],
    isSent: ({ fieldAliases, signingBaskets: { services, consents } }) =>
      fieldAliases && (services.length > 0 || consents),
  },
  {
    of: 'confirmation of a redirect (decision 22)',
    names: ['confirmation', 'confirmationCode'],
    isSent: ({ authorisationConfirmation }) => authorisationConfirmation,
  },
  {
    of: 'a method before the approach (decision 20)',
    names: ['startAuthorisationWithAuthenticationMethodSelection'],
    isSent: ({ methodsBeforeApproach }) => methodsBeforeApproach.length > 0,
  },
  {
    of: 'the approach OAuth (decision 78)',
    names: ['scaOAuth'],
    isSent: ({ oauth }) => oauth.integrated,
  },
  {
    of: 'the approach redirect (decision 20)',
    names: ['scaRedirect'],
    isSent: ({ oauth, scaApproaches }) => !oauth.integrated && scaApproaches.includes('REDIRECT'),
  },
  {
    of: 'the approach embedded (decision 20)',
    names: ['startAuthorisationWithPsuAuthentication', 'updatePsuAuthentication', 'authoriseTransaction'],
    isSent: ({ scaApproaches }) => scaApproaches.includes('EMBEDDED'),
  },
  {
    of: 'the approach decoupled (decision 20)',
    names: ['startAuthorisationWithPsuIdentification'],
    isSent: ({ scaApproaches }) => scaApproaches.includes('DECOUPLED'),
  },
  {
    of: 'its second spelling (decision 14)',
    names: ['startAuthorisationWithPsuIdentfication'],
    isSent: ({ fieldAliases, scaApproaches }) => fieldAliases && scaApproaches.includes('DECOUPLED'),
  },
  {
    of: 'sessions of a consent and a payment (decision 80)',
    names: ['combinedServiceIndicator'],
    at: /^post \/v1\/consents$/,
    isSent: ({ combinedService }) => combinedService,
  },
  {
    of: 'consents to trusted beneficiaries (decision 81)',
    names: ['trustedBeneficiaries'],
    at: /^post \/v1\/consents$/,
    isSent: ({ trustedBeneficiaries }) => trustedBeneficiaries,
  },
  {
    of: 'whether a creditor is trusted (decision 81)',
    names: ['trustedBeneficiaryFlag'],
    at: /^get \/v1\/payments\/\{paymentProduct\}\/\{paymentId\}\/authorisations\/\{authorisationId\}$/,
    isSent: ({ trustedBeneficiaries }) => trustedBeneficiaries,
  },
  {
    of: 'names of owners (decision 55)',
    names: ['ownerName'],
    at: /^get \/v1\/accounts\/\{accountId\}$/,
    isSent: ({ ownerNames }) => ownerNames !== 'never',
  },
  {
    of: 'consents to all accounts (Implementation Guidelines, Account Access)',
    names: ['allPsd2'],
    at: /^post \/v1\/consents$/,
    isSent: ({ consentModels }) => consentModels.includes('allPsd2'),
  },
  {
    of: 'consents in baskets (Implementation Guidelines, Signing Baskets)',
    names: ['consentIds'],
    at: /^post \/v1\/signing-baskets$/,
    isSent: ({ signingBaskets }) => signingBaskets.consents,
  },
  {
    of: 'the status of the authorisation of a consent for funds (Confirmation of Funds Consent, SCA Status Response)',
    names: ['psuMessage'],
    at: /^get \/v2\/consents\/confirmation-of-funds\/\{consentId\}\/authorisations\/\{authorisationId\}$/,
    isSent: () => false,
  },
];

const VALUES: readonly Named[] = [
  {
    of: 'FUNDS_NOT_AVAILABLE in the status of a payment (decision 15)',
    names: ['FUNDS_NOT_AVAILABLE'],
    at: /^get \/v1\/payments\/\{paymentProduct\}\/\{paymentId\}\/status$/,
    isSent: ({ fundsMessage }) => fundsMessage,
  },
  {
    of: 'ACSC in the status of a basket (decision 23)',
    names: ['ACSC'],
    at: /^get \/v1\/signing-baskets\/\{basketId\}\/status$/,
    isSent: ({ signingBaskets }) => signingBaskets.settledStatus,
  },
  {
    of: 'the scaStatus that awaits a confirmation (decision 22)',
    names: ['unconfirmed'],
    at: /authorisations\/\{authorisationId\}$/,
    isSent: ({ authorisationConfirmation }) => authorisationConfirmation,
  },
];

/** Creations at which a bank may require the IP address of the PSU; it stays optional for a consent to funds confirmations. */
const PSU_NEARBY = /^post \/v1\/(consents|signing-baskets|(bulk-|periodic-)?payments\/\{paymentProduct\})$/;

/** Upper bound on the faulty operations listed. */
const SHOWN_MAX = 5;

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );

/** Returns all field names, or all values, in a part of the document. */
function foundIn(document: Document, part: unknown, kind: 'fields' | 'values'): Set<string> {
  const found = new Set<string>();
  visit(document, part, ({ properties, enum: values, const: value }) => {
    const shown = kind === 'fields' ? Object.keys(properties ?? {}) : [...((values as unknown[]) ?? []), value];
    for (const one of shown) found.add(String(one));
  });
  return found;
}

const published = (kind: 'fields' | 'values', { of, names, at = /./, isSent }: Named): Check => ({
  id: `answers.published: ${of.replace(/ \(.*/, '')}`,
  group: 'answers',
  rule: `the published form has what this bank sends and nothing that it never sends: ${of}`,
  how: `GET /openapi.json: ${names.join(', ')}`,
  run: async (context) => {
    const document = await documentOf(context);
    const operations = operationsOf(document).filter(({ name }) => at.test(name));
    const parts = operations.map(({ operation }) => operation);
    const found = foundIn(document, parts, kind);
    const expected = isSent(context.profile) && parts.length > 0 ? names : [];
    expectSame(
      'what it has of them',
      names.filter((name) => found.has(name)),
      expected,
    );
  },
});

const PSU_IP_ADDRESS: Check = {
  id: 'answers.published: PSU-IP-Address',
  group: 'answers',
  rule: 'PSU-IP-Address is published as mandatory exactly where the bank requires it (decision 13)',
  how: 'GET /openapi.json: the parameters of all operations',
  run: async (context) => {
    const document = await documentOf(context);
    const operations = operationsOf(document);
    const demanding = operations.filter(({ operation }) => {
      let isDemanded = false;
      visit(document, operation.parameters, ({ name, required }) => {
        if (name === 'PSU-IP-Address' && required === true) isDemanded = true;
      });
      return isDemanded;
    });
    const names = demanding.map(({ name }) => name);
    const expected = operations
      .map(({ name }) => name)
      .filter((name) => context.profile.psuIpAddressRequired && PSU_NEARBY.test(name));
    const missing = expected.filter((name) => !names.includes(name));
    const others = names.filter((name) => !expected.includes(name));
    expectSame('operations that do not demand it', missing, []);
    expectSame('operations that demand it unasked', others.slice(0, SHOWN_MAX), []);
  },
};

const READS = /^get \/v1\/((card-)?accounts|trusted-beneficiaries)/;
const CREATIONS = {
  accounts: /^post \/v1\/consents$/,
  payments: /^post \/v1\/(signing-baskets|(bulk-|periodic-)?payments\/\{paymentProduct\})$/,
  funds: /^post \/v2\/consents\/confirmation-of-funds$/,
} as const;

const ACCESS_TOKEN: Check = {
  id: 'oauth.published: access token',
  group: 'oauth',
  rule: 'an access token is published as mandatory exactly where the bank requires it (Implementation Guidelines, OAuth2)',
  how: 'GET /openapi.json: security of all operations',
  run: async (context) => {
    const { preStep, readsNeedToken } = context.profile.oauth;
    const isNeededAt = (name: string): boolean =>
      (readsNeedToken && READS.test(name)) ||
      (Object.keys(CREATIONS) as (keyof typeof CREATIONS)[]).some(
        (service) => preStep[service] === 'needed' && CREATIONS[service].test(name),
      );
    const wrong = operationsOf(await documentOf(context)).filter(({ name, operation }) => {
      const { security = [] } = operation as { security?: object[] };
      const isNeeded = security.length > 0 && security.every((way) => 'accessToken' in way);
      return isNeeded !== isNeededAt(name);
    });
    expectSame(
      'operations that say otherwise',
      wrong.slice(0, SHOWN_MAX).map(({ name }) => name),
      [],
    );
  },
};

/** Checks of names that only some banks publish. */
export const NAMES_BY_PROFILE: readonly Check[] = [
  ...FIELDS.map((row) => published('fields', row)),
  ...VALUES.map((row) => published('values', row)),
  PSU_IP_ADDRESS,
  ACCESS_TOKEN,
];
