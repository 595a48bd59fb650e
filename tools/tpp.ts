// Blocks and unblocks TPPs. A decision takes effect immediately at every replica of the gateway:
//   npm run tpp -- block <organizationIdentifier | thumbprint> --reason <why> [--until 2027-01-31T00:00:00Z] [--by <who>]
//   npm run tpp -- unblock <organizationIdentifier | thumbprint> --reason <why> [--by <who>]
//   npm run tpp -- list
// NATS_URL is the address of the NATS server; the identity of the operator is in the variables that services have. Without any
// of them it is `npm start` in this folder. `--by` defaults to the current user of this machine.
// Exits with 1 where the gateway refuses, 2 where an argument is wrong, 3 where the bus or the gateway does not answer.
import { userInfo } from 'node:os';
import { blockTpp, listBlockedTpps, unblockTpp } from '@xs2a/contracts';
import { Bus, BusConfig, readConfig } from '@xs2a/service-kit';
import { readArguments } from './command/read-arguments.ts';
import { PATIENCE_MS, runToEnd, UnusableArguments } from './command/run-to-end.ts';
import { table } from './gen/markdown.ts';
import { commandEnv } from './start/local-identity.ts';

const USAGE = 'npm run tpp -- block <id> --reason <why> [--until <time>] | unblock <id> --reason <why> | list';

interface Decision {
  readonly tppId: string;
  readonly reason: string;
  readonly by: string;
  readonly until?: string;
}

async function list(bus: Bus): Promise<string> {
  const { tpps } = await bus.ask(listBlockedTpps, {});
  if (tpps.length === 0) return 'No TPP is blocked. The blocklist file may name others.';
  const rows = tpps.map(({ tppId, since, until = '', by, reason }) => [tppId, since, until, by, reason]);
  return table(['TPP', 'since', 'until', 'by', 'reason'], rows);
}

const DECISIONS = new Map(
  Object.entries({
    block: async (bus: Bus, decision: Decision) => {
      const { replicas } = await bus.ask(blockTpp, decision);
      return `${decision.tppId} is blocked at ${replicas} replicas of the gateway.`;
    },
    unblock: async (bus: Bus, { until: _, ...decision }: Decision) => {
      const { replicas } = await bus.ask(unblockTpp, decision);
      return `${decision.tppId} is unblocked at ${replicas} replicas of the gateway.`;
    },
  }),
);

const { values, positionals } = readArguments(import.meta.filename, {
  options: { reason: { type: 'string' }, until: { type: 'string' }, by: { type: 'string' } },
  allowPositionals: true,
});
const [word = '', tppId, ...others] = positionals;
const { reason, until, by = userInfo().username } = values;
const decide = DECISIONS.get(word);
const isList = word === 'list' && tppId === undefined;

await runToEnd(async () => {
  const isDecision = decide !== undefined && tppId !== undefined && reason !== undefined;
  if (others.length > 0 || !(isList || isDecision)) throw new UnusableArguments(USAGE);
  const bus = await Bus.connect(readConfig(BusConfig, commandEnv('operator')), 'tpp', {
    participant: 'operator',
    patienceMs: PATIENCE_MS,
  });
  try {
    const decision = { tppId: tppId ?? '', reason: reason ?? '', by, ...(until !== undefined && { until }) };
    process.stdout.write(`${isList ? await list(bus) : await decide?.(bus, decision)}\n`);
    return undefined;
  } finally {
    await bus.close();
  }
});
