import type { ScaProblem, ScaView } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { renewSession } from '../session/session-token.ts';
import { viewOf } from './page-view.ts';

/** What a step answers: where the PSU stands now, and the token for the next step. */
export interface Stepped {
  view: ScaView;
  session?: string;
}

export function stepped(room: ScaRoom, authorisation: Authorisation, session?: string, problem?: ScaProblem): Stepped {
  return { view: viewOf(room, authorisation, problem), ...(session !== undefined && { session }) };
}

/** A step that led nowhere new still renews the session. */
export async function stayed(room: ScaRoom, authorisation: Authorisation, problem?: ScaProblem): Promise<Stepped> {
  const renewed = await renewSession(room.authorisations, authorisation, room.now());
  if (renewed !== null) return stepped(room, renewed.document, renewed.token, problem);
  // Another step won meanwhile: its answer carries the token, this one shows where things stand.
  const present = await room.authorisations.findOne({ _id: authorisation._id });
  return stepped(room, present ?? authorisation, undefined, problem);
}
