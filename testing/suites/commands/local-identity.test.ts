import { mkdirSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeIdentities } from '@xs2a/service-kit';
import { expect, it } from 'vitest';
import { commandEnv } from '../../../tools/start/local-identity.ts';

it.each<[string, NodeJS.ProcessEnv, boolean]>([
  ['says nothing of the bus', {}, true],
  ['names the bus of npm start', { NATS_URL: 'nats://127.0.0.1:4222' }, true],
  ['names it otherwise', { NATS_URL: 'nats://localhost:4222' }, true],
  ['names the bus of moved ports', { PORT_OFFSET: '10000', NATS_URL: 'nats://localhost:14222' }, true],
  ['names another bus', { NATS_URL: 'nats://bus.bank.example:4222' }, false],
  ['names another port', { NATS_URL: 'nats://127.0.0.1:4333' }, false],
  ['brings an identity', { NATS_URL: 'nats://127.0.0.1:4222', NATS_NKEY_FILE: '/x' }, false],
])('a command that %s belongs to npm start: %j', (_, env, belongs) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-identity-'));
  const identities = join(folder.path, 'identities');
  mkdirSync(identities);
  writeIdentities(identities, { sandbox: true });
  const { NATS_NKEY_FILE, NATS_CA_FILE } = commandEnv('import-camt', env, folder.path);
  const own = [join(identities, 'import-camt.nkey'), join(folder.path, 'certs', 'ca.pem')];
  expect([NATS_NKEY_FILE, NATS_CA_FILE]).toEqual(belongs ? own : [env['NATS_NKEY_FILE'], undefined]);
});
