import type { ScaParent } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Far more than an outbox needs to repeat a notice. */
const KEPT_SECONDS = 30 * 86_400;

/** What is still to be told; `id` is the X-Request-ID under which the TPP gets it. */
const Waiting = z.object({
  id: z.string(),
  uri: z.string(),
  body: z.record(z.string(), z.unknown()),
  at: z.date(),
  sequence: z.int(),
});
export type Waiting = z.infer<typeof Waiting>;

/** What one TPP is told of one resource, in order. */
export const Lane = z.object({
  _id: z.string(),
  tppId: z.string(),
  /** The newest sequence taken, of the resource and by authorisation: a notice that is told again changes nothing. */
  taken: z.record(z.string(), z.int()),
  /** The resource had its final status then: what happens later is not told (field guide 10). */
  endedAt: z.date().optional(),
  waiting: z.array(Waiting),
  /** Somebody is telling until then: of several replicas one, of several notices the first. */
  busyUntil: z.date(),
  touchedAt: z.date(),
});
export type Lane = z.infer<typeof Lane>;

export const LANES = storedCollection('lanes', Lane, {
  indexes: [
    {
      key: { 'waiting.0.at': 1 },
      name: 'waiting_first',
      partialFilterExpression: { 'waiting.0': { $exists: true } },
    },
    { key: { touchedAt: 1 }, name: 'forgotten', expireAfterSeconds: KEPT_SECONDS },
  ],
});

/** A cancellation is told of along with its payment. */
export function laneOf({ kind, id }: ScaParent): string {
  return `${kind === 'cancellation' ? 'payment' : kind}:${id}`;
}
