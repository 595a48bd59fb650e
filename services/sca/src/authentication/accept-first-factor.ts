import { checkExemption, type PsuData, Xs2aError } from '@xs2a/contracts';
import { advance, toRefusal } from '@xs2a/service-kit';
import { type Attempted, attempt } from '../attempts/authorisation-attempts.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { Language } from '../challenges/challenge-message.ts';
import { sendChallenge } from '../challenges/send-challenge.ts';
import type { ScaRoom } from '../context.ts';
import { ownMethods } from '../factors/built-in-methods.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import { concernedAccounts } from '../psu/approval-obstacle.ts';
import { nameAccounts } from '../psu/named-accounts.ts';
import { judgeCredentials, type KnownPsu, methodsFor, namesOf } from '../psu/verify-credentials.ts';
import { type Moved, walked } from '../session/renew-redirect-session.ts';

/** Judges PSU-ID and password, wherever they were typed. */
export function judgeFirstFactor(
  room: ScaRoom,
  authorisation: Authorisation,
  { psuId, password, corporateId }: Pick<PsuData, 'psuId' | 'corporateId'> & { password: string },
): Promise<Attempted<KnownPsu | 'blocked'>> {
  return attempt<KnownPsu | 'blocked'>(room, authorisation, psuId, async () => {
    const judged = await judgeCredentials(room, { psuId, password, corporateId });
    return judged === 'corporateIdUnknown' ? { wrong: 'corporateIdInvalid' } : judged;
  });
}

/** What is known of an authorisation from the moment on in which its PSU is. */
export async function psuFields(room: ScaRoom, authorisation: Authorisation, psu: KnownPsu, psuId: string) {
  const named = nameAccounts(authorisation, psu.accounts);
  const concerned = concernedAccounts(named.content, psu);
  return {
    ...named,
    psu: { psuId, name: psu.name, ...(psu.corporateId !== undefined && { corporateId: psu.corporateId }) },
    accountNames: namesOf(concerned),
    signaturesNeeded: Math.max(1, ...concerned.map(({ signaturesNeeded }) => signaturesNeeded)),
    // What the PSU set up itself goes first.
    scaMethods: [...(await ownMethods(room, authorisation, psu, psuId)), ...methodsFor(authorisation.scaApproach, psu)],
  };
}

/**
 * The PSU has shown its first factor. It may be all that is needed (exemption); a PSU with one method and no accounts to
 * choose is challenged at once; one without any method cannot authorise (field guide 1.3).
 */
export async function passFirstFactor(
  room: ScaRoom,
  authorisation: Authorisation,
  { psu, psuId, language }: { psu: KnownPsu; psuId: string; language: Language },
): Promise<Moved> {
  const at = room.now();
  const { set, session } = walked(authorisation, at);
  const authenticated = await advance(AUTHORISATIONS, room.authorisations, authorisation, 'authenticated', {
    at,
    by: 'psu',
    psuId,
    set: { ...(await psuFields(room, authorisation, psu, psuId)), ...set },
  });
  if (authenticated === null) throw new Xs2aError('statusConflict');
  const moved: Moved = { authorisation: authenticated, ...(session !== undefined && { session }) };
  if (await isExempted(room, authenticated)) return (await endAuthorisation(room, authenticated, 'exempted')) ?? moved;
  return leadOn(room, moved, language);
}

/** Challenges a PSU that has nothing to choose; fails it where it has nothing to show. */
export async function leadOn(room: ScaRoom, moved: Moved, language: Language): Promise<Moved> {
  const { authorisation } = moved;
  const methods = authorisation.scaMethods ?? [];
  const [onlyMethod] = methods;
  if (onlyMethod === undefined) return (await endAuthorisation(room, authorisation, 'failed')) ?? moved;
  if (methods.length > 1 || authorisation.offeredAccounts !== undefined) return moved;
  try {
    return await sendChallenge(room, authorisation, onlyMethod, language);
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    // It could not be sent now: the method is there to be picked, as if there were several.
    return moved;
  }
}

/** Whether the bank lets the first factor suffice (RTS 2018/389 Art. 10 to 18). A bank that cannot be asked does not. */
async function isExempted(room: ScaRoom, { psu, content, offeredAccounts }: Authorisation): Promise<boolean> {
  if (psu === undefined || offeredAccounts !== undefined) return false;
  try {
    return (await room.bus.ask(checkExemption, { psuId: psu.psuId, content })).exempted;
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    return false;
  }
}
