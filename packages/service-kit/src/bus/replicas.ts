/** Milliseconds without a message after which a replica is forgotten. */
const FORGET_MS = 120_000;
/** Milliseconds for which an overloaded replica is avoided if there is another one. */
const BUSY_MS = 1_000;
/** Milliseconds for which the queue group is avoided after an unknown replica was silent. */
const UNKNOWN_SILENT_MS = 3_000;
/** Milliseconds after a reply without heartbeats during which the service is assumed to send none. */
const WITHOUT_SIGNS_MS = 60_000;

interface Replica {
  heardAt: number;
  busyUntil: number;
  isSilent: boolean;
}

interface Service {
  readonly replicas: Map<string, Replica>;
  /** Time of the last reply of the service; 0 if there was none. */
  answeredAt: number;
  /** Until then, the service is assumed to send no heartbeats (an older version or a connector). */
  withoutSignsUntil: number;
  /** Latest time until which the queue group is avoided. */
  avoidQueueUntil: number;
  turn: number;
}

/**
 * State of the replicas of other services, from their replies and announcements. Normally the queue group of a service chooses.
 * While a replica hangs or is overloaded, requests go to the addresses of the others.
 */
export class Replicas {
  readonly #services = new Map<string, Service>();

  /** Records a message of a replica: it runs. */
  heard(service: string, replica: string, isBusy = false): void {
    const known = this.#of(service);
    const now = Date.now();
    const one = known.replicas.get(replica);
    if (one === undefined) {
      known.replicas.set(replica, { heardAt: now, busyUntil: isBusy ? now + BUSY_MS : 0, isSilent: false });
    } else {
      one.heardAt = now;
      if (one.isSilent) this.#setSilent(known, one, false);
      if (isBusy) one.busyUntil = now + BUSY_MS;
    }
    if (isBusy) known.avoidQueueUntil = Math.max(known.avoidQueueUntil, now + BUSY_MS);
  }

  /** Records a reply. Without a replica id, the service sends no heartbeats either. */
  answered(service: string, replica: string | undefined, isBusy = false): void {
    const known = this.#of(service);
    known.answeredAt = Date.now();
    if (replica === undefined) known.withoutSignsUntil = known.answeredAt + WITHOUT_SIGNS_MS;
    else this.heard(service, replica, isBusy);
  }

  /** Whether silence means that a replica hangs, because the service sends heartbeats. */
  givesSigns(service: string): boolean {
    const known = this.#services.get(service);
    return known !== undefined && known.replicas.size > 0 && known.withoutSignsUntil < Date.now();
  }

  /** Whether the service has answered within this many milliseconds. */
  hasAnswered(service: string, withinMs: number): boolean {
    return Date.now() - (this.#services.get(service)?.answeredAt ?? 0) < withinMs;
  }

  /** Records that a replica did not answer a probe. */
  wasSilent(service: string, replica: string): void {
    const known = this.#of(service);
    const one = known.replicas.get(replica);
    if (one === undefined) return;
    if (Date.now() - one.heardAt > FORGET_MS) this.isGone(service, replica);
    else this.#setSilent(known, one, true);
  }

  /** Records that a request to the queue group was not answered although every known replica runs. */
  someoneWasSilent(service: string): void {
    this.#of(service).avoidQueueUntil = Date.now() + UNKNOWN_SILENT_MS;
  }

  /** Records that a replica no longer listens at its address, and so not in the queue group either. */
  isGone(service: string, replica: string): void {
    const known = this.#of(service);
    if (known.replicas.delete(replica)) this.#endTrouble(known);
  }

  /** Forgets silence after a reconnection: the replicas may only have been unreachable. */
  forgetSilence(): void {
    for (const known of this.#services.values()) {
      for (const one of known.replicas.values()) one.isSilent = false;
      known.avoidQueueUntil = 0;
    }
  }

  knownOf(service: string): string[] {
    return [...(this.#services.get(service)?.replicas.keys() ?? [])];
  }

  silent(): { service: string; replica: string }[] {
    return [...this.#services].flatMap(([service, { replicas }]) =>
      [...replicas].filter(([, { isSilent }]) => isSilent).map(([replica]) => ({ service, replica })),
    );
  }

  /**
   * Chooses the replica to ask, in turn; undefined for the queue group. `heardSince` limits the choice to replicas that have sent
   * something since; `except` are those asked already.
   */
  choose(service: string, except?: ReadonlySet<string>, heardSince = 0): string | undefined {
    const known = this.#services.get(service);
    if (known === undefined) return undefined;
    const now = Date.now();
    if (except === undefined && known.avoidQueueUntil < now) return undefined;
    const able = [...known.replicas].filter(
      ([replica, { isSilent, busyUntil, heardAt }]) =>
        !isSilent && busyUntil < now && heardAt >= heardSince && except?.has(replica) !== true,
    );
    return able[known.turn++ % able.length]?.[0];
  }

  #setSilent(known: Service, one: Replica, isSilent: boolean): void {
    one.isSilent = isSilent;
    if (isSilent) known.avoidQueueUntil = Infinity;
    else this.#endTrouble(known);
  }

  #endTrouble(known: Service): void {
    if ([...known.replicas.values()].some(({ isSilent }) => isSilent)) return;
    if (known.avoidQueueUntil === Infinity) known.avoidQueueUntil = 0;
  }

  #of(service: string): Service {
    const known = this.#services.get(service);
    if (known !== undefined) return known;
    const made = { replicas: new Map(), answeredAt: 0, withoutSignsUntil: 0, avoidQueueUntil: 0, turn: 0 };
    this.#services.set(service, made);
    return made;
  }
}
