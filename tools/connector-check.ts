// Checks a bank connector, in any language, against its contract (docs/bank-connector.md):
//   npm run connector-check -- --facts <file.yaml> [--nats <url>] [--creds <file> | --nkey <file> | --user <name:password>]
//     [--keys <folder>] [--only <id,…>] [--json <file>]
// `--keys` is the folder of `npm run service-keys`, for a connector that has keys: the check signs and seals as the service does.
// It takes the place of the XS2A service: nothing else may run on the bus, and the bank must be a test bank, because it makes payments.
// Exit codes: 0 every rule holds, 1 a rule is broken, 2 invalid arguments, 3 no NATS server.
import { writeFileSync } from 'node:fs';
import { type NatsConnection, RequestError } from '@nats-io/transport-node';
import { FactsRefusal, readFacts } from '@xs2a/connector-check/facts';
import { type Outcome, runChecks } from '@xs2a/connector-check/run-checks';
import { Session } from '@xs2a/connector-check/session';
import { BusConfig, connectToBus, EXIT_CODES, MessageProtection, readConfig, readKeysFolder } from '@xs2a/service-kit';
import { readArguments } from './command/read-arguments.ts';
import { PATIENCE_MS, runToEnd, UnusableArguments } from './command/run-to-end.ts';
import { table } from './gen/markdown.ts';

const USAGE =
  'npm run connector-check -- --facts <file.yaml> [--nats <url>] [--creds <file> | --nkey <file> | --user <name:password>] [--keys <folder>] [--only <id,…>] [--json <file>]';
const ALONE_MS = 1_000;
const SIGNS = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

const { values: options } = readArguments(import.meta.filename, {
  options: {
    nats: { type: 'string' },
    creds: { type: 'string' },
    nkey: { type: 'string' },
    user: { type: 'string' },
    facts: { type: 'string' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    keys: { type: 'string' },
  },
});

/** The variables that services have, or instead of them what the command line says. */
function busConfig(): BusConfig {
  const { nats, creds, nkey, user } = options;
  const [name = '', ...password] = user?.split(':') ?? [];
  const named = {
    ...(creds !== undefined && { NATS_CREDENTIALS_FILE: creds }),
    ...(nkey !== undefined && { NATS_NKEY_FILE: nkey }),
    ...(user !== undefined && { NATS_USER: name, NATS_PASSWORD: password.join(':') }),
  };
  return readConfig(BusConfig, { ...process.env, ...(nats !== undefined && { NATS_URL: nats }), ...named });
}

/** Whether an XS2A service is running: the check would receive its messages and make payments beside it. */
async function isServiceRunning(connection: NatsConnection): Promise<boolean> {
  try {
    await connection.request('accounts.putAccounts', JSON.stringify({ accounts: [] }), { timeout: ALONE_MS });
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.isNoResponders()) return false;
    throw error;
  }
}

function report(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ outcome, id, rule, note, ms }) => [SIGNS[outcome], id, rule, note, `${ms}`]);
  const count = (outcome: Outcome['outcome']): number => outcomes.filter((one) => one.outcome === outcome).length;
  const sum = `${count('passed')} rules hold, ${count('failed')} are broken, ${count('skipped')} were skipped.`;
  return `${table(['', 'check', 'rule', 'note', 'ms'], rows)}\n\n${sum}\n`;
}

async function main(): Promise<number> {
  if (options.facts === undefined) throw new FactsRefusal('--facts is needed.');
  const facts = readFacts(options.facts);
  const connection = await connectToBus(busConfig(), { name: 'connector-check' }, { patienceMs: PATIENCE_MS });
  try {
    if (await isServiceRunning(connection)) {
      throw new FactsRefusal(
        'An XS2A service is running on this bus. Run the check without it: the check sends payments of its own.',
      );
    }
    const { keys } = options;
    const protection = keys === undefined ? undefined : new MessageProtection(readKeysFolder(keys));
    const only = options.only.split(',').filter((id) => id !== '');
    const outcomes = await runChecks(new Session(connection, facts, protection), only, ({ id, outcome }) => {
      process.stderr.write(`${SIGNS[outcome].padEnd(8)}${id}\n`);
    });
    process.stdout.write(report(outcomes));
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(outcomes, null, 1)}\n`);
    return outcomes.length === 0
      ? EXIT_CODES.unusable
      : outcomes.some(({ outcome }) => outcome === 'failed')
        ? EXIT_CODES.failed
        : EXIT_CODES.done;
  } finally {
    await connection.close();
  }
}

await runToEnd(() =>
  main().catch((error: unknown) => {
    throw error instanceof FactsRefusal ? new UnusableArguments(`${error.message}\n${USAGE}`) : error;
  }),
);
