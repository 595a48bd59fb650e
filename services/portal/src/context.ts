import type { AspspProfile } from '@xs2a/contracts';
import { type PageStyle, pageStyle } from '@xs2a/page-style';
import type { Bus, Clock, Kit, Log } from '@xs2a/service-kit';
import { type PortalConfig, portalUrl } from './config.ts';
import type { PortalExtension } from './extension.ts';

/** Dependencies of the pages. */
export interface PortalContext {
  readonly bus: Bus;
  readonly log: Log;
  readonly now: Clock;
  readonly profile: AspspProfile;
  /** Address at which browsers reach the portal. */
  readonly url: URL;
  readonly extension?: PortalExtension | undefined;
  readonly style: PageStyle;
  /** Browsers use TLS: cookies are `__Host-` and Secure. */
  readonly isSecure: boolean;
}

export function createContext(
  { bus, log, now, profile, config }: Kit<PortalConfig>,
  extension?: PortalExtension,
): PortalContext {
  const url = portalUrl(config);
  const isSandbox = config.SANDBOX === 'true';
  const style = pageStyle({ profile, profileFile: config.PROFILE, isSandbox });
  if (profile.brand === undefined && !isSandbox)
    log.warn({ event: 'noBrand' }, 'the profile has no brand: pages are neutral, and name no way to reach the bank');
  return { bus, log, now, profile, url, extension, style, isSecure: url.protocol === 'https:' };
}
