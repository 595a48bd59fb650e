import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Release } from './judge-contracts.ts';

/** The last release of each service, one file a service. Earlier ones are in the history of the file. */
const RECORDS = fileURLToPath(new URL('../../releases', import.meta.url));

/** A schema shorter than this is repeated in place. */
const SHARED_CHARS_MIN = 200;

export function readReleases(folder = RECORDS): Release[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return names.toSorted().map((name) => fromRecord(readFileSync(join(folder, name), 'utf8')));
}

export function writeRelease(release: Release, folder = RECORDS): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${release.service}.json`);
  writeFileSync(path, toRecord(release));
  return path;
}

/**
 * Writes a line for each operation and each collection, so that a diff shows the changes. Repeated schemas are stored once, under
 * `shared`, with `{ "$shared": 3 }` in their places.
 */
export function toRecord({ service, version, ...contract }: Release): string {
  const times = new Map<string, number>();
  JSON.stringify(contract, (_, value: unknown) => {
    if (!isObject(value)) return value;
    const text = JSON.stringify(value);
    if (text.length >= SHARED_CHARS_MIN) times.set(text, (times.get(text) ?? 0) + 1);
    // Parts of a shared schema are counted once.
    return (times.get(text) ?? 0) > 1 ? null : value;
  });
  const numbers = new Map([...times].filter(([, count]) => count > 1).map(([text], index) => [text, index]));
  const short = (value: unknown, isTop = false): unknown => {
    if (Array.isArray(value)) return value.map((one) => short(one));
    if (!isObject(value)) return value;
    const number = isTop ? undefined : numbers.get(JSON.stringify(value));
    if (number !== undefined) return { $shared: number };
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, short(one)]));
  };
  const shared = [...numbers.keys()].map((text) => short(JSON.parse(text), true));
  const lines = (named: object): string =>
    Object.entries(named)
      .map(([name, value]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(short(value))}`)
      .join(',');
  const parts = Object.entries(contract).map(([part, named]) => `  ${JSON.stringify(part)}: {${lines(named)}\n  }`);
  const all = [
    `  "service": ${JSON.stringify(service)}`,
    `  "version": ${JSON.stringify(version)}`,
    ...parts,
    `  "shared": [${shared.map((one) => `\n    ${JSON.stringify(one)}`).join(',')}\n  ]`,
  ];
  return `{\n${all.join(',\n')}\n}\n`;
}

export function fromRecord(text: string): Release {
  const { shared = [], ...release } = JSON.parse(text) as Release & { shared?: unknown[] };
  const whole = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(whole);
    if (!isObject(value)) return value;
    if ('$shared' in value) return whole(shared[Number(value['$shared'])]);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, whole(one)]));
  };
  return whole(release) as Release;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
