import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPorts } from '../../../tools/start/ports.ts';
import { runServices } from '../../../tools/start/run-services.ts';
import type { ProcessPlan } from '../../../tools/start/start-plan.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'xs2a-start-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function plan(name: string, program: string): ProcessPlan {
  const args = ['-e', program];
  return { name, command: process.execPath, args, folder, env: {}, answers: () => Promise.resolve(true) };
}

describe('a service that exits again and again', () => {
  it('is restarted with growing delays and reported with its last lines; the others keep running', async () => {
    const said: string[] = [];
    const pids = new Map<string, Set<number>>();
    const givenUp: Error[] = [];
    const good = plan('good', 'setInterval(() => {}, 1000)');
    const bad = plan('bad', 'console.log("why it ends"); process.exit(3)');
    const { services, ready } = runServices({ start: [[good, bad]], stop: [[bad], [good]] }, join(folder, 'log'), {
      say: (line) => said.push(line),
      onGivenUp: (reason) => givenUp.push(reason),
      onChange: (running) => {
        for (const { name, pid } of running) pids.set(name, (pids.get(name) ?? new Set()).add(pid));
      },
    });
    await ready;
    // Five exits, and a start after them.
    await expect.poll(() => pids.get('bad')?.size, { timeout: 60_000 }).toBeGreaterThan(5);
    expect(pids.get('good')?.size).toBe(1);
    const [pid = 0] = pids.get('good') ?? [];
    expect(process.kill(pid, 0)).toBe(true);
    expect(givenUp).toEqual([]);
    const pauses = said.flatMap((line) => /^bad exited \(exit code 3\); restarting in (\d+) ms$/.exec(line)?.[1] ?? []);
    expect(pauses.slice(0, 5).map(Number)).toEqual([250, 500, 1_000, 2_000, 4_000]);
    expect(said.find((line) => line.startsWith('bad exited 5 times in a row'))).toContain('why it ends');
    await services.stop();
  }, 90_000);
});

/** Returns the message of a start that is given up because a process exits before it ever answers. */
async function givenUp(program: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const ending = { ...plan('ending', program), answers: () => Promise.resolve(false) };
  const { services, ready } = runServices({ start: [[ending]], stop: [[ending]] }, join(folder, 'given-up'), {
    say: () => undefined,
    onGivenUp: (reason) => resolve(reason.message),
    onChange: () => undefined,
  });
  const reason = await promise;
  await services.stop();
  await ready;
  return reason;
}

describe('a process that has never answered', () => {
  it('ends the start at once with its own line if its settings are refused', async () => {
    const line = {
      level: 'fatal',
      event: 'notStarted',
      variables: ['PORTAL_URL'],
      msg: 'PORTAL_URL: must be an address',
    };
    const reason = await givenUp(`console.log(${JSON.stringify(JSON.stringify(line))}); process.exit(2)`);
    expect(reason.split('\n')[0]).toBe('ending refuses its settings: PORTAL_URL: must be an address');
  });

  it.each([
    ['No space left on device', 'the disk is full', 'npm start -- --fresh'],
    [
      'Failed to set up listener: SocketException: Address already in use',
      'another program has taken its port',
      'PORT_OFFSET',
    ],
    ['DBPathInUse: Unable to lock the lock file', 'another mongod uses .local/mongo', 'mongod.lock'],
    ['UPGRADE PROBLEM: Found an invalid featureCompatibilityVersion', 'another version of MongoDB', '--fresh'],
    ['open /x: permission denied', 'it may not read or write a file', '.local'],
  ])('ends the start with cause and remedy after a few exits: %s', async (said, cause, remedy) => {
    const reason = await givenUp(`console.log(${JSON.stringify(said)}); process.exit(1)`);
    expect(reason.split('\n')[0]).toContain(cause);
    expect(reason.split('\n')[1]).toContain(remedy);
  });
});

describe('the ports of npm start', () => {
  it('are all moved by PORT_OFFSET, except those set by name', () => {
    const [usual, moved] = [readPorts({}), readPorts({ PORT_OFFSET: '10000', PORTAL_PORT: '9999' })];
    for (const [variable, port] of Object.entries(usual)) {
      expect(moved[variable as keyof typeof moved], variable).toBe(variable === 'PORTAL_PORT' ? 9999 : port + 10_000);
    }
  });

  it.each(['x', '0.5', '60000'])('are refused with PORT_OFFSET=%s', (offset) =>
    expect(() => readPorts({ PORT_OFFSET: offset })).toThrow(/PORT_OFFSET must be|must be a port from 1 to 65535/),
  );
});
