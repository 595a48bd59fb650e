import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AspspProfile } from '@xs2a/contracts';
import { SettingsRefusal, type StoredSecret, sharedSecret } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { ScaConfig } from '../config.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Returns the key that encrypts the secrets of factors. Undefined if no factor of the profile has a secret. */
export async function readFactorKey(
  { FACTOR_KEY_FILE: file, SANDBOX }: ScaConfig,
  { ownFactors }: Pick<AspspProfile, 'ownFactors'>,
  secrets: Collection<StoredSecret>,
): Promise<Buffer | undefined> {
  if (!ownFactors.includes('totp')) return undefined;
  if (file !== undefined) return parseKey(readFileSync(file, 'utf8'));
  // Only in the sandbox is the key stored beside the data that it protects.
  if (SANDBOX === 'true') return parseKey(await sharedSecret(secrets, 'factors', newKey));
  throw refusal('must be set where the profile offers totp');
}

/** Throws a refusal if the key is missing or malformed. */
export function checkFactorKey(
  { FACTOR_KEY_FILE: file, SANDBOX }: ScaConfig,
  { ownFactors }: Pick<AspspProfile, 'ownFactors'>,
): void {
  if (file !== undefined) parseKey(readFileSync(file, 'utf8'));
  else if (ownFactors.includes('totp') && SANDBOX !== 'true')
    throw refusal('must be set where the profile offers totp');
}

function refusal(text: string): SettingsRefusal {
  return new SettingsRefusal([{ variable: 'FACTOR_KEY_FILE', text }]);
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

function parseKey(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw refusal(`must hold ${KEY_BYTES} bytes in base64`);
  return key;
}

/** Encrypts a secret for one owner: in another owner's document it cannot be decrypted. */
export function seal(key: Buffer, secret: Buffer, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a secret. Throws if the key or the owner is another one, or if anything was altered. */
export function unseal(key: Buffer, sealed: string, owner: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
