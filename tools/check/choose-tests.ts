import { listTests } from './affected-tests.ts';
import { readText } from './import-graph.ts';

/** Where a title is put together from parts, this many of its words in a row stand in the file. */
const WORDS_IN_A_ROW = 3;

/** Arguments for vitest that choose tests by parts of their paths, of their titles, or both. */
export function chooseTests(wanted: readonly string[]): string[] {
  const tests = listTests();
  const inPath = (part: string): string[] => tests.filter((path) => path.includes(part.replace(/^\.\//, '')));
  const paths = wanted.filter((part) => inPath(part).length > 0);
  const titles = wanted.filter((part) => !paths.includes(part));
  const files = paths.length > 0 ? paths.flatMap(inPath) : titles.flatMap((title) => filesWith(title, tests));
  if (files.length === 0 || titles.length === 0) return [...new Set(files)];
  return [...new Set(files), '--testNamePattern', titles.map(literal).join('|')];
}

/** The files that this title is written in or, where there is none, that may put it together. */
function filesWith(title: string, files: readonly string[]): string[] {
  const written = files.filter((path) => readText(path).includes(title));
  if (written.length > 0) return written;
  const words = title.split(' ');
  const parts = words.map((_, index) => words.slice(index, index + WORDS_IN_A_ROW).join(' '));
  const whole = parts.slice(0, 1 - WORDS_IN_A_ROW);
  return files.filter((path) => whole.some((part) => readText(path).includes(part)));
}

/** A pattern that matches this text alone. */
function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
