import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BASKET_STATUS_MACHINE,
  BasketStatus,
  CONSENT_STATUS_MACHINE,
  ConsentStatus,
  EXECUTION_EVENTS,
  isFinal,
  type Machine,
  reachableFrom,
  routeBetween,
  SCA_STATUS_MACHINE,
  ScaStatus,
  statusesBefore,
  statusesOf,
  step,
  TRANSACTION_STATUS_MACHINE,
  TransactionStatus,
} from '../index.ts';

interface Guide {
  readonly machine: Machine;
  readonly values: readonly string[];
  readonly start: string;
  /** Statuses that are final according to the standard. */
  readonly final: readonly string[];
  /** `FROM: TO TO …` as in the standard's transition tables, without transitions to the same status. */
  readonly allowed: Readonly<Record<string, string>>;
  /** Those that this service does not offer. */
  readonly notOffered?: readonly string[];
}

// Copied from the standard's tables (Implementation Guidelines, Consent Status, Transaction Status and SCA Status), not from the
// machines.
const CONSENT: Guide = {
  machine: CONSENT_STATUS_MACHINE,
  values: ConsentStatus.options,
  start: 'received',
  final: ['rejected', 'expired', 'revokedByPsu', 'terminatedByTpp'],
  allowed: {
    received: 'valid partiallyAuthorised rejected terminatedByTpp expired',
    partiallyAuthorised: 'valid rejected terminatedByTpp expired',
    valid: 'expired revokedByPsu terminatedByTpp',
  },
};
const NOT_YET_EXECUTED = 'ACSP ACSC ACCC RJCT CANC PART';
const PAYMENT: Guide = {
  machine: TRANSACTION_STATUS_MACHINE,
  values: TransactionStatus.options,
  start: 'RCVD',
  final: ['ACSC', 'ACCC', 'PART', 'RJCT', 'CANC'],
  allowed: {
    RCVD: 'PATC PDNG ACTC ACCP ACFC ACWC ACSP ACSC ACCC RJCT CANC',
    PATC: 'PDNG ACTC ACCP ACFC ACWC ACSP ACSC ACCC RJCT CANC',
    PDNG: `ACTC ACWC ACCP ACFC ${NOT_YET_EXECUTED}`,
    ACTC: `PDNG ACWC ACCP ACFC ${NOT_YET_EXECUTED}`,
    ACWC: `PDNG ACCP ACFC ${NOT_YET_EXECUTED}`,
    ACCP: `PDNG ACFC ${NOT_YET_EXECUTED}`,
    ACFC: `PDNG ${NOT_YET_EXECUTED}`,
    // A bank that settles later may still stop it.
    ACSP: 'ACSC ACCC ACWP RJCT PART CANC',
    ACWP: 'ACCC',
    // Final, but an instant payment may still be credited.
    ACSC: 'ACCC',
  },
  // Checks only go forward: a waiting payment continues with the profile check, and after the funds check no payment waits.
  notOffered: ['PDNG ACTC', 'PDNG ACWC', 'ACFC PDNG'],
};
const AUTHORISATION: Guide = {
  machine: SCA_STATUS_MACHINE,
  values: ScaStatus.options,
  start: 'received',
  final: ['finalised', 'failed', 'exempted'],
  allowed: {
    received: 'psuIdentified psuAuthenticated scaMethodSelected started exempted finalised failed',
    psuIdentified: 'psuAuthenticated scaMethodSelected started exempted finalised failed',
    psuAuthenticated: 'scaMethodSelected started exempted finalised failed',
    scaMethodSelected: 'started unconfirmed finalised failed',
    // The redirect page is opened before the PSU signs in.
    started: 'psuAuthenticated unconfirmed finalised failed',
    unconfirmed: 'finalised failed',
  },
};
const BASKET: Guide = {
  machine: BASKET_STATUS_MACHINE,
  values: BasketStatus.options,
  start: 'RCVD',
  final: ['ACTC', 'RJCT', 'CANC'],
  allowed: { RCVD: 'PATC ACTC CANC RJCT', PATC: 'ACTC RJCT' },
};

const GUIDES: [string, Guide][] = [
  ['consentStatus', CONSENT],
  ['transactionStatus of a payment', PAYMENT],
  ['scaStatus', AUTHORISATION],
  ['transactionStatus of a basket', BASKET],
];

function edgesOf(machine: Machine): [from: string, event: string, to: string][] {
  return Object.entries(machine).flatMap(([from, edges]) =>
    Object.entries(edges).map(([event, to]): [string, string, string] => [from, event, to]),
  );
}

describe.each(GUIDES)('%s', (_, { machine, values, start, final, allowed, notOffered = [] }) => {
  const edges = edgesOf(machine);

  it('has a row for every value of the standard and leads to no other value', () => {
    expect(statusesOf(machine).toSorted()).toEqual([...values].toSorted());
    for (const [, , to] of edges) expect(values).toContain(to);
  });

  it('can reach every status from the initial one', () => {
    expect([...reachableFrom(machine, start)].toSorted()).toEqual([...values].toSorted());
  });

  it('only has transitions that the transition tables allow', () => {
    for (const [from, event, to] of edges) {
      if (from !== to) expect(allowed[from]?.split(' ') ?? [], `${from} --${event}-->`).toContain(to);
    }
  });

  it('can make every offered transition of the tables, in one or several steps', () => {
    const missing = Object.entries(allowed).flatMap(([from, targets]) => {
      const reached = reachableFrom(machine, from);
      return targets.split(' ').flatMap((to) => (reached.has(to) ? [] : [`${from} ${to}`]));
    });
    expect(missing).toEqual(notOffered);
  });

  it('has no events in final statuses, and at least one in all others', () => {
    const over = values.filter(
      (status) => isFinal(machine, status) || (status === 'ACSC' && machine === PAYMENT.machine),
    );
    expect(over.toSorted()).toEqual([...final].toSorted());
  });

  it('has no event but its own, and none that every object inherits', () => {
    const inherited = ['valueOf', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ''];
    const anyEvent = fc.oneof(
      fc.constantFrom(...inherited),
      fc.string(),
      fc.constantFrom(...edges.map(([, event]) => event)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...values), anyEvent, (status, event) => {
        const edge = edges.find(([from, name]) => from === status && name === event);
        expect(step(machine, status, event)).toBe(edge?.[2]);
      }),
      { numRuns: 500 },
    );
    for (const status of [...inherited, 'unknown']) {
      for (const event of [...inherited, 'name', 'length']) expect(step(machine, status, event)).toBeUndefined();
    }
  });

  it('lists for an event exactly the statuses that have it', () => {
    for (const event of new Set(edges.map(([, name]) => name))) {
      const from = edges.filter(([, name]) => name === event).map(([status]) => status);
      expect(statusesBefore(machine, event).toSorted()).toEqual(from.toSorted());
    }
  });

  it('finds the shortest route, over the allowed events only', () => {
    const names = [...new Set(edges.map(([, event]) => event))];
    const status = fc.constantFrom(...values);
    fc.assert(
      fc.property(status, status, fc.subarray(names), (from, to, mayUse) => {
        const route = routeBetween(machine, from, to, mayUse);
        const distance = distanceOver(machine, from, to, mayUse);
        expect(route?.length).toBe(distance);
        for (const event of route ?? []) expect(mayUse).toContain(event);
        const end = route?.reduce<string | undefined>((at, event) => at && step(machine, at, event), from);
        if (route !== undefined) expect(end).toBe(to);
      }),
      { numRuns: 500 },
    );
  });
});

/** Distance between two statuses by breadth-first search; undefined if there is no route. */
function distanceOver(machine: Machine, from: string, to: string, mayUse: readonly string[]): number | undefined {
  let layer = new Set([from]);
  for (let distance = 0; distance <= Object.keys(machine).length; distance++) {
    if (layer.has(to)) return distance;
    layer = new Set(
      edgesOf(machine).flatMap(([at, event, next]) => (layer.has(at) && mayUse.includes(event) ? [next] : [])),
    );
  }
  return undefined;
}

describe('the execution reports of the bank', () => {
  it('never authorise a payment, and cancel one only if the bank stops what it had accepted', () => {
    for (const from of ['RCVD', 'PATC'] as const) {
      for (const to of TransactionStatus.options.filter((status) => status !== from)) {
        expect(routeBetween(TRANSACTION_STATUS_MACHINE, from, to, EXECUTION_EVENTS)).toBeUndefined();
      }
    }
    const taken = ['ACTC', 'PDNG', 'ACWC', 'ACCP', 'ACFC', 'ACSP'];
    for (const from of TransactionStatus.options.filter((status) => status !== 'CANC')) {
      const route = routeBetween(TRANSACTION_STATUS_MACHINE, from, 'CANC', EXECUTION_EVENTS);
      expect([from, route?.at(-1)]).toEqual([from, taken.includes(from) ? 'withdrawn' : undefined]);
    }
  });

  it('are applied even if they overtook an earlier report', () => {
    expect(routeBetween(TRANSACTION_STATUS_MACHINE, 'ACTC', 'ACCC', EXECUTION_EVENTS)).toEqual(['settled', 'credited']);
    expect(routeBetween(TRANSACTION_STATUS_MACHINE, 'ACCP', 'ACSP', EXECUTION_EVENTS)).toEqual(['settling']);
  });

  it('change nothing if they come after a later one', () => {
    expect(routeBetween(TRANSACTION_STATUS_MACHINE, 'ACSC', 'ACSP', EXECUTION_EVENTS)).toBeUndefined();
    expect(routeBetween(TRANSACTION_STATUS_MACHINE, 'RJCT', 'ACSC', EXECUTION_EVENTS)).toBeUndefined();
    expect(routeBetween(TRANSACTION_STATUS_MACHINE, 'ACSC', 'ACSC', EXECUTION_EVENTS)).toEqual([]);
  });
});

describe('usual sequences of an authorisation', () => {
  it.each([
    ['redirect', 'received started psuAuthenticated scaMethodSelected finalised'],
    ['redirect, PSU known before', 'received psuIdentified started finalised'],
    ['redirect with confirmation', 'received started unconfirmed finalised'],
    ['redirect with a wrong confirmation', 'received started unconfirmed failed'],
    ['decoupled', 'received psuIdentified started finalised'],
    ['decoupled with a choice of method', 'received psuIdentified scaMethodSelected started failed'],
    ['embedded', 'received psuIdentified psuAuthenticated scaMethodSelected finalised'],
    ['embedded, code asked for again', 'psuAuthenticated scaMethodSelected scaMethodSelected finalised'],
    ['exemption', 'received psuAuthenticated exempted'],
    ['exemption at once', 'received exempted'],
  ])('%s', (_, path) => {
    const statuses = path.split(' ');
    for (const [index, from] of statuses.slice(0, -1).entries()) {
      const targets: string[] = Object.values((SCA_STATUS_MACHINE as Machine)[from] ?? {});
      expect(targets, `from ${from}`).toContain(statuses[index + 1]);
    }
  });
});
