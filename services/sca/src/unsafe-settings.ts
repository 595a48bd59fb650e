import type { UnsafeSetting } from '@xs2a/service-kit';
import type { ScaConfig } from './config.ts';

/** Settings with which sca does not start. */
export const UNSAFE_SETTINGS: readonly UnsafeSetting<ScaConfig>[] = [
  {
    variable: 'PORTAL_URL',
    isUnsafe: ({ SANDBOX, PORTAL_URL }) => SANDBOX !== 'true' && !PORTAL_URL.startsWith('https:'),
    text: 'must be set, and https, outside the sandbox; passkeys answer its origin',
  },
];
