import { type PsuData, type Remedy, type ScaProblem, type Situation, Xs2aError } from '@xs2a/contracts';
import { attemptsLeftText } from '../attempts/attempts-left-text.ts';
import { isUsedUp } from '../attempts/authorisation-attempts.ts';
import { judgeFirstFactor, passFirstFactor } from '../authentication/accept-first-factor.ts';
import { judgeSecondFactor } from '../authentication/verify-second-factor.ts';
import { approve, endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { Language } from '../challenges/challenge-message.ts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { obstacle } from '../psu/approval-obstacle.ts';
import { expectedPsu } from './identify-psu.ts';

/** How a TPP is told what a page would tell the PSU after the right password. */
const OBSTACLES: Partial<Record<ScaProblem, { situation: Situation; text?: string }>> = {
  accountsNotOfPsu: { situation: 'referencedResourceUnknown', text: 'an account named here is none of this PSU' },
  signedAlready: { situation: 'signedAlready' },
};

/** First factor through the TPP. Unknown PSU, wrong password and too many attempts are one answer. */
export async function enterPassword(
  room: ScaRoom,
  found: Authorisation,
  { psu: sent, password, language }: { psu: PsuData | undefined; password: string; language: Language },
  remedy: Remedy,
): Promise<Authorisation> {
  const { psuId, corporateId } = expectedPsu(found, sent);
  const attempted = await judgeFirstFactor(room, found, { psuId, password, corporateId });
  const { authorisation } = attempted;
  if (attempted.kind !== 'judged') return refuse(room, attempted, remedy);
  if (attempted.verdict === 'blocked') throw new Xs2aError('serviceBlocked');
  const problem = obstacle(authorisation, attempted.verdict, psuId);
  const told = problem && (OBSTACLES[problem] ?? { situation: 'psuCredentialsInvalid' as const });
  if (told) throw new Xs2aError(told.situation, told.text === undefined ? {} : { text: told.text });
  return (await passFirstFactor(room, authorisation, { psu: attempted.verdict, psuId, language })).authorisation;
}

/** Second factor through the TPP. A code that came too late needs a new authorisation; a wrong one another try. */
export async function enterCode(
  room: ScaRoom,
  found: Authorisation,
  scaAuthenticationData: string,
): Promise<Authorisation> {
  const code = { secret: found.redirectReference, scaAuthenticationData };
  const attempted = await judgeSecondFactor(room, found, code);
  if (attempted.kind !== 'judged') return refuse(room, attempted, 'authoriseTransaction');
  if (attempted.verdict === 'expired') throw new Xs2aError('psuCredentialsInvalid', { remedy: 'startAuthorisation' });
  const approved = await approve(room, attempted.authorisation);
  if (approved === null) throw new Xs2aError('statusConflict');
  return approved.authorisation;
}

interface Refused {
  readonly kind: 'wrong' | 'closed' | 'usedUp';
  readonly authorisation: Authorisation;
  readonly attemptsLeft?: number;
  readonly situation?: Situation;
}

/** With the last attempt the authorisation fails, and its parent with it: nothing is left to be tried. */
async function refuse(
  room: ScaRoom,
  { kind, authorisation, attemptsLeft = 0, situation = 'psuCredentialsInvalid' }: Refused,
  remedy: Remedy,
): Promise<never> {
  const isOver = kind === 'usedUp' || isUsedUp(room, authorisation);
  if (kind === 'wrong' && isOver) await endAuthorisation(room, authorisation, 'failed');
  throw new Xs2aError(situation, isOver ? {} : { remedy, text: attemptsLeftText(situation, attemptsLeft) });
}
