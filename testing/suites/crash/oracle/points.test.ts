import { describe, expect, it } from 'vitest';
import type { Fact } from '../journal/journal.ts';
import type { Call, Evidence, StoredState } from './evidence.ts';
import { judge, POINTS } from './points.ts';

const AT = 1_800_000_000_000;
const NOON = new Date(AT);
const LATER = new Date(AT + 1_000);

const STORED: StoredState = {
  payments: [{ _id: 'p1', status: 'ACSC', contentHash: 'h1' }],
  baskets: [],
  consents: [{ _id: 'c1', status: 'valid', tppId: 't', recurring: true, signedBy: ['psu'], authorisedAt: NOON }],
  authorisations: [
    { _id: 'a1', parentId: 'p1', parentKind: 'payment', scaStatus: 'finalised', requestedHash: 'h1', approvedAt: NOON },
  ],
  postings: [posting('p1', 5n)],
  accounts: [
    { _id: 'A', currency: 'EUR', balance: 95n, available: 95n, isCustomer: true },
    { _id: 'B', currency: 'EUR', balance: -95n, available: -95n, isCustomer: false },
  ],
  histories: [
    {
      _id: 'p1',
      collection: 'payments',
      status: 'ACSC',
      history: [
        { at: NOON, from: null, to: 'RCVD', event: 'created' },
        { at: NOON, from: 'RCVD', to: 'ACTC', event: 'authorised' },
        { at: LATER, from: 'ACTC', to: 'ACSC', event: 'settled' },
      ],
    },
  ],
  alteredHistories: [],
  codes: [{ _id: 'code', accepted: 1 }],
  pending: [],
};

const CONTENT = { amount: '0.05', debtor: 'HR1', creditor: 'HR2' };
const BODY = {
  instructedAmount: { currency: 'EUR', amount: '0.05' },
  debtorAccount: { iban: 'HR1' },
  creditorAccount: { iban: 'HR2' },
};

/** Returns evidence of a campaign without violations. */
function evidence(change: Omit<Partial<Evidence>, 'stored'> & { stored?: Partial<StoredState> } = {}): Evidence {
  return {
    calls: [call({ method: 'POST', url: 'http://x/v1/payments/sepa', requestId: 'r1' }, 201, '{"paymentId":"p1"}')],
    facts: [
      fact({ is: 'acknowledged', resource: 'payment', id: 'p1', path: '/v1/p1', content: CONTENT }),
      fact({ is: 'approved', resource: 'payment', id: 'p1' }),
    ],
    faults: [],
    opening: new Map([
      ['A', 100n],
      ['B', -100n],
    ]),
    readBack: new Map([['p1', { status: 200, body: BODY }]]),
    anomalies: [],
    ...change,
    stored: { ...STORED, ...change.stored },
  };
}

function posting(paymentId: string, cents: bigint) {
  const line = { currency: 'EUR' };
  return {
    paymentId,
    at: LATER,
    lines: [
      { ...line, ledgerAccountId: 'A', amount: -cents },
      { ...line, ledgerAccountId: 'B', amount: cents },
    ],
  };
}

function fact(known: Fact, at = AT): Evidence['facts'][number] {
  return { at, journey: 'j', fact: known };
}

function call(start: Partial<Call>, status: number, body = '', tookMs = 10): Call {
  const { at = AT } = start;
  return {
    at,
    call: 1,
    journey: 'j',
    method: 'GET',
    url: 'http://x/v1/consents',
    ...start,
    end: { at: at + tookMs, call: 1, status, body },
  };
}

const READ = { url: 'http://x/v1/accounts/a/balances', consentId: 'c1' };

/** For each point, evidence of campaigns that violated it. */
const PLANTED: Readonly<Record<keyof typeof POINTS, readonly [string, Evidence][]>> = {
  '1 what was acknowledged is there': [
    ['a payment that is gone', evidence({ readBack: new Map([['p1', { status: 404, body: {} }]]) })],
    ['a payment that nobody reads', evidence({ readBack: new Map() })],
    [
      'a payment to another payee',
      evidence({ readBack: new Map([['p1', { status: 200, body: { ...BODY, creditorAccount: { iban: 'HR3' } } }]]) }),
    ],
  ],
  '2 posted once': [
    ['a payment posted twice', evidence({ stored: { postings: [posting('p1', 5n), posting('p1', 5n)] } })],
    ['an ACSC without a posting', evidence({ stored: { postings: [] } })],
    [
      'a posting of a payment that was rejected',
      evidence({ stored: { payments: [{ _id: 'p1', status: 'RJCT', contentHash: 'h1' }] } }),
    ],
  ],
  '3 money is conserved': [
    ['a balance that no posting explains', evidence({ stored: { postings: [posting('p1', 6n)] } })],
    [
      'an account beyond its limit',
      evidence({ stored: { accounts: STORED.accounts.map((account) => ({ ...account, available: -1n })) } }),
    ],
    [
      'accounts that do not sum to zero',
      evidence({
        opening: new Map([['A', 100n]]),
        stored: { accounts: STORED.accounts.slice(0, 1) },
      }),
    ],
  ],
  '4 histories are legal': [
    [
      'an edge that the machine does not have',
      withHistory([
        { at: NOON, from: null, to: 'RCVD', event: 'created' },
        { at: NOON, from: 'RCVD', to: 'ACSC', event: 'settled' },
      ]),
    ],
    [
      'a way on from a final status',
      withHistory([
        { at: NOON, from: null, to: 'RJCT', event: 'created' },
        { at: NOON, from: 'RJCT', to: 'ACSC', event: 'settled' },
      ]),
    ],
    [
      'a gap',
      withHistory([
        { at: NOON, from: null, to: 'RCVD', event: 'created' },
        { at: NOON, from: 'ACTC', to: 'ACSC', event: 'settled' },
      ]),
    ],
    ['another present status', withHistory([{ at: NOON, from: null, to: 'RCVD', event: 'created' }])],
    ['an altered entry', evidence({ stored: { alteredHistories: ['payments/p1 entry 1 is not as it was written'] } })],
  ],
  '5 no read after the end': [
    [
      'a read after a deletion',
      evidence({
        facts: [fact({ is: 'ended', resource: 'consent', id: 'c1' }, AT - 5)],
        calls: [call(READ, 200)],
      }),
    ],
    [
      'a read after a newer consent of the PSU was read as valid',
      evidence({
        facts: [fact({ is: 'approved', resource: 'consent', id: 'c2' }, AT - 5)],
        calls: [call(READ, 200)],
        stored: { consents: [...STORED.consents, { ...consent('c2'), authorisedAt: LATER }] },
      }),
    ],
  ],
  '6 one recurring consent': [
    ['two valid ones', evidence({ stored: { consents: [...STORED.consents, consent('c2')] } })],
  ],
  '7 reads are counted': [
    [
      'a fifth read without the PSU',
      evidence({ calls: Array.from({ length: 5 }, () => call({ ...READ, unattended: true }, 200)) }),
    ],
  ],
  '8 same request, same id': [
    [
      'a repeated request with another id',
      evidence({
        calls: ['p1', 'p2'].map((id) =>
          call({ method: 'POST', url: 'http://x/v1/payments/sepa', requestId: 'r1' }, 201, `{"paymentId":"${id}"}`),
        ),
      }),
    ],
  ],
  '9 approved before executed': [
    ['a posting without an approval', evidence({ stored: { authorisations: [] } })],
    ['an approval of another content', withAuthorisation({ requestedHash: 'h2' })],
    ['an approval that came later', withAuthorisation({ approvedAt: new Date(AT + 60_000) })],
    ['an approval of its cancellation', withAuthorisation({ parentKind: 'cancellation' })],
  ],
  '10 codes count once': [['a code accepted twice', evidence({ stored: { codes: [{ _id: 'code', accepted: 2 }] } })]],
  '11 everything is delivered': [
    ['a message left', evidence({ stored: { pending: ['1 of payments.payments wait'] } })],
  ],
  '12 answers are proper': [
    ['an error of the service', evidence({ calls: [call({}, 500, '{"tppMessages":[]}')] })],
    ['an outage without a reason', evidence({ calls: [call({}, 503)] })],
    ['a late answer', evidence({ calls: [call({}, 200, '', 25_001)] })],
    ['a process that ended by itself', evidence({ anomalies: ['sca ended with 1'] })],
  ],
  'every journey ends': [
    ['a journey that was given up', evidence({ facts: [fact({ is: 'stuck', id: 'j', why: 'no result' })] })],
    [
      'an approved payment that waits for ever',
      evidence({ stored: { payments: [{ _id: 'p1', status: 'ACTC', contentHash: 'h1' }] } }),
    ],
    [
      'an approved payment that was rejected',
      evidence({ stored: { payments: [{ _id: 'p1', status: 'RJCT', contentHash: 'h1' }] } }),
    ],
  ],
};

function withHistory(history: StoredState['histories'][number]['history']): Evidence {
  return evidence({ stored: { histories: [{ _id: 'p1', collection: 'payments', status: 'ACSC', history }] } });
}

function withAuthorisation(change: Partial<StoredState['authorisations'][number]>): Evidence {
  return evidence({ stored: { authorisations: STORED.authorisations.map((one) => ({ ...one, ...change })) } });
}

function consent(_id: string): StoredState['consents'][number] {
  return { _id, status: 'valid', tppId: 't', recurring: true, signedBy: ['psu'], authorisedAt: NOON };
}

describe('the oracle', () => {
  it('finds nothing in a campaign without violations', () => {
    expect([...judge(evidence()).values()].flat()).toEqual([]);
  });

  it('has a planted violation for every point', () => {
    expect(Object.keys(PLANTED)).toEqual(Object.keys(POINTS));
  });

  it.each(
    Object.entries(PLANTED).flatMap(([point, cases]) =>
      cases.map(([what, planted]) => [point, what, planted] as const),
    ),
  )('%s: finds %s', (point, _, planted) => {
    expect(judge(planted).get(point)?.length).toBeGreaterThan(0);
  });
});

it('classifies a rejected approved payment as wrongly rejected, a second posting as double, a missing one as lost', () => {
  const kindsOf = (planted: Evidence): Set<string> =>
    new Set([...judge(planted).values()].flat().map(({ kind }) => kind));
  const rejected = evidence({ stored: { payments: [{ _id: 'p1', status: 'RJCT', contentHash: 'h1' }], postings: [] } });
  expect(kindsOf(rejected)).toContain('wrongly rejected');
  expect(kindsOf(evidence({ stored: { postings: [posting('p1', 5n), posting('p1', 5n)] } }))).toContain('double');
  expect(kindsOf(evidence({ stored: { postings: [] } }))).toContain('lost');
});
