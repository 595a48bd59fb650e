import { z } from 'zod';
import { AccessQuota } from '../values/access-quota.ts';
import { isSituation, REFUSALS, type Refusal, type Situation } from './refusals.ts';

/**
 * What the TPP can do next to put it right, as the link that leads there: after a wrong password or code (decision 11).
 */
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
  // Only where the profile has `methodMayChange`.
  .meta({ announced: ['selectAuthenticationMethod'] });
export type Remedy = z.infer<typeof Remedy>;

/** One thing that is wrong with a request: an error case, the element that caused it, and a text of its own. */
export interface Fault {
  readonly situation: Situation;
  readonly path?: string;
  readonly text?: string;
}

/** Faults that one answer names. A body with more has something else wrong with it. */
export const FAULTS_MAX = 10;

/**
 * Characters of what an answer tells: the longest path of ours has some 90, the longest text that the standard permits 500.
 * Both may repeat a name that was sent.
 */
export const TOLD_MAX = { path: 200, text: 500 } as const;

/** A fault whose path and text are no longer than an answer tells, however long a name in them is. */
function told({ path, text }: Pick<Fault, 'path' | 'text'>): Pick<Fault, 'path' | 'text'> {
  return {
    ...(path !== undefined && { path: cutTo(TOLD_MAX.path, path) }),
    ...(text !== undefined && { text: cutTo(TOLD_MAX.text, text) }),
  };
}

function cutTo(charactersMax: number, said: string): string {
  return said.length <= charactersMax ? said : `${said.slice(0, charactersMax - 1)}…`;
}

/** Form of a refusal on the bus. */
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
  /** When it is worth asking again. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** The only way to say no: names the situation, the element that caused it, and where it helps a text of its own. */
export class Xs2aError extends Error {
  readonly situation: Situation;
  readonly path?: string;
  readonly text?: string;
  /** What else is wrong with the same request (decision 11); its status is that of the first. */
  readonly others: readonly Fault[];
  readonly remedy?: Remedy;
  /** Where the remedy lies, when the address of the request does not tell: an authorisation that was just started. */
  readonly authorisationId?: string;
  /** Of a read that found no access left: what the consent allows, and when it does again. */
  readonly accessQuota?: AccessQuota;
  readonly retryAfterSeconds?: number;

  constructor(situation: Situation, detail: RefusalDetail = {}) {
    const { path, text } = told(detail);
    super(`${situation}${path === undefined ? '' : ` at ${path}`}`, { cause: detail.cause });
    this.name = 'Xs2aError';
    this.situation = situation;
    this.others = (detail.others ?? []).slice(0, FAULTS_MAX - 1).map((other) => ({ ...other, ...told(other) }));
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

/** Refuses with all faults that were found; returns where there are none. */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first, ...others] = faults;
  if (first === undefined) return;
  const { situation, ...detail } = first;
  throw new Xs2aError(situation, { ...detail, others });
}

/** The faults that an error names, the first one first. */
export function faultsOf({ situation, path, text, others }: Xs2aError): Fault[] {
  const first = { situation, ...(path !== undefined && { path }), ...(text !== undefined && { text }) };
  return [first, ...others];
}

/** Runs checks of one request that need no result of each other, and refuses with what all of them found. */
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

/** The faults of a refusal that may be told with others; anything else is thrown again. */
export function faultsIn(error: unknown): Fault[] {
  // An error with another status is an answer of its own.
  if (error instanceof Xs2aError && error.refusal.status === 400) return faultsOf(error);
  throw error;
}

/** A text that goes on from the name of its element: `must be a UUID`. */
const PREDICATE = /^(is|are|must|has|have|needs?|names?|may|cannot|leaves|lacks|does)\b/;

/** The sentence for the developer of the TPP: begins with the element where its text is about it. */
export function sentenceOf({ situation, path, text = REFUSALS[situation].text }: Fault): string {
  return path !== undefined && PREDICATE.test(text) ? `${path} ${text}` : text;
}
