import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const TOOLS = join(import.meta.dirname, '..', '..', 'tools');
const COMMANDS = [
  'advisories',
  'certs',
  'conformance',
  'connector-check',
  'dead-letters',
  'identities',
  'import-camt',
  'profile',
  'register',
  'sbom',
  'start',
  'statistics',
  'tpp',
  'trust',
  'trust-list',
  'verify-history',
];

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(command: string, ...args: string[]): Promise<Ended> {
  const file = join(TOOLS, `${command}.ts`);
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

describe('a command that an operator types', () => {
  it.concurrent.each(COMMANDS)('%s says with --help how it is used', async (command) => {
    const { code, out, err } = await run(command, '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(command === 'start' ? 'npm start' : `npm run ${command}`);
  });

  it.concurrent.each(COMMANDS)(
    '%s ends with 2 where it is told what it does not know, and does nothing',
    async (command) => {
      const { code, out, err } = await run(command, '--no-such-option');
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^Unknown option '--no-such-option'/);
      expect(err).not.toMatch(/^\s+at /m);
    },
  );
});
