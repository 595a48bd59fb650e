import { identifyPsu as askBank, type PsuData, type Situation, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { attemptsLeftText } from '../attempts/attempts-left-text.ts';
import { isUsedUp, noteAttemptsLeft, takeAttempt } from '../attempts/authorisation-attempts.ts';
import { leadOn, psuFields } from '../authentication/accept-first-factor.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { Language } from '../challenges/challenge-message.ts';
import type { ScaRoom } from '../context.ts';
import { AUTHORISATIONS, type Authorisation } from '../model/authorisation.ts';
import { obstacle } from '../psu/approval-obstacle.ts';

/**
 * Who the PSU is, by the TPP's word alone. Nothing of it is told back before it has shown a factor. In the decoupled
 * approach its device is asked at once.
 */
export async function identifyPsu(
  room: ScaRoom,
  authorisation: Authorisation,
  { psu: sent, language }: { psu: PsuData | undefined; language: Language },
): Promise<Authorisation> {
  const named = expectedPsu(authorisation, sent);
  const { psuId, corporateId } = named;
  const psu = await room.bus.ask(askBank, { psuId, ...(corporateId !== undefined && { corporateId }) });
  if (!psu.known) {
    return refuseUnknown(room, authorisation, psu.corporateIdUnknown ? 'corporateIdInvalid' : 'psuCredentialsInvalid');
  }
  const isDecoupled = authorisation.scaApproach === 'DECOUPLED';
  const identified = await advance(AUTHORISATIONS, room.authorisations, authorisation, 'identified', {
    at: room.now(),
    by: authorisation.tppId,
    set: {
      namedPsu: named,
      ...(corporateId && { namedCompany: corporateId }),
      ...(isDecoupled && (await psuFields(room, authorisation, psu, psuId))),
    },
  });
  if (identified === null) throw new Xs2aError('statusConflict');
  if (!isDecoupled) return identified;
  // Whose an account is must not be found out with a PSU-ID alone: how it ended is all that is told.
  if (obstacle(identified, psu, psuId) !== undefined) {
    return (await endAuthorisation(room, identified, 'failed'))?.authorisation ?? identified;
  }
  return (await leadOn(room, { authorisation: identified }, language)).authorisation;
}

/**
 * The PSU that the TPP names, now or before. Another one than before is refused, and so is one that approved already:
 * the TPP knows both from its own calls.
 */
export function expectedPsu(
  { namedPsu, namedCompany, psu, signedBy }: Authorisation,
  sent: PsuData | undefined,
): PsuData {
  const before = namedPsu?.psuId ?? psu?.psuId;
  const psuId = sent?.psuId ?? before;
  if (psuId === undefined) throw new Xs2aError('headerInvalid', { path: 'PSU-ID', text: 'PSU-ID is needed' });
  if (before !== undefined && before !== psuId) {
    throw new Xs2aError('psuCredentialsInvalid', { path: 'PSU-ID', text: 'another PSU was named before' });
  }
  if (signedBy.includes(psuId)) throw new Xs2aError('signedAlready', { path: 'PSU-ID' });
  return { ...(namedCompany !== undefined && { corporateId: namedCompany }), ...namedPsu, ...sent, psuId };
}

/** The authorisation as it is for the company that the TPP names now: that of before, or the first that it names. */
export function ofCompany(authorisation: Authorisation, sent: string | undefined): Authorisation {
  const { namedCompany = sent } = authorisation;
  if (namedCompany === undefined) return authorisation;
  if (sent !== undefined && sent !== namedCompany) {
    throw new Xs2aError('psuCredentialsInvalid', {
      path: 'PSU-Corporate-ID',
      text: 'another company was named before',
    });
  }
  return { ...authorisation, namedCompany };
}

/** Unknown and blocked are one answer (field guide 2.4); who tries names one after another gets no further. */
async function refuseUnknown(room: ScaRoom, authorisation: Authorisation, situation: Situation): Promise<never> {
  const counted = await takeAttempt(room, authorisation);
  const attemptsLeft = counted === null ? 0 : room.profile.limits.wrongCredentialsMax - counted.failures;
  if (counted !== null) await noteAttemptsLeft(room, counted, attemptsLeft);
  if (counted !== null && isUsedUp(room, counted)) await endAuthorisation(room, counted, 'failed');
  throw new Xs2aError(situation, attemptsLeft > 0 ? { text: attemptsLeftText(situation, attemptsLeft) } : {});
}
