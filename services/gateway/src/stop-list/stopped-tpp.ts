import { TPP_BLOCK_STATUS_MACHINE, TppBlockStatus } from '@xs2a/contracts';
import { History, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A TPP, or one of its certificates, that was stopped once. Its history is evidence: who, when, why. */
export const StoppedTpp = z.object({
  _id: z.string(),
  status: TppBlockStatus,
  /** When the present stop ends by itself. */
  until: z.date().nullable(),
  history: History,
});
export type StoppedTpp = z.infer<typeof StoppedTpp>;

export const STOPPED_TPPS = storedCollection('stoppedTpps', StoppedTpp, {
  status: { field: 'status', machine: TPP_BLOCK_STATUS_MACHINE },
  indexes: [{ key: { status: 1 } }],
  isSealed: true,
});
