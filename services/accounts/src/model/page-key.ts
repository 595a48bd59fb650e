import { createHash, randomBytes } from 'node:crypto';
import { storedCollection } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { z } from 'zod';
import type { AccountsConfig } from '../config.ts';

/** A random secret that all replicas of this service share. */
export const Secret = z.object({ _id: z.string(), value: z.string() });
export type Secret = z.infer<typeof Secret>;

export const SECRETS = storedCollection('secrets', Secret);

const KEY_BYTES = 32;

/** The key (AES-256) that page tokens are sealed with. */
export type KeyOfPages = () => Promise<Buffer>;

/** The key that was configured; else the one in the database, which the first replica that needs it makes. */
export function keyOfPages(secrets: Collection<Secret>, { PAGE_TOKEN_KEY }: AccountsConfig): KeyOfPages {
  let known: Buffer | undefined =
    PAGE_TOKEN_KEY === undefined ? undefined : createHash('sha256').update(PAGE_TOKEN_KEY).digest();
  return async () => (known ??= await findOrMake(secrets));
}

async function findOrMake(secrets: Collection<Secret>): Promise<Buffer> {
  const secret = await secrets.findOneAndUpdate(
    { _id: 'pages' },
    { $setOnInsert: { value: randomBytes(KEY_BYTES).toString('base64') } },
    { upsert: true, returnDocument: 'after' },
  );
  return Buffer.from(secret?.value ?? '', 'base64');
}
