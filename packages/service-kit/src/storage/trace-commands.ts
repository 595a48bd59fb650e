import type { CommandFailedEvent, CommandStartedEvent, CommandSucceededEvent, MongoClient } from 'mongodb';
import { findContext, isRecorded } from '../context/request-context.ts';
import type { StartedSpan, Tracing } from '../observability/tracing.ts';

/** Commands whose argument is not a collection. */
const WITHOUT_COLLECTION = new Set(['commitTransaction', 'abortTransaction', 'endSessions', 'hello', 'ping']);

/**
 * Records every command of a request as a span with its name and collection, without filters or data. The driver reports it in
 * the context of its sender.
 */
export function traceCommands(client: MongoClient, tracing: Tracing): void {
  const spans = new Map<number, StartedSpan>();
  client.on('commandStarted', ({ requestId, commandName, databaseName, command }: CommandStartedEvent) => {
    const context = findContext();
    if (context === undefined || !isRecorded(context)) return;
    const target: unknown = commandName === 'getMore' ? command['collection'] : command[commandName];
    const collection = typeof target === 'string' && !WITHOUT_COLLECTION.has(commandName) ? target : undefined;
    const span = tracing.start([commandName, collection].filter(Boolean).join(' '), 'client', context.traceparent, {
      'db.system.name': 'mongodb',
      'db.namespace': databaseName,
      'db.operation.name': commandName,
      'db.collection.name': collection,
    });
    if (span !== undefined) spans.set(requestId, span);
  });
  const end = (requestId: number, error?: string): void => {
    if (spans.size === 0) return;
    spans.get(requestId)?.end({ 'error.type': error });
    spans.delete(requestId);
  };
  client.on('commandSucceeded', ({ requestId }: CommandSucceededEvent) => end(requestId));
  client.on('commandFailed', ({ requestId, failure }: CommandFailedEvent) => end(requestId, failure.name));
}
