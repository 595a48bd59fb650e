import { type AuthorisationState, readScaStatus, type ScaParent, updatePsuData } from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import { updateOf } from './authorisation-input.ts';
import type { Call } from './call.ts';
import { announceNotification } from './checks/notification.ts';
import { companyOf, psuOf } from './creation.ts';
import { languageOf } from './language.ts';
import type { AuthorisedResource, Links } from './links.ts';
import { warningsOf } from './warnings.ts';

/** The data of the next step; each belongs to its link (decision 20). */
export function stepOf({ scaMethods, chosenScaMethod, challengeData, psuMessage }: AuthorisationState) {
  return { scaMethods, chosenScaMethod, challengeData, psuMessage };
}

/** Start, update and status of an authorisation, answered alike for every resource (decision 20). */
export class AuthorisationAnswers {
  readonly #bus: Bus;
  readonly #links: Links;

  constructor(bus: Bus, links: Links) {
    this.#bus = bus;
    this.#links = links;
  }

  /** 201: the Croatian profile leaves out `authorisationId` and `Location`, the guidelines have them (decision 14). */
  started(call: Call, resource: AuthorisedResource, state: AuthorisationState) {
    const links = this.#links.ofAuthorisation(resource, parametersOf(call), state);
    if (links['scaStatus'] !== undefined) call.res?.setHeader('Location', links['scaStatus'].href);
    announceApproach(call, state);
    announceNotification(call);
    const { scaStatus, authorisationId } = state;
    const alias = resource === 'cancellation' && { cancellationId: authorisationId };
    return { scaStatus, authorisationId, ...alias, ...stepOf(state), ...warningsOf(call), _links: links };
  }

  /** 200: the status under both names (decision 14). */
  async updated(call: Call, resource: AuthorisedResource) {
    const input = updateOf(call);
    const state = await this.#bus.ask(updatePsuData, {
      ...addressOf(call, resource),
      psu: psuOf(call),
      corporateId: companyOf(call),
      language: languageOf(call),
      input,
    });
    const { scaStatus, authorisationId } = state;
    const links = this.#links.ofAuthorisation(resource, parametersOf(call), state);
    const status = input.kind === 'confirmation' && this.#links.of(resource, ['status'], parametersOf(call));
    announceApproach(call, state);
    return {
      scaStatus,
      scatransactionStatus: scaStatus,
      authorisationId,
      ...stepOf(state),
      _links: { ...status, ...links },
    };
  }

  async status(call: Call, resource: AuthorisedResource) {
    const state = await this.#bus.ask(readScaStatus, addressOf(call, resource));
    if (state.scaStatus !== 'unconfirmed') return state;
    return { ...state, _links: this.#links.of(resource, ['confirmation'], parametersOf(call)) };
  }
}

function announceApproach(call: Call, { scaApproach }: AuthorisationState): void {
  call.res?.setHeader('ASPSP-SCA-Approach', scaApproach);
}

/** What the links of an answer are made of. */
function parametersOf(call: Call): Record<string, string> {
  return { ...call.params, ...call.payment };
}

function addressOf(call: Call, kind: AuthorisedResource) {
  const named: Partial<Record<string, string>> = call.params;
  const id = named['consentId'] ?? named['paymentId'] ?? named['basketId'] ?? '';
  const parent: ScaParent = { kind, id, ...call.payment };
  return { tpp: call.tpp, parent, authorisationId: named['authorisationId'] ?? '' };
}
