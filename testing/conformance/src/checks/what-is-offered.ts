import { ENDPOINTS, type Endpoint, type EndpointKey, type ExecutionTimes } from '@xs2a/contracts';
import type { Untested } from '../check.ts';
import type { PsuName, TppName } from '../facts.ts';
import { isOpenToday } from '../orders.ts';
import type { TestContext } from '../test-context.ts';

export type Missing = (context: TestContext) => Untested | undefined;

/** The profile does not offer it. */
export function lacking(isThere: boolean, why: string): Untested | undefined {
  return isThere ? undefined : { result: 'notOffered', why };
}

/** Facts or options do not name what it takes. */
export function ungiven(isThere: boolean, why: string): Untested | undefined {
  return isThere ? undefined : { result: 'notGiven', why };
}

/** Services that a bank may leave out, and how its profile says so. */
const OPTIONAL: Readonly<Record<NonNullable<Endpoint['optional']>, Missing>> = {
  cardAccounts: ({ profile }) => lacking(profile.cardAccounts, 'card accounts are not offered'),
  trustedBeneficiaries: ({ profile }) => lacking(profile.trustedBeneficiaries, 'trusted beneficiaries are not offered'),
  fundsConfirmation: ({ profile }) => lacking(profile.fundsConfirmation, 'confirmation of funds is not offered'),
  signingBaskets: ({ profile: { signingBaskets } }) =>
    lacking(signingBaskets.services.length > 0 || signingBaskets.consents, 'baskets are not offered'),
};
export const { fundsConfirmation: needsFunds, signingBaskets: needsBaskets } = OPTIONAL;

/** Whether a bank leaves a service out to which an endpoint belongs. */
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
    return ({ environment }) => ungiven(environment.longReports, 'no report is long enough to be a download');
  const approach = needsApproach('EMBEDDED');
  const ofCancellation = /Cancellation(Auth|Sca)|PaymentCancellationPsuData/.test(key)
    ? needsCancellationSca
    : undefined;
  return /update/i.test(key) ? firstOf(approach, psuMayBeUnknown, ofCancellation) : ofCancellation;
}

/** The first reason of several. */
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
    ungiven(facts.tpps[name] !== undefined && facts.tppHeader !== undefined, `the facts name no TPP ${name}`);

export const needsPsu =
  (...names: PsuName[]): Missing =>
  (context) =>
    names
      .map((name) => ungiven(Object.hasOwn(context.facts.psus, name), `the facts name no PSU ${name}`))
      .find((why) => why !== undefined) ??
    // The facts name no account of theirs: they come to what was made for another PSU, or for nobody yet.
    (names.some((name) => name === 'withoutMethod' || name === 'blocked') ? psuMayBeUnknown(context) : undefined);

export const needsPortal: Missing = ({ environment }) =>
  ungiven(environment.portal !== undefined, '--portal is not given');

export const needsApproach =
  (...approaches: readonly ('REDIRECT' | 'EMBEDDED' | 'DECOUPLED')[]): Missing =>
  ({ profile }) =>
    lacking(
      approaches.every((approach) => profile.scaApproaches.includes(approach)),
      `${approaches.join(' and ')} not offered`,
    );

export const needsCertificates: Missing = ({ environment }) =>
  ungiven(environment.certificates !== undefined, '--certificates is not given');

export const needsTls: Missing = ({ environment }) =>
  ungiven(environment.tlsUrl !== undefined, '--tls-url is not given');

/** Whether the PSU must approve the cancellation of the product under test. */
export const needsCancellationSca: Missing = ({ profile, product }) =>
  lacking(profile.cancellationNeedsSca.includes(product), 'cancellations need no authorisation');

/** Whether a read is judged by its Consent-ID, without an access token of the consent. */
export const readsByConsentAlone: Missing = ({ profile }) =>
  lacking(!profile.oauth.readsNeedToken, 'reads need the token of their consent');

/** Whether a TPP may leave it to the bank's pages, or to a later step, who the PSU is. */
export const psuMayBeUnknown: Missing = ({ profile }) =>
  lacking(!profile.psuIdRequired, 'every creation names its PSU');

export const needsBulks: Missing = ({ profile }) =>
  lacking((profile.products['bulk-payments'] ?? []).length > 0, 'no bulk payments are offered');

/** Whether bulks of today are executed today: elsewise nobody sees within a minute what becomes of them. */
export const bankingToday: Missing = ({ profile }) => {
  const [product = ''] = profile.products['bulk-payments'] ?? [];
  const times = (profile.executionTimes as Partial<Record<string, ExecutionTimes>>)[product];
  const isToday =
    times === undefined || (times.cutOff === undefined && (times.bankingDays === 'every' || isOpenToday()));
  return ungiven(isToday, 'bulks are executed on banking days, and today may be none');
};
