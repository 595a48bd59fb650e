import type { UnsafeSetting } from '@xs2a/service-kit';
import { type PortalConfig, portalUrl } from './config.ts';

/** Settings with which the portal does not start. */
export const UNSAFE_SETTINGS: readonly UnsafeSetting<PortalConfig>[] = [
  {
    variable: 'PORTAL_URL',
    isUnsafe: (config) => config.SANDBOX !== 'true' && portalUrl(config).protocol !== 'https:',
    text: 'must be set, and https, outside the sandbox; PSUs enter their password there',
  },
];
