import type { EndpointKey } from '@xs2a/contracts';
import { createLog } from '@xs2a/service-kit';
import { freshDatabaseName, testServers } from '@xs2a/test-kit';
import { type Db, MongoClient } from 'mongodb';
import { StatisticsRecorder } from '../src/statistics/statistics-recorder.ts';
import { type StatisticsStore, statisticsStore } from '../src/statistics/statistics-store.ts';

const MINUTE_MS = 60_000;
const ALL_SECONDS = (1n << 60n) - 1n;
export const TIME_ZONE = 'Europe/Zagreb';

export interface StatisticsDatabase extends AsyncDisposable {
  readonly db: Db;
  readonly store: StatisticsStore;
  /** Returns a replica that counts and writes as in a gateway. */
  replica(db?: Pick<Db, 'collection'>): StatisticsRecorder;
  /** Lets a replica run in every second between these times, except in the gaps. */
  ranBetween(from: string, to: string, gaps?: readonly { from: string; to: string }[]): Promise<void>;
}

export async function statisticsDatabase(): Promise<StatisticsDatabase> {
  const client = await MongoClient.connect(testServers().mongoUrl, { useBigInt64: true, ignoreUndefined: true });
  const db = client.db(freshDatabaseName('statistics'));
  const store = statisticsStore(db);
  return {
    db,
    store,
    replica: (own = db) =>
      new StatisticsRecorder({
        collection: ({ name }) => own.collection(name) as never,
        now: () => new Date(),
        log: createLog('gateway', 'silent'),
      }),
    async ranBetween(from, to, gaps = []) {
      const spans = gaps.map((gap) => [Date.parse(gap.from), Date.parse(gap.to)] as const);
      const minutes = [];
      for (let at = Date.parse(from); at < Date.parse(to); at += MINUTE_MS) {
        let alive = ALL_SECONDS;
        for (const [begin, end] of spans)
          for (let second = 0; second < 60; second++) {
            const moment = at + second * 1_000;
            if (moment >= begin && moment < end) alive &= ~(1n << BigInt(second));
          }
        const expiresAt = new Date('2099-01-01');
        minutes.push({ _id: new Date(at), alive, answered: 0n, requests: 0, errors: 0, batches: {}, expiresAt });
      }
      await store.minutes.insertMany(minutes);
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Parses `09:15:00 initiatePayment 201 120`: time, endpoint, status (`-`: none) and duration in milliseconds. */
export function readRequest(line: string, day: string, offset: string) {
  const [time = '', endpoint = '', status = '', ms = ''] = line.trim().split(/\s+/);
  return {
    endpoint: endpoint as EndpointKey,
    receivedAt: new Date(`${day}T${time}${offset}`),
    ms: Number(ms),
    ...(status !== '-' && { status: Number(status) }),
  };
}
