import { isDeveloperTpp, type ReplyOf, type RequestOf, readNotificationTrail, ScaParent } from '@xs2a/contracts';
import { service as notifier } from '@xs2a/notifier';
import { queueIdOf } from '@xs2a/notifier/extension';
import { defineService, handler, toScopeTime } from '@xs2a/service-kit';
import type { ContextOf } from './context-of.ts';

/** The notifier, which also shows a developer the notifications about a resource, with their outcomes (decision 83). */
export const service = defineService({
  ...notifier,
  handlers: [...(notifier.handlers ?? []), handler(readNotificationTrail, readTrail)],
});

async function readTrail(
  { queues }: ContextOf<typeof notifier>,
  { tppId, id }: RequestOf<typeof readNotificationTrail>,
): Promise<ReplyOf<typeof readNotificationTrail>> {
  if (!isDeveloperTpp(tppId)) return { events: [] };
  const ids = ScaParent.shape.kind.options.map((kind) => queueIdOf({ kind, id }));
  const found = await queues.find({ _id: { $in: ids }, tppId }).toArray();
  const events = found.flatMap(({ sent = [], waiting }) => [
    ...sent.map(({ at, outcome }) => ({ at: at.toISOString(), what: `notification sent, outcome ${outcome}` })),
    ...waiting.map(({ at, aheadMs = 0 }) => ({
      at: toScopeTime(at, { aheadMs }).toISOString(),
      what: 'notification waits',
    })),
  ]);
  return { events };
}
