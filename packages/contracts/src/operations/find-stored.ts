import { z } from 'zod';
import { operation } from './operation.ts';

const FIND_STORED = {
  hop: 'read',
  request: z.object({ ids: z.array(z.string()).max(1_000) }),
  reply: z.object({ ids: z.array(z.string()) }),
} as const;

/** Returns which of these consents, of any kind, are still stored: what belongs to them is not deleted before. */
export const findStoredConsents = operation('consent.findStored', FIND_STORED);

/** As above, of payments and signing baskets. */
export const findStoredPayments = operation('payments.findStored', FIND_STORED);
