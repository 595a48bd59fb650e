import { methodUnknown } from '@xs2a/approvals';
import { type PsuData, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';

const MS_PER_MINUTE = 60_000;

/**
 * Stores the kind of method that the TPP picks, which decides the approach (decision 20). The PSU's own methods are not read: the
 * list is the same for every PSU. The pick is final; the same pick repeated continues where the first one stopped.
 */
export async function selectMethodBeforeApproach(
  { authorisations, profile, now }: Pick<ScaContext, 'authorisations' | 'profile' | 'now'>,
  authorisation: Authorisation,
  authenticationMethodId: string,
  psu: PsuData | undefined,
): Promise<Authorisation> {
  const { _id, scaStatus, methodsToChoose, pickedMethod } = authorisation;
  if (pickedMethod?.authenticationMethodId === authenticationMethodId) return authorisation;
  const found = methodsToChoose?.find((offered) => offered.authenticationMethodId === authenticationMethodId);
  if (found === undefined) throw methodUnknown(methodsToChoose);
  const { scaApproach, ...method } = found;
  const namedPsu = authorisation.namedPsu ?? psu;
  // The TPP receives the link of a redirect only now, so its lifetime starts here.
  const linkUntil = new Date(now().getTime() + profile.limits.redirectLinkMinutes * MS_PER_MINUTE);
  const ofRedirect = scaApproach === 'REDIRECT' && { linkUntil, ...(namedPsu && { namedPsu }) };
  const picked = await authorisations.findOneAndUpdate(
    { _id, scaStatus, methodsToChoose: { $exists: true } },
    {
      $set: { scaApproach, pickedMethod: method, ...ofRedirect },
      $unset: { methodsToChoose: '' },
    },
    { returnDocument: 'after' },
  );
  if (picked === null) throw new Xs2aError('statusConflict');
  return picked;
}

/** Whether the TPP may pick now, or repeats its pick before the PSU has shown anything. */
export function mayPick({ scaStatus, methodsToChoose, pickedMethod }: Authorisation, authenticationMethodId: string) {
  if (scaStatus !== 'received' && scaStatus !== 'psuIdentified') return false;
  return methodsToChoose !== undefined || pickedMethod?.authenticationMethodId === authenticationMethodId;
}
