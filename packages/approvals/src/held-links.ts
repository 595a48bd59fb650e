import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import {
  type Holder,
  heldAuthorisationId,
  linkReference,
  readLinkReference,
  TAKES_HELD_AUTHORISATIONS,
} from '@xs2a/contracts';
import type { Kit, ServiceKeys } from '@xs2a/service-kit';

const KEY_BYTES = 32;
/** Separates this key from others derived from the same one (RFC 5869, 3.2). */
const PURPOSE = 'xs2a owner: secret of the link of an authorisation';

/**
 * The `scaRedirect` links of authorisations that are stored with their parent. The secret of a link is 256 bits of a keyed hash
 * of the authorisation's id; its key is derived from the private key of the service. The database only contains the id of that
 * key (decision 64).
 */
export class HeldLinks {
  readonly #service: 'consent' | 'payments';
  readonly #keys: ServiceKeys | undefined;
  readonly #peers: Kit['peers'];
  /** With OAuth, an authorisation is found by its resource, not by its link. */
  readonly #isFoundByResource: boolean;
  readonly #derived = new Map<string, Buffer>();

  constructor(
    service: 'consent' | 'payments',
    { keys, peers, profile }: Pick<Kit, 'keys' | 'peers'> & Partial<Pick<Kit, 'profile'>>,
  ) {
    this.#service = service;
    this.#keys = keys;
    this.#peers = peers;
    this.#isFoundByResource = profile?.oauth.integrated === true;
  }

  /** Id of the key for a new link. Undefined while a replica of sca could not take over held authorisations. */
  keyForNew(): string | undefined {
    if (this.#isFoundByResource) return undefined;
    return this.#peers.allCan('sca', TAKES_HELD_AUTHORISATIONS) ? this.#newest()?.kid : undefined;
  }

  /** Calls back whenever a change of replicas leaves some that cannot take over held authorisations. */
  whenScaCannot(work: () => void): void {
    this.#peers.onChange('sca', () => {
      if (!this.#peers.allCan('sca', TAKES_HELD_AUTHORISATIONS)) work();
    });
  }

  /** Returns the reference of a link. If its key no longer exists, the link has long expired and the reference is invalid. */
  referenceOf(holder: Holder, linkKey: string): string {
    const key = this.#keys?.privateKeyNamed('sealing', linkKey) ?? this.#newest();
    if (key === undefined) throw new Error('there is no key for links');
    return linkReference(holder, this.#secretOf(holder, key));
  }

  /** Whether a reference is that of the link. Takes the same time for every wrong secret. */
  fits(reference: string, holder: Holder, linkKey: string): boolean {
    const sent = readLinkReference(reference);
    const key = this.#keys?.privateKeyNamed('sealing', linkKey);
    if (sent === undefined || key === undefined || sent.holder.kind !== holder.kind) return false;
    return timingSafeEqual(Buffer.from(sent.secret), Buffer.from(this.#secretOf(holder, key)));
  }

  #newest(): { kid: string; key: KeyObject } | undefined {
    return this.#keys?.privateKeyOf([this.#service], 'sealing');
  }

  #secretOf({ kind, id }: Holder, { kid, key }: { kid: string; key: KeyObject }): string {
    const text = `${kind} ${heldAuthorisationId(id)}`;
    return createHmac('sha256', this.#keyOf(kid, key)).update(text).digest('base64url');
  }

  #keyOf(kid: string, key: KeyObject): Buffer {
    const known = this.#derived.get(kid);
    if (known !== undefined) return known;
    const { d = '' } = key.export({ format: 'jwk' }) as { d?: string };
    const derived = Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', PURPOSE, KEY_BYTES));
    this.#derived.set(kid, derived);
    return derived;
  }
}
