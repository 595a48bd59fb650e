import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { service } from '@xs2a/sca';
import { startService } from '@xs2a/service-kit';
import { freshDatabaseName, natsServer, testKeys, testServers } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal, unseal } from './factor-key.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'factor-key-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts sca as in production, and stops it again. */
async function startInProduction(variables: NodeJS.ProcessEnv): Promise<void> {
  const nats = await natsServer();
  const env = {
    NATS_URL: nats.url,
    MONGO_URL: testServers().mongoUrl,
    MONGO_DATABASE: freshDatabaseName(),
    LOG_LEVEL: 'silent',
    ...testKeys('sca'),
    PORTAL_URL: 'https://portal.test',
    ...variables,
  };
  try {
    await (await startService(service, { env })).stop();
  } finally {
    await nats[Symbol.asyncDispose]();
  }
}

async function keyFile(text: string): Promise<string> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, text);
  return path;
}

describe('the key that encrypts the secrets of authenticator apps', () => {
  it('must be configured in production if the profile offers them', async () => {
    await expect(startInProduction({})).rejects.toThrow('FACTOR_KEY_FILE: must be set');
  });

  it('is 32 bytes in base64, with or without a line end', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    await startInProduction({ FACTOR_KEY_FILE: await keyFile(`${key}\n`) });
    const short = { FACTOR_KEY_FILE: await keyFile(Buffer.alloc(16, 7).toString('base64')) };
    await expect(startInProduction(short)).rejects.toThrow('32 bytes');
  });
});

describe('an encrypted secret', () => {
  it('can be decrypted only with its key and for its owner, and not after a bit was altered', () => {
    const key = randomBytes(32);
    const secret = Buffer.from('12345678901234567890');
    const sealed = seal(key, secret, 'psu-private');
    expect(unseal(key, sealed, 'psu-private')).toEqual(secret);
    expect(sealed).not.toBe(seal(key, secret, 'psu-private'));
    expect(() => unseal(key, sealed, 'psu-multi')).toThrow();
    expect(() => unseal(randomBytes(32), sealed, 'psu-private')).toThrow();
    const altered = Buffer.from(sealed, 'base64url');
    altered.writeUInt8(altered.readUInt8(15) ^ 1, 15);
    expect(() => unseal(key, altered.toString('base64url'), 'psu-private')).toThrow();
  });
});
