import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import type { RequestOf, updatePsuData } from '@xs2a/contracts';
import { canonicalHash, type ServiceKeys } from '@xs2a/service-kit';

type Update = Pick<RequestOf<typeof updatePsuData>, 'authorisationId' | 'requestId' | 'input' | 'psu' | 'corporateId'>;

const KEY_BYTES = 32;
/** Separates this key from others derived from the same private key (RFC 5869, 3.2). */
const PURPOSE = 'xs2a sca: hash of an update of an authorisation';

/**
 * Keyed hashes of the requests that update authorisations. From a plain hash, passwords and codes could be guessed within
 * seconds; this key is derived from the private key of the service, which is not in the database.
 */
export class UpdateHashes {
  readonly #keys: ServiceKeys;
  readonly #derived = new Map<string, Buffer>();

  constructor(keys: ServiceKeys) {
    this.#keys = keys;
  }

  /** Returns the hash of a request under the newest key, and the name of that key. */
  newest(update: Update): { hash: string; kid: string } | undefined {
    const own = this.#keys.privateKeyOf(['sca'], 'sealing');
    return own && { hash: hashOf(update, this.#keyOf(own)), kid: own.kid };
  }

  /** Returns the hash of a request under the named key; undefined if the key is gone. */
  under(kid: string, update: Update): string | undefined {
    const own = this.#keys.privateKeyNamed('sealing', kid);
    return own && hashOf(update, this.#keyOf(own));
  }

  #keyOf({ kid, key }: { kid: string; key: KeyObject }): Buffer {
    const known = this.#derived.get(kid);
    if (known !== undefined) return known;
    const { d = '' } = key.export({ format: 'jwk' }) as { d?: string };
    const derived = Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', PURPOSE, KEY_BYTES));
    this.#derived.set(kid, derived);
    return derived;
  }
}

/** Hashes everything that determines the effect of the request, and the two ids that it belongs to. */
function hashOf({ authorisationId, requestId, input, psu, corporateId }: Update, key: Buffer): string {
  const content = canonicalHash({ authorisationId, requestId, input, psu, corporateId });
  return createHmac('sha256', key).update(content).digest('base64url');
}
