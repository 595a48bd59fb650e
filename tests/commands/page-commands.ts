import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
export const SCRIPTS = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** The code blocks of some languages, without their indentation. */
export function blocksOf(text: string, ...languages: readonly string[]): string[] {
  return fencesOf(text).flatMap(({ language, block }) => (languages.includes(language) ? [block] : []));
}

/** Every code block with its language. */
export function fencesOf(text: string): { language: string; block: string }[] {
  const fence = /^( *)```(\w*)\n([\s\S]*?)^ *```$/gm;
  return Array.from(text.matchAll(fence), ([, indent = '', language = '', block = '']) => ({
    language,
    block: block
      .split('\n')
      .map((line) => line.replace(indent, ''))
      .join('\n'),
  }));
}

/** What `npm run <name>` starts after the build: Node, its flags and the program. */
function programOf(script: string): string | undefined {
  const command = SCRIPTS[`local:${script}`] ?? '';
  return /(?:^|&& )exec (node (?:--\S+ )*(?:tools|tests|bench)\/[\w/-]+\.ts(?: --\w+)?)$/.exec(command)?.[1];
}

/** The blocks as one script: npm without the build that it makes before, and what stands on several pages once. */
export function shellOf(blocks: readonly string[]): string {
  const programs = Object.keys(SCRIPTS).flatMap((name) => {
    const program = programOf(name.replace('local:', ''));
    return program === undefined ? [] : [`[${name.replace('local:', '')}]="${program}"`];
  });
  const seen = new Set<string>();
  const lines = blocks
    .join('\n')
    .split('\n')
    .filter((line) => !line.startsWith('npm run ') || (!seen.has(line) && seen.add(line)));
  return [
    'set -euxo pipefail',
    `declare -A programs=(${[...new Set(programs)].join(' ')})`,
    'npm() { local name=$2; shift 2; [ "${1:-}" != "--" ] || shift; ${programs[$name]} "$@"; }',
    // A refusal fails too.
    'curl() { command curl --fail-with-body "$@"; }',
    ...lines,
  ].join('\n');
}

export const optionsIn = (line: string): string[] =>
  Array.from(line.matchAll(/ (--?[a-zA-Z][\w-]*)/g), ([, one = '']) => one);

/** What an `npm run` line says that its program does not accept. */
export function wrongIn(line: string): string[] {
  const [, script = '', given = ''] = /^npm run ([\w:-]+)(?: -- (.*))?$/.exec(line) ?? [];
  if (SCRIPTS[script] === undefined) return [`no such command: ${line}`];
  const [, file] = / ((?:tools|tests|bench)\/\S+)/.exec(programOf(script) ?? '') ?? [];
  const source = file === undefined ? '' : read(file);
  const accepts = (option: string): boolean =>
    option === '--help' || new RegExp(`\\b'?${option.slice(2)}'?: \\{|'${option.slice(2)}'`).test(source);
  return optionsIn(` ${given}`)
    .filter((option) => !accepts(option))
    .map((option) => `${script} has no ${option}`);
}
