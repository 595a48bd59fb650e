import { type RecordedExchange, TRAIL_OPERATIONS } from '@xs2a/contracts';
import type { PortalContext } from '../context.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const IN_PATH = new RegExp(
  `/(?:consents|payments|bulk-payments|periodic-payments|signing-baskets|confirmation-of-funds)/(?:[^?]*?/)??(${UUID})`,
);
const IN_BODY = new RegExp(`"(?:consentId|paymentId|basketId)": "(${UUID})"`);

export interface BackstageEvent {
  readonly at: string;
  readonly where: string;
  readonly what: string;
}

/** What happened to the resource of a request, in the services behind the gateway. One that does not answer tells nothing. */
export async function readEvents(
  { bus }: Pick<PortalContext, 'bus'>,
  tppId: string,
  exchange: RecordedExchange,
): Promise<BackstageEvent[]> {
  const id = resourceOf(exchange);
  if (id === undefined) return [];
  const told = await Promise.all(
    Object.entries(TRAIL_OPERATIONS).map(async ([where, operation]) => {
      const { events } = await bus.ask(operation, { tppId, id }).catch(() => ({ events: [] }));
      return events.map((event) => ({ ...event, where }));
    }),
  );
  return told.flat().toSorted((a, b) => a.at.localeCompare(b.at));
}

/** The consent, payment or basket that a request is about: of its address, its answer, or the header of a read. */
function resourceOf({ path, answerBody, requestHeaders }: RecordedExchange): string | undefined {
  const named = requestHeaders.find(([name]) => name === 'consent-id')?.[1];
  return IN_PATH.exec(path)?.[1] ?? IN_BODY.exec(answerBody)?.[1] ?? named;
}
