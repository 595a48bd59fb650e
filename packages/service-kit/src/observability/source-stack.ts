import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** A place in a built file. Its path has no blanks and no colons. */
const PLACE = /(file:\/\/\/[^\s():]+\.js):([0-9]{1,9}):([0-9]{1,9})/g;
/** Files whose maps are kept: far more than the stacks of one fault name. */
const MAPS_MAX = 50;

const maps = new Map<string, SourceMap | undefined>();

/**
 * A stack with the places in the sources, as far as there are maps beside the files. They are read when a stack is logged: Node
 * itself would keep the maps of all modules in memory (`--enable-source-maps`), and use them for errors that nobody logs (decision 66).
 */
export function stackInSources(stack: string): string {
  return stack.replaceAll(PLACE, (place, url: string, line: string, column: string) => {
    const { originalSource, originalLine, originalColumn }: Partial<ReturnType<typeof entryOf>> =
      entryOf(url, Number(line), Number(column)) ?? {};
    if (originalSource === undefined || originalLine === undefined || originalColumn === undefined) return place;
    return `${new URL(originalSource, url).href}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

function entryOf(url: string, line: number, column: number) {
  const entry = mapOf(url)?.findEntry(line - 1, column - 1);
  return entry !== undefined && 'originalSource' in entry ? entry : undefined;
}

function mapOf(url: string): SourceMap | undefined {
  if (maps.has(url)) return maps.get(url);
  if (maps.size >= MAPS_MAX) maps.clear();
  const map = readMap(url);
  maps.set(url, map);
  return map;
}

/** What is logged must not fail because of its map. */
function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}
