import { DOCUMENTED_MACHINES } from '@xs2a/developer-pages';
import { stateDiagram } from './state-diagram.ts';

/** Returns a picture of each status machine, by its path. */
export function stateDiagrams(folder: string): Record<string, string> {
  return Object.fromEntries(
    DOCUMENTED_MACHINES.map(({ name, title, field, start, machine, frames }) => [
      `${folder}/${name}.svg`,
      stateDiagram(machine, start, `${title}: ${field}`, frames),
    ]),
  );
}
