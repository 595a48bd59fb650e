import type { BlockList } from 'node:net';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { type AspspProfile, ENDPOINTS, type Endpoint, type EndpointKey } from '@xs2a/contracts';
import type { Clock } from '@xs2a/service-kit';
import type { Call } from './call.ts';
import type { CertificateJudge } from './certificates/certificate-judge.ts';
import { accept } from './checks/accept.ts';
import { atOnce } from './checks/at-once.ts';
import { body } from './checks/body.ts';
import { consentId } from './checks/consent-id.ts';
import { contentType } from './checks/content-type.ts';
import { headerFormats } from './checks/header-formats.ts';
import { method } from './checks/method.ts';
import { neededHeaders } from './checks/needed-headers.ts';
import { notification } from './checks/notification.ts';
import { offered } from './checks/offered.ts';
import { offeredParameters } from './checks/offered-parameters.ts';
import { ownDomains } from './checks/own-domains.ts';
import { paymentProduct } from './checks/payment-product.ts';
import { rate } from './checks/rate.ts';
import { requestId } from './checks/request-id.ts';
import { signature } from './checks/signature.ts';
import { tppIdentity } from './checks/tpp-identity.ts';
import { tppRole } from './checks/tpp-role.ts';
import { endpointOf } from './endpoint.decorator.ts';
import type { RequestRate } from './rate/request-rate.ts';
import type { RequestsAtOnce } from './rate/requests-at-once.ts';
import type { StopList } from './stop-list/stop-list.ts';

/** What checks may look at besides the call. */
export interface House {
  readonly profile: AspspProfile;
  readonly sandboxIdentity: boolean;
  readonly judge: CertificateJudge;
  readonly rate: Pick<RequestRate, 'count'>;
  readonly atOnce: Pick<RequestsAtOnce, 'take'>;
  readonly stopList: Pick<StopList, 'has'>;
  /** Whose word on the certificate of a caller is believed. */
  readonly proxies: BlockList;
  readonly now: Clock;
  /** Receivers of notifications that the operator of a sandbox permits by name. */
  readonly permittedHosts: ReadonlySet<string>;
}

/** Throws one refusal, or goes on; may note on the call what it found out. */
type Check = (call: Call, house: House) => void | Promise<void>;

type Where = (row: Endpoint) => boolean;
const everywhere: Where = () => true;
const creatingOrStarting: Where = ({ creates, authorises }) => creates === true || authorises === 'start';
const changing: Where = ({ method: verb }) => verb !== 'GET';
const readingAccounts: Where = ({ readsAccounts }) => readsAccounts === true;
const ofPayments: Where = ({ path }) => path.includes('{paymentProduct}');
const answeringWithBody: Where = ({ status }) => status !== 204;
const sendingBody: Where = ({ method: verb }) => verb === 'POST' || verb === 'PUT';

/**
 * Every check and the endpoints it holds for. Read down for the order in which a request is judged, which is the
 * precedence of REFUSALS (field guide 2.4); read across for where a rule holds.
 */
const CHECKS: readonly (readonly [Check, Where])[] = [
  [offered, everywhere],
  [method, everywhere],
  [tppIdentity, everywhere],
  [rate, everywhere],
  [atOnce, everywhere],
  [tppRole, everywhere],
  [signature, everywhere],
  [requestId, everywhere],
  [headerFormats, everywhere],
  [neededHeaders, everywhere],
  [ownDomains, changing],
  [notification, creatingOrStarting],
  [paymentProduct, ofPayments],
  [contentType, sendingBody],
  [accept, answeringWithBody],
  [consentId, readingAccounts],
  [offeredParameters, readingAccounts],
  [body, sendingBody],
];

const CHECKS_OF = new Map(
  (Object.keys(ENDPOINTS) as EndpointKey[]).map((key) => [
    key,
    CHECKS.filter(([, holdsFor]) => holdsFor(ENDPOINTS[key])).map(([check]) => check),
  ]),
);

/** Runs the column of the table that belongs to the endpoint. */
export class RequestChecks implements CanActivate {
  readonly #house: House;

  constructor(house: House) {
    this.#house = house;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = context.getArgByIndex<Call>(0);
    call.endpoint = endpointOf(context.getHandler());
    for (const check of CHECKS_OF.get(call.endpoint) ?? []) {
      const pending = check(call, this.#house);
      if (pending !== undefined) await pending;
    }
    return true;
  }
}
