import { defineService, drainSeconds, versionOf } from '@xs2a/service-kit';
import { checkSettings } from './check-settings.ts';
import { PortalConfig } from './config.ts';
import { createContext } from './context.ts';
import { createApplication } from './http/create-application.ts';
import { PortalModule } from './portal.module.ts';
import { UNSAFE_SETTINGS } from './unsafe-settings.ts';

/** The pages for PSUs. The portal stores nothing: it asks other services for the content of every page. */
export const service = defineService({
  name: 'portal',
  version: versionOf(import.meta.url),
  usesKeys: true,
  config: PortalConfig,
  unsafeSettings: UNSAFE_SETTINGS,
  checkSettings,
  listeners: [{ host: 'PORTAL_HOST', port: 'PORTAL_PORT' }],
  collections: [],
  createContext,
  http: {
    module: PortalModule,
    host: (config) => config.PORTAL_HOST,
    port: (config) => config.PORTAL_PORT,
    drainSeconds,
    // Browsers come through the proxy that ends their TLS.
    sharedAddresses: () => () => true,
    create: createApplication,
  },
});
