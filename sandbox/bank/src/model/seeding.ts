import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Whether the sandbox data was loaded. The stored day lets an interrupted seeding end with the same history. */
export const Seeding = z.object({ _id: z.string(), day: z.string(), done: z.boolean(), leaseUntil: z.date() });
export type Seeding = z.infer<typeof Seeding>;

export const SEEDINGS = storedCollection('seedings', Seeding);
