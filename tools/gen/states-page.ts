import {
  BASKET_STATUS_MACHINE,
  CONSENT_STATUS_MACHINE,
  isFinal,
  type Machine,
  SCA_STATUS_MACHINE,
  TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';
import { code, page, table } from './markdown.ts';

const MACHINES: readonly { title: string; field: string; source: string; start: string; machine: Machine }[] = [
  {
    title: 'Consent',
    field: 'consentStatus',
    source: 'consent-status.ts',
    start: 'received',
    machine: CONSENT_STATUS_MACHINE,
  },
  {
    title: 'Payment',
    field: 'transactionStatus',
    source: 'transaction-status.ts',
    start: 'RCVD',
    machine: TRANSACTION_STATUS_MACHINE,
  },
  {
    title: 'Authorisation',
    field: 'scaStatus',
    source: 'sca-status.ts',
    start: 'received',
    machine: SCA_STATUS_MACHINE,
  },
  {
    title: 'Signing basket',
    field: 'transactionStatus',
    source: 'basket-status.ts',
    start: 'RCVD',
    machine: BASKET_STATUS_MACHINE,
  },
];

function diagram(machine: Machine, start: string): string {
  const edges = Object.entries(machine).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => `  ${from} --> ${to}: ${event}`),
  );
  const ends = Object.keys(machine).flatMap((status) => (isFinal(machine, status) ? [`  ${status} --> [*]`] : []));
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${start}`, ...edges, ...ends, '```'].join('\n');
}

function moves(machine: Machine): string {
  const rows = Object.entries(machine).flatMap(([from, events]) => {
    const edges = Object.entries(events).map(([event, to]) => [code(from), event, code(to)]);
    return edges.length > 0 ? edges : [[code(from), '(final)', '']];
  });
  return table(['from', 'event', 'to'], rows);
}

export function statesPage(): string {
  const parts = MACHINES.flatMap(({ title, field, source, start, machine }) => [
    `## ${title}: \`${field}\``,
    `From \`packages/contracts/src/${source}\`. Begins as \`${start}\`.`,
    diagram(machine, start),
    moves(machine),
  ]);
  return page('States', '`packages/contracts/src/*-status.ts`', ...parts);
}
