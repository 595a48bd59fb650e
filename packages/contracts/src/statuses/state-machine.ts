/** By status, the possible events and the status each leads to. A status without events is final. */
export type Machine<Status extends string = string> = Readonly<Record<Status, Readonly<Record<string, Status>>>>;

type StatusOf<M extends Machine> = Extract<keyof M, string>;
type EventsFrom<M extends Machine, S extends keyof M> = Extract<keyof M[S], string>;
/** All events of a machine. */
export type EventOf<M extends Machine> = { [S in keyof M]: EventsFrom<M, S> }[keyof M];

/** Returns the status after an event; undefined if the machine has no such edge. */
export function step<M extends Machine>(machine: M, from: StatusOf<M>, event: EventOf<M>): StatusOf<M> | undefined {
  const edges: Readonly<Record<string, string>> = (Object.hasOwn(machine, from) && machine[from]) || {};
  return Object.hasOwn(edges, event) ? (edges[event] as StatusOf<M>) : undefined;
}

/** Whether no further event is possible. */
export function isFinal<M extends Machine>(machine: M, status: StatusOf<M>): boolean {
  return Object.keys(machine[status] ?? {}).length === 0;
}

/** Returns the statuses that nothing follows. */
export function finalStatuses<M extends Machine>(machine: M): StatusOf<M>[] {
  return statusesOf(machine).filter((status) => isFinal(machine, status));
}

/** Returns the statuses in which an event is allowed. */
export function statusesBefore<M extends Machine>(machine: M, event: EventOf<M>): StatusOf<M>[] {
  return statusesOf(machine).filter((status) => step(machine, status, event) !== undefined);
}

export function statusesOf<M extends Machine>(machine: M): StatusOf<M>[] {
  return Object.keys(machine) as StatusOf<M>[];
}

/**
 * Returns the shortest sequence of allowed events from one status to another; undefined if there is none, empty if the status is
 * already reached. It also applies a report that overtook an earlier one.
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

/** Returns all statuses reachable from one, including itself. */
export function reachableFrom<M extends Machine>(machine: M, start: StatusOf<M>): Set<StatusOf<M>> {
  const reached = new Set<StatusOf<M>>([start]);
  for (const status of reached) {
    for (const next of Object.values(machine[status] ?? {})) reached.add(next as StatusOf<M>);
  }
  return reached;
}
