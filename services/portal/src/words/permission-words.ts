import type { AccessKind, ConsentStatus, PsuConsentEvent } from '@xs2a/contracts';

/** Texts about permissions for the PSU. */
export interface PermissionWords {
  readonly heading: string;
  readonly lead: string;
  readonly valid: string;
  readonly none: string;
  readonly ended: string;
  readonly noneEnded: string;
  readonly showEnded: string;
  readonly isValid: string;
  readonly wasValid: string;
  readonly grantedAt: string;
  readonly lastUsed: string;
  readonly neverUsed: string;
  readonly allowed: string;
  readonly uses: string;
  readonly usedTimes: (inAll: number, today: number) => string;
  readonly withdraw: string;
  readonly withdrawHint: string;
  readonly withdrawQuestion: (tpp: string) => string;
  readonly withdrawConfirm: string;
  readonly keep: string;
  readonly search: string;
  readonly searchHint: string;
  readonly searchAgain: string;
  readonly nothingFound: string;
  readonly pages: string;
  readonly page: (number: number) => string;
  readonly files: string;
  readonly csv: string;
  readonly pdf: string;
  /** In a file: states which entries are missing. */
  readonly moreThanFile: string;
  readonly writtenAt: (moment: string) => string;
  readonly fileName: string;
  readonly status: string;
  readonly accountName: string;
  readonly accesses: string;
  readonly noAccesses: string;
  readonly accessKinds: Readonly<Record<AccessKind, string>>;
  /** Number of reads in total, and of those while the PSU was absent. */
  readonly accessTimes: (inAll: number, withoutPsu: number) => string;
  readonly history: string;
  readonly back: string;
  readonly signOut: string;
  readonly statuses: Readonly<Record<ConsentStatus, string>>;
  /** Replaces the status of a consent that a newer one replaced. */
  readonly superseded: string;
  /** Texts by the event that changed the status. */
  readonly events: Readonly<Record<string, string>>;
  readonly by: Readonly<Record<PsuConsentEvent['by'], string>>;
  readonly standingOrders: StandingOrderWords;
}

/** Texts about standing orders that the PSU authorised through TPPs. */
export interface StandingOrderWords {
  readonly heading: string;
  readonly none: string;
  readonly ended: string;
  readonly noneEnded: string;
  readonly showEnded: string;
  readonly unavailable: string;
  readonly back: string;
  readonly next: string;
  readonly latest: string;
  readonly stop: string;
  readonly stopHint: string;
  readonly stopQuestion: (payee: string) => string;
  readonly stopConfirm: string;
  readonly keep: string;
  /** Several PSUs approved it. */
  readonly cannotStop: string;
  readonly statuses: Readonly<Record<'active' | 'done' | 'cancelled' | 'rejected', string>>;
  readonly events: Readonly<Record<string, string>>;
}
