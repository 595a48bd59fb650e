import { listTests } from './affected-tests.ts';
import { readText } from './import-graph.ts';

/** If a title is built from parts, at least this many of its words in a row are in the source file. */
const WORDS_IN_A_ROW = 3;

/** Vitest arguments that select tests by parts of their paths, of their titles, or both. */
export function chooseTests(wanted: readonly string[]): string[] {
  const tests = listTests();
  const inPath = (part: string): string[] => tests.filter((path) => path.includes(part.replace(/^\.\//, '')));
  const paths = wanted.filter((part) => inPath(part).length > 0);
  const titles = wanted.filter((part) => !paths.includes(part));
  const files = paths.length > 0 ? paths.flatMap(inPath) : titles.flatMap((title) => filesWith(title, tests));
  if (files.length === 0 || titles.length === 0) return [...new Set(files)];
  return [...new Set(files), '--testNamePattern', titles.map(literal).join('|')];
}

/** The files that contain this title or, if none does, those that may build it. */
function filesWith(title: string, files: readonly string[]): string[] {
  const written = files.filter((path) => readText(path).includes(title));
  if (written.length > 0) return written;
  const words = title.split(' ');
  const parts = words.map((_, index) => words.slice(index, index + WORDS_IN_A_ROW).join(' '));
  const whole = parts.slice(0, 1 - WORDS_IN_A_ROW);
  return files.filter((path) => whole.some((part) => readText(path).includes(part)));
}

/** A pattern that matches exactly this text. */
function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
