import type { openRedirect as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { mayContinue } from './continue-authorisation.ts';
import { findByLink } from './find-by-link.ts';
import { signInViewOf } from './page-view.ts';
import { recognisedPsu } from './recognised-psu.ts';

/** Reads the content behind an scaRedirect link before anyone has signed in. Changes nothing. */
export async function openRedirect(
  context: ScaContext,
  { redirectReference, otherSessions }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const authorisation = await findByLink(context, redirectReference);
  const view = signInViewOf(context, authorisation);
  const needsNoPassword =
    mayContinue(authorisation) || (await recognisedPsu(context, authorisation, otherSessions)) !== undefined;
  return { view: needsNoPassword ? { ...view, step: 'continuation' } : view };
}
