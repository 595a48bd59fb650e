import {
  type AspspProfile,
  type AuthorisationState,
  accountsInContent,
  type CombinedSession,
  chooseScaApproach,
  type Holder,
  heldAuthorisationId,
  isStartedImplicitly,
  type MethodBeforeApproach,
  methodsToChoose,
  type PsuData,
  type ScaApproach,
  type ScaContent,
  type ScaInput,
  type ScaMethod,
  type ScaParent,
  type ScaWishes,
  startAuthorisation,
  type Tpp,
  Xs2aError,
} from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import { refuseAccountOfOtherPsu } from './account-of-other-psu.ts';
import type { Approvable, Approvals, StartedAuthorisation } from './approvals.ts';
import type { HeldLinks } from './held-links.ts';
import { methodUnknown } from './method-unknown.ts';
import { redirectStartReply } from './redirect-start.ts';
import type { SigningRules } from './signing-rules.ts';

/** Dependencies for starting an authorisation of a resource. */
export interface ApprovalContext {
  readonly bus: Bus;
  readonly profile: AspspProfile;
  readonly signingRules: SigningRules;
  /** Links of authorisations that are stored with their parent. */
  readonly heldLinks: HeldLinks;
}

/** The new resource that may hold its first authorisation. */
interface NewHolder {
  readonly id: string;
  readonly tppName?: string | undefined;
}

/** A TPP's request to start an authorisation. */
export interface StartRequest {
  readonly tpp: Tpp;
  readonly requestId: string;
  readonly fingerprint: string;
  readonly psu?: PsuData | undefined;
  readonly wishes: ScaWishes;
  readonly input?: ScaInput | undefined;
}

/** Returns the SCA approach for some content. Throws if the profile offers none that fits. */
export function scaApproachFor(profile: AspspProfile, wishes: ScaWishes, content: ScaContent): ScaApproach {
  const scaApproach = chooseScaApproach(profile, wishes, content);
  if (scaApproach !== undefined) return scaApproach;
  const text = 'no SCA approach that is offered here can authorise this';
  throw new Xs2aError('consentModelNotOffered', { ...(content.kind === 'consent' && { path: 'access' }), text });
}

/** Returns the approach, or the methods from which the TPP chooses first (decision 20). */
export function scaStartFor(
  profile: AspspProfile,
  wishes: ScaWishes,
  content: ScaContent,
  signaturesNeeded: number | undefined,
): { scaApproach?: ScaApproach; scaMethods?: ScaMethod[] } {
  const methods = methodsToChoose(profile, wishes, content);
  if (methods.length === 0) return { scaApproach: scaApproachFor(profile, wishes, content) };
  // With several signers, the answer must not ask for a method: each chooses one in a separate authorisation (decision 20).
  return signaturesNeeded === 1 ? { scaMethods: methods.map(withoutApproach) } : {};
}

/** Data on the approach of a new authorisation for sca. Refuses an unknown method. */
export function approachOfStart(
  profile: AspspProfile,
  { wishes, input }: Pick<StartRequest, 'wishes' | 'input'>,
  content: ScaContent,
): { scaApproach: ScaApproach; methodsToChoose?: MethodBeforeApproach[]; pickedMethod?: ScaMethod } {
  const methods = methodsToChoose(profile, wishes, content);
  if (methods.length > 0 && input?.kind === 'methodSelection') {
    const picked = methods.find(({ authenticationMethodId: id }) => id === input.authenticationMethodId);
    if (picked === undefined) throw methodUnknown(methods);
    return { scaApproach: picked.scaApproach, pickedMethod: withoutApproach(picked) };
  }
  const isOpen = methods.length > 0 && (input === undefined || input.kind === 'identification');
  return {
    scaApproach: scaApproachFor(profile, wishes, content),
    ...(isOpen && { methodsToChoose: [...methods] }),
  };
}

function withoutApproach({ scaApproach: _, ...method }: MethodBeforeApproach): ScaMethod {
  return method;
}

/**
 * Approvals of a new resource: the number of PSUs that must approve it, and its first authorisation if the start is implicit.
 * With several signers, or if their number is unknown, the start is explicit (decision 20). Refuses content that the PSU of an
 * access token could not approve.
 */
export async function initialApprovals(
  { bus, profile, signingRules, heldLinks }: ApprovalContext,
  { tpp, requestId, fingerprint, psu, wishes }: StartRequest,
  content: ScaContent,
  { combined, id }: { readonly id: string; readonly combined?: CombinedSession | undefined },
): Promise<Approvals> {
  await refuseAccountOfOtherPsu({ bus }, { tpp, psu }, content);
  const scaApproach = scaApproachFor(profile, wishes, content);
  const company = psu?.corporateId ?? wishes.corporateId;
  const signaturesNeeded = await signingRules.signaturesNeeded(accountsInContent(content), company);
  const implicit =
    signaturesNeeded !== undefined &&
    methodsToChoose(profile, wishes, content).length === 0 &&
    isStartedImplicitly(profile, wishes, { scaApproach, signaturesNeeded, psuKnown: psu !== undefined });
  const isHeld = scaApproach === 'REDIRECT' && wishes.redirectUri !== undefined && combined === undefined;
  const held = isHeld ? heldBy({ id, tppName: tpp.name }, heldLinks) : undefined;
  return {
    authorisations: implicit ? [{ ...(held ?? { id: crypto.randomUUID() }), requestId, fingerprint }] : [],
    ...(signaturesNeeded !== undefined && { signaturesNeeded }),
    signedBy: [],
  };
}

/**
 * An authorisation that sca need not process before its first use is only stored with its resource (decision 64). A later start
 * may send the first TPP-Redirect-URI of the transaction: without one, sca uses the data of the start.
 */
function heldBy(
  { id, tppName }: NewHolder,
  heldLinks: HeldLinks,
): Pick<StartedAuthorisation, 'id' | 'linkKey' | 'tppName'> | undefined {
  const linkKey = heldLinks.keyForNew();
  return linkKey === undefined
    ? undefined
    : { id: heldAuthorisationId(id), linkKey, ...(tppName !== undefined && { tppName }) };
}

/** Starts SCA for a resource that was just stored, and returns the reply to its creation. A repetition returns the same. */
export async function startSca(
  { bus, profile, heldLinks }: Pick<ApprovalContext, 'bus' | 'profile' | 'heldLinks'>,
  tpp: Tpp,
  approvable: Approvable,
  { parent, content, combined }: { parent: ScaParent; content: ScaContent; combined?: CombinedSession | undefined },
): Promise<{
  scaApproach?: ScaApproach;
  scaMethods?: ScaMethod[];
  psuKnown: boolean;
  firstFactorGiven?: true;
  authorisation?: AuthorisationState;
}> {
  const { wishes, namedPsu, contentHash, requestId, signaturesNeeded } = approvable;
  const psuKnown = namedPsu !== undefined;
  const started = approvable.authorisations.find((authorisation) => authorisation.requestId === requestId);
  if (started === undefined) {
    const isShown = combined !== undefined || namedPsu?.authenticatedUntil !== undefined;
    const given = isShown && signaturesNeeded === 1 && { firstFactorGiven: true as const };
    return { ...scaStartFor(profile, wishes, content, signaturesNeeded), psuKnown, ...given };
  }
  const scaApproach = scaApproachFor(profile, wishes, content);
  if (started.linkKey !== undefined) {
    const { id: authorisationId, linkKey } = started;
    const redirectReference = heldLinks.referenceOf(parent as Holder, linkKey);
    const authorisation = redirectStartReply(profile, { authorisationId, redirectReference, psuKnown, wishes });
    return { scaApproach, psuKnown, authorisation };
  }
  const asked = { tpp, authorisationId: started.id, parent, content, contentHash, psu: namedPsu, wishes, scaApproach };
  const authorisation = await bus.ask(startAuthorisation, { ...asked, ...(combined && { combined }) });
  return { scaApproach, psuKnown, authorisation };
}
