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
import type { Bus } from '@xs2a/service-kit';
import type { Approvable, Approvals } from './approvals.ts';
import type { SigningRules } from './signing-rules.ts';

/** What the owner of a resource needs to start its authorisations. */
export interface ApprovalContext {
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

/** The SCA approach for some content. Refuses where the profile offers none that fits. */
export function scaApproachFor(profile: AspspProfile, wishes: ScaWishes, content: ScaContent): ScaApproach {
  const scaApproach = chooseScaApproach(profile, wishes, content);
  if (scaApproach !== undefined) return scaApproach;
  const text = 'no SCA approach that is offered here can authorise this';
  throw new Xs2aError('consentModelNotOffered', { ...(content.kind === 'consent' && { path: 'access' }), text });
}

/**
 * The approvals of a new resource: how many PSUs must approve it, and its first authorisation where the start is
 * implicit. With several signers, or while the bank does not say how many, the start is explicit (decision 20).
 */
export async function initialApprovals(
  { profile, signingRules }: ApprovalContext,
  { requestId, fingerprint, psu, wishes }: Omit<StartRequest, 'tpp'>,
  content: ScaContent,
): Promise<Approvals> {
  const scaApproach = scaApproachFor(profile, wishes, content);
  const company = psu?.corporateId ?? wishes.corporateId;
  const signaturesNeeded = await signingRules.signaturesNeeded(accountsConcerned(content), company);
  const implicit =
    signaturesNeeded !== undefined &&
    isStartedImplicitly(profile, wishes, { scaApproach, signaturesNeeded, psuKnown: psu !== undefined });
  return {
    authorisations: implicit ? [{ id: crypto.randomUUID(), requestId, fingerprint }] : [],
    ...(signaturesNeeded !== undefined && { signaturesNeeded }),
    signedBy: [],
  };
}

/**
 * Starts SCA for a resource that was just stored, and returns what the creation answers. Repeated, it returns the same.
 */
export async function startSca(
  { bus, profile }: Pick<ApprovalContext, 'bus' | 'profile'>,
  tpp: Tpp,
  approvable: Approvable,
  { parent, content }: { parent: ScaParent; content: ScaContent },
): Promise<{ scaApproach: ScaApproach; psuKnown: boolean; authorisation?: AuthorisationState }> {
  const { wishes, namedPsu, contentHash, requestId } = approvable;
  const scaApproach = scaApproachFor(profile, wishes, content);
  const psuKnown = namedPsu !== undefined;
  const started = approvable.authorisations.find((authorisation) => authorisation.requestId === requestId);
  if (started === undefined) return { scaApproach, psuKnown };
  const asked = { tpp, authorisationId: started.id, parent, content, contentHash, psu: namedPsu, wishes, scaApproach };
  return { scaApproach, psuKnown, authorisation: await bus.ask(startAuthorisation, asked) };
}
