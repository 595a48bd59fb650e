import { defineService, drainSeconds, type Kit, versionOf } from '@xs2a/service-kit';
import { checkSettings } from './check-settings.ts';
import { PortalConfig } from './config.ts';
import { createContext } from './context.ts';
import type { PortalExtension } from './extension.ts';
import { createApplication } from './http/create-application.ts';
import { portalModule } from './portal.module.ts';
import { UNSAFE_SETTINGS } from './unsafe-settings.ts';

/** The portal without extensions, as in production. */
export const service = portalService();

/** The pages for PSUs. The portal stores nothing: it requests the content of every page from other services. */
export function portalService(extension?: PortalExtension) {
  return defineService({
    name: 'portal',
    version: versionOf(import.meta.url),
    usesKeys: true,
    config: PortalConfig,
    unsafeSettings: UNSAFE_SETTINGS,
    checkSettings,
    keyPairs: [['PORTAL_TLS_CERTIFICATE', 'PORTAL_TLS_KEY']],
    listeners: [{ host: 'PORTAL_HOST', port: 'PORTAL_PORT' }],
    collections: [],
    createContext: (kit: Kit<PortalConfig>) => createContext(kit, extension),
    http: {
      module: portalModule(extension?.controllers ?? []),
      host: (config) => config.PORTAL_HOST,
      port: (config) => config.PORTAL_PORT,
      drainSeconds,
      // Browsers connect through the proxy that terminates TLS.
      sharedAddresses: () => () => true,
      create: createApplication,
    },
  });
}
