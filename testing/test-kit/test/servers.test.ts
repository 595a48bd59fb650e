import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { chromium, freshDatabaseName, mongod, natsServer, openBrowser, testServers } from '../src/index.ts';

const MEGABYTE = 1024 * 1024;

describe('nats-server for tests', () => {
  it('answers, accepts messages up to 8 MB and none above', async () => {
    const connection = await connect({ servers: testServers().natsUrl });
    expect(connection.info?.max_payload).toBe(8 * MEGABYTE);
    const subject = freshDatabaseName();
    connection.subscribe(subject, { callback: (_, message) => void message.respond(message.data) });
    const reply = await connection.request(subject, new Uint8Array(8 * MEGABYTE - 1_024), { timeout: 5_000 });
    expect(reply.data.length).toBe(8 * MEGABYTE - 1_024);
    expect(() => connection.publish(subject, new Uint8Array(8 * MEGABYTE + 1))).toThrow(/payload/i);
    await connection.close();
  });

  it('refuses connections while killed and restarts on the same address', async () => {
    await using nats = await natsServer();
    await nats.stop('SIGKILL');
    await expect(connect({ servers: nats.url, reconnect: false })).rejects.toThrow();
    await nats.restart();
    const connection = await connect({ servers: nats.url, reconnect: false });
    await connection.close();
  });

  it('is gone when disposed of', async () => {
    const nats = await natsServer();
    await nats[Symbol.asyncDispose]();
    await expect(connect({ servers: nats.url, reconnect: false })).rejects.toThrow();
  });

  it('enforces the given permissions', async () => {
    const users =
      'authorization { users: [{ user: reader, password: reads, permissions: { publish: { deny: ">" } } }] }';
    await using nats = await natsServer({ config: users });
    await expect(connect({ servers: nats.url, reconnect: false })).rejects.toThrow(/authorization/i);
    const connection = await connect({ servers: nats.url, user: 'reader', pass: 'reads' });
    await connection.close();
  });
});

describe('a test run that is killed', () => {
  it('leaves no server behind', async () => {
    const script = join(import.meta.dirname, 'hold-server.ts');
    const env = { ...process.env, TEST_SERVERS: 'local' };
    const run = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(run.stdout, 'data')) as [Buffer];
    const url = line.toString().trim();
    await (await connect({ servers: url, reconnect: false })).close();
    run.kill('SIGKILL');
    await expect.poll(() => answers(url), { timeout: 10_000 }).toBe(false);
  });
});

async function answers(url: string): Promise<boolean> {
  try {
    await (await connect({ servers: url, reconnect: false })).close();
    return true;
  } catch {
    return false;
  }
}

describe('mongod for tests', () => {
  it('changes several documents together or not at all', async () => {
    await using client = await MongoClient.connect(testServers().mongoUrl);
    const entries = client.db(freshDatabaseName()).collection<{ at: number }>('entries');
    await client.withSession((session) =>
      session.withTransaction(() => entries.insertMany([{ at: 1 }, { at: 2 }], { session })),
    );
    const failing = client.withSession((session) =>
      session.withTransaction(async () => {
        await entries.insertOne({ at: 3 }, { session });
        throw new Error('given up');
      }),
    );
    await expect(failing).rejects.toThrow('given up');
    expect(await entries.countDocuments()).toBe(2);
  });

  it('keeps acknowledged writes when killed, on the same address', async () => {
    await using mongo = await mongod();
    await using client = await MongoClient.connect(mongo.url, { serverSelectionTimeoutMS: 300 });
    const kept = client.db('kept').collection<{ at: number }>('kept');
    await kept.insertOne({ at: 1 }, { writeConcern: { w: 'majority', journal: true } });
    await mongo.stop('SIGKILL');
    await expect(kept.findOne({ at: 1 })).rejects.toThrow();
    await mongo.restart();
    expect(await kept.findOne({ at: 1 })).toMatchObject({ at: 1 });
  });

  it('gives each test its own database', () => {
    expect(freshDatabaseName()).not.toBe(freshDatabaseName());
    expect(freshDatabaseName('a-very-long-name-of-a-service').length).toBeLessThanOrEqual(63);
  });
});

describe('browser for tests', () => {
  it('shows a page of this machine, with its letters', async () => {
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end('<!doctype html><html lang="hr"><title>Plaćanje</title><h1>Žiro račun</h1></html>');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      await using browser = await openBrowser();
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      expect(await page.title()).toBe('Plaćanje');
      expect(await page.locator('h1').innerText()).toBe('Žiro račun');
      const picture = await page.screenshot();
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
    } finally {
      server.close();
    }
  });

  it('has an executable that exists', async () => {
    expect(existsSync((await chromium()).executablePath)).toBe(true);
  });
});
