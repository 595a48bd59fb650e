import { readFileSync } from 'node:fs';
import { SourcePlaces } from './source-places.ts';

/** A position in a bundle, whose path has no blanks and no colons. */
const PLACE = /(file:\/\/\/[^\s():]+\.js):([0-9]{1,9}):([0-9]{1,9})/g;
/** Maximum number of files whose positions are kept: far more than the stacks of one fault name. */
const FILES_MAX = 50;

/** Returns the source position for a position in a bundle, in the form of a stack trace. Lines and columns count from 0. */
type Find = (line: number, column: number) => string | undefined;

const files = new Map<string, Find>();

/**
 * Returns a stack trace with source positions, as far as they are stored beside the bundles (tools/bundle). They are read when a
 * stack is logged; Node (`--enable-source-maps`) would keep the maps of all modules in memory and also use them for errors that
 * are not logged (docs/performance.md).
 */
export function stackInSources(stack: string): string {
  return stack.replaceAll(
    PLACE,
    (place, url: string, line: string, column: string) => sourcesOf(url)(Number(line) - 1, Number(column) - 1) ?? place,
  );
}

function sourcesOf(url: string): Find {
  const known = files.get(url);
  if (known !== undefined) return known;
  if (files.size >= FILES_MAX) files.clear();
  const find = readSources(url);
  files.set(url, find);
  return find;
}

/** Logging must not fail because of missing sources. */
function readSources(url: string): Find {
  try {
    const places = new SourcePlaces(readFileSync(new URL(`${url}.places`)));
    return (line, column) => {
      const found = places.find(line, column);
      return found && `${new URL(found.source, url).href}:${found.line + 1}`;
    };
  } catch {
    return () => undefined;
  }
}
