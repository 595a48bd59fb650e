import { isFinal, type Machine } from '@xs2a/contracts';
import { DOCUMENTED_MACHINES } from '../../services/gateway/src/docs/status-machines.ts';
import { code, page, table } from './markdown.ts';

function moves(machine: Machine): string {
  const rows = Object.entries(machine).flatMap(([from, events]) => {
    const edges = Object.entries(events).map(([event, to]) => [code(from), event, code(to)]);
    return isFinal(machine, from) ? [[code(from), '(final)', '']] : edges;
  });
  return table(['from', 'event', 'to'], rows);
}

export function statesPage(): string {
  const parts = DOCUMENTED_MACHINES.flatMap(({ name, title, field, source, start, machine }) => [
    `## ${title}: \`${field}\``,
    `From \`packages/contracts/src/statuses/${source}\`. Begins as \`${start}\`. What leaves a frame can happen in every status inside of it.`,
    `![The statuses of a ${title.toLowerCase()}](../services/gateway/published/states/${name}.svg)`,
    moves(machine),
  ]);
  return page('States', '`packages/contracts/src/statuses/*-status.ts`', ...parts);
}
