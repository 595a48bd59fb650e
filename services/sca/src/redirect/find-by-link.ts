import { Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, hasEnded, hasTimedOut } from '../model/authorisation.ts';

type FindContext = Pick<ScaContext, 'authorisations' | 'now'>;

/**
 * The authorisation of an scaRedirect link, while the authorisation is open and the link is valid. A PSU whose browser
 * lost the session returns through the link and enters its password again.
 */
export async function findByLink(context: FindContext, redirectReference: string): Promise<Authorisation> {
  const authorisation = await findUnused(context, redirectReference);
  if (authorisation.linkUntil <= context.now()) throw new Xs2aError('redirectLinkExpired');
  return authorisation;
}

/** The authorisation of a link that expired unused. */
export async function findByExpiredLink(context: FindContext, redirectReference: string): Promise<Authorisation> {
  const authorisation = await findUnused(context, redirectReference);
  if (authorisation.linkUntil > context.now()) throw new Xs2aError('redirectLinkUnknown');
  return authorisation;
}

async function findUnused({ authorisations }: FindContext, redirectReference: string): Promise<Authorisation> {
  const authorisation = await authorisations.findOne({ redirectReference, scaApproach: 'REDIRECT' });
  if (authorisation === null || authorisation.scaStatus === 'unconfirmed') throw new Xs2aError('redirectLinkUnknown');
  if (hasEnded(authorisation) && !hasTimedOut(authorisation)) throw new Xs2aError('redirectLinkUnknown');
  return authorisation;
}
