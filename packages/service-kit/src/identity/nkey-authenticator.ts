import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { type NKeyAuth, nkeys } from '@nats-io/transport-node';

/** DER header of an Ed25519 private key, before the seed (RFC 8410, section 7). */
const DER_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

interface SigningKey {
  readonly nkey: string;
  readonly key: KeyObject;
}

/**
 * Signs the nonces of a server with an NKey, like `nkeyAuthenticator` of the client. Uses OpenSSL, because the client's Ed25519
 * is JavaScript: three connections with it took a tenth of the CPU time of a start. Calls `readSeed` for every connection.
 */
export function signingAuthenticator(readSeed: () => Uint8Array): (nonce?: string) => NKeyAuth {
  let known: { readonly seed: string; readonly signing: SigningKey } | undefined;
  return (nonce) => {
    const bytes = readSeed();
    const seed = Buffer.from(bytes).toString('latin1');
    if (known?.seed !== seed) known = { seed, signing: signingKey(bytes) };
    const { nkey, key } = known.signing;
    return { nkey, sig: nonce ? sign(null, Buffer.from(nonce), key).toString('base64') : '' };
  };
}

/** Throws for a malformed seed. */
function signingKey(seed: Uint8Array): SigningKey {
  const pair = nkeys.fromSeed(seed) as ReturnType<typeof nkeys.fromSeed> & { getRawSeed(): Uint8Array };
  const der = Buffer.concat([DER_HEAD, pair.getRawSeed()]);
  return { nkey: pair.getPublicKey(), key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
}
