import { defineService } from '@xs2a/service-kit';
import { GatewayConfig } from './config.ts';
import { createApplication } from './create-application.ts';
import { GatewayModule } from './gateway.module.ts';
import { TOKEN_BUCKETS } from './rate/token-buckets.ts';
import { STOPPED_TPPS } from './stop-list/stopped-tpp.ts';

export { servedEndpoints } from './endpoint.decorator.ts';

/** The interface for TPPs. Keeps nothing of a PSU: every answer comes from the owner of the resource. */
export const service = defineService({
  name: 'gateway',
  module: GatewayModule,
  config: GatewayConfig,
  collections: [STOPPED_TPPS, TOKEN_BUCKETS],
  http: {
    host: (config) => config.GATEWAY_HOST,
    port: (config) => config.GATEWAY_PORT,
    servesOperations: true,
    create: createApplication,
  },
});
