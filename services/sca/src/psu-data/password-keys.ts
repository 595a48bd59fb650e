import { readFile } from 'node:fs/promises';
import { type PublicKeys, Xs2aError } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  compactDecrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';
import type { Collection } from 'mongodb';
import { z } from 'zod';
import type { ScaConfig } from '../config.ts';

/** By the kind of key: how the key of one message is agreed or wrapped. Nothing else is accepted. */
const ALGORITHM_OF = { RSA: 'RSA-OAEP-256', EC: 'ECDH-ES' } as const;
const CONTENT_ENCRYPTION = 'A256GCM';
const PASSWORD_MAX = 200;

/** A random secret that all replicas of this service share. */
export const Secret = z.object({ _id: z.string(), value: z.string() });
export type Secret = z.infer<typeof Secret>;

export const SECRETS = storedCollection('secrets', Secret);

const PrivateKeys = z.object({
  keys: z.array(z.looseObject({ kty: z.enum(['RSA', 'EC']), d: z.string() })).min(1),
});

interface PasswordKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly published: PublicKeys['keys'][number];
}

/** The keys that a TPP may encrypt a PSU's password for (field guide 3.7). */
export class PasswordKeys {
  readonly #secrets: Collection<Secret>;
  readonly #config: ScaConfig;
  #known: Promise<readonly PasswordKey[]> | undefined;

  constructor(secrets: Collection<Secret>, config: ScaConfig) {
    this.#secrets = secrets;
    this.#config = config;
  }

  /** What may be known of them. None means that encrypted passwords are not offered. */
  async published(): Promise<PublicKeys> {
    return { keys: (await this.#keys()).map(({ published }) => published) };
  }

  /** The password in a JWE of compact form; it is in memory alone. Whatever is wrong with it is one refusal. */
  async decrypt(encrypted: string): Promise<string> {
    const path = 'psuData.encryptedPassword';
    const keys = await this.#keys();
    if (keys.length === 0) throw new Xs2aError('parameterNotSupported', { path });
    try {
      const { plaintext } = await compactDecrypt(encrypted, (header) => keyFor(keys, header).privateKey, {
        keyManagementAlgorithms: Object.values(ALGORITHM_OF),
        contentEncryptionAlgorithms: [CONTENT_ENCRYPTION],
      });
      const password = new TextDecoder('utf-8', { fatal: true }).decode(plaintext);
      if (password.length === 0 || password.length > PASSWORD_MAX) throw new Error('no password');
      return password;
    } catch {
      // What it was that did not fit helps only who tries keys and paddings: neither told nor logged.
      throw new Xs2aError('fieldInvalid', { path, text: 'is no password encrypted for a key of this bank' });
    }
  }

  #keys(): Promise<readonly PasswordKey[]> {
    this.#known ??= this.#load().catch((error: unknown) => {
      this.#known = undefined;
      throw error;
    });
    return this.#known;
  }

  async #load(): Promise<readonly PasswordKey[]> {
    const { PASSWORD_KEYS_FILE, SANDBOX } = this.#config;
    if (PASSWORD_KEYS_FILE !== undefined) return readKeys(await readFile(PASSWORD_KEYS_FILE, 'utf8'));
    return SANDBOX === 'true' ? readKeys(await this.#sandboxKeys()) : [];
  }

  /** The keys of the sandbox, which the first replica that needs them makes. */
  async #sandboxKeys(): Promise<string> {
    const _id = 'passwords';
    const before = await this.#secrets.findOne({ _id });
    if (before !== null) return before.value;
    const { privateKey } = await generateKeyPair(ALGORITHM_OF.EC, { crv: 'P-256', extractable: true });
    const value = JSON.stringify({ keys: [await exportJWK(privateKey)] });
    const options = { upsert: true, returnDocument: 'after' } as const;
    return (await this.#secrets.findOneAndUpdate({ _id }, { $setOnInsert: { value } }, options))?.value ?? value;
  }
}

/** The key that a message names; the newest where it names none. */
function keyFor(keys: readonly PasswordKey[], { kid, alg, zip }: JWTHeaderParameters & { zip?: unknown }): PasswordKey {
  const key = kid === undefined ? keys[0] : keys.find((own) => own.kid === kid);
  if (key === undefined || key.algorithm !== alg || zip !== undefined) throw new Error('no such key');
  return key;
}

function readKeys(json: string): Promise<PasswordKey[]> {
  return Promise.all(PrivateKeys.parse(JSON.parse(json)).keys.map((key) => readKey(key)));
}

async function readKey({ kty, ...rest }: JWK & { kty: keyof typeof ALGORITHM_OF }): Promise<PasswordKey> {
  const algorithm = ALGORITHM_OF[kty];
  const jwk: JWK = { kty, ...rest };
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
  const { crv, x, y, n, e } = jwk;
  const parts = kty === 'RSA' ? { n, e } : { crv, x, y };
  const published = { kty, ...parts, kid, use: 'enc', alg: algorithm };
  return {
    kid,
    algorithm,
    privateKey: await importJWK(jwk, algorithm),
    published: published as PublicKeys['keys'][number],
  };
}
