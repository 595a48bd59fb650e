import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import { type SourcePlace, writeSourcePlaces } from '@xs2a/service-kit';

/** Writes, for each source map in the folder of a bundle, the source positions that the log uses, and removes the map. */
export function writePlaces(dir: string): void {
  for (const name of globSync('*.js.map', { cwd: dir })) {
    const path = join(dir, name);
    const map = new TraceMap(readFileSync(path, 'utf8'));
    const sources = map.sources.map(String);
    writeFileSync(path.replace(/\.map$/, '.places'), writeSourcePlaces(sources, placesOf(map, sources)));
    rmSync(path);
  }
}

/** One position for each line of a source, not for each word. */
function placesOf(map: TraceMap, sources: readonly string[]): SourcePlace[] {
  const indexes = new Map(sources.map((source, index) => [source, index]));
  const places: SourcePlace[] = [];
  let last: SourcePlace | undefined;
  eachMapping(map, ({ generatedLine, generatedColumn, source, originalLine }) => {
    const of = source === null ? -1 : (indexes.get(source) ?? -1);
    const place: SourcePlace = [generatedLine - 1, generatedColumn, of, (originalLine ?? 0) - 1];
    if (last?.[0] !== place[0] || last[2] !== place[2] || last[3] !== place[3]) places.push((last = place));
  });
  return places;
}
