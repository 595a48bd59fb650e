import type { Collection, Document, MongoClient } from 'mongodb';
import type { Queue } from '../storage/stored-collection.ts';

/** Callbacks, by connection and queue, for documents stored with messages. */
const callbacks = new WeakMap<MongoClient, Map<Queue, () => void>>();

/** Calls back whenever this process stores messages in a queue over this connection. */
export function onMessages(client: MongoClient, queue: Queue, callback: () => void): void {
  const queues = callbacks.get(client) ?? new Map<Queue, () => void>();
  queues.set(queue, callback);
  callbacks.set(client, queues);
}

/** Notifies the sender of a queue that messages are stored now, or will be when a transaction is committed. */
export function announceMessages<T extends Document>(collection: Collection<T>, queue: Queue): void {
  callbacks.get(collection.db.client)?.get(queue)?.();
}
