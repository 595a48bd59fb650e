import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../../tools/programs.ts';

const BUNDLE = join(ROOT, 'packages', 'cli', 'bundle');
/** Node reads as much in a few hundredths of a second; a service has ten times that. */
const READ_FIRST_MAX = 300_000;
const run = promisify(execFile);

/** Files that Node reads before the first statement of a file, itself included. */
function readFirst(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = readFileSync(join(BUNDLE, file), 'utf8');
  for (const [, name = ''] of code.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) readFirst(name, seen);
  return seen;
}

describe('xs2a as a bundle', () => {
  it('loads only what help and completion need, and nothing of a service', () => {
    const bytes = [...readFirst('main.js')].reduce((sum, file) => sum + statSync(join(BUNDLE, file)).size, 0);
    expect(bytes).toBeLessThan(READ_FIRST_MAX);
  });

  it.each([
    [['--help'], 'tpp block <id>'],
    [['profile', 'check', 'hr-full'], 'hr-full is valid'],
    [['complete', '--', 'tpp', ''], 'block'],
  ])('runs %j', async (words, said) => {
    const { stdout } = await run(process.execPath, [join(BUNDLE, 'main.js'), ...words]);
    expect(stdout).toContain(said);
  });
});
