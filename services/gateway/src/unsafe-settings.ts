import { isLoopback, type UnsafeSetting } from '@xs2a/service-kit';
import { hasTooManyProxies } from './certificates/trusted-proxies.ts';
import type { GatewayConfig } from './config.ts';

/** Settings with which the gateway does not start. */
export const UNSAFE_SETTINGS: readonly UnsafeSetting<GatewayConfig>[] = [
  {
    variable: 'PORTAL_URL',
    isUnsafe: ({ SANDBOX, PORTAL_URL }) => SANDBOX !== 'true' && !PORTAL_URL.startsWith('https:'),
    text: 'must be https outside the sandbox; PSUs enter their password there',
  },
  {
    variable: 'TRUSTED_PROXIES',
    isUnsafe: ({ TRUSTED_PROXIES }) => hasTooManyProxies(TRUSTED_PROXIES),
    text: 'names too many addresses; each of them may claim to be any TPP. Name the proxies, or a private subnet',
  },
  {
    variable: 'GATEWAY_HOST',
    isUnsafe: ({ SANDBOX, GATEWAY_HOST, TRUSTED_PROXIES }) =>
      SANDBOX !== 'true' && !isLoopback(GATEWAY_HOST) && TRUSTED_PROXIES.trim() === '',
    text: 'is the listener without TLS; outside the sandbox it must be a loopback address, or TRUSTED_PROXIES must name the proxies before it',
  },
  {
    variable: 'NOTIFICATION_PERMITTED_HOSTS',
    isUnsafe: ({ SANDBOX, NOTIFICATION_PERMITTED_HOSTS }) =>
      SANDBOX !== 'true' && NOTIFICATION_PERMITTED_HOSTS.trim() !== '',
    text: 'is for the sandbox alone; a bank tells TPPs at public addresses',
  },
];
