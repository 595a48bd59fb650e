import type { UnsafeSetting } from '@xs2a/service-kit';
import type { OAuthConfig } from './config.ts';

const TEXT = 'must be set, and https, outside the sandbox';

/** Settings that prevent oauth from starting. */
export const UNSAFE_SETTINGS: readonly UnsafeSetting<OAuthConfig>[] = (['GATEWAY_URL', 'PORTAL_URL'] as const).map(
  (variable) => ({
    variable,
    isUnsafe: (config) => config.SANDBOX !== 'true' && !config[variable].startsWith('https:'),
    text: TEXT,
  }),
);
