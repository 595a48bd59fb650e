import type { ScaView } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import { mayContinue } from './continue-authorisation.ts';
import { findByExpiredLink, findByLink, findBySession } from './find-by-link.ts';
import { refusedUriOf, signInViewOf, viewOf } from './page-view.ts';

/** What an scaRedirect link is about, before anyone signed in. Opening it changes nothing. */
export async function openRedirect(room: ScaRoom, redirectReference: string): Promise<{ view: ScaView }> {
  const authorisation = await findByLink(room, redirectReference);
  const view = signInViewOf(room, authorisation);
  return { view: mayContinue(authorisation) ? { ...view, step: 'continuation' } : view };
}

/** Who comes too late still finds back to its TPP (field guide 9.3). */
export async function readWayBack(
  room: ScaRoom,
  redirectReference: string,
): Promise<{ tppName: string; returnUri?: string }> {
  const authorisation = await findByExpiredLink(room, redirectReference);
  const returnUri = refusedUriOf(authorisation);
  return { tppName: authorisation.tppName, ...(returnUri !== undefined && { returnUri }) };
}

/** Where the PSU of a session stands: for reload and back button. */
export async function readSession(room: ScaRoom, session: string): Promise<{ view: ScaView }> {
  return { view: viewOf(room, await findBySession(room, session)) };
}
