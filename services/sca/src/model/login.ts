import { AuthorisingPsu, SCA_STATUS_MACHINE, ScaMethod, ScaStatus } from '@xs2a/contracts';
import { History, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { AskedChallenge, SentChallenge } from './challenge.ts';
import { PendingFactor } from './pending-factor.ts';
import { Session } from './session.ts';

/** The database deletes a login this many seconds after it has expired. */
const DELETED_AFTER_SECONDS = 86_400;

/**
 * A PSU's sign-in to the bank's own pages, outside of any authorisation. It is created once the password is right, uses
 * the statuses of an authorisation, and is complete only after the second factor.
 */
export const Login = z.object({
  _id: z.string(),
  psu: AuthorisingPsu,
  accountNames: z.record(z.string(), z.string()),
  contentHash: z.string(),
  scaStatus: ScaStatus,
  scaMethods: z.array(ScaMethod),
  chosenScaMethod: ScaMethod.optional(),
  challenge: SentChallenge.optional(),
  challengesAsked: z.array(AskedChallenge).optional(),
  challengesSent: z.int().optional(),
  challengeChanges: z.int().optional(),
  session: Session.optional(),
  /** Hash of the token that the right code was entered with. That token may repeat this step and nothing else. */
  confirmedWith: z.string().optional(),
  /** The factor that the PSU is enrolling. */
  adding: PendingFactor.optional(),
  /** The latest end of the session, however active the PSU is. */
  openUntil: z.date(),
  history: History,
});
export type Login = z.infer<typeof Login>;

export const LOGINS = storedCollection('logins', Login, {
  indexes: [
    { key: { 'session.hash': 1 }, sparse: true },
    { key: { 'session.previousHash': 1 }, sparse: true },
    { key: { openUntil: 1 }, expireAfterSeconds: DELETED_AFTER_SECONDS },
  ],
  status: { field: 'scaStatus', machine: SCA_STATUS_MACHINE },
});
