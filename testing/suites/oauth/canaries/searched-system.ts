import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { mongod, natsServer } from '@xs2a/test-kit';
import { Canaries } from '@xs2a/test-system/data/canaries';
import { runSystem, type SystemOfProcesses } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';

/** A system whose logs, messages, databases and addresses are searched for secrets. */
export interface SearchedSystem extends AsyncDisposable {
  readonly system: SystemOfProcesses;
  readonly canaries: Canaries;
  /** Folder with the logs of the servers. */
  readonly folder: string;
  /** Every message that any participant of the bus can read. */
  readonly overheard: readonly string[];
  /** Every address requested by a TPP or a browser. */
  readonly addresses: readonly string[];
}

const SESSION_LENGTH_MIN = 16;
/** Identifiers of a resource, of no use without the browser's cookie or the PSU's sign-in. */
const LINKS = ['PSU-ID', 'link of the browser'];
/** Values that an address may contain: the browser carries them, or the test's TPP is careless. */
const PERMITTED_IN_ADDRESSES = ['code', 'state', 'pushed request', 'token in the address'];

/** Starts all services as processes that log everything, with a bus and a database that do the same. */
export async function startSearchedSystem(
  profile: string,
  env: NodeJS.ProcessEnv = {},
  options: { withOAuth?: boolean } = {},
): Promise<SearchedSystem> {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-searched-'));
  const PROFILE = join(folder, 'profile.yaml');
  writeFileSync(PROFILE, profile);
  const [nats, mongo] = await Promise.all([
    natsServer({ config: `log_file: ${JSON.stringify(join(folder, 'nats.log'))}\ndebug: true` }),
    mongod({ args: ['--slowOpSampleRate', '0', '--logpath', join(folder, 'mongod.log')] }),
  ]);
  const system = await runSystem({ LOG_LEVEL: 'debug', PROFILE, ...env }, { nats, mongo, ...options });
  const canaries = new Canaries();
  const overheard: string[] = [];
  const sniffer = await connect({ servers: system.natsUrl });
  sniffer.subscribe('>', { callback: (_, message) => void overheard.push(`${message.subject}\n${message.string()}`) });
  await sniffer.flush();
  const addresses: string[] = [];
  const before = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { href: url } = new URL(input instanceof Request ? input.url : input);
    addresses.push(url);
    const response = await before(input, init);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      // The request id is accepted only with its signature, and is part of its link.
      const isLink = name.startsWith('xs2a-oauth-') && !name.endsWith('.sig');
      const isOurs = url.startsWith(system.portalUrl) && value.length >= SESSION_LENGTH_MIN;
      if (isOurs && !isLink) canaries.note('cookie', value);
    }
    return response;
  };
  return {
    system,
    canaries,
    folder,
    overheard,
    addresses,
    async [Symbol.asyncDispose]() {
      globalThis.fetch = before;
      await sniffer.close();
      await system[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Checks the system after a journey that has created secrets of these kinds. */
export function secretsAreNowhere(searched: () => SearchedSystem, kinds: readonly string[]): void {
  it('the walk has made a secret of every kind', () => {
    expect(searched().canaries.kinds.toSorted()).toEqual(kinds.toSorted());
  });

  it('no service has one in its log, what its libraries print included, nor has the broker or the database', () => {
    const { system, canaries, folder } = searched();
    const logs = Object.entries(system.services).map(([name, { log }]) => [name, log] as const);
    const ofServers = ['nats', 'mongod'].map((name) => [name, readLog(join(folder, `${name}.log`))] as const);
    for (const [name, log] of [...logs, ...ofServers]) {
      expect(log.length, name).toBeGreaterThan(0);
      expect(canaries.foundIn(log), name).toEqual([]);
    }
  });

  it('none is in a metric', async () => {
    const { system, canaries } = searched();
    for (const service of Object.values(system.services)) {
      expect([service.name, canaries.foundIn(await service.metrics())]).toEqual([service.name, []]);
    }
  });

  it('none is in clear on the bus', () => {
    const { overheard, canaries } = searched();
    expect(overheard.length).toBeGreaterThan(30);
    expect(canaries.foundIn(overheard.join('\n'), LINKS)).toEqual([]);
  });

  it('none is in clear in a database', async () => {
    const { system, canaries } = searched();
    await using mongo = await MongoClient.connect(system.mongoUrl);
    const { databases } = await mongo.db().admin().listDatabases();
    const names = databases.map(({ name }) => name).filter((name) => !['admin', 'config', 'local'].includes(name));
    expect(names.join()).toContain('sca');
    for (const name of names) {
      for (const { name: collection } of await mongo.db(name).listCollections().toArray()) {
        const stored = JSON.stringify(await mongo.db(name).collection(collection).find().toArray());
        // The sandbox bank has an inbox, where PSUs read their one-time codes.
        const known = name.includes('bank') ? [...LINKS, 'one-time code'] : LINKS;
        expect(canaries.foundIn(stored, known), `${name} ${collection}`).toEqual([]);
      }
    }
  });

  it('no address has one, but the ways that lead a browser: its own link, the pushed request and the code', () => {
    const { addresses, canaries } = searched();
    expect(addresses.length).toBeGreaterThan(10);
    expect(canaries.foundIn(addresses.join('\n'), [...LINKS, ...PERMITTED_IN_ADDRESSES])).toEqual([]);
  });
}

function readLog(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
