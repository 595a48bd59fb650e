import { z } from 'zod';
import { AccessQuota } from '../values/access-quota.ts';
import { isSituation, REFUSALS, type Refusal, type Situation } from './refusals.ts';

/**
 * What the TPP can do next to put it right, as the link that leads there: after a wrong password or code (decision 11).
 */
export const Remedy = z.enum([
  'updatePsuIdentification',
  'updatePsuAuthentication',
  'updateEncryptedPsuAuthentication',
  'authoriseTransaction',
  'startAuthorisation',
  'scaStatus',
]);
export type Remedy = z.infer<typeof Remedy>;

/** How a refusal travels on the bus. */
export const RefusalOnBus = z.object({
  refusal: z.string().refine(isSituation),
  path: z.string().optional(),
  text: z.string().optional(),
  remedy: Remedy.optional(),
  authorisationId: z.string().optional(),
  accessQuota: AccessQuota.optional(),
  retryAfterSeconds: z.int().optional(),
});
export type RefusalOnBus = z.infer<typeof RefusalOnBus>;

interface RefusalDetail {
  readonly path?: string;
  readonly text?: string;
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
  readonly remedy?: Remedy;
  /** Where the remedy lies, when the address of the request does not tell: an authorisation that was just started. */
  readonly authorisationId?: string;
  /** Of a read that found no access left: what the consent allows, and when it does again. */
  readonly accessQuota?: AccessQuota;
  readonly retryAfterSeconds?: number;

  constructor(situation: Situation, detail: RefusalDetail = {}) {
    super(`${situation}${detail.path === undefined ? '' : ` at ${detail.path}`}`, { cause: detail.cause });
    this.name = 'Xs2aError';
    this.situation = situation;
    if (detail.path !== undefined) this.path = detail.path;
    if (detail.text !== undefined) this.text = detail.text;
    if (detail.remedy !== undefined) this.remedy = detail.remedy;
    if (detail.authorisationId !== undefined) this.authorisationId = detail.authorisationId;
    if (detail.accessQuota !== undefined) this.accessQuota = detail.accessQuota;
    if (detail.retryAfterSeconds !== undefined) this.retryAfterSeconds = detail.retryAfterSeconds;
  }

  get refusal(): Refusal {
    return REFUSALS[this.situation];
  }
}

/** Characters of a path that go back: the name of an unknown field may be as long as the body. */
const PATH_CHARACTERS_MAX = 200;

/** Names the first thing that is wrong in a parsed value, as `creditorAccount.iban` or `payments[3].creditorName`. */
export function toXs2aError(error: z.ZodError, situation: 'fieldInvalid' | 'queryInvalid' = 'fieldInvalid'): Xs2aError {
  const issue = error.issues[0];
  const path = (issue?.path ?? [])
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`))
    .join('');
  const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const name = [path, unknownKeys[0]]
    .filter((part) => part)
    .join('.')
    .slice(0, PATH_CHARACTERS_MAX);
  return new Xs2aError(situation, { ...(name && { path: name }), text: describe(issue, unknownKeys) });
}

function describe(issue: z.core.$ZodIssue | undefined, unknownKeys: readonly string[]): string {
  if (unknownKeys.length > 0) return 'is not a field of this body';
  // The received value never goes back: it may be an IBAN or a credential.
  return (issue?.message ?? 'is malformed').slice(0, 500);
}
