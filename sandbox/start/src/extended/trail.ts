import type { TrailEvent } from '@xs2a/contracts';
import type { Delivered, HistoryEntry } from '@xs2a/service-kit';

/** Changes of a document's status, as shown to a developer. */
export function trailOf({ history }: { readonly history: readonly HistoryEntry[] }): TrailEvent[] {
  return history.map(({ at, event, to, by }) => ({ at: at.toISOString(), what: `${event}: ${to}, by ${by}` }));
}

/** Messages that were delivered for a document; they are stored in its field `delivered`. */
export function messagesOf(document: object): TrailEvent[] {
  const { delivered = [] } = document as { readonly delivered?: readonly Delivered[] };
  return delivered.map(({ operation, at, attempts }) => ({
    at: at.toISOString(),
    what: `${operation} delivered${attempts > 1 ? ` at attempt ${attempts}` : ''}`,
  }));
}
