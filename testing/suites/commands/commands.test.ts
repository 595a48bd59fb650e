import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT_CODES } from '@xs2a/service-kit';
import { freePort } from '@xs2a/test-kit';
import { writeCamtFile } from '@xs2a/test-system/data/camt-file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCRIPTS } from '../../../tools/scripts.mjs';
import { COMMANDS, nextStep, ROOT, read } from './page-commands.ts';

/**
 * Every command with the file that it runs. Left out: the formatter, which has its own arguments, the build, which nobody types,
 * and xs2a, which has its own test.
 */
const RUN = [...COMMANDS].flatMap(([command, { file, given }]) =>
  // A name that only chooses what another command runs is the same command.
  file === undefined || given !== undefined || command === 'xs2a' ? [] : [[command, file] as const],
);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** Upper bound on the time of a command on a slow machine. */
const KILL_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'xs2a-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | string;
  readonly out: string;
  readonly err: string;
}

function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const path = join(ROOT, file);
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env }, timeout: KILL_MS, killSignal: 'SIGKILL' } as const;
    execFile(process.execPath, [path, ...args], options, (error, out, err) => {
      resolve({ code: error?.code ?? error?.signal ?? 0, out, err });
    });
  });
}

describe('a command of package.json', () => {
  it.concurrent.each(RUN)('%s refuses an unknown option by name, and prints its usage', async (command, file) => {
    const { code, out, err } = await run(file, ['--no-such-option']);
    expect([code, out]).toEqual([EXIT_CODES.unusable, '']);
    expect(err).toMatch(/^Unknown option '--no-such-option'/);
    const [script, name] = command.split(' ');
    expect(err).toContain(
      ['start', 'test'].includes(command) ? `npm ${command}` : `npm run ${script}${name ? ` -- ${name}` : ''}`,
    );
    expect(err).not.toMatch(/^\s+at /m);
  });

  it('has a row in the table of scripts', () => {
    expect(Object.keys(SCRIPTS)).toEqual(expect.arrayContaining(Object.keys(scripts)));
    for (const [name, script] of Object.entries(scripts)) expect(script).toBe(`exec node tools/run.mjs ${name}`);
  });

  it.each([
    [['verify', '--help'], 'crash '],
    [['bench', '--help'], 'memory '],
  ])('%j lists the names that it accepts', async (words, name) => {
    const { code, out } = await run('tools/run.mjs', words);
    expect([code, out]).toEqual([EXIT_CODES.done, expect.stringContaining(`  ${name}`)]);
  });

  it.each([['verify', 'crush'], ['bench', 'memry'], ['tpp']])(
    '%s %s is no command, and the existing ones are listed',
    async (...words) => {
      const { code, err } = await run('tools/run.mjs', words);
      expect([code, err]).toEqual([
        EXIT_CODES.unusable,
        expect.stringContaining(`There is no ${words.length > 1 ? words[0] : 'script'} "${words.at(-1)}"`),
      ]);
    },
  );

  it('prints the same with --help, and ends with 0', async () => {
    const { code, out, err } = await run('tools/advisories.ts', ['--help']);
    expect([code, err]).toEqual([EXIT_CODES.done, '']);
    expect(out).toContain('npm run verify -- advisories');
  });
});

describe('a command that needs a server', () => {
  const bus = freePort().then((port) => `127.0.0.1:${port}`);
  const statement = join(folder, 'statement.xml');
  beforeAll(() => writeCamtFile(statement, { iban: 'HR1210010051863000160', entries: 1 }));

  it.concurrent.each([
    ['camt import', [statement], 'NATS_URL'],
    ['tpp list', [], 'NATS_URL'],
    ['connector check', ['--facts', join(ROOT, 'examples/sandbox-bank.facts.yaml')], 'NATS_URL'],
    ['dead-letters list', ['--service', 'payments'], 'MONGO_URL'],
    ['audit verify-history', [], 'MONGO_URL'],
    ['statistics', [], 'MONGO_URL'],
    ['reconcile', [], 'MONGO_URL'],
    ['reconcile', ['--repair'], 'MONGO_URL'],
    ['story', ['no-id'], 'MONGO_URL'],
    ['audit export', ['--from', '2026-11-01', '--to', '2026-11-30'], 'MONGO_URL'],
  ])(
    '%s %j ends without it, with a line on variable and address, and the next step',
    async (command, args, variable) => {
      const host = await bus;
      const env = { NATS_URL: `nats://u:s3cr3t-s3cr3t@${host}`, MONGO_URL: `mongodb://u:s3cr3t@${host}/` };
      const { code, err } = await run('tools/xs2a.ts', [...command.split(' '), ...args], env);
      const [line = '', ...others] = err.trimEnd().split('\n');
      expect([code, others]).toEqual([EXIT_CODES.away, [nextStep(command, EXIT_CODES.away)]]);
      expect(line).toMatch(new RegExp(`^${variable}: no .* answers at (nats://)?${host} \\(ECONNREFUSED\\)$`));
    },
  );

  it.concurrent.each([
    ['tpp list', []],
    ['dead-letters list', ['--service', 'payments']],
    ['audit verify-history', []],
    ['reconcile', []],
    ['story', ['no-id']],
  ])('%s %j reports an invalid address without its value', async (command, args) => {
    const { code, err } = await run('tools/xs2a.ts', [...command.split(' '), ...args], {
      NATS_URL: 's3cr3t:x',
      MONGO_URL: 's3cr3t',
    });
    expect(code).toBe(EXIT_CODES.unusable);
    const [line, ...others] = err.trimEnd().split('\n');
    expect(line).toMatch(/^(NATS|MONGO)_URL: is no address of /);
    expect(others).toEqual([nextStep(command, EXIT_CODES.unusable)]);
    expect(err).not.toContain('s3cr3t');
  });
});
