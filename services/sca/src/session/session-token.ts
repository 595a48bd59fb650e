import { createHash, randomBytes } from 'node:crypto';
import { Xs2aError } from '@xs2a/contracts';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { z } from 'zod';
import type { ScaRoom } from '../context.ts';

const MS_PER_MINUTE = 60_000;

/** An unguessable word of 256 bit for links and sessions. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a session token: a thief of the database cannot continue a session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * The browser session in which a PSU walks through its steps. Tokens are kept as hashes. The token before the present
 * one still counts, so that an answer lost on its way does not lock the PSU out.
 */
export const Session = z.object({ hash: z.string(), previousHash: z.string().optional(), usedAt: z.date() });
export type Session = z.infer<typeof Session>;

interface Walked {
  _id: string;
  session?: Session | undefined;
}

/** The session after a step: a new token, beside the one before it. */
export function renewedSession({ session }: Pick<Walked, 'session'>, at: Date): { token: string; session: Session } {
  const token = newToken();
  const previous = session === undefined ? {} : { previousHash: session.hash };
  return { token, session: { hash: hashToken(token), ...previous, usedAt: at } };
}

/** Renews the session of a document that moves nowhere; null when another step won meanwhile and has the token. */
export async function renewSession<T extends Walked>(
  collection: Collection<T>,
  document: T,
  at: Date,
): Promise<{ token: string; document: T } | null> {
  const { token, session } = renewedSession(document, at);
  const before: Filter<Walked> =
    document.session === undefined ? { session: { $exists: false } } : { 'session.hash': document.session.hash };
  const unchanged: Filter<Walked> = { ...before, _id: document._id };
  const renewed: UpdateFilter<Walked> = { $set: { session } };
  const stored = await collection.findOneAndUpdate(unchanged as Filter<T>, renewed as unknown as UpdateFilter<T>, {
    returnDocument: 'after',
  });
  return stored === null ? null : { token, document: stored as T };
}

/** The document whose present token, or the one before it, this is; after some idle minutes the session is over. */
export async function findSession<T extends Walked>(
  room: Pick<ScaRoom, 'profile' | 'now'>,
  collection: Collection<T>,
  token: string,
): Promise<T> {
  const hash = hashToken(token);
  const tokens: Filter<Walked> = { $or: [{ 'session.hash': hash }, { 'session.previousHash': hash }] };
  const document = (await collection.findOne(tokens as Filter<T>)) as T | null;
  if (document?.session === undefined) throw new Xs2aError('scaSessionOver');
  const idleMs = room.now().getTime() - document.session.usedAt.getTime();
  if (idleMs > room.profile.limits.scaSessionMinutes * MS_PER_MINUTE) throw new Xs2aError('scaSessionOver');
  return document;
}
