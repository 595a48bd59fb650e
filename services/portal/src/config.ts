import { DrainSeconds } from '@xs2a/service-kit';
import { z } from 'zod';

const Port = z.coerce.number().int().min(0).max(65_535);

/** Environment of the portal. */
export const PortalConfig = z.object({
  /** Address of the listener for browsers. */
  PORTAL_HOST: z.string().default('127.0.0.1'),
  /** Port of the listener for browsers. */
  PORTAL_PORT: Port.default(8090),
  /** PEM file: certificate of the portal with its issuers. If set, PORTAL_PORT speaks TLS. Read again when it changes. */
  PORTAL_TLS_CERTIFICATE: z.string().min(1).optional(),
  /** PEM file: private key of the portal. */
  PORTAL_TLS_KEY: z.string().min(1).optional(),
  /** Address at which browsers reach the portal. With https, cookies are Secure and HSTS is sent. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Seconds for which a stopping portal is not ready and still serves. If unset 10, in the sandbox 0. */
  DRAIN_SECONDS: DrainSeconds,
  /** `true`: permits test settings. Never use it in production. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type PortalConfig = z.infer<typeof PortalConfig>;

export function portalUrl(config: PortalConfig): URL {
  return new URL(config.PORTAL_URL ?? `http://localhost:${config.PORTAL_PORT}`);
}
