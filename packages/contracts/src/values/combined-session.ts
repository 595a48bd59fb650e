import { z } from 'zod';
import { PsuData } from './parties.ts';

/** What an authorisation takes over from the consent of its session: the first factor of this PSU, shown a short time ago (decision 80). */
export const CombinedSession = z.object({
  consentId: z.string(),
  psu: PsuData,
  /** The first factor counts until then. */
  until: z.iso.datetime(),
});
export type CombinedSession = z.infer<typeof CombinedSession>;
