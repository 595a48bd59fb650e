import { createHash } from 'node:crypto';
import { Xs2aError } from '@xs2a/contracts';
import type { GatewayContext } from '../context.ts';
import type { Call } from '../request/call.ts';
import { valuesOf } from './signed-content.ts';

const DAY_MS = 86_400_000;
/** A covered `Date` bounds a signature to 300 s on both sides of it. */
const DATED_MS = 2 * 300_000;
/** Milliseconds that a request waits for the database. */
const WAIT_MS_MAX = 1_000;

/**
 * Binds the X-Request-ID of a signed request to method and address, where the signature does not: a signature that somebody
 * kept must not be accepted for another request (decision 26). The same request may be repeated. Every covered X-Request-ID is
 * remembered, that of a read too: its signature would fit a deletion.
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

/** 128 bits: there are many, and nobody can choose what collides. */
function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url');
}
