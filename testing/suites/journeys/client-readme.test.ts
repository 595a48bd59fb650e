import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { forAllTests } from '@xs2a/test-kit';
import { approve } from '@xs2a/test-system/psu/approve';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const README = readFileSync(`${ROOT}packages/client/README.md`, 'utf8');
const LINES_MAX = 30;

const system = forAllTests(() => sharedSystem());

function scriptOf(section: string): string {
  const script = new RegExp(`## ${section}\n\n\`\`\`ts\n([\\s\\S]*?)\`\`\``).exec(README)?.[1];
  if (script === undefined) throw new Error(`the README has no script ${section}`);
  return script;
}

/** Runs a script as a reader would; the PSU approves at the printed link. */
async function run(script: string): Promise<string[]> {
  const args = ['--input-type=module-typescript', '--eval', script];
  const env = { ...process.env, XS2A_URL: system.gatewayUrl };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const link = /^Open (\S+)$/.exec(line)?.[1];
    if (link !== undefined) await approve(system.portalUrl, link, { psuId: 'psu-private' });
  }
  expect((await ended)[0]).toBe(0);
  return lines;
}

describe('the scripts in the README of the client', () => {
  it.each(['Read an account', 'Have a payment executed'])('%s: has at most 30 lines', (section) => {
    expect(scriptOf(section).trimEnd().split('\n').length).toBeLessThanOrEqual(LINES_MAX);
  });

  it('read an account: balances, and all entries page by page', async () => {
    const lines = await run(scriptOf('Read an account'));
    expect(lines.join('\n')).toMatch(/Open .*\n.*amount: '\d+\.\d\d'/);
    expect(lines.filter((line) => line.endsWith(' entries')).length).toBeGreaterThan(3);
  });

  it('have a payment executed', async () => {
    expect((await run(scriptOf('Have a payment executed'))).at(-1)).toBe('ACSC');
  });
});
