import { beginBankLogin, beginBankSignIn, type ReplyOf } from '@xs2a/contracts';
import type { LinkVisit, Visit } from '../visits/open-visit.ts';
import { isErrorCase, PageError } from '../visits/page-error.ts';
import { redirectWithNote } from '../visits/redirect-to-page.ts';
import { keepPendingSignIn } from './sign-in-cookie.ts';

/** Redirects the browser of a link to the bank's identity provider. By a link and no form, so that a phone may open the bank's app. */
export function redirectToProvider(visit: LinkVisit): Promise<void> {
  const { context, reference: redirectReference, visitor } = visit;
  const { language } = visitor;
  return goAway(visit, () => context.bus.ask(beginBankSignIn, { redirectReference, language }));
}

/** As {@link redirectToProvider}, for a page without an authorisation. */
export function goToBankFromPage(visit: Visit): Promise<void> {
  const { context, path: page, visitor } = visit;
  const { language } = visitor;
  return goAway(visit, () => context.bus.ask(beginBankLogin, { page, language }));
}

async function goAway(visit: Visit, begin: () => Promise<ReplyOf<typeof beginBankSignIn>>): Promise<void> {
  const { context, response, path: page, visitor } = visit;
  if (context.profile.psuSignIn === 'portal') throw new PageError('notFound', 404);
  const { state } = visitor;
  await reportUnavailableProvider(visit, async () => {
    const { location, state: ofProvider, browserKey } = await begin();
    keepPendingSignIn(response, context, ofProvider, { browserKey, page, ...(state !== undefined && { state }) });
    response.redirect(303, location);
  });
}

/** While the identity provider is unavailable, the page of the visit says so and offers the sign-in again. */
export async function reportUnavailableProvider(visit: Visit, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!isErrorCase(error, 'serviceUnavailable')) throw error;
    redirectWithNote(visit, { word: 'bankSignInUnavailable' });
  }
}
