import * as operations from '@xs2a/contracts';
import { defineService, drainSeconds, handler, type Kit, versionOf } from '@xs2a/service-kit';
import { blockTpp } from './blocklist/block-tpp.ts';
import { listBlockedTpps } from './blocklist/list-blocked-tpps.ts';
import { unblockTpp } from './blocklist/unblock-tpp.ts';
import { isFromProxy, readProxies } from './certificates/trusted-proxies.ts';
import { checkSettings } from './check-settings.ts';
import { GatewayConfig } from './config.ts';
import { createContext, startContext, stopContext } from './context.ts';
import { createApplication } from './http/create-application.ts';
import { GatewayModule } from './http/gateway.module.ts';
import { BLOCKED_TPPS } from './model/blocked-tpp.ts';
import { PSU_INTERFACE_DAYS } from './model/psu-interface-day.ts';
import { SIGNED_REQUESTS } from './model/signed-request.ts';
import { STATISTICS_DAYS } from './model/statistics-day.ts';
import { STATISTICS_MINUTES } from './model/statistics-minute.ts';
import { TOKEN_BUCKETS } from './model/token-bucket.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { storeEndedDays } from './statistics/sum-up-days.ts';
import { UNSAFE_SETTINGS } from './unsafe-settings.ts';

const STATISTICS_EVERY_MS = 600_000;

export { servedEndpoints } from './routing/endpoint.decorator.ts';

/** The interface for TPPs. Stores no PSU data: every answer comes from the service that owns the resource. */
export const service = defineService({
  name: 'gateway',
  version: versionOf(import.meta.url),
  usesKeys: true,
  config: GatewayConfig,
  unsafeSettings: UNSAFE_SETTINGS,
  files: ['TPP_TRUST_LIST', 'TPP_REVOCATIONS', 'TPP_STOP_LIST'],
  keyPairs: [['GATEWAY_TLS_CERTIFICATE', 'GATEWAY_TLS_KEY']],
  listeners: [
    { host: 'GATEWAY_HOST', port: 'GATEWAY_PORT' },
    { host: 'GATEWAY_TLS_HOST', port: 'GATEWAY_TLS_PORT' },
  ],
  checkSettings,
  // The last blocklist read stays in force, and each replica limits the rates of TPPs on its own.
  survivesDatabase: true,
  collections: [BLOCKED_TPPS, TOKEN_BUCKETS, SIGNED_REQUESTS, STATISTICS_MINUTES, STATISTICS_DAYS, PSU_INTERFACE_DAYS],
  personalData: PERSONAL_DATA,
  createContext: (kit: Kit<GatewayConfig>) => createContext(kit),
  onStart: startContext,
  onStop: stopContext,
  handlers: [
    handler(operations.blockTpp, blockTpp),
    handler(operations.unblockTpp, unblockTpp),
    handler(operations.listBlockedTpps, listBlockedTpps),
  ],
  jobs: [
    {
      name: 'storeStatistics',
      everyMs: STATISTICS_EVERY_MS,
      run: ({ statisticsStore, now, profile }) =>
        storeEndedDays(statisticsStore, { now: now(), timeZone: profile.timeZone }),
    },
  ],
  http: {
    module: GatewayModule,
    host: (config) => config.GATEWAY_HOST,
    port: (config) => config.GATEWAY_PORT,
    drainSeconds,
    sharedAddresses: ({ TRUSTED_PROXIES }) => {
      const proxies = readProxies(TRUSTED_PROXIES);
      return (address) => isFromProxy(address, proxies);
    },
    create: createApplication,
  },
});
