import { readLinkReference, Xs2aError } from '@xs2a/contracts';
import { isUsedUp } from '../attempts/authorisation-attempts.ts';
import type { ScaContext } from '../context.ts';
import { readHeldAuthorisation, takeHeld } from '../held/held-authorisation.ts';
import { type Authorisation, hasAuthenticated, hasEnded, hasTimedOut } from '../model/authorisation.ts';

type FindContext = Pick<ScaContext, 'authorisations' | 'bus' | 'profile' | 'now' | 'enterScope'>;

/**
 * Finds the authorisation of an scaRedirect link, while the authorisation is open and the link is valid. A PSU whose browser lost
 * the session returns through the link and enters its password again. An authorisation without any step so far stays with its
 * parent.
 */
export async function findByLink(context: FindContext, redirectReference: string): Promise<Authorisation> {
  return refuseExpired(context, await findUnused(context, redirectReference, readHeldAuthorisation));
}

/** As {@link findByLink}, for a step of the PSU: stores an authorisation here that was held with its parent. */
export async function claimByLink(context: FindContext, redirectReference: string): Promise<Authorisation> {
  return refuseExpired(context, await findUnused(context, redirectReference, takeHeld));
}

/** Finds an authorisation that was declined through its link without a sign-in. Undefined for every other. */
export async function findDeclinedByLink(
  context: FindContext,
  redirectReference: string,
): Promise<Authorisation | undefined> {
  const found = await context.authorisations.findOne({
    redirectReference,
    scaApproach: 'REDIRECT',
    scaStatus: 'failed',
  });
  if (found === null || hasAuthenticated(found) || found.linkUntil <= context.now()) return undefined;
  return found.history.at(-1)?.by === 'psu' && !isUsedUp(context, found) ? found : undefined;
}

/** Finds the authorisation of a link that expired unused. */
export async function findByExpiredLink(context: FindContext, redirectReference: string): Promise<Authorisation> {
  const authorisation = await findUnused(context, redirectReference, readHeldAuthorisation);
  if (!isExpired(context, authorisation)) throw new Xs2aError('redirectLinkUnknown');
  return authorisation;
}

function refuseExpired(context: FindContext, authorisation: Authorisation): Authorisation {
  if (isExpired(context, authorisation)) throw new Xs2aError('redirectLinkExpired');
  return authorisation;
}

/** A link expires with its authorisation at the latest. */
function isExpired({ now }: FindContext, { linkUntil, openUntil }: Authorisation): boolean {
  return linkUntil <= now() || openUntil <= now();
}

async function findUnused(
  context: FindContext,
  redirectReference: string,
  held: typeof readHeldAuthorisation,
): Promise<Authorisation> {
  const stored = await context.authorisations.findOne({ redirectReference, scaApproach: 'REDIRECT' });
  const holder = stored === null ? readLinkReference(redirectReference)?.holder : undefined;
  const authorisation = holder === undefined ? stored : await held(context, holder, { redirectReference });
  if (authorisation === null || authorisation.scaStatus === 'unconfirmed') throw new Xs2aError('redirectLinkUnknown');
  await context.enterScope(authorisation);
  if (hasEnded(authorisation) && !hasTimedOut(authorisation)) throw new Xs2aError('redirectLinkUnknown');
  return authorisation;
}
