import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rooms, runRooms } from '../system/run-rooms.ts';
import { connectorCheck, ROOT } from './connector-check.ts';

const FACTS = join(ROOT, 'examples/sandbox-bank.facts.yaml');

let rooms: Rooms;
beforeAll(async () => {
  rooms = await runRooms('bank');
});
afterAll(() => rooms[Symbol.asyncDispose]());

describe('the sandbox bank', () => {
  it('keeps every rule of the bank connector, of all parts', async () => {
    const { code, said, broken, skipped } = await connectorCheck('--nats', rooms.natsUrl, '--facts', FACTS);
    expect({ broken, skipped }, said).toEqual({ broken: [], skipped: [] });
    expect(code, said).toBe(0);
  });
});
