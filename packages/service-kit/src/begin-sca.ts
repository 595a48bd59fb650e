import {
  type AspspProfile,
  type AuthorisationState,
  accountsConcerned,
  chooseScaApproach,
  isStartedImplicitly,
  type PsuData,
  type ScaApproach,
  type ScaContent,
  type ScaInput,
  type ScaParent,
  type ScaWishes,
  startAuthorisation,
  type Tpp,
  Xs2aError,
} from '@xs2a/contracts';
import type { Bus } from './bus.ts';
import type { Approvals, Signed } from './signed.ts';
import type { SigningRules } from './signing-rules.ts';

/** What an owner works with to let PSUs authorise its resources. */
export interface Authorising {
  readonly bus: Bus;
  readonly profile: AspspProfile;
  readonly signingRules: SigningRules;
}

/** A TPP's request to start an authorisation, of whichever resource. */
export interface StartRequest {
  readonly tpp: Tpp;
  readonly requestId: string;
  readonly fingerprint: string;
  readonly psu?: PsuData | undefined;
  readonly wishes: ScaWishes;
  readonly input?: ScaInput | undefined;
}

/** The approach for some content, or a clear refusal where the bank has none that fits. */
export function scaApproachFor(profile: AspspProfile, wishes: ScaWishes, content: ScaContent): ScaApproach {
  const scaApproach = chooseScaApproach(profile, wishes, content);
  if (scaApproach !== undefined) return scaApproach;
  const text = 'no SCA approach that is offered here can authorise this';
  throw new Xs2aError('consentModelNotOffered', { ...(content.kind === 'consent' && { path: 'access' }), text });
}

/**
 * The fields with which a new resource begins: how many PSUs must approve it, and its first authorisation where that is
 * started with it. Several signers, or a bank that does not say how many, mean explicit start (decision 20).
 */
export async function beginApprovals(
  { profile, signingRules }: Authorising,
  { requestId, fingerprint, psu, wishes }: Omit<StartRequest, 'tpp'>,
  content: ScaContent,
): Promise<Approvals> {
  const scaApproach = scaApproachFor(profile, wishes, content);
  const company = psu?.corporateId ?? wishes.corporateId;
  const signaturesNeeded = await signingRules.signaturesNeeded(accountsConcerned(content), company);
  const implicit =
    signaturesNeeded !== undefined && isStartedImplicitly(profile, wishes, { scaApproach, signaturesNeeded });
  return {
    authorisations: implicit ? [{ id: crypto.randomUUID(), requestId, fingerprint }] : [],
    ...(signaturesNeeded !== undefined && { signaturesNeeded }),
    signedBy: [],
  };
}

/** How SCA begins for a resource just stored, as its creator is told; asked again, the same. */
export async function begunSca(
  { bus, profile }: Pick<Authorising, 'bus' | 'profile'>,
  tpp: Tpp,
  signed: Signed,
  { parent, content }: { parent: ScaParent; content: ScaContent },
): Promise<{ scaApproach: ScaApproach; psuKnown: boolean; authorisation?: AuthorisationState }> {
  const { wishes, namedPsu, contentHash, requestId } = signed;
  const scaApproach = scaApproachFor(profile, wishes, content);
  const psuKnown = namedPsu !== undefined;
  const started = signed.authorisations.find((authorisation) => authorisation.requestId === requestId);
  if (started === undefined) return { scaApproach, psuKnown };
  const asked = { tpp, authorisationId: started.id, parent, content, contentHash, psu: namedPsu, wishes, scaApproach };
  return { scaApproach, psuKnown, authorisation: await bus.ask(startAuthorisation, asked) };
}
