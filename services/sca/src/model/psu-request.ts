import { History, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/**
 * A request for a report or an erasure of one PSU's data. Kept as evidence that it was answered (GDPR, Art. 5(2)), with operator,
 * time and reason in the history. The PSU-ID is a hash, because it must not outlive the erasure.
 */
export const PsuRequest = z.object({ _id: z.string(), psu: z.string(), history: History });
export type PsuRequest = z.infer<typeof PsuRequest>;

export const PSU_REQUESTS = storedCollection('psuRequests', PsuRequest, { hasCheckpoints: true });
