import { isDeveloperTpp, moveScaClock, type ReplyOf, type RequestOf, readAuthorisationTrail } from '@xs2a/contracts';
import { withClocks } from '@xs2a/sandbox-clocks';
import { service as sca } from '@xs2a/sca';
import { handler } from '@xs2a/service-kit';
import type { ContextOf } from './context-of.ts';
import { messagesOf, trailOf } from './trail.ts';

const AUTHORISATIONS_MAX = 20;

/** The sca service, which also shows a developer the history of the authorisations of a resource (decision 83). */
export const service = withClocks(
  { ...sca, handlers: [...(sca.handlers ?? []), handler(readAuthorisationTrail, readTrail)] },
  moveScaClock,
);

async function readTrail(
  { authorisations }: ContextOf<typeof sca>,
  { tppId, id }: RequestOf<typeof readAuthorisationTrail>,
): Promise<ReplyOf<typeof readAuthorisationTrail>> {
  if (!isDeveloperTpp(tppId)) return { events: [] };
  const found = await authorisations.find({ 'parent.id': id, tppId }).limit(AUTHORISATIONS_MAX).toArray();
  return { events: found.flatMap((one) => [...trailOf(one), ...messagesOf(one)]) };
}
