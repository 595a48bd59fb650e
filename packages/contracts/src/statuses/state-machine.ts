/** From a status, each event that may happen there and the status it leads to. A status without events is final. */
export type Machine<Status extends string = string> = Readonly<Record<Status, Readonly<Record<string, Status>>>>;

type StatusOf<M extends Machine> = Extract<keyof M, string>;
type EventsFrom<M extends Machine, S extends keyof M> = Extract<keyof M[S], string>;
/** Every event that any status of the machine knows. */
export type EventOf<M extends Machine> = { [S in keyof M]: EventsFrom<M, S> }[keyof M];

/** The status after an event, or undefined where the machine has no such edge. */
export function step<M extends Machine>(machine: M, from: StatusOf<M>, event: EventOf<M>): StatusOf<M> | undefined {
  const edges: Readonly<Record<string, string>> = (Object.hasOwn(machine, from) && machine[from]) || {};
  return Object.hasOwn(edges, event) ? (edges[event] as StatusOf<M>) : undefined;
}

/** Whether nothing can happen any more. */
export function isFinal<M extends Machine>(machine: M, status: StatusOf<M>): boolean {
  return Object.keys(machine[status] ?? {}).length === 0;
}

/** The statuses from which an event is allowed. */
export function statusesBefore<M extends Machine>(machine: M, event: EventOf<M>): StatusOf<M>[] {
  return statusesOf(machine).filter((status) => step(machine, status, event) !== undefined);
}

export function statusesOf<M extends Machine>(machine: M): StatusOf<M>[] {
  return Object.keys(machine) as StatusOf<M>[];
}

/**
 * The shortest way from one status to another over the events allowed, as a list of events; undefined where there is
 * none, empty where the status is reached already. A report that overtook an earlier one still finds its way.
 */
export function routeBetween<M extends Machine>(
  machine: M,
  from: StatusOf<M>,
  to: StatusOf<M>,
  allowed: readonly EventOf<M>[],
): EventOf<M>[] | undefined {
  const routes = new Map<StatusOf<M>, EventOf<M>[]>([[from, []]]);
  for (const [status, route] of routes) {
    if (status === to) return route;
    for (const event of allowed) {
      const next = step(machine, status, event);
      if (next !== undefined && !routes.has(next)) routes.set(next, [...route, event]);
    }
  }
  return undefined;
}

/** Every status that can be reached from one, itself included. */
export function reachableFrom<M extends Machine>(machine: M, start: StatusOf<M>): Set<StatusOf<M>> {
  const reached = new Set<StatusOf<M>>([start]);
  for (const status of reached) {
    for (const next of Object.values(machine[status] ?? {})) reached.add(next as StatusOf<M>);
  }
  return reached;
}
