import type { ScaApproach } from '../statuses/sca-status.ts';
import type { ScaWishes } from '../values/parties.ts';
import type { ScaContent } from '../values/sca/sca-content.ts';
import type { MethodBeforeApproach } from '../values/sca/sca-methods.ts';
import type { AspspProfile } from './aspsp-profile.ts';

type Wished = (wishes: ScaWishes) => boolean | undefined;

/** Whether a TPP prefers an approach (true), does not want it (false), or leaves it to the bank (decision 20). */
const WISHED: Record<ScaApproach, Wished> = {
  REDIRECT: ({ redirectPreferred }) => redirectPreferred,
  DECOUPLED: ({ decoupledPreferred }) => decoupledPreferred,
  // No header names it: it is chosen when the others are not.
  EMBEDDED: () => undefined,
};

/** Properties of a content that exclude approaches. */
type Kind = { readonly kind: ScaContent['kind']; readonly model?: string };

/** Accounts that PSU and bank choose cannot be chosen through the TPP (decision 17). */
function isPossible(approach: ScaApproach, content: Kind): boolean {
  return approach !== 'EMBEDDED' || content.kind !== 'consent' || content.model !== 'bankOffered';
}

/**
 * Chooses the SCA approach for new content: of those that the bank offers, in its order, the first that the TPP prefers, else the
 * first that it does not exclude, else the first (decision 20). Undefined if none is possible.
 */
export function chooseScaApproach(
  { scaApproaches }: Pick<AspspProfile, 'scaApproaches'>,
  wishes: ScaWishes,
  content: Kind,
): ScaApproach | undefined {
  const possible = scaApproaches.filter((approach) => isPossible(approach, content));
  const wished = (approach: ScaApproach): boolean | undefined => WISHED[approach](wishes);
  return (
    possible.find((approach) => wished(approach) === true) ??
    possible.find((approach) => wished(approach) !== false) ??
    possible[0]
  );
}

/**
 * Methods from which the TPP chooses before the approach is known (decision 20). Empty if the TPP prefers an approach, or if the
 * methods it does not exclude all have the same approach.
 */
export function methodsToChoose(
  { methodsBeforeApproach }: Pick<AspspProfile, 'methodsBeforeApproach'>,
  wishes: ScaWishes,
  content: Kind,
): readonly MethodBeforeApproach[] {
  if (Object.values(WISHED).some((wished) => wished(wishes) === true)) return [];
  const methods = methodsBeforeApproach.filter(
    ({ scaApproach }) => isPossible(scaApproach, content) && WISHED[scaApproach](wishes) !== false,
  );
  return new Set(methods.map(({ scaApproach }) => scaApproach)).size > 1 ? methods : [];
}

/** Circumstances of the start besides the preferences of the TPP. */
interface Start {
  readonly scaApproach: ScaApproach;
  readonly signaturesNeeded: number;
  /** The TPP named the PSU. */
  readonly psuKnown: boolean;
}

/**
 * Whether the authorisation is started implicitly, together with its resource. Not for several signers, baskets, and TPPs that
 * prefer the explicit start. Some approaches also require that the TPP has named the PSU (decision 20).
 */
export function isStartedImplicitly(
  { implicitStart, implicitStartOnWish }: Pick<AspspProfile, 'implicitStart' | 'implicitStartOnWish'>,
  { explicitAuthorisationPreferred }: ScaWishes,
  { scaApproach, signaturesNeeded, psuKnown }: Start,
): boolean {
  if (signaturesNeeded !== 1 || explicitAuthorisationPreferred === true) return false;
  return implicitStart.includes(scaApproach) || (psuKnown && implicitStartOnWish.includes(scaApproach));
}
