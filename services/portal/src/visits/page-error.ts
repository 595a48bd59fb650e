import { HttpException } from '@nestjs/common';
import { type Situation, Xs2aError } from '@xs2a/contracts';
import { toRefusal } from '@xs2a/service-kit';
import type { Trouble } from '../words/words.ts';

export interface WayBack {
  readonly tppName: string;
  readonly returnUri: string;
}

/** A refusal of the portal itself, told as a page. */
export class PageTrouble extends Error {
  readonly trouble: Trouble;
  readonly status: number;
  /** The TPP that the browser came from, where the page can lead back to it. */
  readonly wayBack?: WayBack | undefined;

  constructor(trouble: Trouble, status: number, wayBack?: WayBack) {
    super(trouble);
    this.name = 'PageTrouble';
    this.trouble = trouble;
    this.status = status;
    this.wayBack = wayBack;
  }
}

/** Which refusals of other rooms have a page of their own. */
const TROUBLE_OF_SITUATION: Partial<Record<Situation, Trouble>> = {
  redirectLinkUnknown: 'linkUnknown',
  redirectLinkExpired: 'linkExpired',
  scaSessionOver: 'sessionOver',
  serviceUnavailable: 'unavailable',
  overloaded: 'unavailable',
};

const TROUBLE_OF_STATUS = new Map<number, Trouble>([
  [403, 'formStale'],
  [404, 'notFound'],
  [429, 'tooMany'],
  [503, 'unavailable'],
]);

/** What an error is for the person who looks at the page: nothing of its inside leaves the house. */
export function troubleOf(error: unknown): Pick<PageTrouble, 'trouble' | 'status' | 'wayBack'> {
  if (error instanceof PageTrouble) return error;
  const status = statusOf(error);
  const named = error instanceof Xs2aError ? TROUBLE_OF_SITUATION[error.situation] : undefined;
  const byStatus = TROUBLE_OF_STATUS.get(status) ?? (status < 500 ? 'inputInvalid' : 'fault');
  return { trouble: named ?? byStatus, status };
}

/** Nest's exceptions and those of the body parser carry a status; everything else is a refusal or a fault of ours. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status: unknown = (error as { status?: unknown } | null)?.status;
  const isOfParser = error instanceof Error && 'type' in error && typeof status === 'number';
  return isOfParser && status >= 400 && status < 500 ? status : toRefusal(error).refusal.status;
}
