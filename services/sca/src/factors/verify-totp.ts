import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { unseal } from './factor-key.ts';
import { stepOfCode } from './totp.ts';

/** The authenticator app of a PSU: one for each, by its PSU-ID. */
export const TotpSecret = z.object({
  _id: z.string(),
  /** Under the key of sca, for this PSU-ID. */
  secret: z.string(),
  /** The newest time step that was accepted: no code of it, or of one before, counts again (RFC 6238, 5.2). */
  lastStep: z.int(),
  createdAt: z.date(),
  lastUsedAt: z.date().optional(),
  /** The sign-in in which it was added: evidence of who added it. */
  loginId: z.string(),
});
export type TotpSecret = z.infer<typeof TotpSecret>;

export const TOTP_SECRETS = storedCollection('totpSecrets', TotpSecret);

/** Judges a code of the PSU's app. Accepting it and closing its time step are one guarded write. */
export async function judgeTotp(
  room: ScaRoom,
  { psu, challenge }: Pick<Authorisation, 'psu' | 'challenge'>,
  code: string,
): Promise<'accepted' | 'wrong' | 'expired'> {
  const at = room.now();
  if (psu === undefined || challenge === undefined || challenge.until <= at) return 'expired';
  const { psuId } = psu;
  const kept = await room.totpSecrets.findOne({ _id: psuId });
  if (kept === null || room.factorKey === undefined) return 'wrong';
  const step = stepOfCode(unseal(room.factorKey, kept.secret, psuId), code, at);
  if (step === undefined) return 'wrong';
  const taken = await room.totpSecrets.updateOne(
    { _id: psuId, secret: kept.secret, lastStep: { $lt: step } },
    { $set: { lastStep: step, lastUsedAt: at } },
  );
  return taken.modifiedCount === 1 ? 'accepted' : 'wrong';
}
