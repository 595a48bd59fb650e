// Verifies the status history that services keep as evidence:
//   npm run verify-history                        the databases of consent, payments, sca and gateway
//   npm run verify-history -- --service payments  one of them
//   npm run verify-history -- --service payments --checkpoint "42 <hash>"   also that this checkpoint, kept elsewhere, is in it
// MONGO_URL is the address of the databases; the operator's user is in the variables that services have. Without any of them it
// is `npm start` in this folder. MONGO_DATABASE overrides the database name, which is that of the service.
// Exits with 1 if anything has been altered, 2 where an argument is wrong, 3 where the database does not answer.
import {
  EXIT_CODES,
  HISTORY_CHECKPOINTS,
  type HistoryCheckpoint,
  type Verified,
  verifyHistory,
} from '@xs2a/service-kit';
import type { Db } from 'mongodb';
import { readArguments } from './command/read-arguments.ts';
import { openDatabase, runToEnd } from './command/run-to-end.ts';

const KEEPERS = ['consent', 'payments', 'sca', 'gateway'];
const FINDINGS_SHOWN_MAX = 100;

/** Whether a checkpoint kept elsewhere is still in the chain. */
async function hasCheckpoint(db: Db, kept: string): Promise<boolean> {
  const [number = '', hash = ''] = kept.split(' ');
  return (
    (await db.collection<HistoryCheckpoint>(HISTORY_CHECKPOINTS.name).findOne({ _id: Number(number), hash })) !== null
  );
}

function say(name: string, { documents, entries, checkpoints, newestCheckpoint, findings }: Verified): void {
  const state = findings.length === 0 ? 'unaltered' : `${findings.length} findings`;
  process.stdout.write(`${name}: ${documents} histories of ${entries} entries, ${checkpoints} checkpoints: ${state}\n`);
  if (newestCheckpoint !== undefined) process.stdout.write(`  newest checkpoint: ${newestCheckpoint}\n`);
  for (const { where, what } of findings.slice(0, FINDINGS_SHOWN_MAX)) process.stdout.write(`  ${where} ${what}\n`);
}

const { values } = readArguments(import.meta.filename, {
  options: { service: { type: 'string' }, checkpoint: { type: 'string' } },
});
const services = values.service === undefined ? KEEPERS : [values.service];

/** Whether a database is as it was written. */
async function verify(db: Db, service: string): Promise<boolean> {
  const verified = await verifyHistory(db);
  const isKept = values.checkpoint === undefined || (await hasCheckpoint(db, values.checkpoint));
  const lost = isKept ? [] : [{ where: `seals/${values.checkpoint}`, what: 'is not in the chain' }];
  const all = { ...verified, findings: [...verified.findings, ...lost] };
  say(service, all);
  return all.findings.length === 0;
}

await runToEnd(async () => {
  await using client = openDatabase('verify-history');
  let isUnaltered = true;
  for (const service of services) {
    const db = client.db((services.length === 1 ? process.env['MONGO_DATABASE'] : undefined) ?? service);
    isUnaltered = (await verify(db, service)) && isUnaltered;
  }
  return isUnaltered ? EXIT_CODES.done : EXIT_CODES.failed;
});
