import { userInfo } from 'node:os';
import { blockTpp, listBlockedTpps, unblockTpp } from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import type { Place } from '../command/command.ts';
import { print, printJson } from '../command/common.ts';
import { connectBus } from '../command/connect-bus.ts';
import { table } from '../command/table.ts';

interface Decision {
  readonly id: string;
  readonly reason: string;
  readonly by: string | undefined;
}

async function onBus(place: Place, work: (bus: Bus) => Promise<void>): Promise<undefined> {
  const bus = await connectBus(place, 'tpp');
  try {
    await work(bus);
    return undefined;
  } finally {
    await bus.close();
  }
}

export function block(
  { id, reason, by = userInfo().username, until }: Decision & { readonly until: string | undefined },
  place: Place,
): Promise<undefined> {
  return onBus(place, async (bus) => {
    const { replicas } = await bus.ask(blockTpp, { tppId: id, reason, by, ...(until !== undefined && { until }) });
    print(`${id} is blocked at ${replicas} replicas of the gateway.`);
  });
}

export function unblock({ id, reason, by = userInfo().username }: Decision, place: Place): Promise<undefined> {
  return onBus(place, async (bus) => {
    const { replicas } = await bus.ask(unblockTpp, { tppId: id, reason, by });
    print(`${id} is unblocked at ${replicas} replicas of the gateway.`);
  });
}

export function list({ json }: { readonly json: boolean }, place: Place): Promise<undefined> {
  return onBus(place, async (bus) => {
    const { tpps } = await bus.ask(listBlockedTpps, {});
    if (json) return printJson(tpps);
    if (tpps.length === 0) return print('No TPP is blocked. The blocklist file may name others.');
    const rows = tpps.map(({ tppId, since, until = '', by, reason }) => [tppId, since, until, by, reason]);
    print(table(['TPP', 'since', 'until', 'by', 'reason'], rows));
  });
}
