import { isLoopback, type UnsafeSetting } from '@xs2a/service-kit';
import { type PortalConfig, portalUrl } from './config.ts';

/** Settings with which the portal does not start. */
export const UNSAFE_SETTINGS: readonly UnsafeSetting<PortalConfig>[] = [
  {
    variable: 'PORTAL_URL',
    isUnsafe: (config) => config.SANDBOX !== 'true' && portalUrl(config).protocol !== 'https:',
    text: 'must be set, and https, outside the sandbox; PSUs enter their password there',
  },
  {
    variable: 'SANDBOX',
    isUnsafe: ({ SANDBOX, PORTAL_HOST, SANDBOX_PORTAL_IS_PUBLIC }) =>
      SANDBOX === 'true' && !isLoopback(PORTAL_HOST) && SANDBOX_PORTAL_IS_PUBLIC !== 'true',
    text: 'shows one-time codes to everybody who reaches PORTAL_HOST, which is no loopback address; set SANDBOX_PORTAL_IS_PUBLIC=true if that is wanted',
  },
];
