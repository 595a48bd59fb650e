import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    natsUrl: string;
    mongoUrl: string;
  }
}

/** The pair of servers that the whole test run shares. A test that stops a server starts its own pair. */
export function testServers(): { natsUrl: string; mongoUrl: string } {
  return { natsUrl: inject('natsUrl'), mongoUrl: inject('mongoUrl') };
}

/** Name of a database that no other test uses; short enough for MongoDB's 63 characters. */
export function freshDatabaseName(prefix = 'test'): string {
  return `${prefix.slice(0, 20)}_${randomUUID().replaceAll('-', '')}`;
}
