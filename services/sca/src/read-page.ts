import type { ScaView } from '@xs2a/contracts';
import { mayContinue } from './continue-authorisation.ts';
import { findByLink, findBySession } from './find-authorisation.ts';
import type { ScaRoom } from './room.ts';
import { signInViewOf, viewOf } from './sca-view.ts';

/** What an scaRedirect link is about, before anyone signed in. Opening it changes nothing. */
export async function openRedirect(room: ScaRoom, redirectReference: string): Promise<{ view: ScaView }> {
  const authorisation = await findByLink(room, redirectReference);
  const view = signInViewOf(room, authorisation);
  return { view: mayContinue(authorisation) ? { ...view, step: 'continuation' } : view };
}

/** Where the PSU of a session stands: for reload and back button. */
export async function readSession(room: ScaRoom, session: string): Promise<{ view: ScaView }> {
  return { view: viewOf(room, await findBySession(room, session)) };
}
