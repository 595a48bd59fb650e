import { defineService } from '@xs2a/service-kit';
import { PortalConfig } from './config.ts';
import { createApplication } from './http/create-application.ts';
import { PortalModule } from './portal.module.ts';

/** The pages that the PSU sees. Keeps nothing: every page is asked for on the bus. */
export const service = defineService({
  name: 'portal',
  module: PortalModule,
  config: PortalConfig,
  collections: [],
  http: {
    host: (config) => config.PORTAL_HOST,
    port: (config) => config.PORTAL_PORT,
    create: createApplication,
  },
});
