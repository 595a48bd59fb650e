import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    natsUrl: string;
    mongoUrl: string;
    mongoTcpUrl: string;
  }
}

/**
 * The servers shared by the whole test run. A test that stops a server starts its own pair. `mongoUrl` is a Unix socket if there
 * is one; code that reads hosts and ports takes `mongoTcpUrl`.
 */
export function testServers(): { natsUrl: string; mongoUrl: string; mongoTcpUrl: string } {
  return { natsUrl: inject('natsUrl'), mongoUrl: inject('mongoUrl'), mongoTcpUrl: inject('mongoTcpUrl') };
}

const given: string[] = [];

/**
 * Returns a database name that no other test uses, within MongoDB's 63 characters. The database is dropped when the test file
 * ends, as is every database whose name begins with it.
 */
export function freshDatabaseName(prefix = 'test'): string {
  const name = `${prefix.slice(0, 20)}_${randomUUID().replaceAll('-', '')}`;
  given.push(name);
  return name;
}

/** Returns the names given out since the last call. */
export function takeDatabaseNames(): string[] {
  return given.splice(0);
}
