import { createHmac, randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsRefusal } from '@xs2a/service-kit';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { openDatabases } from '../command/open-databases.ts';
import { UnusableArguments } from '../command/refusals.ts';
import { AUDIT_SERVICES, auditRecords } from './audit-records.ts';

const DAY_MS = 86_400_000;
const KEY_BYTES_MIN = 32;

interface Asked {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly out: string | undefined;
}

/** Yesterday is the latest day that is complete. */
function day(name: 'from' | 'to', given = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)): Date {
  const date = new Date(`${given}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(date.getTime())) {
    throw new UnusableArguments(`--${name} must be a day: --${name} 2026-11-22`);
  }
  return date;
}

function readKey(): Buffer {
  const file = process.env['AUDIT_KEY_FILE'];
  if (!file) return randomBytes(KEY_BYTES_MIN);
  const key = readFileSync(file);
  if (key.length < KEY_BYTES_MIN) {
    throw new SettingsRefusal([{ variable: 'AUDIT_KEY_FILE', text: `must have ${KEY_BYTES_MIN} bytes at least` }]);
  }
  return key;
}

export async function exportAudit(
  asked: Asked,
  environment: CommandEnvironment,
  progress: Progress,
): Promise<Result | undefined> {
  const from = day('from', asked.from);
  const to = new Date(day('to', asked.to).getTime() + DAY_MS);
  if (to <= from) throw new UnusableArguments('--to must not be before --from');
  const key = readKey();
  const pseudonymOf = (psuId: string): string => createHmac('sha256', key).update(psuId).digest('hex').slice(0, 32);
  const fileOf = (name: string): string => join(asked.out ?? '', `audit-${name}.jsonl`);
  await using opened = await openDatabases(environment, 'audit-export', AUDIT_SERVICES);
  if (asked.out !== undefined) {
    mkdirSync(asked.out, { recursive: true });
    // An export of the same days replaces an earlier one.
    for (let at = from.getTime(); at < to.getTime(); at += DAY_MS) {
      rmSync(fileOf(new Date(at).toISOString().slice(0, 10)), { force: true });
    }
  }
  let count = 0;
  for await (const record of auditRecords(opened.databases, { from, to }, pseudonymOf)) {
    const line = `${JSON.stringify(record)}\n`;
    if (asked.out === undefined) process.stdout.write(line);
    else appendFileSync(fileOf(record.at.slice(0, 10)), line, { mode: 0o600 });
    count++;
    // On a terminal, the records themselves show the progress.
    if (asked.out !== undefined || !process.stdout.isTTY) progress(`${count} records`);
  }
  if (asked.out === undefined) return undefined;
  return { text: `${count} records in ${asked.out}`, document: { records: count, folder: asked.out } };
}
