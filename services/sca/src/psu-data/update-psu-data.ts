import type { AuthorisationState, updatePsuData as operation, RequestOf } from '@xs2a/contracts';
import { stateOf } from '../authorisation/authorisation-state.ts';
import { findForTpp } from '../authorisation/find-for-tpp.ts';
import type { ScaContext } from '../context.ts';
import { languageFor } from '../model/language.ts';
import { applyInput } from './apply-input.ts';
import { refuseOtherPsu, withNamedCompany } from './named-psu.ts';
import { refuseUnlessPermitted } from './permitted-in-sca-status.ts';

/** The TPP sends the next piece of the PSU's data (decision 21). */
export async function updatePsuData(
  context: ScaContext,
  request: RequestOf<typeof operation>,
): Promise<AuthorisationState> {
  const { input, psu } = request;
  const found = await findForTpp(context, request);
  refuseUnlessPermitted(found, input.kind);
  refuseOtherPsu(found, input.kind, psu);
  const authorisation = withNamedCompany(found, psu?.corporateId ?? request.corporateId);
  const language = languageFor(context.profile, request.language, authorisation.language);
  return stateOf(context, await applyInput(context, authorisation, { input, psu, language }), language);
}
