import { expect, it, onTestFinished, vi } from 'vitest';
import { startGateway } from '../../test/start-gateway.ts';

it('requests to other addresses do not wait an event-loop turn for the OAuth router', async () => {
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
  // 503 means that the request was sent over the bus, where no service listens.
  expect(status).toBe(503);
  expect(waits.filter((stack) => stack.includes('/router/'))).toEqual([]);
});
