import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadService } from '@xs2a/sandbox';
import { type RunningService, startService } from '@xs2a/service-kit';
import { freePort, mongod, natsServer, testKeys } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { seeded } from './faults/plan.ts';
import { Journal } from './journal/journal.ts';
import { runLoad } from './load/run-load.ts';
import { gatherEvidence } from './oracle/gather-evidence.ts';
import { openingBalances } from './oracle/gather-stored.ts';
import { judge } from './oracle/points.ts';

const SERVICES = ['bank', 'sca', 'consent', 'accounts', 'payments', 'notifier', 'gateway', 'portal'] as const;
/** Far more than signed messages permit between the clocks of sender and receiver (decision 30): many requests are refused meanwhile. */
const JUMPS_MS = [20_000, 0, -20_000, 0];
/** Requests between two jumps. */
const BETWEEN = 10;
const TIMEOUT_MS = 480_000;

it(
  'the clock of one service after the other jumps forward and back under load, and every guarantee is kept',
  async () => {
    const [nats, mongo, gatewayPort, portalPort] = [
      await natsServer(),
      await mongod(),
      await freePort(),
      await freePort(),
    ];
    const portalUrl = `http://localhost:${portalPort}`;
    const env = {
      NATS_URL: nats.url,
      MONGO_URL: mongo.url,
      SANDBOX: 'true',
      GATEWAY_PORT: String(gatewayPort),
      PORTAL_PORT: String(portalPort),
      PORTAL_URL: portalUrl,
      LOG_LEVEL: 'silent',
    };
    const offsets = new Map<string, number>();
    const running: RunningService[] = [];
    for (const name of SERVICES) {
      const clock = () => new Date(Date.now() + (offsets.get(name) ?? 0));
      running.push(await startService(await loadService(name), { env: { ...testKeys(name), ...env }, clock }));
    }
    await fed(mongo.url);
    const system = { gatewayUrl: `http://localhost:${gatewayPort}`, portalUrl, mongoUrl: mongo.url };
    const journalFile = join(mkdtempSync(join(tmpdir(), 'xs2a-clock-')), 'journal.jsonl');
    const opening = await openingBalances(mongo.url);
    {
      using journal = new Journal(journalFile);
      const load = runLoad(journal, system, { rate: 8, random: seeded(1) });
      for (const name of ['sca', 'payments', 'consent', 'bank']) {
        for (const jump of JUMPS_MS) {
          offsets.set(name, jump);
          await journal.moreCalls(BETWEEN);
        }
      }
      await load.stop();
    }
    const evidence = await gatherEvidence({ ...system, journalFile, opening, logs: [], endedByThemselves: [] });
    const found = new Map([...judge(evidence)].filter(([point, all]) => !READS_CLOCKS.has(point) && all.length > 0));
    expect(found).toEqual(new Map());
    expect(evidence.facts.filter(({ fact }) => fact.is === 'approved').length).toBeGreaterThan(5);
    for (const service of running.toReversed()) await service.stop();
    await Promise.all([nats[Symbol.asyncDispose](), mongo[Symbol.asyncDispose]()]);
  },
  TIMEOUT_MS,
);

/** They compare times recorded by different services, or the day of a service with that of the client. */
const READS_CLOCKS = new Set(['5 no read after the end', '9 approved before executed']);

async function fed(mongoUrl: string): Promise<void> {
  await using client = await MongoClient.connect(mongoUrl);
  await eventually(
    () =>
      client
        .db('bank')
        .collection('feeds')
        .countDocuments({ standingOrdersVersion: { $exists: false } }),
    (behind) => behind === 0,
    60_000,
  );
}
