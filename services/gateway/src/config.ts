import { z } from 'zod';

/** Environment of the gateway. */
export const GatewayConfig = z.object({
  GATEWAY_HOST: z.string().default('127.0.0.1'),
  GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  GATEWAY_TLS_HOST: z.string().default('127.0.0.1'),
  /** Port on which the gateway itself speaks mutual TLS; left out: on none. */
  GATEWAY_TLS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** PEM file: certificate of the gateway, with those of its issuers. Read again when it changes, as all files here. */
  GATEWAY_TLS_CERTIFICATE: z.string().optional(),
  /** PEM file: its private key. */
  GATEWAY_TLS_KEY: z.string().optional(),
  /** PEM file: authorities whose certificates of TPPs count. Left out: nobody's. */
  TPP_TRUST_LIST: z.string().optional(),
  /** PEM file: revocation lists of those authorities. */
  TPP_REVOCATIONS: z.string().optional(),
  /** Text file: whom the bank or a supervisor has blocked, by organizationIdentifier or thumbprint, one a line. */
  TPP_STOP_LIST: z.string().optional(),
  /** Whether the issuer of a certificate is asked after it (OCSP): `soft` lets in whom it gives no answer about, `hard` does not. */
  TPP_OCSP: z.enum(['off', 'soft', 'hard']).default('off'),
  /** Whether revocation lists are also fetched, from where a certificate says: `soft` lets in who has none that counts, `hard` does not. */
  TPP_CRL: z.enum(['off', 'soft', 'hard']).default('off'),
  /** Requests of TPPs in hand before the gateway says `overloaded` (503 with `Retry-After`); one TPP may have half of them. */
  REQUESTS_AT_ONCE_MAX: z.coerce.number().int().min(1).default(640),
  /** Addresses or subnets of the proxies whose `x-forwarded-client-cert` is believed, with commas between. */
  TRUSTED_PROXIES: z.string().default(''),
  /** Address under which browsers reach the portal; `scaRedirect` links lead below it. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8090'),
  /** `off`: no documentation for TPP developers at `/docs`. `/openapi.json` stays. */
  DOCS: z.enum(['on', 'off']).default('on'),
  /** `host:port` of receivers of notifications that need no public address and no TLS, with commas between; only in the sandbox. */
  NOTIFICATION_PERMITTED_HOSTS: z.string().default(''),
  /** `true`: on a loopback listener TPPs need no certificate. Anything else is a bank in earnest. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** Whether TPPs may name themselves: only in the sandbox, and only to a listener that no other machine reaches. */
export function offersSandboxIdentity({ SANDBOX, GATEWAY_HOST }: GatewayConfig): boolean {
  return SANDBOX === 'true' && LOOPBACK.test(GATEWAY_HOST);
}
