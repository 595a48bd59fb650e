import type { X509Certificate } from 'node:crypto';
import { type RevocationList, readPublishedList, revocationListUrlOf } from '@xs2a/certificates';
import { Xs2aError } from '@xs2a/contracts';
import type { Clock, Log } from '@xs2a/service-kit';
import { fetchBytes } from './fetch-bytes.ts';
import type { AskMode } from './online-status.ts';

/** A request waits no longer for a list. */
const WAIT_MS_MAX = 2_000;
/** Some 130,000 certificates; those for payment services are a few thousand in all of Europe. */
const LIST_BYTES_MAX = 5 * 1024 * 1024;
/** How long a list counts at most, and where it does not say. */
const COUNTS_MS_MAX = 24 * 3_600_000;
const COUNTS_MS_UNSAID = 3_600_000;
/** Who gave no list is not asked again so soon: one request waits for it, not all. */
const PAUSE_MS = 60_000;
/** A list is fetched anew while it still counts, so that no request waits for it. */
const ANEW_AFTER = 0.75;
const LISTS_MAX = 1_000;

interface Held {
  /** The last one; undefined where none could be had. What it names stays revoked when its time is over. */
  readonly list: RevocationList | undefined;
  readonly anewAt: number;
  /** Until when it also vouches for those that it does not name; 0: not at all. */
  readonly vouchesUntil: number;
}

const NO_LIST: Held = { list: undefined, anewAt: 0, vouchesUntil: 0 };

interface Point {
  readonly url: string;
  readonly issuer: X509Certificate;
}

/**
 * Revocation lists that issuers publish (RFC 5280 4.2.1.13), fetched from the address in the certificate itself, once a way
 * from it to the trust list was found. What a list names stays revoked until a newer one comes; whoever has no list of a time
 * that is not over is let in by `soft`, and told to come back later by `hard`.
 */
export class PublishedLists {
  readonly #mode: AskMode;
  readonly #now: Clock;
  readonly #log: Log;
  /** By issuer and address; the least recently fetched goes first. */
  readonly #held = new Map<string, Held>();
  readonly #fetching = new Map<string, Promise<Held>>();
  readonly #urls = new WeakMap<X509Certificate, string | false>();

  constructor(mode: AskMode, now: Clock, log: Log) {
    this.#mode = mode;
    this.#now = now;
    this.#log = log;
  }

  /** Each certificate of the way to the trust list, by the list of the next one. Waits only where none is held that can say. */
  check(way: readonly X509Certificate[], path?: string): void | Promise<void> {
    if (this.#mode === 'off') return;
    const waiting = way.slice(0, -1).flatMap((certificate, index) => {
      const held = this.#heldFor(certificate, way[index + 1] as X509Certificate);
      if (held instanceof Promise) return [held.then((fetched) => this.#judge(certificate, fetched, path))];
      this.#judge(certificate, held, path);
      return [];
    });
    if (waiting.length > 0) return Promise.all(waiting).then(() => undefined);
  }

  #judge({ serialNumber }: X509Certificate, { list, vouchesUntil }: Held, path: string | undefined): void {
    if (list?.serialNumbers.has(BigInt(`0x${serialNumber}`))) {
      throw new Xs2aError('certificateRevoked', path === undefined ? {} : { path });
    }
    if (this.#mode === 'hard' && this.#now().getTime() > vouchesUntil) throw new Xs2aError('serviceUnavailable');
  }

  /** Reading it costs a millisecond; those certificates that are in use stay the same objects. */
  #urlOf(certificate: X509Certificate): string | false {
    const known = this.#urls.get(certificate);
    if (known !== undefined) return known;
    const url = revocationListUrlOf(certificate) ?? false;
    this.#urls.set(certificate, url);
    return url;
  }

  #heldFor(certificate: X509Certificate, issuer: X509Certificate): Held | Promise<Held> {
    const url = this.#urlOf(certificate);
    if (url === false) return NO_LIST;
    const key = `${issuer.fingerprint256} ${url}`;
    const held = this.#held.get(key);
    if (held === undefined) return this.#fetchOnce(key, { url, issuer });
    const now = this.#now().getTime();
    if (now < held.anewAt) return held;
    const fetching = this.#fetchOnce(key, { url, issuer });
    return this.#mode === 'hard' && now > held.vouchesUntil ? fetching : held;
  }

  /** One question at a time for a list, however many wait for it. Never rejects. */
  #fetchOnce(key: string, point: Point): Promise<Held> {
    const fetching = this.#fetching.get(key);
    if (fetching !== undefined) return fetching;
    const started = this.#fetch(point, this.#held.get(key) ?? NO_LIST).then((held) => {
      this.#fetching.delete(key);
      this.#held.delete(key);
      const [oldest] = this.#held.size >= LISTS_MAX ? this.#held.keys() : [];
      if (oldest !== undefined) this.#held.delete(oldest);
      this.#held.set(key, held);
      return held;
    });
    this.#fetching.set(key, started);
    return started;
  }

  async #fetch({ url, issuer }: Point, before: Held): Promise<Held> {
    const now = this.#now().getTime();
    try {
      const bytes = await fetchBytes(url, { waitMsMax: WAIT_MS_MAX, bytesMax: LIST_BYTES_MAX });
      const list = await readPublishedList(bytes, { issuer, url, now: this.#now() });
      // Who replays an old list over plain HTTP gives nobody back what was taken.
      if (before.list !== undefined && list.thisUpdate < before.list.thisUpdate) throw new Error('older than the last');
      const said = list.nextUpdate === undefined ? COUNTS_MS_UNSAID : list.nextUpdate.getTime() - now;
      if (said < 0) this.#log.warn({ event: 'revocationListOverdue' });
      const countsMs = Math.min(COUNTS_MS_MAX, said);
      return { list, anewAt: now + Math.max(PAUSE_MS, countsMs * ANEW_AFTER), vouchesUntil: now + countsMs };
    } catch (error) {
      this.#log.warn({ event: 'revocationListNotFetched', err: error instanceof Error ? error : undefined });
      return { ...before, anewAt: now + PAUSE_MS };
    }
  }
}
