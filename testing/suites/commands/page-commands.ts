import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextOf } from '@xs2a/cli/program/exits';
import { listed } from '@xs2a/cli/program/overview';
import { findRow, programOf, type Row, SCRIPTS } from '../../../tools/scripts.mjs';

export const ROOT = join(import.meta.dirname, '..', '..', '..');
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const XS2A = listed().flatMap(({ commands }) => commands);

/** Last line that `xs2a` prints when it ends with another code than 0. */
export function nextStep(words: string, code: number): string {
  const called = XS2A.find((one) => one.words === words);
  if (called === undefined) throw new Error(`There is no command ${words}`);
  return nextOf(words, called.command, code);
}

/** The commands of npm (`tpp`, `verify crash` and so on), each with its row. */
export const COMMANDS: ReadonlyMap<string, Row> = new Map(
  Object.entries(SCRIPTS).flatMap(([script, row]) => [
    [script, row] as const,
    ...Object.entries(row.names ?? {}).map(([name, one]) => [`${script} ${name}`, one] as const),
  ]),
);

/** Returns the code blocks of some languages, without indentation. */
export function blocksOf(text: string, ...languages: readonly string[]): string[] {
  return fencesOf(text).flatMap(({ language, block }) => (languages.includes(language) ? [block] : []));
}

/** Returns every code block with its language. */
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

/** Joins the blocks to one script: npm without the build before it, and repeated blocks once. */
export function shellOf(blocks: readonly string[]): string {
  const programs = [...COMMANDS].map(([command, row]) => `["${command}"]="${programOf(row)}"`);
  const seen = new Set<string>();
  const lines = blocks
    .join('\n')
    .split('\n')
    .filter((line) => !line.startsWith('npm run ') || (!seen.has(line) && seen.add(line)));
  return [
    'set -euxo pipefail',
    `declare -A programs=(${programs.join(' ')})`,
    'npm() { local name=$2; shift 2; [ "${1:-}" != "--" ] || shift',
    // The name of a suite or a measurement.
    '[ -z "${1:-}" ] || [ -z "${programs[$name $1]:-}" ] || { name="$name $1"; shift; }',
    '${programs[$name]} "$@"; }',
    // An error response fails the command too.
    'curl() { command curl --fail-with-body "$@"; }',
    ...lines,
  ].join('\n');
}

export const optionsIn = (line: string): string[] =>
  Array.from(line.matchAll(/ (--?[a-zA-Z][\w-]*)/g), ([, one = '']) => one);

/** Returns the faults of an `npm run` line, that is arguments which its program does not accept. */
export function wrongIn(line: string): string[] {
  const [, script = '', given = ''] = /^npm run ([\w:-]+)(?: -- (.*))?$/.exec(line) ?? [];
  const found = findRow([script, ...given.split(' ').filter((word) => word !== '')]);
  if ('refusal' in found) return [`no such command: ${line}`];
  if (script === 'xs2a') return wrongOfXs2a(line, found.args);
  const { file } = found.row;
  const source = file === undefined ? '' : read(file);
  const accepts = (option: string): boolean =>
    option === '--help' || new RegExp(`\\b'?${option.slice(2)}'?: \\{|'${option.slice(2)}'`).test(source);
  return optionsIn(` ${given}`)
    .filter((option) => !accepts(option))
    .map((option) => `${script} has no ${option}`);
}

/** A subject alone is valid: it lists all of its commands. */
function wrongOfXs2a(line: string, words: readonly string[]): string[] {
  const names = words.filter((word) => !word.startsWith('-')).join(' ');
  const called = XS2A.find((one) => `${names} `.startsWith(`${one.words} `));
  const options = optionsIn(` ${words.join(' ')}`).filter((option) => option !== '--help');
  if (called !== undefined) {
    return options
      .filter((option) => called.command.options[option.slice(2)] === undefined)
      .map((option) => `${called.words} has no ${option}`);
  }
  const isSubject = names === '' || XS2A.some((one) => one.words.startsWith(`${names} `));
  return isSubject && options.length === 0 ? [] : [`no such command: ${line}`];
}
