import { type ExecFileException, execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT_CODES } from '@xs2a/service-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram, type ParsedArguments } from './build-program.ts';
import { listed } from './overview.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const ALL = listed().flatMap(({ commands }) => commands);

interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

function xs2aIn(cwd: string, ...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const settle = (error: ExecFileException | null, out: string, err: string): void => {
      resolve({ code: error?.code ?? 0, out, err });
    };
    execFile(process.execPath, ['--conditions=source', MAIN, ...words], { cwd }, settle);
  });
}
const xs2a = (...words: string[]): Promise<Ended> => xs2aIn(import.meta.dirname, ...words);

/** Splits a line into words as a shell does, without starting one. */
const wordsOf = (line: string): string[] =>
  Array.from(line.replace(/ >.*$/, '').matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');

/** Returns the command and the input that a command line results in. */
async function reached(words: readonly string[]): Promise<{ name: string; input: ParsedArguments }[]> {
  const runs: { name: string; input: ParsedArguments }[] = [];
  const program = buildProgram((name, _, input) => Promise.resolve(void runs.push({ name, input })));
  for (const one of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    one.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  }
  await program.parseAsync(words, { from: 'user' });
  return runs;
}

describe('xs2a --help', () => {
  it('is enough to find how to block a TPP and how to trace a payment', async () => {
    const { code, out } = await xs2a('--help');
    expect(code).toBe(EXIT_CODES.done);
    expect(out).toMatch(/^ {2}tpp block <id> +blocks a TPP/m);
    expect(out).toMatch(/^ {2}story <id> +shows the history of a payment/m);
  });

  it('lists every command', async () => {
    const { out } = await xs2a('--help');
    expect(ALL.filter(({ words }) => !out.includes(`  ${words} `))).toEqual([]);
  });
});

describe('a command', () => {
  it.each(ALL)('accepts its examples: $words', async ({ words, command }) => {
    for (const example of command.examples) {
      expect(await reached(wordsOf(example))).toEqual([{ name: words, input: expect.anything() }]);
    }
  });

  it.each(ALL)('takes --json: $words', async ({ words, command }) => {
    const [run] = await reached([...wordsOf(command.examples[0]), '--json']);
    expect(run).toMatchObject({ name: words, input: { json: true } });
  });

  it.each(ALL)('refuses an option that it does not have: $words', async ({ command }) => {
    const refused = reached([...wordsOf(command.examples[0]), '--no-such-option']);
    await expect(refused).rejects.toThrow("unknown option '--no-such-option'");
  });

  it('shows an example, its options and its exit codes with --help', async () => {
    const { code, out } = await xs2a('tpp', 'block', '--help');
    expect(code).toBe(EXIT_CODES.done);
    expect(out).toMatch(/^ {2}xs2a tpp block PSDHR.*--reason/m);
    expect(out).toMatch(/^ {2}--until <time> {2,}End of the block/m);
    expect(out).toMatch(/^ {2}3 {2}the bus/m);
  });

  it('gets its arguments and options by name', async () => {
    const words = ['trust-list', 'import', '--lotl', 'a', '--signers', 'b', '--out', 'c', '--list', 'd', '--list', 'e'];
    const [run] = await reached(words);
    expect(run?.input).toEqual({ lotl: 'a', signers: 'b', out: 'c', list: ['d', 'e'], check: false, json: false });
  });
});

describe('an invalid command line', () => {
  it.each([
    [['tpp', 'blok', 'x'], 'Did you mean block?', 'xs2a tpp --help'],
    [['tpp', 'block', 'x', '--reason', 'y', '--utnil', 'z'], 'Did you mean --until?', 'xs2a tpp block --help'],
    [['tpp', 'block', 'x'], "required option '--reason <why>' not specified", 'xs2a tpp block --help'],
    [['tpp', 'block', '--reason', 'y'], "missing required argument 'id'", 'xs2a tpp block --help'],
    [['stroy', 'x'], 'Did you mean story?', 'xs2a --help'],
    [['tpp', 'list', 'x'], 'too many arguments', 'xs2a tpp list --help'],
  ])('%j ends with 2, and names the next step', async (words, why, next) => {
    const { code, out, err } = await xs2a(...words);
    expect([code, out]).toEqual([EXIT_CODES.unusable, '']);
    expect(err).toContain(why);
    expect(err).toContain(next);
  });
});

describe('a command that needs no server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-cli-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const inFolder = (...words: string[]) => xs2aIn(folder, ...words);

  it.each([
    [['profile', 'check'], { name: 'hr-full' }],
    [['profile', 'show', 'hr-full'], { profile: { timeZone: 'Europe/Zagreb' } }],
    [['keys', 'token', '--out', 'keys'], { isRenewed: true }],
    [['keys', 'service', '--out', 'keys', '--without', 'bank'], { folder: 'keys' }],
    [['identities', '--out', 'identities', '--rotate', 'gateway'], { renewed: expect.arrayContaining(['gateway']) }],
    [['certificates', 'server', '--names', 'nats'], { key: expect.stringContaining('.local/certs/') }],
  ])('prints its result as JSON with --json, and nothing else: %j', async (words, result) => {
    const { code, out, err } = await inFolder(...words, '--json');
    expect([code, err]).toEqual([EXIT_CODES.done, '']);
    expect(JSON.parse(out)).toMatchObject(result);
  });

  it.each([
    [['profile', 'check', 'bank.yaml'], EXIT_CODES.failed, /^bank.yaml:2: [^\n]*\nCorrect the file/],
    [
      ['keys', 'service', '--out', 'k', '--without', 'x'],
      EXIT_CODES.unusable,
      /^--without: [^\n]*\nxs2a keys service --help/,
    ],
    [
      ['register', 'show', 'X', '--file', 'none'],
      EXIT_CODES.unusable,
      /^none: the file[^\n]*\nxs2a register show --help/,
    ],
    [
      ['keys', 'token', '--out', 'broken'],
      EXIT_CODES.faulty,
      /JSON[^\n]*\nRun it again\. If it fails again, report it/,
    ],
  ])('that fails reports the reason, and then the next step: %j', async (words, code, said) => {
    writeFileSync(join(folder, 'bank.yaml'), 'preset: hr-full\npaymentProductz: []\n');
    mkdirSync(join(folder, 'broken'), { recursive: true });
    writeFileSync(join(folder, 'broken', 'token-keys.json'), 'no JSON');
    expect(await inFolder(...words)).toEqual({ code, out: '', err: expect.stringMatching(said) });
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { code, out } = await xs2a('complete', shell);
    expect([code, out]).toEqual([EXIT_CODES.done, expect.stringContaining('xs2a complete --')]);
  });

  it('completes commands and their options', async () => {
    expect((await xs2a('complete', '--', 'tpp', '')).out).toMatch(/^block\t/m);
    expect((await xs2a('complete', '--', 'tpp', 'block', '--')).out).toMatch(/^--reason\t/m);
  });
});
