import { type NatsConnection, RequestError } from '@nats-io/transport-node';
import { FactsRefusal, readFacts } from '@xs2a/connector-check/facts';
import { checksFor, type Outcome, runChecks } from '@xs2a/connector-check/run-checks';
import { Session } from '@xs2a/connector-check/session';
import { BusConfig, connectToBus, EXIT_CODES, MessageProtection, readConfig, readKeysFolder } from '@xs2a/service-kit';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { PATIENCE_MS } from '../command/open-databases.ts';
import { UnusableArguments } from '../command/refusals.ts';
import { table } from '../command/table.ts';

const ALONE_MS = 1_000;
const SIGNS = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

interface Asked {
  readonly facts: string;
  readonly nats: string | undefined;
  readonly creds: string | undefined;
  readonly nkey: string | undefined;
  readonly user: string | undefined;
  readonly keys: string | undefined;
  readonly only: string;
}

/** Returns the bus settings: the variables of services, overridden by the command line. */
function busConfig({ nats, creds, nkey, user }: Asked): BusConfig {
  const [name = '', ...password] = user?.split(':') ?? [];
  const named = {
    ...(creds !== undefined && { NATS_CREDENTIALS_FILE: creds }),
    ...(nkey !== undefined && { NATS_NKEY_FILE: nkey }),
    ...(user !== undefined && { NATS_USER: name, NATS_PASSWORD: password.join(':') }),
  };
  return readConfig(BusConfig, { ...process.env, ...(nats !== undefined && { NATS_URL: nats }), ...named });
}

/** Whether an XS2A service is running: its messages would reach the check, which would make payments at the same time. */
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
  return `${table(['', 'check', 'rule', 'note', 'ms'], rows)}\n\n${sum}`;
}

async function check(options: Asked, progress: Progress): Promise<Result> {
  const only = options.only.split(',').filter((id) => id !== '');
  const all = checksFor(only).length;
  if (all === 0) throw new UnusableArguments(`--only: no check begins with ${options.only}.`);
  const facts = readFacts(options.facts);
  const connection = await connectToBus(busConfig(options), { name: 'connector-check' }, { patienceMs: PATIENCE_MS });
  try {
    if (await isServiceRunning(connection)) {
      throw new FactsRefusal(
        'An XS2A service is running on this bus. Run the check without it: the check sends payments of its own.',
      );
    }
    const { keys } = options;
    const protection = keys === undefined ? undefined : new MessageProtection(readKeysFolder(keys));
    let done = 0;
    const outcomes = await runChecks(new Session(connection, facts, protection), only, ({ id }) => {
      progress(`${++done} of ${all} checks, the last ${id}`);
    });
    const isBroken = outcomes.some(({ outcome }) => outcome === 'failed');
    return { text: report(outcomes), document: outcomes, code: EXIT_CODES[isBroken ? 'failed' : 'done'] };
  } finally {
    await connection.close();
  }
}

export async function checkConnector(asked: Asked, _: CommandEnvironment, progress: Progress): Promise<Result> {
  try {
    return await check(asked, progress);
  } catch (error) {
    throw error instanceof FactsRefusal ? new UnusableArguments(error.message) : error;
  }
}
