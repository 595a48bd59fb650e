import {
  BASKET_STATUS_MACHINE,
  CONSENT_STATUS_MACHINE,
  type Machine,
  SCA_STATUS_MACHINE,
  TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';
import { type Check, Mismatch } from '../check.ts';
import { AUTHORISATION_JOURNEYS } from './authorisation-journeys.ts';
import { BASKET_JOURNEYS } from './basket-journeys.ts';
import { CONFIRMATION_JOURNEYS } from './confirmation-journeys.ts';
import { CONSENT_JOURNEYS } from './consent-journeys.ts';
import type { Journey, MachineName } from './journey.ts';
import { PAYMENT_JOURNEYS } from './payment-journeys.ts';

export const MACHINES: Readonly<Record<MachineName, Machine>> = {
  consent: CONSENT_STATUS_MACHINE,
  payment: TRANSACTION_STATUS_MACHINE,
  authorisation: SCA_STATUS_MACHINE,
  basket: BASKET_STATUS_MACHINE,
};

export const JOURNEYS: readonly Journey[] = [
  ...CONSENT_JOURNEYS,
  ...PAYMENT_JOURNEYS,
  ...BASKET_JOURNEYS,
  ...AUTHORISATION_JOURNEYS,
  ...CONFIRMATION_JOURNEYS,
];

/**
 * Transitions that cannot be reached from outside, or not within a minute, and why: `machine.status.event`, or all transitions of
 * an event.
 */
const UNSEEN_EDGES: Readonly<Record<string, string>> = {
  'consent.lapsed': 'takes the hours of authorisationHours, or the days of the consent',
  'consent.usedUp': 'takes the minutes of oneOffUseMinutes',
  'consent.partiallyAuthorised.partlyAuthorised': 'takes three signers',
  'payment.PATC.partlyAuthorised': 'takes three signers',
  'basket.PATC.partlyAuthorised': 'takes three signers',
  'payment.credited': 'only banks that are informed of the credit to the payee report it',
  'payment.acceptedWithoutPosting': 'only banks that book later than they accept report it',
  'payment.withdrawn': 'a bank stops what it has taken: a matter of milliseconds in the sandbox',
  'payment.pending': 'only banks whose payments change status while they wait for funds report it',
  'payment.PDNG.settling': 'only banks whose payments change status while they wait for funds report it',
  'payment.PDNG.settled': 'only banks whose payments change status while they wait for funds report it',
  'payment.PDNG.rejected': 'only banks whose payments change status while they wait for funds report it',
  'payment.PDNG.cancelled': 'only banks whose payments change status while they wait for funds report it',
  'payment.PDNG.profileChecked': 'only banks whose payments change status while they wait for funds report it',
  'payment.ACWC.settling': 'takes until the day that it was moved to',
  'payment.ACWC.settled': 'takes until the day that it was moved to',
  'payment.ACWC.rejected': 'takes until the day that it was moved to',
  'payment.ACWC.profileChecked': 'takes until the day that it was moved to',
  'payment.ACCP.settled': 'the sandbox says first that it settles',
  'payment.ACTC.settled': 'the sandbox says first that it settles',
  'payment.ACFC.settled': 'the sandbox says first that it settles',
  'payment.ACFC.rejected': 'funds that were found are there a moment later, too',
  'payment.ACFC.cancelled': 'a matter of milliseconds: with the funds it goes to the bank',
  'payment.ACTC.partlySettled': 'the sandbox says first that it settles',
  'payment.PDNG.partlySettled': 'only banks whose payments change status while they wait for funds report it',
  'payment.ACWC.partlySettled': 'takes until the day that it was moved to',
  'payment.ACCP.partlySettled': 'the sandbox says first that it settles',
  'payment.ACFC.partlySettled': 'the sandbox says first that it settles',
  'payment.ACSP.rejected': 'a bank gives back what it has taken',
  'authorisation.psuAuthenticated.exempted': 'the exemption is recorded in one write with the password',
  'authorisation.psuAuthenticated.approved': 'of PSUs whose sign-in at the bank is both factors',
  'authorisation.started.confirmationAwaited': 'with a device after the pages of the bank: covered with a code',
  'authorisation.scaMethodSelected.methodSelected': 'a new code is asked for on the pages of the bank',
  'authorisation.scaMethodSelected.opened': 'the method is changed on the pages of the bank',
  'authorisation.started.authenticated': 'the device is left for another method on the pages of the bank',
  'authorisation.psuIdentified.methodSelected': 'of PSUs whose one method needs no password',
  'authorisation.psuIdentified.opened': 'of PSUs with several devices',
  'authorisation.psuIdentified.failed': 'an authorisation that is given up by its parent: seen with received',
};

/** Returns the transitions of a journey, as `machine.status.event`, and its statuses. */
export function pathOf({ machine, from, events }: Journey): {
  machine: MachineName;
  statuses: string[];
  edges: string[];
} {
  const statuses = [from];
  const edges = events.map((event) => {
    const at = statuses.at(-1) ?? from;
    const next = MACHINES[machine][at]?.[event];
    if (next === undefined) throw new Error(`${machine} has no edge ${event} from ${at}`);
    statuses.push(next);
    return `${machine}.${at}.${event}`;
  });
  return { machine, statuses, edges };
}

export const unseenWhy = (edge: string): string | undefined => {
  const [machine = '', , event = ''] = edge.split('.');
  return UNSEEN_EDGES[edge] ?? UNSEEN_EDGES[`${machine}.${event}`];
};

/** Statuses that the journeys have seen, for the picture. */
export class SeenStatuses {
  readonly seen = new Set<string>();

  checks(): Check[] {
    return JOURNEYS.map((journey) => {
      const { statuses } = pathOf(journey);
      return {
        id: `states.${journey.machine}.${journey.name}`,
        group: 'states',
        rule: journey.rule,
        how: statuses.join(' → '),
        ...(journey.missing !== undefined && { missing: journey.missing }),
        run: async (context) => {
          const noted: string[] = [];
          await journey.run(context, (status) => {
            if (noted.at(-1) !== status) noted.push(status);
          });
          judge(noted, statuses, journey.machine);
          for (const status of noted) this.seen.add(`${journey.machine}.${status}`);
        },
      };
    });
  }
}

/** Checks that the noted statuses follow the path in order, from its first status to its last. */
function judge(noted: readonly string[], way: readonly string[], machine: MachineName): void {
  let at = -1;
  for (const status of noted) {
    at = way.indexOf(status, at + 1);
    if (at === -1) throw new Mismatch(`${noted.join(' → ')} was seen, expected ${way.join(' → ')}`);
  }
  // The answer to the start of an authorisation may already have a later status.
  const begins = noted[0] === way[0] || machine === 'authorisation';
  if (!begins || noted.at(-1) !== way.at(-1)) {
    throw new Mismatch(`${noted.join(' → ')} was seen, expected ${way.join(' → ')}`);
  }
}
