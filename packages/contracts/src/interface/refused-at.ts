import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS, type EndpointKey } from './endpoints.ts';
import { REFUSALS, type Refusal, type Situation } from './refusals.ts';

interface Row extends Endpoint {
  readonly key: EndpointKey;
}
type Where = (row: Row) => boolean;

const nowhere: Where = () => false;
const everywhere: Where = () => true;
const of =
  (...families: readonly Endpoint['family'][]): Where =>
  ({ family }) =>
    families.includes(family);
const at =
  (...keys: readonly EndpointKey[]): Where =>
  ({ key }) =>
    keys.includes(key);
const naming =
  (...parameters: readonly string[]): Where =>
  ({ path }) =>
    parameters.some((parameter) => path.includes(`{${parameter}}`));
const either =
  (...wheres: readonly Where[]): Where =>
  (row) =>
    wheres.some((where) => where(row));
const both =
  (...wheres: readonly Where[]): Where =>
  (row) =>
    wheres.every((where) => where(row));

const creating: Where = ({ creates }) => creates === true;
const starting: Where = ({ authorises }) => authorises === 'start';
const authorising: Where = ({ authorises }) => authorises !== undefined;
const sendingBody: Where = ({ method }) => method === 'POST' || method === 'PUT';
const changing: Where = ({ method }) => method !== 'GET';
const answeringWithBody: Where = ({ status }) => status !== 204;
const reading: Where = ({ readsAccounts }) => readsAccounts === true;
const funds = at('checkAvailabilityOfFunds');
const verifying: Where = ({ optional: service }) => service === 'payeeVerificationBeforeOrder';
const lists = at('getTransactionList', 'getCardAccountTransactionList');
const details = at('getAccountList', 'readAccountDetails', 'getCardAccount', 'readCardAccount');
const optional: Where = (row) => row.optional !== undefined;
const trusted = at('getTrustedBeneficiariesList');
const withQuery = either(details, lists);

/** Endpoints at which each error case can occur (decision 11). No other case is published for an endpoint. */
const REFUSED_WHERE: Readonly<Record<Situation, Where>> = {
  // For optional services (profile).
  addressUnknown: optional,
  methodNotAllowed: everywhere,
  notOfferedYet: nowhere,

  certificateMissing: everywhere,
  certificateInvalid: everywhere,
  certificateExpired: everywhere,
  certificateRevoked: everywhere,
  certificateBlocked: everywhere,
  certificateOfOtherTpp: everywhere,
  rateExceeded: everywhere,
  payeeMismatchesExceeded: verifying,
  psuIdsExceeded: either(creating, authorising),
  roleMissing: everywhere,

  signatureMissing: everywhere,
  digestMissing: everywhere,
  signingCertificateMissing: everywhere,
  signatureInvalid: everywhere,

  headerInvalid: everywhere,
  requestIdInvalid: everywhere,
  requestIdReused: either(creating, starting),
  requestInFlight: either(creating, authorising),
  redirectUriMissing: either(creating, starting, at('cancelPayment')),

  mediaTypeUnsupported: sendingBody,
  acceptNotServable: both(of('AIS'), answeringWithBody),
  bodyTooLarge: sendingBody,
  requestTimedOut: sendingBody,

  tokenUnknown: everywhere,
  tokenInvalid: everywhere,
  tokenExpired: everywhere,

  consentIdMissing: reading,
  consentIdHeaderUnknown: either(reading, funds, at('initiatePayment')),
  consentNotUsable: either(reading, funds, at('initiatePayment')),
  consentExpired: either(reading, funds, at('initiatePayment')),
  consentLacksRight: either(reading, funds, at('initiatePayment')),
  accessExceeded: reading,

  consentIdPathUnknown: naming('consentId'),
  resourceUnknown: naming('consentId', 'accountId', 'paymentId', 'basketId'),
  resourceNotOfTpp: naming('consentId', 'accountId', 'paymentId', 'basketId'),
  accountUnknown: either(naming('accountId'), trusted),
  downloadUnknown: naming('downloadId'),
  transactionUnknown: naming('transactionId'),
  authorisationUnknown: naming('authorisationId'),
  serviceUnknown: nowhere,
  productUnknown: naming('paymentProduct'),
  productNotOfPayment: naming('paymentId'),
  serviceBlocked: either(creating, authorising),

  statusInvalid: changing,
  statusConflict: changing,
  authorisationFailed: authorising,
  signedAlready: authorising,
  cancellationNotRequested: at('startPaymentInitiationCancellationAuthorisation'),
  cancellationImpossible: at('cancelPayment'),
  resourceBlocked: either(both(creating, of('SBS')), starting),
  basketMemberAuthorised: at('createSigningBasket'),

  psuCredentialsInvalid: either(creating, authorising),
  corporateIdInvalid: either(creating, authorising),
  scaMethodUnknown: authorising,

  queryInvalid: either(withQuery, trusted),
  parametersNotConsistent: lists,
  parameterNotSupported: either(withQuery, authorising),
  periodInvalid: either(lists, both(creating, of('PIS'))),

  bodyInvalid: sendingBody,
  fieldInvalid: sendingBody,
  consentModelNotOffered: at('createConsent'),
  accessModelsMixed: at('createConsent'),
  sessionsNotSupported: at('createConsent'),
  referencedResourceUnknown: either(creating, authorising),
  referencedResourceExpired: at('createSigningBasket'),
  basketMixInvalid: at('createSigningBasket'),
  executionDateInvalid: at('initiatePayment'),
  cardInvalid: funds,
  piisNotActivated: funds,

  redirectLinkUnknown: nowhere,
  redirectLinkExpired: nowhere,
  scaSessionOver: nowhere,

  serviceUnavailable: everywhere,
  overloaded: everywhere,
  internalError: everywhere,
};

/** Returns the error cases of an endpoint, in the order of the checks. */
export function refusedAt(key: EndpointKey): Situation[] {
  const row: Row = { ...ENDPOINTS[key], key };
  return (Object.keys(REFUSALS) as Situation[]).filter((situation) => REFUSED_WHERE[situation](row));
}

/** Returns the error cases of an endpoint by HTTP status. */
export function refusalsByStatus(key: EndpointKey): Map<number, { situation: Situation; refusal: Refusal }[]> {
  const rows = refusedAt(key).map((situation): { situation: Situation; refusal: Refusal } => ({
    situation,
    refusal: REFUSALS[situation],
  }));
  return Map.groupBy(
    rows.toSorted((one, other) => one.refusal.status - other.refusal.status),
    ({ refusal }) => refusal.status,
  );
}

const OF_PAYMENTS = [400, 401, 403, 404, 405, 409];
/** The error statuses that the interface lists for each family of endpoints (section 7). */
export const STATUSES_OF_INTERFACE: Readonly<Record<Endpoint['family'], readonly number[]>> = {
  AIS: [...OF_PAYMENTS, 406, 429],
  PIS: OF_PAYMENTS,
  PIIS: OF_PAYMENTS,
  SBS: OF_PAYMENTS,
};

interface AddedStatus {
  readonly status: number;
  /** Families for which the interface does not list it. */
  readonly families: readonly Endpoint['family'][];
  readonly reason: string;
}

const ALL_FAMILIES = ['AIS', 'PIS', 'PIIS', 'SBS'] as const;
const WITHOUT_AIS = ['PIS', 'PIIS', 'SBS'] as const;

/** Statuses missing in those lists, and why none of the listed ones fits. */
export const ADDED_STATUSES: readonly AddedStatus[] = [
  { status: 408, families: ALL_FAMILIES, reason: 'the body did not arrive in time, so there is nothing to judge' },
  {
    status: 413,
    families: ALL_FAMILIES,
    reason: 'the body is longer than the bank reads. It is not read, so no field of it can be named',
  },
  {
    status: 415,
    families: ALL_FAMILIES,
    reason: 'the body is of a type that is not read. The OpenAPI file of the standard has 415 at every endpoint',
  },
  {
    status: 429,
    families: WITHOUT_AIS,
    reason: 'the TPP sends more than its share. The request is right and may be repeated after `Retry-After`',
  },
  {
    status: 500,
    families: ALL_FAMILIES,
    reason: 'the fault is of the bank. Any 4xx would tell the TPP to change its request',
  },
  {
    status: 503,
    families: ALL_FAMILIES,
    reason: 'a part of the bank is unavailable. Repeat the same request after `Retry-After`',
  },
];
