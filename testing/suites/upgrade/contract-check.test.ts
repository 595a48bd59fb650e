import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@xs2a/contracts';
import type { IndexDescription } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { folderOfProgram, ROOT } from '../../../tools/programs.ts';
import { breakingIndexChanges } from '../../../tools/release/breaking-indexes.ts';
import { isNewer, releaseChangelog } from '../../../tools/release/changelog.ts';
import { findBreaks, findOrder, type Release } from '../../../tools/release/judge-contracts.ts';
import { fromRecord, readReleases, toRecord, writeRelease } from '../../../tools/release/records.ts';
import { presentContracts, type ServiceContract } from '../../../tools/release/service-contract.ts';

const last = readReleases();
const present = await presentContracts();

describe('the present services', () => {
  it('are compatible with the last release of each service, and read its stored documents', () => {
    expect(findBreaks(present, last)).toEqual([]);
  });

  it.each(SERVICE_NAMES)('have a recorded release of %s that is not newer than its version', (name) => {
    const release = last.find(({ service }) => service === name);
    const manifest = join(ROOT, folderOfProgram(name), 'package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    expect(release?.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(isNewer(release?.version ?? '', version)).toBe(false);
  });

  it('are compared by their called operations and their stored documents', () => {
    expect(Object.keys(present.accounts.asks)).toEqual([
      'bank.checkFunds',
      'consent.useConsent',
      'consent.useFundsConsent',
    ]);
    expect(Object.keys(present.payments.asks)).toContain('bank.submitPayment');
    expect(Object.keys(present.payments.asks)).toContain('sca.startAuthorisation');
    expect(Object.keys(present.gateway.asks)).toContain('payments.initiatePayment');
    expect(Object.keys(present.payments.stores)).toEqual(expect.arrayContaining(['payments', 'baskets', 'leases']));
    expect(present.payments.stores['payments']?.properties?.['authoriseUntil']).toEqual({ type: 'date' });
    expect(present.portal.stores).toEqual({});
  });
});

/** Contracts of two services: payments calls sca, and a bank sends accounts. */
const text = { type: 'string' } as const;
const operation = (...required: string[]) => ({
  request: { type: 'object', properties: Object.fromEntries(required.map((name) => [name, text])), required },
  reply: { type: 'object', properties: { status: { type: 'string', enum: ['a', 'b'] } }, required: ['status'] },
});
const nothing: ServiceContract = { serves: {}, asks: {}, stores: {}, indexes: {} };
const before: Record<'payments' | 'sca' | 'accounts', ServiceContract> = {
  payments: {
    ...nothing,
    asks: { 'sca.start': operation('id') },
    stores: { payments: { type: 'object', properties: { a: text }, required: ['a'] } },
  },
  sca: { ...nothing, serves: { 'sca.start': operation('id'), 'sca.unasked': operation() } },
  accounts: { ...nothing, serves: { 'accounts.putBalances': operation('id') } },
};
const released: Release[] = Object.entries(before).map(([service, contract]) => ({
  service,
  version: '1.0.0',
  ...contract,
}));
const whatBreaks = (change: Partial<typeof before>): string[] =>
  findBreaks({ ...before, ...change }, released).map(({ what }) => what);

describe('the contract check', () => {
  it('reports a breaking change with the caller and the remedy', () => {
    const sca = { ...before.sca, serves: { ...before.sca.serves, 'sca.start': operation('id', 'psu') } };
    expect(findBreaks({ ...before, sca }, released)).toEqual([
      {
        what: 'sca.start request.psu: the field is required now (payments 1.0.0 asks it)',
        remedy:
          'Leave sca.start as it was, and serve the changed operation beside it under a new name. Remove sca.start when payments has been released without it.',
      },
    ]);
  });

  it('accepts a changed operation beside the unchanged one', () => {
    const sca = { ...before.sca, serves: { ...before.sca.serves, 'sca.startForPsu': operation('id', 'psu') } };
    expect(whatBreaks({ sca })).toEqual([]);
  });

  it('reports the removal of a called operation only', () => {
    expect(whatBreaks({ sca: nothing })).toEqual(['sca.start: the operation was removed (payments 1.0.0 asks it)']);
    const later = released.map((one) => (one.service === 'payments' ? { ...one, version: '1.1.0', asks: {} } : one));
    expect(findBreaks({ ...before, sca: nothing }, later)).toEqual([]);
  });

  it('reports a removed operation of banks, unless a release deprecated it', () => {
    const accounts = nothing;
    expect(whatBreaks({ accounts })).toEqual(['accounts.putBalances: the operation was removed (banks ask it)']);
    const { request, reply } = operation('id');
    const serves = { 'accounts.putBalances': { request: { ...request, deprecated: true }, reply } };
    const later = released.map((one) => (one.service === 'accounts' ? { ...one, serves } : one));
    expect(findBreaks({ ...before, accounts }, later)).toEqual([]);
  });

  it('reports stored documents that the previous version cannot read, and removed collections', () => {
    const stores = { payments: { type: 'object', properties: { b: text }, required: ['b'] } };
    expect(whatBreaks({ payments: { ...before.payments, stores } })).toEqual([
      'payments.payments.b: the field is required now (stored by payments 1.0.0)',
      'payments.payments.a: the field was removed (stored by payments 1.0.0)',
    ]);
    expect(whatBreaks({ payments: { ...before.payments, stores: {} } })).toEqual([
      'payments.payments: the collection was removed (stored by payments 1.0.0)',
    ]);
  });
});

describe('the order of releases', () => {
  const order = (asks: ServiceContract['asks']) => findOrder('payments', { ...before.payments, asks }, released);

  it('is free if the owner serves the operation', () => {
    expect(order(before.payments.asks)).toEqual([]);
  });

  it('has the owner first if it does not serve the operation or its form yet', () => {
    const remedy = 'Release sca first.';
    expect(order({ 'sca.new': operation() })).toEqual([
      { what: 'sca.new: the operation is not there (in sca 1.0.0)', remedy },
    ]);
    const { request, reply } = operation('id');
    const expecting = { ...reply, properties: { ...reply.properties, more: text }, required: ['status', 'more'] };
    expect(order({ 'sca.start': { request, reply: expecting } })).toEqual([
      { what: 'sca.start reply.more: the field is not there (in sca 1.0.0)', remedy },
    ]);
  });
});

describe('the record of a release', () => {
  it('holds the whole contract, with repeated schemas once', () => {
    for (const name of SERVICE_NAMES) {
      const release = { service: name, version: '1.2.3', ...present[name] };
      const record = toRecord(release);
      expect(fromRecord(record)).toEqual(JSON.parse(JSON.stringify(release)));
      expect(record.length).toBeLessThanOrEqual(JSON.stringify(release).length + 10_000);
    }
  });

  it('can be read again from its folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'xs2a-releases-'));
    for (const release of released) writeRelease(release, folder);
    expect(readReleases(folder)).toEqual(released.toSorted((one, other) => (one.service < other.service ? -1 : 1)));
  });
});

describe('a changelog', () => {
  const today = new Date('2026-11-22T10:00:00Z');

  it('gets the version above the unreleased entries', () => {
    const text = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.0.0 (2026-11-01)\n\n- First.\n';
    expect(releaseChangelog(text, '1.1.0', today)).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.1.0 (2026-11-22)\n\n- New.\n\n## 1.0.0 (2026-11-01)\n\n- First.\n',
    );
  });

  it('without entries releases nothing', () => {
    expect(
      releaseChangelog('# Changelog\n\n## Unreleased\n\n## 1.0.0 (2026-11-01)\n\n- First.\n', '1.1.0', today),
    ).toBeUndefined();
  });

  it.each([
    ['1.0.1', '1.0.0'],
    ['1.10.0', '1.9.9'],
    ['2.0.0', '1.99.0'],
  ])('%s is newer than %s', (one, other) => {
    expect([isNewer(one, other), isNewer(other, one), isNewer(one, one)]).toEqual([true, false, false]);
  });
});

describe('the check of indexes', () => {
  const known = { _id: text, tppId: text, at: { type: 'date' } };
  const was = [
    { key: { tppId: 1 }, name: 'open' },
    { key: { at: 1 }, expireAfterSeconds: 100 },
  ] as const;
  const judge = (...is: IndexDescription[]): string[] => breakingIndexChanges(was, is, known).map(({ what }) => what);

  it.each<[string, IndexDescription[]]>([
    ['unchanged', [...was]],
    ['removed', []],
    ['changed to other fields', [{ key: { tppId: 1, at: 1 }, name: 'open' }]],
    ['kept for longer', [{ key: { at: 1 }, expireAfterSeconds: 200 }]],
    [
      'unique among documents with a new field',
      [{ key: { tppId: 1 }, unique: true, partialFilterExpression: { onceFor: { $exists: true } } }],
    ],
    ['limited in time by a new field', [{ key: { forgetAt: 1 }, expireAfterSeconds: 0 }]],
  ])('accepts an index that is %s', (_, is) => {
    expect(judge(...is)).toEqual([]);
  });

  it('rejects indexes that may refuse documents of the last release, or delete them sooner', () => {
    expect(judge({ key: { tppId: 1 }, name: 'open', unique: true })).toEqual([
      'index open is unique now and may refuse documents of',
    ]);
    const sooner = ['index at_1 deletes documents sooner than'];
    expect(judge({ key: { at: 1 }, expireAfterSeconds: 99 })).toEqual(sooner);
  });

  it('compares indexes with those that the last release recorded', () => {
    const payments = { ...before.payments, indexes: { payments: [{ key: { a: 1 }, unique: true }] } } as const;
    const last = released.map((one) => (one.service === 'payments' ? { ...one, indexes: { payments: [] } } : one));
    expect(findBreaks({ ...before, payments }, last)[0]?.what).toBe(
      'payments.payments: index a_1 is unique now and may refuse documents of payments 1.0.0',
    );
    expect(present.payments.indexes['payments']).toContainEqual(expect.objectContaining({ name: 'to_execute' }));
  });
});
