import type { X509Certificate } from 'node:crypto';
import { type RevocationList, readPublishedList, revocationListUrlOf } from '@xs2a/certificates';
import { Xs2aError } from '@xs2a/contracts';
import type { Clock, Log } from '@xs2a/service-kit';
import { fetchBytes } from './fetch-bytes.ts';

/** The first request that needs a list waits no longer for it. */
const WAIT_MS_MAX = 2_000;
/** Some 130,000 certificates; those for payment services are a few thousand in all of Europe. */
const LIST_BYTES_MAX = 5 * 1024 * 1024;
/** How long a list counts at most, and where it does not say. */
const COUNTS_MS_MAX = 24 * 3_600_000;
const COUNTS_MS_UNSAID = 3_600_000;
/** Who gave no list is not asked again so soon: one request waits for it, not all. */
const PAUSE_MS = 60_000;
const LISTS_MAX = 1_000;

interface Held {
  /** Undefined where none could be had. */
  readonly list: RevocationList | undefined;
  readonly anewAt: number;
}

interface Point {
  readonly url: string;
  readonly issuer: X509Certificate;
}

/**
 * Revocation lists that issuers publish (RFC 5280 4.2.1.13), fetched from the address in the certificate itself, once a way
 * from it to the trust list was found. A list that cannot be had keeps nobody out; one that was had holds until a newer one comes.
 */
export class PublishedLists {
  readonly #mode: 'off' | 'on';
  readonly #now: Clock;
  readonly #log: Log;
  /** By issuer and address; the least recently fetched goes first. */
  readonly #held = new Map<string, Held>();
  readonly #fetching = new Map<string, Promise<Held>>();
  readonly #urls = new WeakMap<X509Certificate, string | false>();

  constructor(mode: 'off' | 'on', now: Clock, log: Log) {
    this.#mode = mode;
    this.#now = now;
    this.#log = log;
  }

  /** Each certificate of the way to the trust list, by the list of the next one. Waits only where a list was never fetched. */
  check(way: readonly X509Certificate[], path?: string): void | Promise<void> {
    if (this.#mode === 'off') return;
    const waiting = way.slice(0, -1).flatMap((certificate, index) => {
      const issuer = way[index + 1];
      const url = this.#urlOf(certificate);
      if (issuer === undefined || url === false) return [];
      const held = this.#heldOf({ url, issuer });
      if (held instanceof Promise) return [held.then((fetched) => refuseRevoked(certificate, fetched, path))];
      refuseRevoked(certificate, held, path);
      return [];
    });
    if (waiting.length > 0) return Promise.all(waiting).then(() => undefined);
  }

  /** Reading it costs a millisecond; those certificates that are in use stay the same objects. */
  #urlOf(certificate: X509Certificate): string | false {
    const known = this.#urls.get(certificate);
    if (known !== undefined) return known;
    const url = revocationListUrlOf(certificate) ?? false;
    this.#urls.set(certificate, url);
    return url;
  }

  #heldOf(point: Point): Held | Promise<Held> {
    const key = `${point.issuer.fingerprint256} ${point.url}`;
    const held = this.#held.get(key);
    if (held === undefined) return this.#fetchOnce(key, point);
    if (this.#now().getTime() >= held.anewAt) void this.#fetchOnce(key, point);
    return held;
  }

  /** One question at a time for a list, however many wait for it. Never rejects. */
  #fetchOnce(key: string, point: Point): Promise<Held> {
    const fetching = this.#fetching.get(key);
    if (fetching !== undefined) return fetching;
    const started = this.#fetch(point, this.#held.get(key)?.list).then((held) => {
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

  async #fetch({ url, issuer }: Point, before: RevocationList | undefined): Promise<Held> {
    const now = this.#now().getTime();
    try {
      const bytes = await fetchBytes(url, { waitMsMax: WAIT_MS_MAX, bytesMax: LIST_BYTES_MAX });
      const list = await readPublishedList(bytes, issuer, this.#now());
      // Who replays an old list over plain HTTP gives nobody back what was taken.
      if (isOlder(list, before)) throw new Error('older than the one before');
      const said = list.nextUpdate === undefined ? COUNTS_MS_UNSAID : list.nextUpdate.getTime() - now;
      if (said < 0) this.#log.warn({ event: 'revocationListOverdue' });
      return { list, anewAt: now + Math.min(COUNTS_MS_MAX, Math.max(PAUSE_MS, said)) };
    } catch (error) {
      this.#log.warn({ event: 'revocationListNotFetched', err: error instanceof Error ? error : undefined });
      return { list: before, anewAt: now + PAUSE_MS };
    }
  }
}

function isOlder(list: RevocationList, before: RevocationList | undefined): boolean {
  return before !== undefined && list.thisUpdate < before.thisUpdate;
}

function refuseRevoked({ serialNumber }: X509Certificate, { list }: Held, path: string | undefined): void {
  if (!list?.serialNumbers.has(BigInt(`0x${serialNumber}`))) return;
  throw new Xs2aError('certificateRevoked', path === undefined ? {} : { path });
}
