import { Xs2aError } from '@xs2a/contracts';
import { failIfOverdue } from '../authorisation/fail-if-overdue.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findSession } from '../session/session.ts';
import { hashToken } from '../session/token.ts';

/** Within this time, a form with the previous token is the same submission, not a new one. */
const RESUBMISSION_MS = 10_000;

/** Session of a page request, and the link at which the browser has it. Earlier versions of the portal do not name the link. */
interface SessionAtLink {
  readonly session: string;
  readonly redirectReference?: string | undefined;
}

/**
 * Finds the authorisation of a browser session, with the token of this browser: the next step keeps it as the previous token,
 * however often a form is submitted. After the end the PSU may still view it until the session ends. A session copied to another
 * link is invalid there.
 */
export async function findBySession(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'profile' | 'now' | 'enterScope'>,
  { session: token, redirectReference }: SessionAtLink,
): Promise<Authorisation> {
  const ofSession = await findSession(context, context.authorisations, token);
  const isOfLink = redirectReference === undefined || redirectReference === ofSession.redirectReference;
  if (!isOfLink) throw new Xs2aError('scaSessionOver');
  const found = await failIfOverdue(context, ofSession);
  return { ...found, ...(found.session && { session: { ...found.session, hash: hashToken(token) } }) };
}

/** Whether a form was submitted again whose step has just been taken. */
export function isPressedAgain({ now }: Pick<ScaContext, 'now'>, { session }: Pick<Authorisation, 'session'>): boolean {
  if (session?.previousHash !== session?.hash) return false;
  return session !== undefined && now().getTime() - session.usedAt.getTime() < RESUBMISSION_MS;
}

/** Whether a form was shown to a PSU other than the one who signed in, or was changed to name another. */
export function isOfOtherPsu({ psu }: Pick<Authorisation, 'psu'>, { psuId }: { psuId?: string | undefined }): boolean {
  return psuId !== undefined && psuId !== psu?.psuId;
}
