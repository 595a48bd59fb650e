import type { Manifest, ServiceRecord } from './manifest.ts';

/** Returns one line for each new, removed or changed service: `+`, `-`, `~`. */
export function compareServices(before: readonly ServiceRecord[], after: readonly ServiceRecord[]): string[] {
  const [old, current] = [byKey(before), byKey(after)];
  const added = [...current].flatMap(([key, services]) => {
    const [service] = services;
    const [was, is] = [statesOf(old.get(key)), statesOf(services)];
    if (service === undefined || was === is) return [];
    return [was === '' ? `+ ${describe(service)}: ${is}` : `~ ${describe(service)}: ${was} -> ${is}`];
  });
  const removed = [...old].flatMap(([key, services]) =>
    services[0] === undefined || current.has(key) ? [] : [`- ${describe(services[0])}: was ${statesOf(services)}`],
  );
  return [...added, ...removed];
}

/** Whether two imports have the same content, regardless of time and file names. */
export function isSame(before: Manifest | undefined, after: Manifest): boolean {
  if (before === undefined || before.anchorsSha256 !== after.anchorsSha256) return false;
  const listsOf = ({ listOfLists, lists }: Manifest): string =>
    JSON.stringify([listOfLists, ...lists].map(({ file: _, sha256: __, ...list }) => list));
  return listsOf(before) === listsOf(after) && compareServices(before.services, after.services).length === 0;
}

/** A certificate may occur in several services of a list, even with the same name. */
function byKey(services: readonly ServiceRecord[]): ReadonlyMap<string, ServiceRecord[]> {
  return Map.groupBy(services, ({ territory, sha256, name }) => `${territory} ${sha256} ${name}`);
}

function statesOf(services: readonly ServiceRecord[] = []): string {
  return [...new Set(services.map(stateOf))].toSorted().join(' and ');
}

function describe({ territory, provider, name, sha256 }: ServiceRecord): string {
  return `${territory} ${provider}, ${name} (${sha256.slice(0, 16)})`;
}

function stateOf({ status, since, purposes, isTrusted, reason }: ServiceRecord): string {
  const trust = isTrusted ? `trusted for ${purposes.join(' and ')}` : `not trusted, ${reason ?? ''}`;
  return `${status} since ${since.slice(0, 10)}, ${trust}`;
}
