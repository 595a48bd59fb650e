import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { nkeyFile, passwordFile } from '@xs2a/service-kit';
import { MongoClient, MongoServerError, MongoServerSelectionError } from 'mongodb';
import type { SecuredServers } from './secured-servers.ts';

const WAIT_MS_MAX = 3_000;
const NOT_PERMITTED = 13;

function atBus({ natsUrl }: SecuredServers, options: object): Promise<void> {
  const bus = connect({ servers: natsUrl, reconnect: false, timeout: WAIT_MS_MAX, ...options });
  return bus.then((connection) => connection.close());
}

async function atDatabase({ mongoUrl }: SecuredServers, options: object): Promise<void> {
  await using client = new MongoClient(mongoUrl, { serverSelectionTimeoutMS: WAIT_MS_MAX, ...options });
  await client.db('payments').collection('payments').findOne({});
}

/** Returns everything that the bus sends to a client that continues without TLS. */
async function saidInClear({ natsUrl }: SecuredServers): Promise<string> {
  const { hostname, port } = new URL(natsUrl);
  const socket = createConnection({ host: hostname, port: Number(port) }).setTimeout(WAIT_MS_MAX);
  let said = '';
  socket.on('data', (part: Buffer) => (said += part.toString()));
  socket.on('timeout', () => socket.destroy()).on('error', () => undefined);
  await once(socket, 'data');
  socket.write('CONNECT {"verbose":false}\r\nPING\r\n');
  await new Promise((resolve) => socket.on('close', resolve));
  return said;
}

/**
 * Clients without one of the credentials, each by the rule that refuses it. Clients with all of them are accepted: the services
 * that start next.
 */
export const REFUSED_CLIENTS: Readonly<Record<string, (servers: SecuredServers) => Promise<void>>> = {
  'the bus refuses a client in clear': async (servers) => {
    assert.doesNotMatch(await saidInClear(servers), /PONG/);
  },
  'the bus refuses a client with an NKey and no certificate': async (servers) => {
    const seed = readFileSync(nkeyFile(servers.files.identities, 'payments'), 'utf8').trim();
    const authenticator = nkeyAuthenticator(new TextEncoder().encode(seed));
    const tls = { caFile: servers.files.authority };
    await assert.rejects(atBus(servers, { tls, authenticator }), /certificate required|ECONNRESET|socket/i);
  },
  'the bus refuses a client with a certificate and no NKey': async (servers) => {
    const { authority: caFile, certificate: certFile, key: keyFile } = servers.files;
    await assert.rejects(atBus(servers, { tls: { caFile, certFile, keyFile } }), /Authorization Violation/i);
  },
  'the database refuses a user in clear': async (servers) => {
    const password = readFileSync(passwordFile(servers.files.identities, 'payments'), 'utf8').trim();
    const user = { auth: { username: 'payments', password }, authSource: 'admin' };
    await assert.rejects(atDatabase(servers, user), MongoServerSelectionError);
  },
  'the database refuses a client that is no user': async (servers) => {
    const asked = atDatabase(servers, { tls: true, ca: readFileSync(servers.files.authority) });
    await assert.rejects(asked, (error) => error instanceof MongoServerError && error.code === NOT_PERMITTED);
  },
};
