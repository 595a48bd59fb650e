import { service as consent } from '@xs2a/consent';
import { isDeveloperTpp, moveConsentClock, type ReplyOf, type RequestOf, readConsentTrail } from '@xs2a/contracts';
import { withClocks } from '@xs2a/sandbox-clocks';
import { handler } from '@xs2a/service-kit';
import type { ContextOf } from './context-of.ts';
import { messagesOf, trailOf } from './trail.ts';

/** The consent service, which also shows a developer the history of a consent (decision 83). */
export const service = withClocks(
  { ...consent, handlers: [...(consent.handlers ?? []), handler(readConsentTrail, readTrail)] },
  moveConsentClock,
);

async function readTrail(
  { consents, fundsConsents }: ContextOf<typeof consent>,
  { tppId, id }: RequestOf<typeof readConsentTrail>,
): Promise<ReplyOf<typeof readConsentTrail>> {
  if (!isDeveloperTpp(tppId)) return { events: [] };
  const wanted = { _id: id, tppId };
  const found = (await consents.findOne(wanted)) ?? (await fundsConsents.findOne(wanted));
  return { events: found === null ? [] : [...trailOf(found), ...messagesOf(found)] };
}
