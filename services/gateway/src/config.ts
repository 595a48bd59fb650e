import { z } from 'zod';

/** Environment of the gateway. */
export const GatewayConfig = z.object({
  GATEWAY_HOST: z.string().default('127.0.0.1'),
  GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Address under which browsers reach the portal; `scaRedirect` links lead below it. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8090'),
  /** `true`: on a loopback listener TPPs need no certificate. Anything else is a bank in earnest. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** Whether TPPs may name themselves: only in the sandbox, and only to a listener that no other machine reaches. */
export function offersSandboxIdentity({ SANDBOX, GATEWAY_HOST }: GatewayConfig): boolean {
  return SANDBOX === 'true' && LOOPBACK.test(GATEWAY_HOST);
}
