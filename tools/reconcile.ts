// Finds where the databases of the services do not agree, after a restore from backups or on any day:
//   npm run reconcile                    one line for each difference; changes nothing
//   npm run reconcile -- --repair        repairs what can be repaired from what is stored, and names the rest
//   npm run reconcile -- --json          one JSON document instead of lines
//   npm run reconcile -- --without-bank  a bank connector of your own: leaves out the sandbox bank's database
// MONGO_URL is the address of the databases; MONGO_URL_PAYMENTS and so on that of one of them. MONGO_DATABASE_PAYMENTS and so on
// override the names of databases, which are those of the services. --repair needs running services and NATS_URL. Users and
// keys are in the variables that services have. Without any it is `npm start` in this folder.
// Exits with 0 if nothing is left, 1 if something is, 2 if it cannot look.
import { Bus, BusConfig, DatabaseConfig, databaseAddress, readConfig } from '@xs2a/service-kit';
import { type Db, MongoClient } from 'mongodb';
import { readArguments } from './read-arguments.ts';
import { type Databases, type Difference, KINDS, type Repairing } from './reconcile/difference.ts';
import { findDifferences } from './reconcile/find-differences.ts';
import { repairDifferences } from './reconcile/repair-differences.ts';
import { commandEnv } from './start/local-identity.ts';

const CONNECT_MS_MAX = 10_000;
const SERVICES = ['payments', 'consent', 'sca', 'bank', 'accounts', 'notifier'] as const;

const { values } = readArguments(import.meta.filename, {
  options: {
    repair: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'without-bank': { type: 'boolean', default: false },
  },
});
await using opened = new AsyncDisposableStack();

function databaseOf(service: string): Db {
  const own = service.toUpperCase();
  const given = process.env[`MONGO_URL_${own}`];
  const env = commandEnv('operator', given === undefined ? process.env : { ...process.env, MONGO_URL: given });
  const { url, options } = databaseAddress(readConfig(DatabaseConfig, env));
  const client = new MongoClient(url, {
    ...options,
    appName: 'reconcile',
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: 3_000,
    useBigInt64: true,
    ignoreUndefined: true,
  });
  opened.use(client);
  return client.db(process.env[`MONGO_DATABASE_${own}`] ?? service);
}

function lineOf(
  { kind, where, what, repair }: Difference,
  state = repair === undefined ? 'to decide' : 'repairable',
): string {
  return `${state.padEnd(10)} ${kind.padEnd(28)} ${where}  ${what}`;
}

const plain = ({ kind, where, what, repair }: Difference) => ({
  kind,
  meaning: KINDS[kind],
  where,
  what,
  repairable: repair !== undefined,
});

try {
  const databases = Object.fromEntries(SERVICES.map((name) => [name, databaseOf(name)])) as unknown as Databases;
  const find = () => findDifferences(databases, { now: new Date(), withBank: !values['without-bank'] });
  const print = (lines: readonly string[], document: object): void => {
    process.stdout.write(
      values.json ? `${JSON.stringify(document, undefined, 2)}\n` : lines.map((line) => `${line}\n`).join(''),
    );
  };
  if (values.repair) {
    const bus = opened.adopt(
      await Bus.connect(readConfig(BusConfig, commandEnv('operator')), 'reconcile', {
        participant: 'operator',
        patienceMs: CONNECT_MS_MAX,
      }),
      (one) => one.close(),
    );
    const { repaired, left } = await repairDifferences(find, (): Repairing => ({ bus, now: new Date() }));
    const lines = [
      ...repaired.map((one) => lineOf(one, 'repaired')),
      ...left.map((one) => lineOf(one, one.failed === undefined ? 'left' : `failed: ${one.failed}`)),
    ];
    print([...lines, `${repaired.length} repaired, ${left.length} left`], {
      repaired: repaired.map(plain),
      left: left.map(plain),
    });
    process.exitCode = left.length === 0 ? 0 : 1;
  } else {
    const differences = await find();
    print([...differences.map((one) => lineOf(one)), `${differences.length} differences`], {
      differences: differences.map(plain),
    });
    process.exitCode = differences.length === 0 ? 0 : 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
