import { beginBankSignIn } from '@xs2a/contracts';
import type { LinkVisit, Visit } from '../visits/open-visit.ts';
import { isErrorCase, PageError } from '../visits/page-error.ts';
import { redirectWithNote } from '../visits/redirect-to-page.ts';
import { keepWay } from './way-cookie.ts';

/** Sends the browser to the bank's identity provider, by a link: no form, so that a phone may open the bank's app. */
export async function goToBank(visit: LinkVisit): Promise<void> {
  const { context, response, reference, visitor } = visit;
  if (context.profile.psuSignIn === 'portal') throw new PageError('notFound', 404);
  const { language, state } = visitor;
  await orNote(visit, async () => {
    const begun = await context.bus.ask(beginBankSignIn, { redirectReference: reference, language });
    const { browserKey } = begun;
    keepWay(response, context, begun.state, { browserKey, reference, ...(state !== undefined && { state }) });
    response.redirect(303, begun.location);
  });
}

/** While the identity provider is away, the page of the visit says so and offers the sign-in again. */
export async function orNote(visit: Visit, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!isErrorCase(error, 'serviceUnavailable')) throw error;
    redirectWithNote(visit, { word: 'bankSignInUnavailable' });
  }
}
