import { Xs2aError } from '@xs2a/contracts';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { ScaContext } from '../context.ts';
import type { Session } from '../model/session.ts';
import { hashToken, newToken } from './token.ts';

const MS_PER_MINUTE = 60_000;

interface SessionDocument {
  _id: string;
  session?: Session | undefined;
}

/** Owner of a session: a TPP's authorisation, or a login of a PSU. */
interface Owned {
  readonly tppId?: string;
  readonly psu?: { readonly psuId: string };
}

/** Returns the session after a step: a new token, and the previous one. */
export function nextSession(
  { session }: Pick<SessionDocument, 'session'>,
  at: Date,
): { token: string; session: Session } {
  const token = newToken();
  const previous = session === undefined ? {} : { previousHash: session.hash };
  return { token, session: { hash: hashToken(token), ...previous, usedAt: at } };
}

/** Guards a step that is under way while the PSU signs out, so that it does not restart the session. */
export const IS_SIGNED_IN = { session: { $exists: true } } as const;

/** Stores the next session of a document whose status stays the same. Returns null if another step stored one in between. */
export async function storeNextSession<T extends SessionDocument>(
  collection: Collection<T>,
  document: T,
  at: Date,
): Promise<{ token: string; document: T } | null> {
  const { token, session } = nextSession(document, at);
  const before: Filter<SessionDocument> =
    document.session === undefined ? { session: { $exists: false } } : { 'session.hash': document.session.hash };
  const unchanged: Filter<SessionDocument> = { ...before, _id: document._id };
  const update: UpdateFilter<SessionDocument> = { $set: { session } };
  const stored = await collection.findOneAndUpdate(unchanged as Filter<T>, update as unknown as UpdateFilter<T>, {
    returnDocument: 'after',
  });
  return stored === null ? null : { token, document: stored as T };
}

/** Matches documents with this present or previous token. */
export function withToken(token: string): Filter<SessionDocument> {
  const hash = hashToken(token);
  return { $or: [{ 'session.hash': hash }, { 'session.previousHash': hash }] };
}

/** Finds the document of a session. A session without activity for `scaSessionMinutes` is over (RTS 2018/389, Art. 4 (3) d). */
export async function findSession<T extends SessionDocument>(
  context: Pick<ScaContext, 'profile' | 'now' | 'enterScope'>,
  collection: Collection<T>,
  token: string,
): Promise<T> {
  const document = (await collection.findOne(withToken(token) as Filter<T>)) as T | null;
  if (document?.session === undefined) throw new Xs2aError('scaSessionOver');
  const { tppId, psu } = document as Owned;
  await context.enterScope({ tppId, psuId: psu?.psuId });
  const idleMs = context.now().getTime() - document.session.usedAt.getTime();
  if (idleMs > context.profile.limits.scaSessionMinutes * MS_PER_MINUTE) throw new Xs2aError('scaSessionOver');
  return document;
}
