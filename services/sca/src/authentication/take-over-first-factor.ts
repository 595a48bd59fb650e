import type { Language } from '@xs2a/approvals';
import { type CombinedSession, identifyPsu, type PsuData, type ScaProblem } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findCurrentObstacle } from '../psu/current-obstacle.ts';
import type { StepResult } from '../session/renew-redirect-session.ts';
import { acceptFirstFactor } from './accept-first-factor.ts';

/** Returns the session of the consent that an authorisation belongs to, until its first factor expires (decision 80). */
export function openSessionOf(
  { now }: Pick<ScaContext, 'now'>,
  { combined }: Pick<Authorisation, 'combined'>,
): CombinedSession | undefined {
  return combined !== undefined && new Date(combined.until) > now() ? combined : undefined;
}

/** Returns the PSU named by the access token of this request, until the token's first factor expires (decision 97). */
export function psuOfToken({ now }: Pick<ScaContext, 'now'>, named: PsuData | undefined): PsuData | undefined {
  const until = named?.authenticatedUntil;
  return until !== undefined && new Date(until) > now() ? named : undefined;
}

/**
 * Reuses the first factor that the PSU showed for a consent, or to the authorisation server. Returns undefined if the bank no
 * longer knows the PSU, or the PSU cannot approve this: it then signs in and sees the reason, unless `refuse` throws.
 */
export async function takeOverFirstFactor(
  context: ScaContext,
  authorisation: Authorisation,
  { psuId, corporateId }: PsuData,
  language: Language,
  refuse: (problem: ScaProblem) => void = () => undefined,
): Promise<StepResult | undefined> {
  const named = { psuId, ...(corporateId !== undefined && { corporateId }) };
  const psu = await context.bus.ask(identifyPsu, named);
  if (!psu.known) return undefined;
  const problem = await findCurrentObstacle(context, authorisation, psu, psuId);
  if (problem !== undefined) {
    refuse(problem);
    return undefined;
  }
  return acceptFirstFactor(context, authorisation, { psu, psuId, language, by: 'sca' });
}
