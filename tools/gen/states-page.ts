import { isFinal, type Machine, SCA_STATUS_CORRECTIONS } from '@xs2a/contracts';
import { DOCUMENTED_MACHINES } from '@xs2a/developer-pages';
import { stateFlowchart } from './diagrams/state-flowchart.ts';
import { code, page, table } from './markdown.ts';

function moves(machine: Machine): string {
  const rows = Object.entries(machine).flatMap(([from, events]) => {
    const edges = Object.entries(events).map(([event, to]) => [code(from), event, code(to)]);
    return isFinal(machine, from) ? [[code(from), '(final)', '']] : edges;
  });
  return table(['from', 'event', 'to'], rows);
}

const CORRECTIONS = `## Corrections of \`scaStatus\`

An approval that its owner did not count, because the resource ended at the same moment or something else was approved first, is no success ([decision
6](decisions/0006-approvals.md)). The statuses are final for everything else.`;

export function statesPage(): string {
  const parts = DOCUMENTED_MACHINES.flatMap(({ title, field, source, start, machine, frames }) => [
    `## ${title}: \`${field}\``,
    `From \`packages/contracts/src/statuses/${source}\`. The first status is \`${start}\`. An arrow that leaves a frame leaves every status in it; final statuses have a dashed border.`,
    stateFlowchart(machine, start, frames),
    moves(machine),
  ]);
  const corrections = [CORRECTIONS, moves(SCA_STATUS_CORRECTIONS)];
  return page('States', '`packages/contracts/src/statuses/*-status.ts`', ...parts, ...corrections);
}
