import { PAYMENT_PRODUCTS, type PaymentProduct, PaymentService } from '../../interface/payment-products.ts';
import type { AspspProfile } from '../aspsp-profile.ts';
import type { ExecutionTimes } from '../execution-times.ts';

/** A setting that contradicts another one. */
interface Contradiction {
  /** Path of the setting, such as `['signingBaskets', 'services']`. */
  readonly path: readonly string[];
  readonly message: string;
}

type Rule = (profile: AspspProfile) => readonly Contradiction[];

/** Rules about settings that depend on each other. A fault is reported at its setting, so name one that must be present. */
const RULES: readonly Rule[] = [
  ({ brand, languages }) =>
    Object.entries({ 'contact.page': brand?.contact.page, privacy: brand?.privacy, imprint: brand?.imprint }).flatMap(
      ([setting, links]) =>
        languages
          .filter((language) => links !== undefined && links[language] === undefined)
          .map((language) => fault(['brand', ...setting.split('.')], `lacks ${language}, which languages offers`)),
    ),
  ({ products }) =>
    PaymentService.options.flatMap((service) =>
      (products[service] ?? [])
        .filter((product) => !PAYMENT_PRODUCTS[product].services.includes(service))
        .map((product) => fault(['products', service], `${product} is no product of ${service}`)),
    ),
  (profile) => unoffered(profile, profile.cancellationNeedsSca, ['cancellationNeedsSca']),
  (profile) =>
    Object.keys(profile.executionTimes).flatMap((product) =>
      unoffered(profile, [product], ['executionTimes', product]),
    ),
  ({ executionTimes }) =>
    Object.entries(executionTimes)
      .filter(([product, times]) => PAYMENT_PRODUCTS[product as PaymentProduct].instant && !isAtAnyTime(times))
      .map(([product]) =>
        fault(
          ['executionTimes', product],
          'must be { bankingDays: every, bookedAtOnce: true } without cutOff: instant payments are executed at any time of any day',
        ),
      ),
  (profile) =>
    Object.keys(profile.debtorAccount).flatMap((product) => unoffered(profile, [product], ['debtorAccount', product])),
  ({ products, signingBaskets }) =>
    signingBaskets.services
      .filter((service) => !products[service]?.length)
      .map((service) => fault(['signingBaskets', 'services'], `${service} is not offered in products`)),
  ({ implicitStart, implicitStartOnWish, scaApproaches }) =>
    Object.entries({ implicitStart, implicitStartOnWish }).flatMap(([setting, approaches]) =>
      approaches
        .filter((approach) => !scaApproaches.includes(approach))
        .map((approach) => fault([setting], `${approach} is not offered in scaApproaches`)),
    ),
  ({ authorisationConfirmation, scaApproaches }) =>
    authorisationConfirmation && !scaApproaches.includes('REDIRECT')
      ? [fault(['authorisationConfirmation'], 'needs REDIRECT in scaApproaches')]
      : [],
  ({ oauth, scaApproaches }) => [
    ...(oauth.integrated && !scaApproaches.includes('REDIRECT')
      ? [fault(['oauth', 'integrated'], 'needs REDIRECT in scaApproaches')]
      : []),
    ...(oauth.readsNeedToken && !oauth.integrated
      ? [fault(['oauth', 'readsNeedToken'], 'needs oauth.integrated')]
      : []),
    ...(oauth.readsNeedToken && scaApproaches.some((approach) => approach !== 'REDIRECT')
      ? [
          fault(
            ['oauth', 'readsNeedToken'],
            'needs scaApproaches [REDIRECT]: a consent approved otherwise has no token',
          ),
        ]
      : []),
  ],
  ({ oauth: { integrated, server }, authorisationConfirmation, psuSignIn }) => [
    ...(integrated && server !== undefined && authorisationConfirmation
      ? [fault(['oauth', 'integrated'], 'needs authorisationConfirmation off where oauth.server is set')]
      : []),
    ...(integrated && server !== undefined && psuSignIn === 'oidc'
      ? [fault(['oauth', 'integrated'], 'needs psuSignIn portal where oauth.server is set')]
      : []),
  ],
  ({ psuSignIn, identityProvider, scaApproaches }) => [
    ...(psuSignIn === 'oidc' && identityProvider === undefined
      ? [fault(['psuSignIn'], 'oidc needs identityProvider')]
      : []),
    ...(psuSignIn === 'portal' && identityProvider !== undefined
      ? [fault(['identityProvider'], 'must be absent where psuSignIn is portal')]
      : []),
    ...(psuSignIn === 'oidc' && scaApproaches.includes('EMBEDDED')
      ? [fault(['psuSignIn'], 'oidc needs scaApproaches without EMBEDDED: this service verifies no passwords')]
      : []),
  ],
  ({ identityProvider: { acrValues = [], bothFactorsAcrValues = [] } = {} }) =>
    bothFactorsAcrValues
      .filter((acr) => !acrValues.includes(acr))
      .map((acr) => fault(['identityProvider', 'bothFactorsAcrValues'], `${acr} is not in acrValues`)),
  ({ oauth: { preStep }, fundsConfirmation }) =>
    preStep.funds !== 'off' && !fundsConfirmation
      ? [fault(['oauth', 'preStep', 'funds'], 'needs fundsConfirmation')]
      : [],
  ({ methodsBeforeApproach: methods, scaApproaches }) => {
    const path = ['methodsBeforeApproach'];
    const ids = methods.map(({ authenticationMethodId }) => authenticationMethodId);
    return [
      ...methods
        .filter(({ scaApproach }) => !scaApproaches.includes(scaApproach))
        .map(({ scaApproach }) => fault(path, `${scaApproach} is not offered in scaApproaches`)),
      // A method with a confirmation on a device makes an authorisation decoupled.
      ...methods
        .filter(
          ({ authenticationType: type, scaApproach }) =>
            scaApproach !== 'REDIRECT' && (type === 'PUSH_OTP') !== (scaApproach === 'DECOUPLED'),
        )
        .map(({ authenticationMethodId: id }) =>
          fault(path, `${id}: PUSH_OTP belongs to DECOUPLED, codes to EMBEDDED`),
        ),
      ...(new Set(ids).size < ids.length ? [fault(path, 'each authenticationMethodId must be there once')] : []),
      ...(methods.length > 0 && new Set(methods.map(({ scaApproach }) => scaApproach)).size < 2
        ? [fault(path, 'needs methods of two approaches: otherwise the approach does not follow from the method')]
        : []),
    ];
  },
  ({ ownFactors, scaApproaches }) =>
    ownFactors.includes('passkey') && !scaApproaches.includes('REDIRECT')
      ? [fault(['ownFactors'], 'passkey needs REDIRECT in scaApproaches')]
      : [],
  ({ transactionStatusStyle, fundsCheck }) =>
    transactionStatusStyle === 'funds' && !fundsCheck
      ? [fault(['transactionStatusStyle'], 'funds needs fundsCheck')]
      : [],
  ({ bookingStatuses }) => {
    const offers = (status: AspspProfile['bookingStatuses'][number]): boolean => bookingStatuses.includes(status);
    const path = ['bookingStatuses'];
    return [
      ...(offers('booked') ? [] : [fault(path, 'booked must be offered')]),
      ...(offers('both') && !offers('pending') ? [fault(path, 'both needs pending')] : []),
      ...(offers('all') && !offers('information') ? [fault(path, 'all needs information')] : []),
    ];
  },
  ({ cardAccounts, accountReferences }) =>
    cardAccounts && !accountReferences.includes('maskedPan') && !accountReferences.includes('pan')
      ? [fault(['accountReferences'], 'cardAccounts needs pan or maskedPan')]
      : [],
  ({ limits: { redirectLinkMinutes, authorisationHours } }) =>
    redirectLinkMinutes > authorisationHours * 60
      ? [fault(['limits', 'redirectLinkMinutes'], 'must not be longer than limits.authorisationHours')]
      : [],
];

function isAtAnyTime({ bankingDays, bookedAtOnce, cutOff }: ExecutionTimes): boolean {
  return bankingDays === 'every' && bookedAtOnce && cutOff === undefined;
}

function fault(path: readonly string[], message: string): Contradiction {
  return { path, message };
}

function unoffered({ products }: AspspProfile, named: readonly string[], path: readonly string[]): Contradiction[] {
  const offered: readonly string[] = Object.values(products).flat();
  return named
    .filter((product) => !offered.includes(product))
    .map((product) => fault(path, `${product} is not offered in products`));
}

/** Returns all contradictions between the settings of a profile. */
export function contradictionsIn(profile: AspspProfile): Contradiction[] {
  return RULES.flatMap((rule) => rule(profile));
}
