import { contentHashOf } from '@xs2a/approvals';
import {
  type AuthorisationState,
  type ReplyOf,
  type RequestInputOf,
  readScaStatus,
  type ScaContent,
  startAuthorisation,
  updatePsuData,
} from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import { TPP } from '../ask-as-gateway.ts';
import { IBAN, RETURN } from '../data/fixtures.ts';
import { TRANSFER } from '../data/sca-contents.ts';

type Start = RequestInputOf<typeof startAuthorisation>;
type Update = RequestInputOf<typeof updatePsuData>;

const tpp = { ...TPP, roles: [...TPP.roles] };

/** A transfer from an account of the PSU that will authorise it. */
export function transferFrom(iban: string, creditor: string = IBAN.creditor): ScaContent {
  return { ...TRANSFER, debtorAccount: { iban }, creditorAccount: { iban: creditor } };
}

/** An authorisation and the TPP that updates it. No owner has its parent. */
export class TppAuthorisation {
  readonly id = crypto.randomUUID();
  readonly #bus: Bus;
  readonly #request: Start;

  constructor(bus: Bus, overrides: Partial<Start> = {}) {
    const content = overrides.content ?? TRANSFER;
    this.#bus = bus;
    this.#request = {
      tpp,
      authorisationId: this.id,
      parent: { kind: 'payment', id: crypto.randomUUID() },
      content,
      contentHash: contentHashOf(content),
      wishes: { redirectUri: RETURN.ok, nokRedirectUri: RETURN.nok },
      scaApproach: 'EMBEDDED',
      ...overrides,
    };
  }

  get contentHash(): string {
    return this.#request.contentHash;
  }

  start(more: Partial<Start> = {}): Promise<AuthorisationState> {
    return this.#bus.ask(startAuthorisation, { ...this.#request, ...more });
  }

  update(input: Update['input'], more: Partial<Update> = {}): Promise<AuthorisationState> {
    const { parent } = this.#request;
    return this.#bus.ask(updatePsuData, { tpp, parent, authorisationId: this.id, input, ...more });
  }

  identify(psuId: string): Promise<AuthorisationState> {
    return this.update({ kind: 'identification' }, { psu: { psuId } });
  }

  password(psuId: string, password = `${psuId}-pass`): Promise<AuthorisationState> {
    return this.update({ kind: 'authentication', password }, { psu: { psuId } });
  }

  select(authenticationMethodId: string): Promise<AuthorisationState> {
    return this.update({ kind: 'methodSelection', authenticationMethodId });
  }

  code(scaAuthenticationData: string): Promise<AuthorisationState> {
    return this.update({ kind: 'transactionAuthorisation', scaAuthenticationData });
  }

  status(): Promise<ReplyOf<typeof readScaStatus>> {
    const { parent } = this.#request;
    return this.#bus.ask(readScaStatus, { tpp, parent, authorisationId: this.id });
  }
}
