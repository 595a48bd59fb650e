import { isLoopback, type UnsafeSetting } from '@xs2a/service-kit';
import { areProxies, hasTooManyProxies } from './certificates/trusted-proxies.ts';
import type { GatewayConfig } from './config.ts';

/** The part of a request that a proxy names. */
const CLAIMED = { TRUSTED_PROXIES: 'TPP', PROXY_PROTOCOL_PEERS: 'address' };

/** Settings that prevent the gateway from starting. */
export const UNSAFE_SETTINGS: readonly UnsafeSetting<GatewayConfig>[] = [
  {
    variable: 'PORTAL_URL',
    isUnsafe: ({ SANDBOX, PORTAL_URL }) => SANDBOX !== 'true' && !PORTAL_URL.startsWith('https:'),
    text: 'must be set, and https, outside the sandbox; PSUs enter their password there',
  },
  {
    variable: 'GATEWAY_URL',
    isUnsafe: ({ SANDBOX, DOCS, GATEWAY_URL }) =>
      SANDBOX !== 'true' && DOCS === 'on' && !GATEWAY_URL.startsWith('https:'),
    text: 'must be set, and https, outside the sandbox, unless DOCS is off; TPPs read it in the documentation',
  },
  ...(['TRUSTED_PROXIES', 'PROXY_PROTOCOL_PEERS'] as const).flatMap((variable): UnsafeSetting<GatewayConfig>[] => [
    {
      variable,
      isUnsafe: (config) => !areProxies(config[variable]),
      text: 'must be addresses or subnets, separated by commas',
    },
    {
      variable,
      isUnsafe: (config) => hasTooManyProxies(config[variable]),
      text: `names too many addresses; each of them may claim to be any ${CLAIMED[variable]}. Name the proxies, or a private subnet`,
    },
  ]),
  {
    variable: 'PROXY_PROTOCOL_PEERS',
    isUnsafe: ({ PROXY_PROTOCOL_PEERS, GATEWAY_TLS_PORT }) =>
      PROXY_PROTOCOL_PEERS.trim() !== '' && GATEWAY_TLS_PORT === undefined,
    text: 'is for proxies that pass TLS through, so it needs GATEWAY_TLS_PORT',
  },
  {
    variable: 'GATEWAY_HOST',
    isUnsafe: ({ SANDBOX, GATEWAY_HOST, TRUSTED_PROXIES }) =>
      SANDBOX !== 'true' && !isLoopback(GATEWAY_HOST) && TRUSTED_PROXIES.trim() === '',
    text: 'is the listener without TLS; outside the sandbox it must be a loopback address, or TRUSTED_PROXIES must name the proxies before it',
  },
  {
    variable: 'GATEWAY_TLS_PORT',
    isUnsafe: ({ GATEWAY_TLS_PORT, TRUSTED_PROXIES }) =>
      GATEWAY_TLS_PORT === undefined && TRUSTED_PROXIES.trim() === '',
    text: 'must be set: without it no TPP can come in, unless TRUSTED_PROXIES names proxies that pass certificates on',
  },
  {
    variable: 'GATEWAY_TLS_CERTIFICATE',
    // Another check refuses one of the pair without the other.
    isUnsafe: ({ GATEWAY_TLS_PORT, GATEWAY_TLS_CERTIFICATE, GATEWAY_TLS_KEY }) =>
      GATEWAY_TLS_PORT !== undefined && GATEWAY_TLS_CERTIFICATE === undefined && GATEWAY_TLS_KEY === undefined,
    text: 'and GATEWAY_TLS_KEY must be set with GATEWAY_TLS_PORT',
  },
  {
    variable: 'TPP_TRUST_LIST',
    isUnsafe: ({ SANDBOX, TPP_TRUST_LIST }) => SANDBOX !== 'true' && TPP_TRUST_LIST === undefined,
    text: 'must be set outside the sandbox: without it every certificate is rejected',
  },
  {
    variable: 'TPP_REVOCATIONS',
    isUnsafe: ({ SANDBOX, TPP_REVOCATIONS, TPP_OCSP, TPP_CRL }) =>
      SANDBOX !== 'true' && TPP_REVOCATIONS === undefined && TPP_OCSP === 'off' && TPP_CRL === 'off',
    text: 'this, TPP_OCSP or TPP_CRL must be set outside the sandbox: a stolen certificate would serve until it expires',
  },
  {
    variable: 'TPP_REGISTER_FILE',
    isUnsafe: ({ TPP_REGISTER, TPP_REGISTER_FILE }) => TPP_REGISTER !== 'off' && TPP_REGISTER_FILE === undefined,
    text: 'must be set where TPP_REGISTER is warn or enforce',
  },
  {
    variable: 'NOTIFICATION_PERMITTED_HOSTS',
    isUnsafe: ({ SANDBOX, NOTIFICATION_PERMITTED_HOSTS }) =>
      SANDBOX !== 'true' && NOTIFICATION_PERMITTED_HOSTS.trim() !== '',
    text: 'is for the sandbox alone; a bank tells TPPs at public addresses',
  },
];
