import { isDeveloperTpp, type readConsentTrail as operation, type ReplyOf, type RequestOf } from '@xs2a/contracts';
import { messagesOf, trailOf } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';

/** Returns the history of a consent, for the developer of its TPP (decision 83). */
export async function readTrail(
  { consents, fundsConsents }: Pick<ConsentContext, 'consents' | 'fundsConsents'>,
  { tppId, id }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (!isDeveloperTpp(tppId)) return { events: [] };
  const wanted = { _id: id, tppId };
  const found = (await consents.findOne(wanted)) ?? (await fundsConsents.findOne(wanted));
  return { events: found === null ? [] : [...trailOf(found), ...messagesOf(found)] };
}
