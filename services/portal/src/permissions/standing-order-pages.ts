import { readPsuStandingOrder, stopStandingOrder as stopOperation } from '@xs2a/contracts';
import { readLogin, type SignedInPsu, signedInPsuOf } from '../login/read-login.ts';
import type { Permission } from '../rendering/permission.ts';
import { leaveNote } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { isErrorCase, PageError } from '../visits/page-error.ts';
import { standingOrderPath } from '../visits/paths.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';
import { sendPage } from '../visits/send-page.ts';
import { describeStandingOrder } from './describe-standing-order.ts';
import { signedInParts } from './signed-in-parts.ts';

/** Shows one standing order with its history. */
export async function showStandingOrder(visit: Visit, paymentId: string): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const order = await read(visit, signedIn, paymentId);
  sendPage(visit, { name: 'permission', page: { ...signedInParts(visit, signedIn), ...order } });
}

/** Asks for confirmation before a standing order is stopped, unless it cannot be stopped here. */
export async function askBeforeStop(visit: Visit, paymentId: string): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const order = await read(visit, signedIn, paymentId);
  if (order.withdrawal === undefined) return visit.response.redirect(303, order.path);
  sendPage(visit, { name: 'withdrawal', page: { ...signedInParts(visit, signedIn), ...order } });
}

/** Stops a standing order (decision 16). Its page then shows the outcome. */
export async function stopStandingOrder(visit: Visit, paymentId: string): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const { transactionStatus } = await visit.context.bus.ask(stopOperation, addressed(signedIn, paymentId));
  leaveNote(visit, { word: transactionStatus === 'CANC' ? 'standingOrderStopped' : 'standingOrderNotStopped' });
  visit.response.redirect(303, standingOrderPath(paymentId));
}

/** Another PSU's standing order is shown as unknown. */
async function read({ context, visitor }: Visit, signedIn: SignedInPsu, paymentId: string): Promise<Permission> {
  try {
    const order = await context.bus.ask(readPsuStandingOrder, addressed(signedIn, paymentId));
    const { accountNames } = signedIn;
    return describeStandingOrder(order, {
      language: visitor.language,
      timeZone: context.profile.timeZone,
      accountNames,
    });
  } catch (error) {
    if (isErrorCase(error, 'resourceUnknown')) throw new PageError('notFound', 404);
    throw error;
  }
}

function addressed({ psu: { psuId, corporateId } }: SignedInPsu, paymentId: string) {
  return { psuId, paymentId, ...(corporateId !== undefined && { corporateId }) };
}
