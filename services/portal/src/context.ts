import { Inject, Injectable } from '@nestjs/common';
import type { AspspProfile } from '@xs2a/contracts';
import { BUS, type Bus, CONFIG, LOG, type Log, PROFILE } from '@xs2a/service-kit';
import { type PortalConfig, portalUrl } from './config.ts';

/** What the pages are made with. */
@Injectable()
export class PortalRoom {
  readonly bus: Bus;
  readonly log: Log;
  readonly profile: AspspProfile;
  /** Address under which browsers reach the portal. */
  readonly url: URL;
  readonly isSandbox: boolean;
  /** Browsers come over TLS: cookies are `__Host-` and Secure. */
  readonly isSecure: boolean;

  constructor(
    @Inject(BUS) bus: Bus,
    @Inject(LOG) log: Log,
    @Inject(PROFILE) profile: AspspProfile,
    @Inject(CONFIG) config: PortalConfig,
  ) {
    this.bus = bus;
    this.log = log;
    this.profile = profile;
    this.isSandbox = config.SANDBOX === 'true';
    this.url = portalUrl(config);
    this.isSecure = this.url.protocol === 'https:';
  }
}
