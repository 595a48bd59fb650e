import { DrainSeconds } from '@xs2a/service-kit';
import { z } from 'zod';

/** Environment of the gateway. */
export const GatewayConfig = z.object({
  /** Address of the plain listener, for trusted proxies; in the sandbox also for TPPs without a certificate. */
  GATEWAY_HOST: z.string().default('127.0.0.1'),
  /** Port of the plain listener. */
  GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Address of the mutual TLS listener. */
  GATEWAY_TLS_HOST: z.string().default('127.0.0.1'),
  /** Port of the mutual TLS listener. If unset, there is none. */
  GATEWAY_TLS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** PEM file: certificate of the gateway with its issuers. All files here are read again when they change. */
  GATEWAY_TLS_CERTIFICATE: z.string().optional(),
  /** PEM file: private key of the gateway. */
  GATEWAY_TLS_KEY: z.string().optional(),
  /** PEM file: authorities that issue TPP certificates. If unset, all certificates are rejected. */
  TPP_TRUST_LIST: z.string().optional(),
  /** PEM file: revocation lists of these authorities. Outside the sandbox this, TPP_OCSP or TPP_CRL must be set. */
  TPP_REVOCATIONS: z.string().optional(),
  /** Text file: TPPs blocked by the bank or a supervisor, one organizationIdentifier or thumbprint per line. */
  TPP_STOP_LIST: z.string().optional(),
  /** Online check of certificates at their issuers (OCSP). Without an answer `soft` accepts the certificate, `hard` does not. */
  TPP_OCSP: z.enum(['off', 'soft', 'hard']).default('off'),
  /** Fetches the revocation lists named in certificates. Without a current list `soft` accepts the certificate, `hard` does not. */
  TPP_CRL: z.enum(['off', 'soft', 'hard']).default('off'),
  /** Checks TPPs against a register extract. `warn` logs and counts objections, `enforce` refuses TPPs and roles missing from it. */
  TPP_REGISTER: z.enum(['off', 'warn', 'enforce']).default('off'),
  /** JSON file: the EBA register of payment institutions, reduced by `npm run xs2a -- register reduce`. */
  TPP_REGISTER_FILE: z.string().optional(),
  /** Country of the bank: the register lists the services that a TPP may provide in each country. */
  TPP_REGISTER_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('HR'),
  /** Maximum age of the extract in days. With an older one missing TPPs are accepted, and `/readyz` has a remark. */
  TPP_REGISTER_DAYS_MAX: z.coerce.number().int().min(1).max(90).default(7),
  /** Maximum of concurrent TPP requests before the gateway answers 503 with `Retry-After`. One TPP may use all of them. */
  REQUESTS_AT_ONCE_MAX: z.coerce.number().int().min(1).default(640),
  /** Addresses or subnets of the proxies whose `x-forwarded-client-cert` is trusted, separated by commas. */
  TRUSTED_PROXIES: z.string().default(''),
  /**
   * Addresses or subnets of the proxies that pass TLS through and name the client in a header of the PROXY protocol, version 2,
   * separated by commas. On GATEWAY_TLS_PORT they must send it; nobody else may.
   */
  PROXY_PROTOCOL_PEERS: z.string().default(''),
  /** Address under which TPPs reach the gateway: shown at `/docs`; issuer and audience of access tokens, if the profile offers OAuth. */
  GATEWAY_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
  /** Address of the portal for browsers; `scaRedirect` links start with it. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8090'),
  /** Seconds during which a stopping gateway is not ready but still serves. If unset 10, in the sandbox 0. */
  DRAIN_SECONDS: DrainSeconds,
  /** `off`: no documentation for TPP developers at `/docs`. `/openapi.json` is served anyway. */
  DOCS: z.enum(['on', 'off']).default('on'),
  /** `off`: `/statistics` is not served. The figures are stored anyway, for `npm run xs2a -- statistics`. */
  STATISTICS: z.enum(['on', 'off']).default('on'),
  /** Receivers of notifications (`host:port`, separated by commas) that need neither a public address nor TLS; sandbox only. */
  NOTIFICATION_PERMITTED_HOSTS: z.string().default(''),
  /** `true`: permits test settings. Never use it in production. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;

export function gatewayUrl({ GATEWAY_URL }: Pick<GatewayConfig, 'GATEWAY_URL'>): string {
  return GATEWAY_URL.replace(/(?<!\/)\/+$/, '');
}
