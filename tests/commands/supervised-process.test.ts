import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runServices } from '../../tools/start/run-services.ts';
import type { ProcessPlan } from '../../tools/start/start-plan.ts';

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
  it('is started again after growing pauses and named with its last lines; the others keep running', async () => {
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
    // Five ends, and a start after them.
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
