import { holderIdOf, isHeldAuthorisation } from '@xs2a/contracts';
import type { DeadLetter, Delivered, HistoryEntry, OutboxEntry } from '@xs2a/service-kit';
import type { Db, Document } from 'mongodb';

export const STORY_SERVICES = ['payments', 'consent', 'sca', 'bank', 'notifier'] as const;
type Databases = Readonly<Record<(typeof STORY_SERVICES)[number], Db>>;
type Service = keyof Databases;

/** A past or future event. */
export interface StoryEvent {
  /** Undefined for a future event. */
  readonly at: Date | undefined;
  readonly service: Service;
  readonly kind: 'status' | 'message' | 'notification';
  readonly subject: string;
  readonly what: string;
  readonly requestId?: string | undefined;
  readonly traceId?: string | undefined;
}

export interface Story {
  readonly title: string;
  /** Current state of the resource. Never contains an account, a name or an amount. */
  readonly facts: readonly (readonly [string, string])[];
  readonly events: readonly StoryEvent[];
  readonly traceIds: readonly string[];
}

interface Told extends Document {
  _id: string;
  history?: HistoryEntry[];
  outbox?: OutboxEntry[];
  notices?: OutboxEntry[];
  delivered?: Delivered[];
  authorisations?: { id: string; linkKey?: string; abandonedAt?: Date }[];
}
interface Chapter {
  readonly service: Service;
  readonly collection: string;
  readonly subject: string;
  readonly document: Told;
}

/** Collections of resources with a public id, and their kinds in a notification queue. */
const OWNERS = [
  ['payments', 'payments', 'payment'],
  ['payments', 'baskets', 'signingBasket'],
  ['consent', 'consents', 'consent'],
  ['consent', 'fundsConsents', 'fundsConsent'],
] as const satisfies readonly (readonly [Service, string, string])[];
const BANK_ORDERS = ['orders', 'bulkOrders', 'standingOrders'] as const;
const FACTS = [
  'paymentService',
  'paymentProduct',
  'transactionStatus',
  'model',
  'consentStatus',
  'validUntil',
  'tppId',
];

/** Collects everything that the services have stored about a payment, basket or consent, given by its id or that of an authorisation. */
export async function collectStory(databases: Databases, id: string): Promise<Story | undefined> {
  const authorisation = await databases.sca.collection<Told>('authorisations').findOne({ _id: id });
  const parent = (authorisation as { parent?: { id: string } } | null)?.parent;
  // An authorisation without any activity is stored in its parent only.
  const ownerId = parent?.id ?? (isHeldAuthorisation(id) ? holderIdOf(id) : id);
  for (const [service, collection, kind] of OWNERS) {
    const document = await databases[service].collection<Told>(collection).findOne({ _id: ownerId });
    if (document === null) continue;
    const chapters = [
      { service, collection, subject: kind, document },
      ...(await related(databases, ownerId)),
    ] satisfies Chapter[];
    const events = [
      ...chapters.flatMap(eventsOf),
      ...untouched(service, document, chapters),
      ...(await deadLetters(databases, chapters)),
      ...(await notifications(databases.notifier, `${kind}:${ownerId}`)),
    ].sort((a, b) => (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity));
    const facts = FACTS.flatMap((name) => (name in document ? [[name, String(document[name])] as const] : []));
    const traceIds = [...new Set(events.flatMap(({ traceId }) => traceId ?? []))];
    return { title: `${kind} ${ownerId}`, facts, events, traceIds };
  }
  return undefined;
}

async function related({ sca, payments, bank }: Databases, id: string): Promise<Chapter[]> {
  const found = async (service: Service, db: Db, collection: string, filter: object): Promise<Chapter[]> =>
    (await db.collection<Told>(collection).find(filter).sort({ _id: 1 }).toArray()).map((document) => ({
      service,
      collection,
      subject: service === 'sca' ? `authorisation ${document._id}` : `${collection} ${document._id}`,
      document,
    }));
  const all = await Promise.all([
    found('sca', sca, 'authorisations', { 'parent.id': id }),
    found('payments', payments, 'executions', { paymentId: id }),
    ...BANK_ORDERS.map((name) => found('bank', bank, name, { _id: id })),
  ]);
  return all.flat();
}

/** The authorisation that is stored with the resource, while sca does not have it. */
function untouched(
  service: Service,
  { history, authorisations = [] }: Told,
  chapters: readonly Chapter[],
): StoryEvent[] {
  const started = history?.[0];
  return authorisations
    .filter(({ id, linkKey }) => linkKey !== undefined && chapters.every(({ document }) => document._id !== id))
    .flatMap(({ id, abandonedAt }) => {
      const common = { service, kind: 'status', subject: `authorisation ${id}` } as const;
      const { at, by, requestId, traceId } = started ?? {};
      return [
        { ...common, at, what: `received (created) by ${by}; nobody has touched it`, requestId, traceId },
        ...(abandonedAt === undefined ? [] : [{ ...common, at: abandonedAt, what: `received → failed by ${service}` }]),
      ];
    });
}

function eventsOf({ service, subject, document }: Chapter): StoryEvent[] {
  const statuses = (document.history ?? []).map((entry): StoryEvent => {
    const { at, event, from, to, by, requestId, traceId, reason } = entry;
    const step = from === null ? to : `${from} → ${to}`;
    const what = `${step} (${event}) by ${by}${reason === undefined ? '' : `: ${reason}`}`;
    return { at, service, kind: 'status', subject, what, requestId, traceId };
  });
  const sent = (document.delivered ?? []).map(({ at, operation, attempts, traceId }): StoryEvent => {
    const times = attempts === 1 ? '' : ` at attempt ${attempts}`;
    return { at, service, kind: 'message', subject, what: `${operation} acknowledged${times}`, traceId };
  });
  const waiting = [...(document.outbox ?? []), ...(document.notices ?? [])].map((entry): StoryEvent => {
    const { subject: operation, attempts, nextAt, requestId, traceparent } = entry;
    const what = `${operation} waits, ${attempts} attempts so far, next at ${nextAt.toISOString()}`;
    return { at: undefined, service, kind: 'message', subject, what, requestId, traceId: traceparent.slice(3, 35) };
  });
  return [...statuses, ...sent, ...waiting];
}

async function deadLetters(databases: Databases, chapters: readonly Chapter[]): Promise<StoryEvent[]> {
  const found = await Promise.all(
    chapters.map(async ({ service, subject, document }) => {
      const letters = databases[service].collection<DeadLetter>('deadLetters').find({ documentId: document._id });
      return (await letters.toArray()).map(({ at, entry, situation }): StoryEvent => {
        const what = `${entry.subject} was refused for good: ${situation} (xs2a dead-letters)`;
        const { requestId, traceparent } = entry;
        return { at, service, kind: 'message', subject, what, requestId, traceId: traceparent.slice(3, 35) };
      });
    }),
  );
  return found.flat();
}

interface Queue {
  _id: string;
  sent?: { id: string; at: Date; sequence: number; outcome: string }[];
  waiting: { id: string; sequence: number }[];
}

async function notifications(notifier: Db, queueId: string): Promise<StoryEvent[]> {
  const queue = await notifier.collection<Queue>('lanes').findOne({ _id: queueId });
  const common = { service: 'notifier', kind: 'notification', subject: 'notification to the TPP' } as const;
  return [
    ...(queue?.sent ?? []).map(({ id, at, sequence, outcome }) => ({
      ...common,
      at,
      what: `entry ${sequence} of the history: ${outcome}`,
      requestId: id,
    })),
    ...(queue?.waiting ?? []).map(({ id, sequence }) => ({
      ...common,
      at: undefined,
      what: `entry ${sequence} of the history waits`,
      requestId: id,
    })),
  ];
}
