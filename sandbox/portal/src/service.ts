import { portalService } from '@xs2a/portal/extension';
import { defineService, isLoopback } from '@xs2a/service-kit';
import { SandboxPortalConfig } from './config.ts';
import { sandboxPages } from './sandbox-pages.ts';

const portal = portalService(sandboxPages);

/** The portal of the sandbox: with test users, their messages and devices, and the pages of developers. */
export const service = defineService({
  ...portal,
  config: portal.config.extend(SandboxPortalConfig.shape),
  unsafeSettings: [
    ...(portal.unsafeSettings ?? []),
    {
      variable: 'SANDBOX',
      isUnsafe: ({ PORTAL_HOST, SANDBOX_PORTAL_IS_PUBLIC }) =>
        !isLoopback(PORTAL_HOST) && SANDBOX_PORTAL_IS_PUBLIC !== 'true',
      text: 'shows one-time codes to everybody who reaches PORTAL_HOST, which is no loopback address; set SANDBOX_PORTAL_IS_PUBLIC=true if that is wanted',
    },
  ],
});
