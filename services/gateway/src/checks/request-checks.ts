import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ENDPOINTS, type Endpoint, type EndpointKey, type Fault, faultsIn, refuseFaults } from '@xs2a/contracts';
import type { GatewayContext } from '../context.ts';
import type { Call } from '../request/call.ts';
import { endpointOf } from '../routing/endpoint.decorator.ts';
import { method } from './address/method.ts';
import { offeredEndpoint } from './address/offered-endpoint.ts';
import { offeredParameters } from './address/offered-parameters.ts';
import { paymentProduct } from './address/payment-product.ts';
import { readableAddress } from './address/readable-address.ts';
import { chooseAnswerType } from './body/accept.ts';
import { body } from './body/body.ts';
import { contentType } from './body/content-type.ts';
import { accessToken } from './caller/access-token.ts';
import { concurrency } from './caller/concurrency.ts';
import { requestRate } from './caller/request-rate.ts';
import { signature } from './caller/signature.ts';
import { tppIdentity } from './caller/tpp-identity.ts';
import { tppRole } from './caller/tpp-role.ts';
import { consentId } from './headers/consent-id.ts';
import { headerFormats } from './headers/header-formats.ts';
import { mandatoryHeaders } from './headers/mandatory-headers.ts';
import { notification } from './headers/notification.ts';
import { checkRedirectDomains } from './headers/redirect-domains.ts';
import { requestId } from './headers/request-id.ts';

/** Throws an error case, or returns. May store its results on the call. */
type Check = (call: Call, context: GatewayContext) => void | Promise<void>;

type AppliesTo = (row: Endpoint) => boolean;
const everywhere: AppliesTo = () => true;
const creatingOrStarting: AppliesTo = ({ creates, authorises }) => creates === true || authorises === 'start';
const changing: AppliesTo = ({ method: verb }) => verb !== 'GET';
const readingAccounts: AppliesTo = ({ readsAccounts }) => readsAccounts === true;
const ofPayments: AppliesTo = ({ path }) => path.includes('{paymentProduct}');
const answeringWithBody: AppliesTo = ({ status }) => status !== 204;
const sendingBody: AppliesTo = ({ method: verb }) => verb === 'POST' || verb === 'PUT';

/** Shows the call to the extension, if there is one. */
function observe(call: Call, { extension }: GatewayContext): void {
  extension?.observe(call);
}

/** Every check with its endpoints, in the order in which a request is checked: the precedence of REFUSALS (decision 11). */
const CHECKS: readonly (readonly [Check, AppliesTo])[] = [
  [offeredEndpoint, everywhere],
  [method, everywhere],
  [tppIdentity, everywhere],
  [observe, everywhere],
  [requestRate, everywhere],
  [concurrency, everywhere],
  [tppRole, everywhere],
  [signature, everywhere],
  [combineHeaderChecks(requestId, headerFormats, mandatoryHeaders), everywhere],
  [checkRedirectDomains, changing],
  [notification, creatingOrStarting],
  [paymentProduct, ofPayments],
  [contentType, sendingBody],
  [chooseAnswerType, answeringWithBody],
  [accessToken, everywhere],
  [consentId, readingAccounts],
  [offeredParameters, readingAccounts],
  [body, sendingBody],
  [readableAddress, everywhere],
];

const CHECKS_OF = new Map(
  (Object.keys(ENDPOINTS) as EndpointKey[]).map((key) => [
    key,
    CHECKS.filter(([, appliesTo]) => appliesTo(ENDPOINTS[key])).map(([check]) => check),
  ]),
);

/** Combines several header checks into one, so that all faults are reported at once, one for each header (decision 11). */
function combineHeaderChecks(...checks: readonly ((call: Call, context: GatewayContext) => void)[]): Check {
  return (call, context) => {
    const faults: Fault[] = [];
    for (const check of checks) {
      try {
        check(call, context);
      } catch (error) {
        const known = new Set(faults.map(({ path }) => path?.toLowerCase()));
        faults.push(...faultsIn(error).filter(({ path }) => !known.has(path?.toLowerCase())));
      }
    }
    refuseFaults(faults);
  };
}

/** Runs the checks of the endpoint before its controller method. */
export class RequestChecks implements CanActivate {
  readonly #context: GatewayContext;

  constructor(context: GatewayContext) {
    this.#context = context;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = context.getArgByIndex<Call>(0);
    call.endpoint = endpointOf(context.getHandler());
    for (const check of CHECKS_OF.get(call.endpoint) ?? []) {
      const pending = check(call, this.#context);
      if (pending !== undefined) await pending;
    }
    return true;
  }
}
