import type { AspspProfile } from '@xs2a/contracts';
import type { Bus, Clock, Kit, Log } from '@xs2a/service-kit';
import { type PortalConfig, portalUrl } from './config.ts';

/** What the pages are made with. */
export interface PortalContext {
  readonly bus: Bus;
  readonly log: Log;
  readonly now: Clock;
  readonly profile: AspspProfile;
  /** Address at which browsers reach the portal. */
  readonly url: URL;
  readonly isSandbox: boolean;
  /** Browsers use TLS: cookies are `__Host-` and Secure. */
  readonly isSecure: boolean;
}

export function createContext({ bus, log, now, profile, config }: Kit<PortalConfig>): PortalContext {
  const url = portalUrl(config);
  return { bus, log, now, profile, url, isSandbox: config.SANDBOX === 'true', isSecure: url.protocol === 'https:' };
}
