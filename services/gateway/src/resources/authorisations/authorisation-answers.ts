import {
  type AuthorisationState,
  readScaStatus,
  readTokenPsu,
  type ScaParent,
  updatePsuData,
  Xs2aError,
} from '@xs2a/contracts';
import { setNotificationHeaders } from '../../answers/notification-headers.ts';
import { failureWarnings, stepOf } from '../../answers/sca-step.ts';
import { warningsOf } from '../../answers/warnings.ts';
import type { GatewayContext } from '../../context.ts';
import type { AuthorisedResource } from '../../links/link-targets.ts';
import { languageOf } from '../../request/accept-language.ts';
import type { Call } from '../../request/call.ts';
import { companyOf, psuOf } from '../../request/psu.ts';
import { updateOf } from './authorisation-input.ts';

type AnswerContext = Pick<GatewayContext, 'bus' | 'links'>;
/** The authorisation in the address, with its resource. */
type AddressedAuthorisation = Pick<ScaParent, 'kind' | 'id'> & { readonly authorisationId: string };

/**
 * Answer 201 of a started authorisation. `authorisationId` and `Location` come from the standard; the Croatian profile has
 * neither (decision 14).
 */
export function startedAnswer(
  { links }: Pick<GatewayContext, 'links'>,
  call: Call,
  resource: AuthorisedResource,
  state: AuthorisationState,
) {
  const found = links.ofAuthorisation(resource, linkParametersOf(call), state);
  if (found['scaStatus'] !== undefined) call.res?.setHeader('Location', found['scaStatus'].href);
  setApproachHeader(call, state);
  setNotificationHeaders(call);
  const { scaStatus, authorisationId } = state;
  const alias = resource === 'cancellation' && { cancellationId: authorisationId };
  return {
    scaStatus,
    authorisationId,
    ...alias,
    ...stepOf(state),
    ...warningsOf(call, failureWarnings(state)),
    _links: found,
  };
}

/** Updates an authorisation. Its answer 200 has the status under both names (decision 14). */
export async function updateAuthorisation(
  { bus, links }: AnswerContext,
  call: Call,
  { authorisationId, ...parent }: AddressedAuthorisation,
) {
  const input = updateOf(call);
  if (input.kind === 'confirmationByToken') await refuseOtherApproval(bus, call, authorisationId);
  const state = await bus.ask(updatePsuData, {
    tpp: call.tpp,
    parent: { ...parent, ...call.payment },
    authorisationId,
    requestId: call.requestId.toLowerCase(),
    psu: psuOf(call),
    corporateId: companyOf(call),
    language: languageOf(call),
    input,
  });
  const { scaStatus } = state;
  const found = links.ofAuthorisation(parent.kind, linkParametersOf(call), state);
  const status =
    (input.kind === 'confirmation' || input.kind === 'confirmationByToken') &&
    links.of(parent.kind, ['status'], linkParametersOf(call));
  setApproachHeader(call, state);
  return {
    scaStatus,
    scatransactionStatus: scaStatus,
    authorisationId: state.authorisationId,
    ...stepOf(state),
    ...warningsOf(call, failureWarnings(state)),
    _links: { ...status, ...found },
  };
}

/** Refuses to confirm another approval of the same resource: a token confirms only the approval for which it was issued (decision 97). */
async function refuseOtherApproval(
  bus: AnswerContext['bus'],
  { tokenSubject: subject = '' }: Call,
  authorisationId: string,
): Promise<void> {
  const follows = (await bus.ask(readTokenPsu, { subject })).authorisationId;
  if (follows === authorisationId) return;
  throw new Xs2aError('tokenInvalid', { path: 'Authorization', text: 'it follows from another approval' });
}

/** Reads the SCA status. While a confirmation code is expected the answer links to its step. */
export async function readAuthorisationStatus(
  { bus, links }: AnswerContext,
  call: Call,
  { authorisationId, ...parent }: AddressedAuthorisation,
) {
  const { psuMessage, ...status } = await bus.ask(readScaStatus, {
    tpp: call.tpp,
    parent: { ...parent, ...call.payment },
    authorisationId,
  });
  // The standard has no texts in this status for a funds consent (Confirmation of Funds Consent, SCA Status Response).
  const state = parent.kind === 'fundsConsent' ? status : { ...status, psuMessage };
  if (state.scaStatus !== 'unconfirmed') return state;
  return { ...state, _links: links.of(parent.kind, ['confirmation'], linkParametersOf(call)) };
}

function setApproachHeader(call: Call, { scaApproach, approachOpen }: AuthorisationState): void {
  if (approachOpen) return;
  call.res?.setHeader('ASPSP-SCA-Approach', scaApproach);
}

/** Returns the ids and path segments used in links. */
function linkParametersOf(call: Call): Record<string, string> {
  return { ...call.params, ...call.payment };
}
