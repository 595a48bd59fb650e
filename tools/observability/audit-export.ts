// Exports who did what: every change of a status with its author, and what TPPs read under which consent.
//   npm run audit-export -- --from 2026-11-01 --to 2026-11-30 --out <folder>   a file of JSON lines for each day, both days included
//   npm run audit-export -- --from 2026-11-22 --to 2026-11-22                  to standard output
// Days are those of UTC. PSUs are pseudonyms: a keyed hash of the PSU-ID. AUDIT_KEY_FILE is a file with the key, of 32 bytes at least;
// without it, the pseudonyms of an export hold within it alone. MONGO_URL is the address of the databases; MONGO_URL_PAYMENTS and so on
// that of one of them. MONGO_DATABASE_PAYMENTS and so on override their names. The operator's user is in the variables that services
// have. Without any it is `npm start` in this folder.
// Exits with 2 where an argument or the key is wrong, 3 where the database does not answer.
import { createHmac, randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsRefusal } from '@xs2a/service-kit';
import { openDatabases } from '../command/open-databases.ts';
import { readArguments } from '../command/read-arguments.ts';
import { runToEnd, UnusableArguments } from '../command/run-to-end.ts';
import { AUDIT_SERVICES, auditRecords } from './audit-records.ts';

const DAY_MS = 86_400_000;
const KEY_BYTES_MIN = 32;

const { values } = readArguments(import.meta.filename, {
  options: { from: { type: 'string' }, to: { type: 'string' }, out: { type: 'string' } },
});

function day(name: 'from' | 'to'): Date {
  const given = values[name] ?? '';
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

await runToEnd(async () => {
  const from = day('from');
  const to = new Date(day('to').getTime() + DAY_MS);
  if (to <= from) throw new UnusableArguments('--to must not be before --from');
  const key = readKey();
  const pseudonymOf = (psuId: string): string => createHmac('sha256', key).update(psuId).digest('hex').slice(0, 32);
  const fileOf = (name: string): string => join(values.out ?? '', `audit-${name}.jsonl`);
  await using opened = await openDatabases('audit-export', AUDIT_SERVICES);
  if (values.out !== undefined) {
    mkdirSync(values.out, { recursive: true });
    // An export of the same days replaces the earlier one.
    for (let at = from.getTime(); at < to.getTime(); at += DAY_MS) {
      rmSync(fileOf(new Date(at).toISOString().slice(0, 10)), { force: true });
    }
  }
  let count = 0;
  for await (const record of auditRecords(opened.databases, { from, to }, pseudonymOf)) {
    const line = `${JSON.stringify(record)}\n`;
    if (values.out === undefined) process.stdout.write(line);
    else appendFileSync(fileOf(record.at.slice(0, 10)), line, { mode: 0o600 });
    count++;
  }
  process.stderr.write(`${count} records\n`);
  return undefined;
});
