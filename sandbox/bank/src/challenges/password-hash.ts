import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHash } from '../model/psu.ts';

/** Parameters of argon2id: 19 MiB, two passes, one lane (the OWASP minimum). */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Limits memory, and leaves threads of the pool to other work. */
const CONCURRENT_HASHES_MAX = 4;

const argon2Async = promisify(argon2);
const waiting: (() => void)[] = [];
let running = 0;

export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(SALT_BYTES);
  return { salt: salt.toString('base64'), hash: (await derive(password, salt)).toString('base64') };
}

export async function matchesPassword(password: string, stored: PasswordHash): Promise<boolean> {
  const derived = await derive(password, Buffer.from(stored.salt, 'base64'));
  return timingSafeEqual(derived, Buffer.from(stored.hash, 'base64'));
}

/** A hash that no password matches. Checking it for an unknown PSU takes as long as for a known one. */
export const UNMATCHABLE_HASH: PasswordHash = {
  salt: randomBytes(SALT_BYTES).toString('base64'),
  hash: randomBytes(HASH_BYTES).toString('base64'),
};

async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  if (running >= CONCURRENT_HASHES_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    const parameters = {
      message: password,
      nonce,
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: PARALLELISM,
      tagLength: HASH_BYTES,
    };
    return await argon2Async('argon2id', parameters);
  } finally {
    // The next waiting hash takes over the place of this one.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
