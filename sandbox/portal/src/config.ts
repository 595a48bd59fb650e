import { z } from 'zod';

/** Environment of the portal of the sandbox, beside that of any portal. */
export const SandboxPortalConfig = z.object({
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
});
