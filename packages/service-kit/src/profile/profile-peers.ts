import type { Subscription } from '@nats-io/transport-node';
import { type AspspProfile, profilesOf, type ServiceName } from '@xs2a/contracts';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { profileFingerprint } from './profile-fingerprint.ts';

const SAY_EVERY_MS = 30_000;
/** An instance that was not heard for three intervals has ended. */
const FORGET_MS = 3 * SAY_EVERY_MS + 10_000;

const Word = z.object({
  instance: z.string().max(64),
  fingerprint: z.string().max(64),
  /** Abilities of this version that earlier versions lack. */
  abilities: z.array(z.string().max(64)).max(16).default([]),
  /** Whether the instance is about to stop. */
  leaves: z.boolean().default(false),
});
type Word = z.infer<typeof Word>;

interface Peer extends Pick<Word, 'fingerprint' | 'abilities'> {
  readonly service: string;
  readonly heardAt: number;
  /** Like {@link heardAt}, by a monotonic clock. */
  readonly heardMs: number;
}

/** Abilities of the running versions of other services, as far as known. */
export interface Peers {
  /** Whether a replica of the service was heard recently and every such replica has this ability. */
  allCan(service: ServiceName, ability: string): boolean;
  /** Calls back whenever a replica of the service is heard for the first time, or leaves. */
  onChange(service: ServiceName, changed: () => void): void;
}

interface Kit {
  readonly bus: Bus;
  readonly profile: AspspProfile;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: Clock;
}

/**
 * Compares profiles and abilities of services. Services must use the same profile, or one promises what another refuses. Each
 * instance announces its profile on the bus and listens to the others. A difference is reported but stops nothing, because every
 * rollout causes one. Each instance also announces its abilities: a feature that all replicas of another service must support
 * waits until they do.
 */
export class ProfilePeers implements Peers {
  readonly #kit: Kit;
  readonly #own: Omit<Word, 'leaves'>;
  readonly #service: ServiceName;
  /** By service and instance, because only a service itself may announce its replicas. */
  readonly #peers = new Map<string, Peer>();
  readonly #listeners: { readonly service: string; readonly changed: () => void }[] = [];
  readonly #subscription: Subscription;
  readonly #timer: NodeJS.Timeout;

  constructor(service: ServiceName, abilities: readonly string[], kit: Kit) {
    this.#kit = kit;
    const fingerprint = profileFingerprint(kit.profile);
    this.#own = { instance: kit.bus.replica, fingerprint, abilities: [...abilities] };
    this.#service = service;
    this.#subscription = kit.bus.connection.subscribe(profilesOf('*'), {
      callback: (_, message) => {
        const word = Word.safeParse(readJson(message)).data;
        if (word !== undefined) this.#hear(message.subject.slice(profilesOf('').length), word);
      },
    });
    this.#count();
    this.#say();
    this.#timer = setInterval(() => this.#say(), SAY_EVERY_MS).unref();
  }

  get fingerprint(): string {
    return this.#own.fingerprint;
  }

  /** Recently heard services with another profile, as `name fingerprint`. */
  differing(): string[] {
    const since = this.#kit.now().getTime() - FORGET_MS;
    const others = [...this.#peers].filter(([, peer]) => {
      return peer.heardAt >= since && peer.fingerprint !== this.fingerprint;
    });
    return [...new Set(others.map(([, { service, fingerprint }]) => `${service} ${fingerprint}`))].toSorted();
  }

  allCan(service: ServiceName, ability: string): boolean {
    const since = performance.now() - FORGET_MS;
    let isHeard = false;
    for (const peer of this.#peers.values()) {
      if (peer.service !== service || peer.heardMs < since) continue;
      if (!peer.abilities.includes(ability)) return false;
      isHeard = true;
    }
    return isHeard;
  }

  onChange(service: ServiceName, changed: () => void): void {
    this.#listeners.push({ service, changed });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#subscription.unsubscribe();
    this.#say({ leaves: true });
  }

  #hear(service: string, { instance, fingerprint, abilities, leaves }: Word): void {
    if (service === this.#service && instance === this.#own.instance) return;
    const { replicas } = this.#kit.bus;
    const peer = `${service} ${instance}`;
    if (leaves) {
      replicas.isGone(service, instance);
      this.#peers.delete(peer);
      return this.#tell(service);
    }
    replicas.heard(service, instance);
    const isNew = !this.#peers.has(peer);
    this.#forgetSilent();
    const heardAt = this.#kit.now().getTime();
    this.#peers.set(peer, { service, fingerprint, abilities, heardAt, heardMs: performance.now() });
    if (!isNew) return;
    this.#tell(service);
    if (fingerprint !== this.fingerprint) {
      this.#kit.log.warn(
        { event: 'profilesDiffer' },
        `${service} runs profile ${fingerprint}, this is ${this.fingerprint}`,
      );
    }
    // A new instance has not heard any other yet.
    this.#say();
  }

  #tell(service: string): void {
    for (const listener of this.#listeners) if (listener.service === service) listener.changed();
  }

  #forgetSilent(): void {
    const since = this.#kit.now().getTime() - FORGET_MS;
    for (const [peer, { heardAt }] of this.#peers) if (heardAt < since) this.#peers.delete(peer);
  }

  #say(word: Partial<Word> = {}): void {
    const { bus } = this.#kit;
    if (!bus.isConnected) return;
    bus.connection.publish(profilesOf(this.#service), JSON.stringify({ ...this.#own, ...word }));
  }

  #count(): void {
    const registers = [this.#kit.metrics.registry];
    const differing = (): number => this.differing().length;
    new Gauge({
      name: 'xs2a_profiles_differing',
      help: 'Other profiles that services run which were heard of late',
      registers,
      collect() {
        this.set(differing());
      },
    });
    const { fingerprint } = this;
    new Gauge({
      name: 'xs2a_profile_info',
      help: 'The profile that this service runs',
      labelNames: ['fingerprint'],
      registers,
    }).set({ fingerprint }, 1);
  }
}

function readJson(message: { json(): unknown }): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}
