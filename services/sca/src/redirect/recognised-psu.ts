import { type CombinedSession, Xs2aError } from '@xs2a/contracts';
import { openSessionOf } from '../authentication/take-over-first-factor.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findSession } from '../session/session.ts';

type RecogniseContext = Pick<ScaContext, 'authorisations' | 'profile' | 'now' | 'enterScope'>;

/**
 * Returns the PSU of the consent's session, in the browser in which the PSU approved that consent. The link alone shows nothing
 * of the PSU, and in another browser the PSU signs in (decision 80).
 */
export async function recognisedPsu(
  context: RecogniseContext,
  authorisation: Authorisation,
  otherSessions: readonly string[] = [],
): Promise<CombinedSession | undefined> {
  const combined = openSessionOf(context, authorisation);
  if (combined === undefined || authorisation.session !== undefined || authorisation.scaStatus !== 'received') {
    return undefined;
  }
  const of = await Promise.all(otherSessions.map((token) => authorisationOf(context, token)));
  const isOfConsent = of.some(
    (other) =>
      other?.parent.kind === 'consent' &&
      other.parent.id === combined.consentId &&
      other.psu?.psuId === combined.psu.psuId &&
      (other.scaStatus === 'finalised' || other.scaStatus === 'exempted'),
  );
  return isOfConsent ? combined : undefined;
}

/** Undefined if the session is unknown or over. */
async function authorisationOf(context: RecogniseContext, token: string): Promise<Authorisation | undefined> {
  return findSession(context, context.authorisations, token).catch((error: unknown) => {
    if (error instanceof Xs2aError && error.situation === 'scaSessionOver') return undefined;
    throw error;
  });
}
