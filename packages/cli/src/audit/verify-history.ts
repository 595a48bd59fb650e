import {
  EXIT_CODES,
  HISTORY_CHECKPOINTS,
  type HistoryCheckpoint,
  type Verified,
  verifyHistory,
} from '@xs2a/service-kit';
import type { Db } from 'mongodb';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { openDatabase } from '../command/open-databases.ts';

const KEEPERS = ['consent', 'payments', 'sca', 'gateway'];
const FINDINGS_SHOWN_MAX = 100;

/** Whether an external checkpoint is still in the chain. */
async function hasCheckpoint(db: Db, kept: string): Promise<boolean> {
  const [number = '', hash = ''] = kept.split(' ');
  return (
    (await db.collection<HistoryCheckpoint>(HISTORY_CHECKPOINTS.name).findOne({ _id: Number(number), hash })) !== null
  );
}

function describe([name, found]: [string, Verified]): string[] {
  const { documents, entries, checkpoints, newestCheckpoint, findings } = found;
  const state = findings.length === 0 ? 'unaltered' : `${findings.length} findings`;
  return [
    `${name}: ${documents} histories of ${entries} entries, ${checkpoints} checkpoints: ${state}`,
    ...(newestCheckpoint === undefined ? [] : [`  newest checkpoint: ${newestCheckpoint}`]),
    ...findings.slice(0, FINDINGS_SHOWN_MAX).map(({ where, what }) => `  ${where} ${what}`),
  ];
}

interface Asked {
  readonly service: string | undefined;
  readonly checkpoint: string | undefined;
}

/** Verifies a database, with an external checkpoint. */
async function verified(db: Db, checkpoint: string | undefined, onHistory: (count: number) => void): Promise<Verified> {
  const found = await verifyHistory(db, onHistory);
  const isKept = checkpoint === undefined || (await hasCheckpoint(db, checkpoint));
  const lost = isKept ? [] : [{ where: `seals/${checkpoint}`, what: 'is not in the chain' }];
  return { ...found, findings: [...found.findings, ...lost] };
}

export async function verifyHistories(
  { service, checkpoint }: Asked,
  environment: CommandEnvironment,
  progress: Progress,
): Promise<Result> {
  const services = service === undefined ? KEEPERS : [service];
  await using client = await openDatabase(environment, 'verify-history');
  const found: Record<string, Verified> = {};
  for (const name of services) {
    const db = client.db((services.length === 1 ? process.env['MONGO_DATABASE'] : undefined) ?? name);
    found[name] = await verified(db, checkpoint, (count) => progress(`${name}, ${count} histories`));
  }
  const isUnaltered = Object.values(found).every(({ findings }) => findings.length === 0);
  const text = Object.entries(found).flatMap(describe).join('\n');
  return { text, document: found, code: EXIT_CODES[isUnaltered ? 'done' : 'failed'] };
}
