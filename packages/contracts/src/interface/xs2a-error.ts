import { z } from 'zod';
import { AccessQuota } from '../values/access-quota.ts';
import { isSituation, REFUSALS, type Refusal, type Situation } from './refusals.ts';

/** Next step by which the TPP can correct the error, as a link: after a wrong password or code (decision 11). */
export const Remedy = z
  .enum([
    'updatePsuIdentification',
    'updatePsuAuthentication',
    'updateEncryptedPsuAuthentication',
    'authoriseTransaction',
    'selectAuthenticationMethod',
    'startAuthorisation',
    'scaStatus',
  ])
  // Only if the profile has `methodMayChange`.
  .meta({ announced: ['selectAuthenticationMethod'] });
export type Remedy = z.infer<typeof Remedy>;

/** One fault of a request: an error case, its element, and a specific text. */
export interface Fault {
  readonly situation: Situation;
  readonly path?: string;
  readonly text?: string;
}

/** Maximum number of faults in one answer. A body with more has a more general fault. */
export const FAULTS_MAX = 10;

/**
 * Maximum lengths in an answer: our longest path has about 90 characters, and the standard permits texts of 500. Both may repeat
 * a name from the request.
 */
export const LENGTHS_MAX = { path: 200, text: 500 } as const;

/** Truncates path and text of a fault to the permitted length, however long a name in them is. */
function truncated({ path, text }: Pick<Fault, 'path' | 'text'>): Pick<Fault, 'path' | 'text'> {
  return {
    ...(path !== undefined && { path: truncate(LENGTHS_MAX.path, path) }),
    ...(text !== undefined && { text: truncate(LENGTHS_MAX.text, text) }),
  };
}

function truncate(charactersMax: number, said: string): string {
  return said.length <= charactersMax ? said : `${said.slice(0, charactersMax - 1)}…`;
}

/** Form of an error on the bus. */
export const RefusalOnBus = z.object({
  refusal: z.string().refine(isSituation),
  path: z.string().optional(),
  text: z.string().optional(),
  /** Further faults of the same request. */
  others: z
    .array(
      z.object({ situation: z.string().refine(isSituation), path: z.string().optional(), text: z.string().optional() }),
    )
    .optional(),
  remedy: Remedy.optional(),
  authorisationId: z.string().optional(),
  accessQuota: AccessQuota.optional(),
  retryAfterSeconds: z.int().optional(),
});
export type RefusalOnBus = z.infer<typeof RefusalOnBus>;

interface RefusalDetail {
  readonly path?: string;
  readonly text?: string;
  readonly others?: readonly Fault[];
  readonly remedy?: Remedy;
  readonly authorisationId?: string;
  readonly accessQuota?: AccessQuota;
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** The only way to refuse a request: names the error case, the element that caused it, and an optional specific text. */
export class Xs2aError extends Error {
  readonly situation: Situation;
  readonly path?: string;
  readonly text?: string;
  /** Further faults of the same request (decision 11). The HTTP status is that of the first. */
  readonly others: readonly Fault[];
  readonly remedy?: Remedy;
  /** Resource of the remedy if the request address does not contain it: an authorisation that was just started. */
  readonly authorisationId?: string;
  /** For a read beyond the access limit: the limit of the consent and the time of its reset. */
  readonly accessQuota?: AccessQuota;
  readonly retryAfterSeconds?: number;

  constructor(situation: Situation, detail: RefusalDetail = {}) {
    const { path, text } = truncated(detail);
    super(`${situation}${path === undefined ? '' : ` at ${path}`}`, { cause: detail.cause });
    this.name = 'Xs2aError';
    this.situation = situation;
    this.others = (detail.others ?? []).slice(0, FAULTS_MAX - 1).map((other) => ({ ...other, ...truncated(other) }));
    if (path !== undefined) this.path = path;
    if (text !== undefined) this.text = text;
    if (detail.remedy !== undefined) this.remedy = detail.remedy;
    if (detail.authorisationId !== undefined) this.authorisationId = detail.authorisationId;
    if (detail.accessQuota !== undefined) this.accessQuota = detail.accessQuota;
    if (detail.retryAfterSeconds !== undefined) this.retryAfterSeconds = detail.retryAfterSeconds;
  }

  get refusal(): Refusal {
    return REFUSALS[this.situation];
  }
}

/** Throws an error with all faults; returns if there are none. */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first, ...others] = faults;
  if (first === undefined) return;
  const { situation, ...detail } = first;
  throw new Xs2aError(situation, { ...detail, others });
}

/** Faults of an error, its main one first. */
export function faultsOf({ situation, path, text, others }: Xs2aError): Fault[] {
  const first = { situation, ...(path !== undefined && { path }), ...(text !== undefined && { text }) };
  return [first, ...others];
}

/** Runs independent checks of one request, and throws one error with the faults of all. */
export function refuseTogether(...checks: readonly (() => void)[]): void {
  refuseFaults(checks.flatMap(faultsFoundBy));
}

/** Runs a check and returns the faults that it throws. */
export function faultsFoundBy(check: () => void): Fault[] {
  try {
    check();
    return [];
  } catch (error) {
    return faultsIn(error);
  }
}

/** Returns the faults of an error that can be combined with others; throws anything else. */
export function faultsIn(error: unknown): Fault[] {
  // An error with another status is a separate answer.
  if (error instanceof Xs2aError && error.refusal.status === 400) return faultsOf(error);
  throw error;
}

/** A text that continues from the name of its element: `must be a UUID`. */
const PREDICATE = /^(is|are|must|has|have|needs?|names?|may|cannot|leaves|lacks|does)\b/;

/** Sentence for the developer of the TPP; begins with the element if the text is about it. */
export function sentenceOf({ situation, path, text = REFUSALS[situation].text }: Fault): string {
  return path !== undefined && PREDICATE.test(text) ? `${path} ${text}` : text;
}
