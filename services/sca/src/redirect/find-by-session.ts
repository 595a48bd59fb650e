import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findSession } from '../session/session.ts';

/** The authorisation of a browser session. After it has ended the PSU may still look at it until the session is over. */
export function findBySession(
  context: Pick<ScaContext, 'authorisations' | 'profile' | 'now'>,
  token: string,
): Promise<Authorisation> {
  return findSession(context, context.authorisations, token);
}

/** Whether a form was shown to another PSU than the one who signed in, or was changed to name one. */
export function isOfOtherPsu({ psu }: Pick<Authorisation, 'psu'>, { psuId }: { psuId?: string | undefined }): boolean {
  return psuId !== undefined && psuId !== psu?.psuId;
}
