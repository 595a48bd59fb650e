import { DrainSeconds } from '@xs2a/service-kit';
import { z } from 'zod';

const Port = z.coerce.number().int().min(0).max(65_535);

/** Environment of the portal. */
export const PortalConfig = z.object({
  PORTAL_HOST: z.string().default('127.0.0.1'),
  PORTAL_PORT: Port.default(8090),
  /** Address at which browsers reach the portal. With https, cookies are Secure and HSTS is sent. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Seconds for which a stopping portal is not ready and still serves. If unset 10, in the sandbox 0. */
  DRAIN_SECONDS: DrainSeconds,
  /** `true`: a sandbox portal may listen on an address other than loopback. All its visitors see one-time codes. */
  SANDBOX_PORTAL_IS_PUBLIC: z.enum(['true', 'false']).default('false'),
  /**
   * Addresses or subnets of the reverse proxies before a portal of the sandbox, separated by commas. Their `X-Forwarded-For`
   * identifies the registering developer's address. If unset, all developers behind a proxy count as one address.
   */
  PORTAL_PROXIES: z
    .string()
    .regex(/^[\d a-fA-F.:/,]*$/, 'must be addresses or subnets, separated by commas')
    .default(''),
  /** `true`: test users, their messages and devices are shown. Any other value means production. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type PortalConfig = z.infer<typeof PortalConfig>;

export function portalUrl(config: PortalConfig): URL {
  return new URL(config.PORTAL_URL ?? `http://localhost:${config.PORTAL_PORT}`);
}
