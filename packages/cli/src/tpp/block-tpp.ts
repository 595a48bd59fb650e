import { userInfo } from 'node:os';
import { blockTpp, listBlockedTpps, unblockTpp } from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import type { CommandEnvironment, Result } from '../command/command.ts';
import { connectBus } from '../command/connect-bus.ts';
import { table } from '../command/table.ts';

interface BlockArguments {
  readonly id: string;
  readonly reason: string;
  readonly by: string | undefined;
}

async function onBus(environment: CommandEnvironment, work: (bus: Bus) => Promise<Result>): Promise<Result> {
  const bus = await connectBus(environment, 'tpp');
  try {
    return await work(bus);
  } finally {
    await bus.close();
  }
}

export function block(
  { id, reason, by = userInfo().username, until }: BlockArguments & { readonly until: string | undefined },
  environment: CommandEnvironment,
): Promise<Result> {
  return onBus(environment, async (bus) => {
    const { replicas } = await bus.ask(blockTpp, { tppId: id, reason, by, ...(until !== undefined && { until }) });
    return { text: `${id} is blocked at ${replicas} replicas of the gateway.`, document: { tppId: id, replicas } };
  });
}

export function unblock(
  { id, reason, by = userInfo().username }: BlockArguments,
  environment: CommandEnvironment,
): Promise<Result> {
  return onBus(environment, async (bus) => {
    const { replicas } = await bus.ask(unblockTpp, { tppId: id, reason, by });
    return { text: `${id} is unblocked at ${replicas} replicas of the gateway.`, document: { tppId: id, replicas } };
  });
}

export function list(_: object, environment: CommandEnvironment): Promise<Result> {
  return onBus(environment, async (bus) => {
    const { tpps } = await bus.ask(listBlockedTpps, {});
    const rows = tpps.map(({ tppId, since, until = '', by, reason }) => [tppId, since, until, by, reason]);
    const text =
      rows.length === 0
        ? 'No TPP is blocked. The blocklist file may name others.'
        : table(['TPP', 'since', 'until', 'by', 'reason'], rows);
    return { text, document: tpps };
  });
}
