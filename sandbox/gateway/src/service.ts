import { listRecordedRequests as listing, readRecordedRequest as reading } from '@xs2a/contracts';
import { createContext, type GatewayConfig, gateway } from '@xs2a/gateway/extension';
import { defineService, handler, type Kit, type UnsafeSetting } from '@xs2a/service-kit';
import { callerOf, identify } from './identity/identify.ts';
import { offersIdentity } from './identity/offers-identity.ts';
import { RECORDED_REQUESTS } from './model/recorded-request.ts';
import { listRecordedRequests, readRecordedRequest } from './request-log/read-recorded-requests.ts';
import { recordExchange } from './request-log/record-exchange.ts';

/** The gateway of the sandbox: TPPs may name themselves on the plain listener, and requests of developers are logged. */
export const service = defineService({
  ...gateway,
  // TPPs that name themselves need no listener with TLS.
  unsafeSettings: (gateway.unsafeSettings ?? []).map(
    (one): UnsafeSetting<GatewayConfig> =>
      one.variable === 'GATEWAY_TLS_PORT'
        ? { ...one, isUnsafe: (config, env) => !offersIdentity(config) && one.isUnsafe(config, env) }
        : one,
  ),
  collections: [...gateway.collections, RECORDED_REQUESTS],
  createContext: async (kit: Kit<GatewayConfig>) => {
    const recordedRequests = kit.collection(RECORDED_REQUESTS);
    const { now, log } = kit;
    const observe = recordExchange({ recordedRequests, now, log });
    const withoutCertificate = offersIdentity(kit.config) ? { identify, callerOf } : undefined;
    const extension = { observe, ...(withoutCertificate && { withoutCertificate }) };
    return { ...(await createContext(kit, extension)), recordedRequests };
  },
  handlers: [
    ...(gateway.handlers ?? []),
    handler(listing, listRecordedRequests),
    handler(reading, readRecordedRequest),
  ],
});
