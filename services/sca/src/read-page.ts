import type { ScaView } from '@xs2a/contracts';
import { findByLink, findBySession } from './find-authorisation.ts';
import type { ScaRoom } from './room.ts';
import { signInViewOf, viewOf } from './sca-view.ts';

/** What an scaRedirect link is about, before anyone signed in. Opening it changes nothing. */
export async function openRedirect(room: ScaRoom, redirectReference: string): Promise<{ view: ScaView }> {
  return { view: signInViewOf(room, await findByLink(room, redirectReference)) };
}

/** Where the PSU of a session stands: for reload and back button. */
export async function readSession(room: ScaRoom, session: string): Promise<{ view: ScaView }> {
  return { view: viewOf(room, await findBySession(room, session)) };
}
