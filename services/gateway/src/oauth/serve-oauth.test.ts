import { expect, it, onTestFinished, vi } from 'vitest';
import { startGateway } from '../../test/start-gateway.ts';

it('no request waits a turn of the event loop for a router that does not serve it', async () => {
  await using gateway = await startGateway();
  const waits: string[] = [];
  const { setImmediate: wait } = globalThis;
  const watched = ((callback: () => void, ...rest: []) => {
    waits.push(new Error('waits').stack ?? '');
    return wait(callback, ...rest);
  }) as typeof setImmediate;
  vi.stubGlobal('setImmediate', watched);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { status } = await gateway.ask('GET', `/v1/consents/${crypto.randomUUID()}/status`);
  // It was asked on the bus, where nobody listens.
  expect(status).toBe(503);
  expect(waits.filter((stack) => stack.includes('/router/'))).toEqual([]);
});
