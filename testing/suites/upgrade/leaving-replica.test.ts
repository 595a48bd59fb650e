import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '@xs2a/test-system/start/service-process';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { expect, it } from 'vitest';
import { seeded } from '../crash/faults/plan.ts';
import { Journal, readJournal } from '../crash/journal/journal.ts';
import { runLoad } from '../crash/load/run-load.ts';
import { readEvidence } from '../crash/oracle/evidence.ts';
import { describeFailed } from './failed-requests.ts';

/** Requests with two replicas; half as many with one again. */
const BESIDE = 30;
const RATE = 20;
/** So few that a busy machine still answers all in time: a timeout would look like a request lost by a replica. */
const AT_ONCE_MAX = 3;

it('a second replica of payments starts and stops under load, and no request fails', async () => {
  const system = await sharedSystem();
  const journalFile = join(mkdtempSync(join(tmpdir(), 'xs2a-rolling-')), 'journal.jsonl');
  {
    using journal = new Journal(journalFile);
    const load = runLoad(journal, system, { rate: RATE, atOnceMax: AT_ONCE_MAX, random: seeded(20_261_122) });
    const env = { NATS_URL: system.natsUrl, MONGO_URL: system.mongoUrl, SANDBOX: 'true', LOG_LEVEL: 'warn' };
    const second = await ServiceProcess.prepare('payments', env);
    second.start();
    try {
      await second.ready();
      await journal.moreCalls(BESIDE);
    } finally {
      await second.stop();
    }
    await journal.moreCalls(BESIDE / 2);
    await load.stop();
    expect(second.endedByItself()).toBeUndefined();
  }
  const known = readEvidence(readJournal(journalFile));
  expect(describeFailed(known)).toEqual([]);
});
