import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { EXIT_CODES } from '@xs2a/service-kit';
import { describe, expect, it } from 'vitest';
import { buildProgram, type Given } from './build-program.ts';
import { listed } from './overview.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const ALL = listed().flatMap(({ commands }) => commands);

function xs2a(...words: string[]): Promise<{ code: unknown; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...words], (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
  });
}

/** Splits a line into words as a shell does, without starting one. */
const wordsOf = (line: string): string[] =>
  Array.from(line.replace(/ >.*$/, '').matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');

/** The command that a command line reaches, and what it is given. */
async function reached(words: readonly string[]): Promise<{ name: string; input: Given }[]> {
  const runs: { name: string; input: Given }[] = [];
  const program = buildProgram((name, _, input) => Promise.resolve(void runs.push({ name, input })));
  for (const one of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    one.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  }
  await program.parseAsync(words, { from: 'user' });
  return runs;
}

describe('xs2a --help', () => {
  it('is enough to find how a TPP is blocked and what happened to a payment', async () => {
    const { code, out } = await xs2a('--help');
    expect(code).toBe(EXIT_CODES.done);
    expect(out).toMatch(/^ {2}tpp block <id> +blocks a TPP/m);
    expect(out).toMatch(/^ {2}story <id> +tells what happened to a payment/m);
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

  it.each(ALL)('refuses an option that it does not have: $words', async ({ command }) => {
    const refused = reached([...wordsOf(command.examples[0]), '--no-such-option']);
    await expect(refused).rejects.toThrow("unknown option '--no-such-option'");
  });

  it('tells with --help an example, its options and its exit codes', async () => {
    const { code, out } = await xs2a('tpp', 'block', '--help');
    expect(code).toBe(EXIT_CODES.done);
    expect(out).toMatch(/^ {2}xs2a tpp block PSDHR.*--reason/m);
    expect(out).toMatch(/^ {2}--until <time> {2,}When it ends/m);
    expect(out).toMatch(/^ {2}3 {2}the bus/m);
  });

  it('gets its arguments and options by name', async () => {
    const words = ['trust-list', 'import', '--lotl', 'a', '--signers', 'b', '--out', 'c', '--list', 'd', '--list', 'e'];
    const [run] = await reached(words);
    expect(run?.input).toEqual({ lotl: 'a', signers: 'b', out: 'c', list: ['d', 'e'], check: false });
  });
});

describe('a command line that is wrong', () => {
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
