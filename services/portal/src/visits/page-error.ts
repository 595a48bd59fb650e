import { HttpException } from '@nestjs/common';
import { type Situation, Xs2aError } from '@xs2a/contracts';
import { toRefusal } from '@xs2a/service-kit';
import type { WayBack } from '../rendering/pages.ts';
import type { PageErrorKind } from '../words/words.ts';

/** An error of the portal itself, shown as a page. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly kind: PageErrorKind;
  readonly status: number;
  /** The return to the TPP, if the page can offer it. */
  readonly wayBack?: WayBack | undefined;

  constructor(kind: PageErrorKind, status: number, wayBack?: WayBack) {
    super(kind);
    this.kind = kind;
    this.status = status;
    this.wayBack = wayBack;
  }
}

/** Error cases of other services that have a separate page. */
const KIND_OF_SITUATION: Partial<Record<Situation, PageErrorKind>> = {
  redirectLinkUnknown: 'linkUnknown',
  redirectLinkExpired: 'linkExpired',
  scaSessionOver: 'sessionOver',
  serviceUnavailable: 'unavailable',
  overloaded: 'unavailable',
};

const KIND_OF_STATUS = new Map<number, PageErrorKind>([
  [403, 'formStale'],
  [404, 'notFound'],
  [429, 'tooMany'],
  [503, 'unavailable'],
]);

/** Describes an error for a person, without internal details. */
export function pageErrorOf(error: unknown): Pick<PageError, 'kind' | 'status' | 'wayBack'> {
  if (error instanceof PageError) return error;
  const status = statusOf(error);
  const named = error instanceof Xs2aError ? KIND_OF_SITUATION[error.situation] : undefined;
  const byStatus = KIND_OF_STATUS.get(status) ?? (status < 500 ? 'inputInvalid' : 'fault');
  return { kind: named ?? byStatus, status };
}

export function isErrorCase(error: unknown, situation: Situation): boolean {
  return error instanceof Xs2aError && error.situation === situation;
}

/** Nest's exceptions and those of the body parser carry a status. Everything else is an error case or an internal error. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status: unknown = (error as { status?: unknown } | null)?.status;
  const isOfParser = error instanceof Error && 'type' in error && typeof status === 'number';
  return isOfParser && status >= 400 && status < 500 ? status : toRefusal(error).refusal.status;
}
