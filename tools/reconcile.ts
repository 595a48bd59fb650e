// Finds where the databases of the services do not agree, after a restore from backups or on any day:
//   npm run reconcile                    one line for each difference; changes nothing
//   npm run reconcile -- --repair        repairs what can be repaired from what is stored, and names the rest
//   npm run reconcile -- --json          one JSON document instead of lines
//   npm run reconcile -- --without-bank  a bank connector of your own: leaves out the sandbox bank's database
// MONGO_URL is the address of the databases; MONGO_URL_PAYMENTS and so on that of one of them. MONGO_DATABASE_PAYMENTS and so on
// override the names of databases, which are those of the services. --repair needs running services and NATS_URL. Users and
// keys are in the variables that services have. Without any it is `npm start` in this folder.
// Exits with 0 if nothing is left, 1 if something is, 2 where an argument is wrong, 3 where bus or database do not answer.
import { Bus, BusConfig, EXIT_CODES, readConfig } from '@xs2a/service-kit';
import { openDatabases } from './command/open-databases.ts';
import { readArguments } from './command/read-arguments.ts';
import { PATIENCE_MS, runToEnd } from './command/run-to-end.ts';
import { type Difference, KINDS, type Repairing } from './reconcile/difference.ts';
import { findDifferences } from './reconcile/find-differences.ts';
import { repairDifferences } from './reconcile/repair-differences.ts';
import { commandEnv } from './start/local-identity.ts';

const SERVICES = ['payments', 'consent', 'sca', 'bank', 'accounts', 'notifier'] as const;

const { values } = readArguments(import.meta.filename, {
  options: {
    repair: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'without-bank': { type: 'boolean', default: false },
  },
});

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

await runToEnd(async () => {
  await using opened = new AsyncDisposableStack();
  const { databases } = opened.use(await openDatabases('reconcile', SERVICES, { ignoreUndefined: true }));
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
        patienceMs: PATIENCE_MS,
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
    return left.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
  } else {
    const differences = await find();
    print([...differences.map((one) => lineOf(one)), `${differences.length} differences`], {
      differences: differences.map(plain),
    });
    return differences.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
  }
});
