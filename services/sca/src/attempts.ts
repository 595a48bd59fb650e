import type { Authorisation } from './authorisation.ts';
import type { ScaRoom } from './room.ts';

/**
 * Takes one of the authorisation's attempts before a password or code is judged: guesses sent at the same moment each
 * take one, so that never more than the permitted number is judged. Null when none is left.
 */
export async function takeAttempt(room: ScaRoom, { _id, scaStatus }: Authorisation): Promise<Authorisation | null> {
  return room.authorisations.findOneAndUpdate(
    { _id, scaStatus, failures: { $lt: room.profile.limits.wrongCredentialsMax } },
    { $inc: { failures: 1 } },
    { returnDocument: 'after' },
  );
}

/** Gives an attempt back that was not a wrong one, or that could not be judged. */
export async function giveBackAttempt(room: ScaRoom, authorisation: Authorisation): Promise<Authorisation> {
  await room.authorisations.updateOne({ _id: authorisation._id, failures: { $gt: 0 } }, { $inc: { failures: -1 } });
  return { ...authorisation, failures: authorisation.failures - 1 };
}
