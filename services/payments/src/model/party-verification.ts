import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/**
 * A verification that a TPP requested and that was no match, or has no result yet. The hash is of TPP and IBAN: no name and no
 * account is stored.
 */
export const PartyVerification = z.object({ _id: z.string(), askedHash: z.string(), forgetAt: z.date() });
export type PartyVerification = z.infer<typeof PartyVerification>;

export const PARTY_VERIFICATIONS = storedCollection('partyVerifications', PartyVerification, {
  indexes: [{ key: { askedHash: 1, forgetAt: 1 } }, { key: { forgetAt: 1 }, expireAfterSeconds: 0 }],
});
