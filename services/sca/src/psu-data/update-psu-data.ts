import type { AuthorisationState, updatePsuData as operation, RequestOf } from '@xs2a/contracts';
import { stateOf } from '../authorisation/authorisation-state.ts';
import type { ScaRoom } from '../context.ts';
import { findForTpp } from '../redirect/find-by-link.ts';
import { takeInput } from './apply-input.ts';
import { ofCompany } from './identify-psu.ts';
import { refuseUnfit } from './permitted-in-sca-status.ts';

/** The TPP sends the next piece of the PSU's data (interface 4.2 rule 6). */
export async function updatePsuData(room: ScaRoom, request: RequestOf<typeof operation>): Promise<AuthorisationState> {
  const { input, psu } = request;
  const found = await findForTpp(room, request);
  refuseUnfit(found, input.kind);
  const authorisation = ofCompany(found, psu?.corporateId ?? request.corporateId);
  const language = request.language ?? authorisation.language ?? room.profile.languages[0] ?? 'hr';
  return stateOf(room, await takeInput(room, authorisation, { input, psu, language }), language);
}
