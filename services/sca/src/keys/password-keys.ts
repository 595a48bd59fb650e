import { readFile } from 'node:fs/promises';
import { type PublicKeys, Xs2aError } from '@xs2a/contracts';
import { SettingsRefusal, type StoredSecret, sharedSecret } from '@xs2a/service-kit';
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

/** Key management algorithm for each kind of key. No other is accepted. */
const ALGORITHM_OF = { RSA: 'RSA-OAEP-256', EC: 'ECDH-ES' } as const;
const CONTENT_ENCRYPTION = 'A256GCM';
const PASSWORD_MAX = 200;

const PrivateKeys = z.object({
  keys: z.array(z.looseObject({ kty: z.enum(['RSA', 'EC']), d: z.string() })).min(1),
});

interface PasswordKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly published: PublicKeys['keys'][number];
}

/** The keys for which a TPP may encrypt a PSU's password (decision 21). */
export class PasswordKeys {
  readonly #secrets: Collection<StoredSecret>;
  readonly #config: ScaConfig;
  #known: Promise<readonly PasswordKey[]> | undefined;

  constructor(secrets: Collection<StoredSecret>, config: ScaConfig) {
    this.#secrets = secrets;
    this.#config = config;
  }

  /** Returns the public keys. An empty set means that encrypted passwords are not offered. */
  async published(): Promise<PublicKeys> {
    return { keys: (await this.#keys()).map(({ published }) => published) };
  }

  /** Decrypts a password from a compact JWE. It is never stored. All faults have one error. */
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
      // The reason would only help an attacker who tries keys and paddings. It is neither returned nor logged.
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
    return SANDBOX === 'true' ? readKeys(await sharedSecret(this.#secrets, 'passwords', newSandboxKeys)) : [];
  }
}

/** Throws a refusal if the file has no private keys; otherwise the fault would only show in requests of TPPs. */
export async function checkPasswordKeys({ PASSWORD_KEYS_FILE: file }: ScaConfig): Promise<void> {
  if (file === undefined) return;
  const json = await readFile(file, 'utf8');
  await readKeys(json).catch(() => {
    // The reason could quote a key.
    const text = 'is no JWK Set with private keys (RSA, or EC on P-256, P-384 or P-521)';
    throw new SettingsRefusal([{ variable: 'PASSWORD_KEYS_FILE', text }]);
  });
}

/** In the sandbox the first replica that needs a key creates it. */
async function newSandboxKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM_OF.EC, { crv: 'P-256', extractable: true });
  return JSON.stringify({ keys: [await exportJWK(privateKey)] });
}

/** Returns the key that a message names; the newest if it names none. */
function keyFor(keys: readonly PasswordKey[], { kid, alg, zip }: JWTHeaderParameters & { zip?: unknown }): PasswordKey {
  const key = kid === undefined ? keys[0] : keys.find((candidate) => candidate.kid === kid);
  if (key === undefined || key.algorithm !== alg || zip !== undefined) throw new Error('no such key');
  return key;
}

async function readKeys(json: string): Promise<PasswordKey[]> {
  return await Promise.all(PrivateKeys.parse(JSON.parse(json)).keys.map((key) => readKey(key)));
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
