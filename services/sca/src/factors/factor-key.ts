import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AspspProfile } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { ScaConfig } from '../config.ts';
import type { Secret } from '../psu-data/password-keys.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** The key of the secrets; undefined where no factor of the profile has a secret. */
export async function readFactorKey(
  { FACTOR_KEY_FILE: file, SANDBOX }: ScaConfig,
  { ownFactors }: Pick<AspspProfile, 'ownFactors'>,
  kept: Collection<Secret>,
): Promise<Buffer | undefined> {
  if (!ownFactors.includes('totp')) return undefined;
  if (file !== undefined) return keyOf(readFileSync(file, 'utf8'));
  if (SANDBOX === 'true') return keyOf(await sandboxKey(kept));
  throw new Error('FACTOR_KEY_FILE must be set where the profile offers totp');
}

function keyOf(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`FACTOR_KEY_FILE must hold ${KEY_BYTES} bytes in base64`);
  return key;
}

/** In the sandbox alone the key lies beside what it protects; the first replica makes it. */
async function sandboxKey(secrets: Collection<Secret>): Promise<string> {
  const made: Secret = { _id: 'factors', value: randomBytes(KEY_BYTES).toString('base64') };
  try {
    await secrets.insertOne(made);
    return made.value;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const first = await secrets.findOne({ _id: made._id });
    if (first === null) throw error;
    return first.value;
  }
}

/** Seals a secret for one owner: moved to another one's document it cannot be opened. */
export function seal(key: Buffer, secret: Buffer, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Throws where the key is another one, or anything was altered. */
export function unseal(key: Buffer, sealed: string, owner: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
