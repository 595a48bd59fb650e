import { readFileSync } from 'node:fs';
import { AspspProfile, PROFILE_PRESETS } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { NEXT_LINKS, START_LINKS } from '../links/authorisation-links.ts';
import { LINKS_OF_APPROACHES } from './offered-approaches.ts';
import { offeredOpenApi } from './offered-openapi.ts';

const STORED = JSON.parse(readFileSync(new URL('../../published/openapi.json', import.meta.url), 'utf8')) as object;
const FULL: AspspProfile = PROFILE_PRESETS['hr-full'];
const documentOf = (profile: AspspProfile): string => JSON.stringify(offeredOpenApi(STORED, profile));

type Setting = keyof typeof AspspProfile.shape;
type Choice = (profile: AspspProfile) => Partial<AspspProfile>;

const OAUTH = FULL.oauth;
const STEP = { accounts: 'off', payments: 'off', funds: 'off' } as const;
const METHODS = [
  { authenticationMethodId: 'page', authenticationType: 'PHOTO_OTP', name: 'Page', scaApproach: 'REDIRECT' },
  { authenticationMethodId: 'sms', authenticationType: 'SMS_OTP', name: 'SMS', scaApproach: 'EMBEDDED' },
] as const;

/** Values that differ from the preset and that must change the published document. */
const PUBLISHED: Partial<Record<Setting, readonly Choice[]>> = {
  products: [
    ({ products }) => ({ products: { ...products, payments: ['sepa-credit-transfers'] } }),
    ({ products }) => ({ products: { ...products, 'bulk-payments': [] } }),
  ],
  consentModels: [() => ({ consentModels: ['detailed'] })],
  bookingStatuses: [() => ({ bookingStatuses: ['booked'] })],
  deltaReports: [
    () => ({ deltaReports: { entryReferenceFrom: false, deltaList: true } }),
    () => ({ deltaReports: { entryReferenceFrom: true, deltaList: false } }),
  ],
  balancesInLists: [() => ({ balancesInLists: false })],
  reportMessages: [() => ({ reportMessages: [] })],
  ownerNames: [() => ({ ownerNames: 'never' }), () => ({ ownerNames: 'always' })],
  trustedBeneficiaries: [() => ({ trustedBeneficiaries: true })],
  combinedService: [() => ({ combinedService: true })],
  cardAccounts: [() => ({ cardAccounts: false })],
  fundsConfirmation: [() => ({ fundsConfirmation: false })],
  unknownIds: [
    () => ({ unknownIds: { consents: 404, resources: 404 } }),
    () => ({ unknownIds: { consents: 403, resources: 403 } }),
  ],
  scaApproaches: [() => ({ scaApproaches: ['REDIRECT'] })],
  methodsBeforeApproach: [() => ({ methodsBeforeApproach: [...METHODS] })],
  authorisationConfirmation: [() => ({ authorisationConfirmation: true })],
  oauth: [
    () => ({ oauth: { ...OAUTH, integrated: true } }),
    () => ({ oauth: { ...OAUTH, preStep: { ...STEP, accounts: 'optional' } } }),
    () => ({ oauth: { ...OAUTH, preStep: { ...STEP, payments: 'needed' } } }),
    () => ({ oauth: { ...OAUTH, preStep: { ...STEP, funds: 'needed' } } }),
    () => ({ oauth: { ...OAUTH, integrated: true, readsNeedToken: true } }),
  ],
  payeeVerification: [() => ({ payeeVerification: 'off' })],
  fundsMessage: [() => ({ fundsMessage: false })],
  wireStyle: [() => ({ wireStyle: 'text' })],
  fieldAliases: [() => ({ fieldAliases: false })],
  edition: [() => ({ edition: '1.3.16' })],
  deletedPaymentAnswer: [() => ({ deletedPaymentAnswer: 'noContent' })],
  signingBaskets: [
    ({ signingBaskets }) => ({ signingBaskets: { ...signingBaskets, settledStatus: true } }),
    ({ signingBaskets }) => ({ signingBaskets: { ...signingBaskets, consents: false } }),
    ({ signingBaskets }) => ({ signingBaskets: { ...signingBaskets, services: [] } }),
  ],
  notifications: [() => ({ notifications: { contents: [] } })],
  payeeVerificationBeforeOrder: [() => ({ payeeVerificationBeforeOrder: false })],
  debtorAccount: [() => ({ debtorAccount: {} })],
  psuIpAddressRequired: [() => ({ psuIpAddressRequired: true })],
  psuIdRequired: [() => ({ psuIdRequired: true })],
  signatureRequired: [() => ({ signatureRequired: true })],
};

/** Reasons why a setting changes no address, field, header, status or code for TPPs. */
const UNPUBLISHED: Partial<Record<Setting, string>> = {
  aspspName: 'on pages for PSUs',
  brand: 'on pages for PSUs',
  timeZone: 'when something happens',
  languages: 'on pages for PSUs; messages for them are free text',
  accountReferences: 'every identifier is read; one that is not offered is refused with its name',
  implicitStart: 'which of the links an answer has',
  implicitStartOnWish: 'which of the links an answer has',
  methodMayChange: 'in which statuses a link is there that others have too',
  ownFactors: 'on pages for PSUs',
  psuSignIn: 'on pages for PSUs',
  identityProvider: 'on pages for PSUs',
  transactionStatusStyle: 'which of the statuses of the standard a payment passes through',
  executionTimes: 'when something happens',
  nonBankingDay: 'which of the error cases of a field occurs',
  executionRule: 'when something happens',
  fundsCheck: 'which of the statuses of the standard a payment passes through',
  withoutFunds: 'which of the statuses of the standard a payment passes through',
  referenceCheckDigits: 'which of the error cases of a field occurs',
  errorForm: 'both forms are asked for by Accept, and described',
  textCharacters: 'which of the error cases of a field occurs',
  cancellationNeedsSca: 'which of the links an answer has',
  psuIdTypeRequired: 'a header that is needed beside another one is optional in a schema; its text says when',
  signature: 'what a signature covers is in no schema',
  redirectDomains: 'which of the error cases of a header occurs',
  redirectUris: 'which of the error cases of a header occurs',
  tppLimits: 'limits of single TPPs',
  limits: 'limits of time and number',
  retention: 'not of the interface',
};

describe('every setting of the profile', () => {
  it('is visible in the published interface, or has a reason why it is not', () => {
    const named = [...Object.keys(PUBLISHED), ...Object.keys(UNPUBLISHED)].toSorted();
    expect(named).toEqual(Object.keys(AspspProfile.shape).toSorted());
  });

  const rows = Object.entries(PUBLISHED).flatMap(([setting, choices]) =>
    choices.map((choice, index) => [`${setting} ${index + 1}`, choice] as const),
  );
  it.each(rows)('%s changes the document', (_, choice) => {
    const profile = { ...FULL, ...choice(FULL) };
    expect(AspspProfile.safeParse(profile).error).toBeUndefined();
    expect(documentOf(profile)).not.toBe(documentOf(FULL));
  });
});

describe('elements of a single SCA approach', () => {
  const textOf = (change: Partial<AspspProfile>): string => documentOf({ ...FULL, ...change });
  const has = (text: string, ...names: readonly string[]): boolean[] => names.map((name) => text.includes(`"${name}"`));

  it.each([
    ['REDIRECT', ['TPP-Redirect-Preferred', 'TPP-Redirect-URI', 'TPP-Nok-Redirect-URI', 'scaRedirect']],
    ['DECOUPLED', ['TPP-Decoupled-Preferred', 'startAuthorisationWithPsuIdentification']],
    [
      'EMBEDDED',
      [
        'startAuthorisationWithPsuAuthentication',
        'startAuthorisationWithEncryptedPsuAuthentication',
        'updatePsuAuthentication',
        'updateEncryptedPsuAuthentication',
        'authoriseTransaction',
      ],
    ],
  ] as const)('of %s are published only if the bank offers it', (approach, names) => {
    const others = FULL.scaApproaches.filter((one) => one !== approach);
    expect(has(textOf({}), ...names)).toEqual(names.map(() => true));
    expect(has(textOf({ scaApproaches: others }), ...names)).toEqual(names.map(() => false));
  });

  it('include no link that another offered approach sends', () => {
    for (const approach of FULL.scaApproaches) {
      const sent = [...Object.values(START_LINKS[approach]), ...Object.values(NEXT_LINKS[approach]).flat()];
      const only = { ...FULL, scaApproaches: [approach] };
      for (const name of sent) expect([name, LINKS_OF_APPROACHES[name]?.(only) ?? true]).toEqual([name, true]);
    }
  });

  it('are scaRedirect or scaOAuth, never both', () => {
    const integrated = { oauth: { ...OAUTH, integrated: true } };
    expect([textOf({}), textOf(integrated)].map((text) => has(text, 'scaRedirect', 'scaOAuth'))).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe('the document of an edition', () => {
  const ITSELF = { $ref: '#/components/schemas/TransactionDetails' };
  it.each([
    ['1.3.11', { type: 'object', required: ['reference'] }, ITSELF, false],
    ['1.3.16', { type: 'string', maxLength: 140 }, { properties: { transactionDetails: ITSELF } }, true],
  ] as const)(
    'has references, details, times of orders and authentication types in one form: %s (decisions 14 and 55)',
    (edition, form, details, isLater) => {
      const document = offeredOpenApi(STORED, { ...FULL, edition }) as {
        components: { schemas: Record<string, { properties: Record<string, object> }> };
      };
      const { components } = document;
      expect(components.schemas['TransactionDetailsAnswer']?.properties['transactionsDetails']).toMatchObject(details);
      const order = JSON.stringify(components.schemas['TransactionDetails']);
      expect([order.includes('"startDateTime"'), JSON.stringify(document).includes('"PASSKEY"')]).toEqual([
        isLater,
        !isLater,
      ]);
      for (const name of ['ListedTransaction', 'TransactionDetails'] as const) {
        const { remittanceInformationStructured, entryDetails } = components.schemas[name]?.properties ?? {};
        expect(remittanceInformationStructured).toMatchObject(form);
        expect(entryDetails).toMatchObject({
          items: { properties: { remittanceInformationStructured: { type: 'object' } } },
        });
      }
      const ofPayment = components.schemas['SinglePayment']?.properties['remittanceInformationStructured'];
      expect(ofPayment).toMatchObject({ anyOf: [{ type: 'string' }, { type: 'object' }] });
    },
  );
});

describe('combinedServiceIndicator', () => {
  it('is published only by banks that offer sessions (decision 80)', () => {
    const isPublished = (combinedService: boolean): boolean =>
      documentOf({ ...FULL, combinedService }).includes('combinedServiceIndicator');
    expect([isPublished(true), isPublished(false)]).toEqual([true, false]);
  });
});

describe('PSU-ID in the document, if psuIdRequired is set', () => {
  const CREATIONS = {
    accounts: ['/v1/consents'],
    payments: ['/v1/payments/{paymentProduct}', '/v1/signing-baskets'],
    funds: ['/v2/consents/confirmation-of-funds'],
  } as const;
  const isRequired = (path: string, profile: AspspProfile): boolean => {
    const { paths } = offeredOpenApi(STORED, profile) as { paths: Record<string, { post?: object }> };
    return JSON.stringify(paths[path]?.post).includes('PSU-ID-required');
  };

  it.each(['off', 'optional', 'needed'] as const)(
    'is mandatory unless a token may name the PSU: pre-step %s',
    (choice) => {
      for (const [service, creations] of Object.entries(CREATIONS)) {
        const preStep = { ...STEP, [service]: choice };
        const profile = { ...FULL, psuIdRequired: true, oauth: { ...OAUTH, preStep } };
        for (const path of creations) expect([path, isRequired(path, profile)]).toEqual([path, choice === 'off']);
        const others = Object.entries(CREATIONS).flatMap(([other, paths]) => (other === service ? [] : paths));
        for (const path of others) expect([path, isRequired(path, profile)]).toEqual([path, true]);
      }
    },
  );
});

describe('an access token in the document', () => {
  const securityOf = (oauth: Partial<AspspProfile['oauth']>, path: string, method: string): string[] => {
    const document = offeredOpenApi(STORED, { ...FULL, oauth: { ...OAUTH, ...oauth } }) as {
      paths: Record<string, Record<string, { security: object[]; parameters?: { $ref?: string }[] }>>;
    };
    return (document.paths[path]?.[method]?.security ?? []).map((way) => Object.keys(way).toSorted().join('+'));
  };

  it('is an alternative where optional, the only option where mandatory, and otherwise absent', () => {
    const preStep = { ...STEP, payments: 'needed' } as const;
    const pay = '/v1/payments/{paymentProduct}';
    const both = ['clientCertificate', 'accessToken+clientCertificate', 'sandboxTpp', 'accessToken+sandboxTpp'];
    const token = ['accessToken+clientCertificate', 'accessToken+sandboxTpp'];
    const none = ['clientCertificate', 'sandboxTpp'];
    expect(securityOf({ preStep }, pay, 'post')).toEqual(token);
    expect(securityOf({ preStep }, `${pay}/{paymentId}`, 'get')).toEqual(both);
    expect(securityOf({ preStep }, '/v1/accounts', 'get')).toEqual(none);
    expect(securityOf({ integrated: true }, '/v1/accounts', 'get')).toEqual(both);
    expect(securityOf({ integrated: true }, pay, 'post')).toEqual(none);
    expect(securityOf({ integrated: true, readsNeedToken: true }, '/v1/accounts', 'get')).toEqual(token);
  });

  it('replaces Consent-ID if it belongs to a consent', () => {
    const consentIdOf = (integrated: boolean): boolean => {
      const text = JSON.stringify(
        (offeredOpenApi(STORED, { ...FULL, oauth: { ...OAUTH, integrated } }) as { paths: Record<string, object> })
          .paths['/v1/accounts'],
      );
      return text.includes('Consent-ID-required');
    };
    expect([consentIdOf(false), consentIdOf(true)]).toEqual([true, false]);
  });
});
