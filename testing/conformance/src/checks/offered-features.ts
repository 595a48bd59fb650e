import { EDITIONS, ENDPOINTS, type Endpoint, type EndpointKey, type ExecutionTimes } from '@xs2a/contracts';
import type { Untested } from '../check.ts';
import type { PsuName, TppName } from '../facts.ts';
import { isOpenToday } from '../orders.ts';
import type { TestContext } from '../test-context.ts';

export type Missing = (context: TestContext) => Untested | undefined;

/** Returns the reason if the profile does not offer it. */
export function unlessOffered(isThere: boolean, why: string): Untested | undefined {
  return isThere ? undefined : { result: 'notOffered', why };
}

/** Returns the reason if facts or options are missing. */
export function unlessGiven(isThere: boolean, why: string): Untested | undefined {
  return isThere ? undefined : { result: 'notGiven', why };
}

/** Services that a bank may leave out, and how its profile says so. */
const OPTIONAL: Readonly<Record<NonNullable<Endpoint['optional']>, Missing>> = {
  cardAccounts: ({ profile }) => unlessOffered(profile.cardAccounts, 'card accounts are not offered'),
  trustedBeneficiaries: ({ profile }) =>
    unlessOffered(profile.trustedBeneficiaries, 'trusted beneficiaries are not offered'),
  payeeVerificationBeforeOrder: ({ profile }) =>
    unlessOffered(profile.payeeVerificationBeforeOrder, 'verification of payees before an order is not offered'),
  extendedStatus: ({ profile: { edition } }) =>
    unlessOffered(EDITIONS[edition].hasExtendedStatus, 'the extended status of bulk payments is not offered'),
  fundsConfirmation: ({ profile }) => unlessOffered(profile.fundsConfirmation, 'confirmation of funds is not offered'),
  payeeVerification: ({ profile }) =>
    unlessOffered(profile.payeeVerification !== 'off', 'verification of payee is not offered'),
  signingBaskets: ({ profile: { signingBaskets } }) =>
    unlessOffered(signingBaskets.services.length > 0 || signingBaskets.consents, 'baskets are not offered'),
};
export const { fundsConfirmation: needsFunds, signingBaskets: needsBaskets } = OPTIONAL;

/** Requires that the bank offers the service of an endpoint. */
export function offered(key: EndpointKey): Missing | undefined {
  const { optional }: Endpoint = ENDPOINTS[key];
  return optional === undefined ? undefined : OPTIONAL[optional];
}

/** Reason why an endpoint cannot be tested as usual. */
export function offering(key: EndpointKey): Missing {
  return firstOf(offered(key), reachable(key));
}

function reachable(key: EndpointKey): Missing | undefined {
  if (key === 'downloadTransactions')
    return ({ environment }) => unlessGiven(environment.longReports, 'no report is long enough to be a download');
  if (key === 'getBulkPaymentExtendedStatus')
    return ({ profile }) => unlessOffered((profile.products['bulk-payments'] ?? []).length > 0, 'no bulk is offered');
  const approach = needsApproach('EMBEDDED');
  const ofCancellation = /Cancellation(Auth|Sca)|PaymentCancellationPsuData/.test(key)
    ? needsCancellationSca
    : undefined;
  return /update/i.test(key) ? firstOf(approach, psuMayBeUnknown, ofCancellation) : ofCancellation;
}

/** Returns the first of several reasons. */
export function firstOf(...reasons: readonly (Missing | undefined)[]): Missing {
  return (context) => {
    for (const reason of reasons) {
      const why = reason?.(context);
      if (why !== undefined) return why;
    }
    return undefined;
  };
}

export const needsTpp =
  (name: TppName): Missing =>
  ({ facts }) =>
    unlessGiven(facts.tpps[name] !== undefined && facts.tppHeader !== undefined, `the facts name no TPP ${name}`);

export const needsPsu =
  (...names: PsuName[]): Missing =>
  (context) =>
    names
      .map((name) => unlessGiven(Object.hasOwn(context.facts.psus, name), `the facts name no PSU ${name}`))
      .find((why) => why !== undefined) ??
    // The facts list no account of theirs: they authorise a resource of another PSU, or of none yet.
    (names.some((name) => name === 'withoutMethod' || name === 'blocked') ? psuMayBeUnknown(context) : undefined);

export const needsPortal: Missing = ({ environment }) =>
  unlessGiven(environment.portal !== undefined, '--portal is not given');

export const needsApproach =
  (...approaches: readonly ('REDIRECT' | 'EMBEDDED' | 'DECOUPLED')[]): Missing =>
  ({ profile }) =>
    unlessOffered(
      approaches.every((approach) => profile.scaApproaches.includes(approach)),
      `${approaches.join(' and ')} not offered`,
    );

export const needsCertificates: Missing = ({ environment }) =>
  unlessGiven(environment.certificates !== undefined, '--certificates is not given');

export const needsTls: Missing = ({ environment }) =>
  unlessGiven(environment.tlsUrl !== undefined, '--tls-url is not given');

/** Whether the PSU must approve the cancellation of the product under test. */
export const needsCancellationSca: Missing = ({ profile, product }) =>
  unlessOffered(profile.cancellationNeedsSca.includes(product), 'cancellations need no authorisation');

/** Whether a read needs only its Consent-ID, and no access token of the consent. */
export const readsByConsentAlone: Missing = ({ profile }) =>
  unlessOffered(!profile.oauth.readsNeedToken, 'reads need the token of their consent');

/** Whether a TPP may leave the identification of the PSU to the bank's pages, or to a later step. */
export const psuMayBeUnknown: Missing = ({ profile }) =>
  unlessOffered(!profile.psuIdRequired, 'every creation names its PSU');

export const needsBulks: Missing = ({ profile }) =>
  unlessOffered((profile.products['bulk-payments'] ?? []).length > 0, 'no bulk payments are offered');

/** Whether bulks for today are executed today: otherwise their result is not visible within a minute. */
export const bankingToday: Missing = ({ profile }) => {
  const [product = ''] = profile.products['bulk-payments'] ?? [];
  const times = (profile.executionTimes as Partial<Record<string, ExecutionTimes>>)[product];
  const isToday =
    times === undefined || (times.cutOff === undefined && (times.bankingDays === 'every' || isOpenToday()));
  return unlessGiven(isToday, 'bulks are executed on banking days, and today may be none');
};
