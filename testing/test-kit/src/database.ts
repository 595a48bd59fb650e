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
 * The pair of servers that the whole test run shares. A test that stops a server starts its own pair. `mongoUrl` is a socket in the file
 * system where there is one; what looks at hosts and ports takes `mongoTcpUrl`.
 */
export function testServers(): { natsUrl: string; mongoUrl: string; mongoTcpUrl: string } {
  return { natsUrl: inject('natsUrl'), mongoUrl: inject('mongoUrl'), mongoTcpUrl: inject('mongoTcpUrl') };
}

const given: string[] = [];

/**
 * Name of a database that no other test uses; short enough for MongoDB's 63 characters. It is dropped when the test file ends, as
 * is every database whose name begins with it.
 */
export function freshDatabaseName(prefix = 'test'): string {
  const name = `${prefix.slice(0, 20)}_${randomUUID().replaceAll('-', '')}`;
  given.push(name);
  return name;
}

/** The names that were given since this was asked last. */
export function takeDatabaseNames(): string[] {
  return given.splice(0);
}
