import type { ScaApproach } from '../statuses/sca-status.ts';
import type { ScaWishes } from '../values/parties.ts';
import type { ScaContent } from '../values/sca-content.ts';
import type { MethodBeforeApproach } from '../values/sca-methods.ts';
import type { AspspProfile } from './aspsp-profile.ts';

type Wished = (wishes: ScaWishes) => boolean | undefined;

/** Whether a TPP wishes an approach (true), wishes it away (false), or leaves it to the bank (decision 20). */
const WISHED: Record<ScaApproach, Wished> = {
  REDIRECT: ({ redirectPreferred }) => redirectPreferred,
  DECOUPLED: ({ decoupledPreferred }) => decoupledPreferred,
  // Named by no header: it is what is left of the others.
  EMBEDDED: () => undefined,
};

/** Accounts that PSU and bank choose between them cannot be chosen through the TPP (decision 17). */
function isPossible(approach: ScaApproach, content: ScaContent): boolean {
  return approach !== 'EMBEDDED' || content.kind !== 'consent' || content.model !== 'bankOffered';
}

/**
 * The SCA approach for new content: of those that the bank offers, in its order, the first that the TPP wishes, else
 * the first that it does not wish away, else the first (decision 20). Undefined where none is possible.
 */
export function chooseScaApproach(
  { scaApproaches }: Pick<AspspProfile, 'scaApproaches'>,
  wishes: ScaWishes,
  content: ScaContent,
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
 * The methods of which the TPP picks one before the approach is chosen (decision 20). None where the TPP wishes for an
 * approach, or where those that it has not wished away have one approach alone.
 */
export function methodsToChoose(
  { methodsBeforeApproach }: Pick<AspspProfile, 'methodsBeforeApproach'>,
  wishes: ScaWishes,
  content: ScaContent,
): readonly MethodBeforeApproach[] {
  if (Object.values(WISHED).some((wished) => wished(wishes) === true)) return [];
  const methods = methodsBeforeApproach.filter(
    ({ scaApproach }) => isPossible(scaApproach, content) && WISHED[scaApproach](wishes) !== false,
  );
  return new Set(methods.map(({ scaApproach }) => scaApproach)).size > 1 ? methods : [];
}

/** Circumstances of the start besides the wishes of the TPP. */
interface Start {
  readonly scaApproach: ScaApproach;
  readonly signaturesNeeded: number;
  /** The TPP named the PSU. */
  readonly psuKnown: boolean;
}

/**
 * Whether the authorisation is started together with its resource. Several signers each have their own, and baskets and
 * whoever prefers it start theirs explicitly. Some approaches are started so only where the TPP has named the PSU
 * (decision 20).
 */
export function isStartedImplicitly(
  { implicitStart, implicitStartOnWish }: Pick<AspspProfile, 'implicitStart' | 'implicitStartOnWish'>,
  { explicitAuthorisationPreferred }: ScaWishes,
  { scaApproach, signaturesNeeded, psuKnown }: Start,
): boolean {
  if (signaturesNeeded !== 1 || explicitAuthorisationPreferred === true) return false;
  return implicitStart.includes(scaApproach) || (psuKnown && implicitStartOnWish.includes(scaApproach));
}
