import type { X509Certificate } from 'node:crypto';
import { type RevocationList, readPublishedList, revocationListUrlOf } from '@xs2a/certificates';
import { Xs2aError } from '@xs2a/contracts';
import type { Clock, Log } from '@xs2a/service-kit';
import { fetchBytes } from './fetch-bytes.ts';
import { FetchOnce } from './fetch-once.ts';
import type { RevocationMode } from './ocsp-status.ts';

/** Upper bound on the time that a request waits for a list, in milliseconds. */
const WAIT_MS_MAX = 2_000;
/** About 130,000 entries; payment services in all of Europe have a few thousand certificates. */
const LIST_BYTES_MAX = 5 * 1024 * 1024;
/** Upper bound on the use of a list, and the default without `nextUpdate`, in milliseconds. */
const USE_MS_MAX = 24 * 3_600_000;
const USE_MS_DEFAULT = 3_600_000;
/** Pause after a list could not be fetched, in milliseconds, so that only one request waits for it. */
const PAUSE_MS = 60_000;
/** Fraction of its use after which a list is renewed in the background, so that no request waits. */
const RENEW_AFTER = 0.75;
const LISTS_MAX = 1_000;

interface Held {
  /** The last list; undefined if none could be fetched. Its entries stay revoked after the list has expired. */
  readonly list: RevocationList | undefined;
  readonly renewAt: number;
  /** Time until which a certificate that is not on the list counts as not revoked; 0 means never. */
  readonly vouchesUntil: number;
}

const NO_LIST: Held = { list: undefined, renewAt: 0, vouchesUntil: 0 };

interface Point {
  readonly url: string;
  readonly issuer: X509Certificate;
}

/**
 * Revocation lists published by issuers (RFC 5280 4.2.1.13), fetched from the address in the certificate after its chain up to
 * the trust list was verified. Entries of a list stay revoked until a newer list. Without a current list `soft` accepts a
 * certificate, and `hard` answers 503.
 */
export class RevocationLists {
  readonly #mode: RevocationMode;
  readonly #now: Clock;
  readonly #log: Log;
  /** By issuer and address. */
  readonly #held = new FetchOnce<Held>(LISTS_MAX);
  readonly #urls = new WeakMap<X509Certificate, string | false>();

  constructor(mode: RevocationMode, now: Clock, log: Log) {
    this.#mode = mode;
    this.#now = now;
    this.#log = log;
  }

  /** Checks each certificate of a chain against the list of its issuer. Waits only if no usable list is cached. */
  check(chain: readonly X509Certificate[], path?: string): void | Promise<void> {
    if (this.#mode === 'off') return;
    const checked = chain.slice(0, -1);
    const lists = checked.map((certificate, index) => this.#heldFor(certificate, chain[index + 1] as X509Certificate));
    // The result waits for all lists: a rejection now would go unhandled while another list is fetched.
    if (lists.every(isFetched)) return this.#decide(checked, lists, path);
    return Promise.all(lists.map((list) => Promise.resolve(list))).then((fetched) =>
      this.#decide(checked, fetched, path),
    );
  }

  #decide(checked: readonly X509Certificate[], held: readonly Held[], path: string | undefined): void {
    const isRevoked = checked.some(({ serialNumber }, index) =>
      held[index]?.list?.serialNumbers.has(BigInt(`0x${serialNumber}`)),
    );
    if (isRevoked) throw new Xs2aError('certificateRevoked', path === undefined ? {} : { path });
    const now = this.#now().getTime();
    if (this.#mode === 'hard' && held.some(({ vouchesUntil }) => now > vouchesUntil))
      throw new Xs2aError('serviceUnavailable');
  }

  /**
   * Returns the address of the list in a certificate. Cached because reading it takes a millisecond; the validator keeps the
   * certificate objects in use.
   */
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
    const fetchList = (): Promise<Held> => this.#held.fetch(key, (before) => this.#fetch({ url, issuer }, before));
    if (held === undefined) return fetchList();
    const now = this.#now().getTime();
    if (now < held.renewAt) return held;
    const fetching = fetchList();
    return this.#mode === 'hard' && now > held.vouchesUntil ? fetching : held;
  }

  /** Never rejects. */
  async #fetch({ url, issuer }: Point, before = NO_LIST): Promise<Held> {
    const now = this.#now().getTime();
    try {
      const bytes = await fetchBytes(url, { waitMsMax: WAIT_MS_MAX, bytesMax: LIST_BYTES_MAX });
      const list = await readPublishedList(bytes, { issuer, url, now: this.#now() });
      // An old list replayed over plain HTTP must not undo a revocation.
      if (before.list !== undefined && list.thisUpdate < before.list.thisUpdate)
        throw new Error('the list is older than the last one');
      const offered = list.nextUpdate === undefined ? USE_MS_DEFAULT : list.nextUpdate.getTime() - now;
      if (offered < 0) this.#log.warn({ event: 'revocationListOverdue' });
      const useMs = Math.min(USE_MS_MAX, offered);
      return { list, renewAt: now + Math.max(PAUSE_MS, useMs * RENEW_AFTER), vouchesUntil: now + useMs };
    } catch (error) {
      this.#log.warn({ event: 'revocationListNotFetched', err: error instanceof Error ? error : undefined });
      return { ...before, renewAt: now + PAUSE_MS };
    }
  }
}

function isFetched(held: Held | Promise<Held>): held is Held {
  return !(held instanceof Promise);
}
