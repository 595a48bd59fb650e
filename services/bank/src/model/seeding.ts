import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Whether the sandbox was loaded. The day is kept: a seeding that was killed is finished with the same history. */
export const Seeding = z.object({ _id: z.string(), day: z.string(), done: z.boolean(), leaseUntil: z.date() });
export type Seeding = z.infer<typeof Seeding>;

export const SEEDINGS = storedCollection('seedings', Seeding);
