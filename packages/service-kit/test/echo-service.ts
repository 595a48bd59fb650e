import { operation, type RequestOf } from '@xs2a/contracts';
import { z } from 'zod';
import { defineService, handler, type RunningService, startService } from '../src/index.ts';

const word = { request: z.object({ word: z.string() }), reply: z.object({ word: z.string() }) };
export const echo = operation('payments.echo', { ...word, hop: 'write' });
export const readEcho = operation('payments.readEcho', { ...word, hop: 'read' });
/** An operation that no service answers. */
export const unserved = operation('payments.unserved', { ...word, hop: 'write' });

export type Answer = (request: RequestOf<typeof echo>) => unknown;

/** Starts a service whose two operations are given by the test. */
export async function startEcho(
  natsUrl: string,
  answer: Answer,
  options: { env?: NodeJS.ProcessEnv; lines?: string[] } = {},
): Promise<RunningService> {
  // A test may return a reply that the contract forbids.
  const run = (_: undefined, request: RequestOf<typeof echo>) => answer(request) as { word: string };
  const service = defineService({
    name: 'payments',
    version: '1.2.3',
    config: z.object({}),
    collections: [],
    createContext: () => undefined,
    handlers: [handler(echo, run), handler(readEcho, run)],
  });
  return startService(service, {
    env: { NATS_URL: natsUrl, ...options.env },
    logTo: { write: (line) => void options.lines?.push(line) },
  });
}

/** A promise settled from outside, for handlers that wait until the test releases them. */
export function gate(): { readonly open: () => void; readonly passed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, passed: promise };
}
