import {
  type RecordedExchange,
  readAuthorisationTrail,
  readConsentTrail,
  readNotificationTrail,
  readPaymentTrail,
  type TrailEvent,
} from '@xs2a/contracts';
import { type PortalContext } from '@xs2a/portal/extension';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const IDS = ['consentId', 'paymentId', 'basketId'] as const;

export interface BackstageEvent extends TrailEvent {
  readonly where: string;
}

/** Events in the services behind the gateway that concern the resource of a request. A service that does not answer contributes none. */
export async function readEvents(
  { bus }: Pick<PortalContext, 'bus'>,
  tppId: string,
  exchange: RecordedExchange,
): Promise<BackstageEvent[]> {
  const id = resourceOf(exchange);
  if (id === undefined) return [];
  const about = { tppId, id };
  const told = await Promise.all([
    from('consent', bus.ask(readConsentTrail, about)),
    from('payments', bus.ask(readPaymentTrail, about)),
    from('sca', bus.ask(readAuthorisationTrail, about)),
    from('notifier', bus.ask(readNotificationTrail, about)),
  ]);
  return told.flat().toSorted((a, b) => a.at.localeCompare(b.at));
}

async function from(where: string, asked: Promise<{ events: TrailEvent[] }>): Promise<BackstageEvent[]> {
  try {
    return (await asked).events.map((event) => ({ ...event, where }));
  } catch {
    return [];
  }
}

/** The consent, payment or basket that a request is about: of the header of a read, of its address, or of its answer. */
function resourceOf({ path, answerBody, requestHeaders }: RecordedExchange): string | undefined {
  const named = requestHeaders.find(([name]) => name === 'consent-id')?.[1];
  return named ?? path.split(/[/?]/).find((part) => UUID.test(part)) ?? createdIn(answerBody);
}

function createdIn(answerBody: string): string | undefined {
  try {
    const answer = JSON.parse(answerBody) as Record<string, unknown>;
    return IDS.map((name) => answer[name]).find((id) => typeof id === 'string');
  } catch {
    return undefined;
  }
}
