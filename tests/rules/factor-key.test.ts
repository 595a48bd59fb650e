import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { service } from '@xs2a/sca';
import { startService } from '@xs2a/service-kit';
import { freshDatabaseName, natsServer, testServers } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'factor-key-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts sca as a bank in earnest would, and stops it again. */
async function startInEarnest(variables: NodeJS.ProcessEnv): Promise<void> {
  const nats = await natsServer();
  const env = {
    NATS_URL: nats.url,
    MONGO_URL: testServers().mongoUrl,
    MONGO_DATABASE: freshDatabaseName(),
    LOG_LEVEL: 'silent',
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

describe('the key of the secrets of authenticator apps', () => {
  it('must be there where the profile offers them and this is no sandbox', async () => {
    await expect(startInEarnest({})).rejects.toThrow('FACTOR_KEY_FILE must be set');
  });

  it('is 32 bytes in base64, with or without the end of a line', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    await startInEarnest({ FACTOR_KEY_FILE: await keyFile(`${key}\n`) });
    const short = { FACTOR_KEY_FILE: await keyFile(Buffer.alloc(16, 7).toString('base64')) };
    await expect(startInEarnest(short)).rejects.toThrow('32 bytes');
  });
});
