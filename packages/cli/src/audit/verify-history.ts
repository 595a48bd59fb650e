import {
  EXIT_CODES,
  HISTORY_CHECKPOINTS,
  type HistoryCheckpoint,
  type Verified,
  verifyHistory,
} from '@xs2a/service-kit';
import type { Db } from 'mongodb';
import type { Place } from '../command/command.ts';
import { printJson } from '../command/common.ts';
import { openDatabase } from '../command/open-databases.ts';

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

interface Asked {
  readonly service: string | undefined;
  readonly checkpoint: string | undefined;
  readonly json: boolean;
}

/** A database as it was found, with the checkpoint that was kept elsewhere. */
async function verified(db: Db, checkpoint: string | undefined): Promise<Verified> {
  const found = await verifyHistory(db);
  const isKept = checkpoint === undefined || (await hasCheckpoint(db, checkpoint));
  const lost = isKept ? [] : [{ where: `seals/${checkpoint}`, what: 'is not in the chain' }];
  return { ...found, findings: [...found.findings, ...lost] };
}

export async function verifyHistories({ service, checkpoint, json }: Asked, place: Place): Promise<number> {
  const services = service === undefined ? KEEPERS : [service];
  await using client = await openDatabase(place, 'verify-history');
  const found: Record<string, Verified> = {};
  for (const name of services) {
    const db = client.db((services.length === 1 ? process.env['MONGO_DATABASE'] : undefined) ?? name);
    const one = await verified(db, checkpoint);
    found[name] = one;
    if (!json) say(name, one);
  }
  if (json) printJson(found);
  const isUnaltered = Object.values(found).every(({ findings }) => findings.length === 0);
  return isUnaltered ? EXIT_CODES.done : EXIT_CODES.failed;
}
