import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { nkeyFile } from '@xs2a/service-kit';
import { lookForServer } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'xs2a-rotation-'));
const identities = join(folder, 'identities');
let server: ChildProcess | undefined;
let address: string;

const run = promisify(execFile);
const identitiesCommand = (...args: string[]) =>
  run(process.execPath, [join(ROOT, 'tools', 'xs2a.ts'), 'identities', '--out', identities, ...args]);
const seed = (): string => readFileSync(nkeyFile(identities, 'payments'), 'utf8').trim();

beforeAll(async () => {
  await identitiesCommand();
  writeFileSync(join(folder, 'nats.conf'), 'include "identities/bus-authorization.conf"\n');
  const args = ['--config', join(folder, 'nats.conf'), '--addr', '127.0.0.1', '--port', '-1'];
  server = spawn(lookForServer('nats-server') ?? 'nats-server', [...args, '--ports_file_dir', folder], {
    stdio: 'ignore',
  });
  const file = await eventually(
    async () => readdirSync(folder).find((name) => name.endsWith('.ports')) ?? '',
    (name) => name !== '',
  );
  address = (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { nats: string[] }).nats[0] ?? '';
});
afterAll(async () => {
  if (server !== undefined) {
    const end = once(server, 'exit');
    server.kill('SIGKILL');
    await end;
  }
  rmSync(folder, { recursive: true });
});

const connectWith = (one: string): Promise<NatsConnection> => {
  const authenticator = nkeyAuthenticator(new TextEncoder().encode(one));
  return connect({ servers: address, authenticator, reconnect: false });
};
async function isLetIn(one: string): Promise<boolean> {
  const connection = await connectWith(one).catch(() => undefined);
  await connection?.close();
  return connection !== undefined;
}
/** Same as `nats-server --signal reload`. */
const reload = (): void => void server?.kill('SIGHUP');

it('npm run xs2a -- identities --rotate permits the old and the new key, disconnects nobody, and revokes the old one at the next rotation', async () => {
  const first = seed();
  const connected = await connectWith(first);
  await identitiesCommand('--rotate', 'payments');
  const second = seed();
  expect(second).not.toBe(first);
  expect(await isLetIn(second)).toBe(false);
  reload();
  await expect.poll(() => isLetIn(second), { timeout: 30_000 }).toBe(true);
  expect(await isLetIn(first)).toBe(true);
  expect(connected.isClosed()).toBe(false);
  await connected.flush();

  await identitiesCommand('--rotate', 'payments');
  const third = seed();
  reload();
  await expect.poll(() => isLetIn(third), { timeout: 30_000 }).toBe(true);
  expect(await isLetIn(second)).toBe(true);
  expect(await isLetIn(first)).toBe(false);
  await connected.closed();
});
