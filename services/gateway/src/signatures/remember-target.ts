import { createHash } from 'node:crypto';
import { Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../context.ts';
import type { Call } from '../request/call.ts';
import { valuesOf } from './signed-content.ts';

const DAY_MS = 86_400_000;
/** A covered `Date` limits a signature to 300 s in both directions. */
const DATED_MS = 2 * 300_000;
/** Upper bound on a request's wait for the database, in milliseconds. */
const WAIT_MS_MAX = 1_000;

/**
 * Binds the X-Request-ID of a signed request to its method and address, if the signature does not cover them: an intercepted
 * signature must not be accepted for another request (decision 26). The same request may be repeated. Read requests are
 * remembered too, because their signatures would also fit a deletion.
 */
export async function rememberTarget(
  call: Call,
  isDated: boolean,
  { signedRequests, profile, now }: Pick<GatewayContext, 'signedRequests' | 'profile' | 'now'>,
): Promise<void> {
  const [requestId = ''] = valuesOf(call, 'x-request-id');
  const target = hashOf(call.method, call.originalUrl, ...valuesOf(call, 'consent-id'));
  const livesMs = isDated ? DATED_MS : profile.signature.rememberedDays * DAY_MS;
  const stored = await signedRequests.findOneAndUpdate(
    { _id: hashOf(call.tpp.id, requestId.toLowerCase()) },
    { $setOnInsert: { target, expiresAt: new Date(now().getTime() + livesMs) } },
    { upsert: true, returnDocument: 'after', maxTimeMS: WAIT_MS_MAX },
  );
  if (stored !== null && stored.target !== target) {
    const text = 'it was signed for a request of another method or address';
    throw new Xs2aError('signatureInvalid', { path: 'X-Request-ID', text });
  }
}

/** 128 bits are enough for their number, and nobody can choose colliding inputs. */
function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url');
}
