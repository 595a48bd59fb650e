import {
  BASKET_STATUS_MACHINE,
  CONSENT_STATUS_MACHINE,
  type Machine,
  SCA_STATUS_CORRECTIONS,
  SCA_STATUS_MACHINE,
  TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';
import type { StoredHistory } from './evidence.ts';
import { other, type Point } from './violation.ts';

const MACHINES: Readonly<Record<string, Machine>> = {
  payments: TRANSACTION_STATUS_MACHINE,
  executions: TRANSACTION_STATUS_MACHINE,
  baskets: BASKET_STATUS_MACHINE,
  consents: CONSENT_STATUS_MACHINE,
  fundsConsents: CONSENT_STATUS_MACHINE,
  authorisations: { ...SCA_STATUS_MACHINE, ...SCA_STATUS_CORRECTIONS },
};

/** Point 4: every history is a path of its status machine without a gap, ends in the present status, and is unaltered. */
export const historiesAreLegal: Point = ({ stored }) => [
  ...stored.histories.flatMap((document) => {
    const fault = faultOf(document);
    return fault === undefined ? [] : [other(`${document.collection} ${document._id}: ${fault}`)];
  }),
  ...stored.alteredHistories.map((what) => other(what)),
];

function faultOf({ collection, status, history }: StoredHistory): string | undefined {
  const machine = MACHINES[collection] ?? {};
  let before: string | undefined;
  for (const { from, to, event } of history) {
    if (before !== undefined && from !== before) return `goes on from ${from ?? 'nothing'} where it was ${before}`;
    const next =
      typeof from === 'string' ? Object.entries(machine[from] ?? {}).find(([name]) => name === event)?.[1] : to;
    if (next !== to) return `goes from ${from} to ${to} by ${event}`;
    before = to;
  }
  return before === status ? undefined : `ends in ${before ?? 'nothing'} and is ${status}`;
}
