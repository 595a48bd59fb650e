import { Xs2aError } from '@xs2a/contracts';
import { failIfOverdue } from '../authorisation/fail-if-overdue.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findSession } from '../session/session.ts';
import { hashToken } from '../session/token.ts';

/** Within this time a form with the token of the step before is the same press, not a wish of its own. */
const PRESSED_AGAIN_MS = 10_000;

/** Of a request for a page: the session, and the link at which the browser has it. A released portal does not name the link. */
interface SessionAtLink {
  readonly session: string;
  readonly redirectReference?: string | undefined;
}

/**
 * The authorisation of a browser session, with the token that this browser has: the next step keeps it as the one before,
 * however often a form is pressed. After the end the PSU may still look at it until the session is over. A session that was
 * copied to another link opens nothing there.
 */
export async function findBySession(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'profile' | 'now' | 'clocks'>,
  { session: token, redirectReference }: SessionAtLink,
): Promise<Authorisation> {
  const ofSession = await findSession(context, context.authorisations, token);
  const isOfLink = redirectReference === undefined || redirectReference === ofSession.redirectReference;
  if (!isOfLink) throw new Xs2aError('scaSessionOver');
  const found = await failIfOverdue(context, ofSession);
  return { ...found, ...(found.session && { session: { ...found.session, hash: hashToken(token) } }) };
}

/** Whether a form was pressed again whose step has just been taken. */
export function isPressedAgain({ now }: Pick<ScaContext, 'now'>, { session }: Pick<Authorisation, 'session'>): boolean {
  if (session?.previousHash !== session?.hash) return false;
  return session !== undefined && now().getTime() - session.usedAt.getTime() < PRESSED_AGAIN_MS;
}

/** Whether a form was shown to another PSU than the one who signed in, or was changed to name one. */
export function isOfOtherPsu({ psu }: Pick<Authorisation, 'psu'>, { psuId }: { psuId?: string | undefined }): boolean {
  return psuId !== undefined && psuId !== psu?.psuId;
}
