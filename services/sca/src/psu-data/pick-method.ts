import { methodUnknown } from '@xs2a/approvals';
import { type PsuData, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';

const MS_PER_MINUTE = 60_000;

/**
 * The TPP picks a kind of method, and the approach follows from it (decision 20). Which methods the PSU has is not looked at:
 * the list is the same for everybody. Once picked it stays; the same pick repeated goes on from where the first one got.
 */
export async function pickMethod(
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
  // The TPP learns the link of a redirect only now: its life begins here.
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
