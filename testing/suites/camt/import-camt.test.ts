import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forAllTests, natsServer } from '@xs2a/test-kit';
import { writeCamtFile } from '@xs2a/test-system/data/camt-file';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { importCamt } from '@xs2a/test-system/import-camt';
import { startServices } from '@xs2a/test-system/start/start-services';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** `ENTRIES=50000` measures the figure in the documentation. */
const ENTRIES = Number(process.env['ENTRIES'] ?? 4_000);

const services = forAllTests(() => startServices('accounts'));
let folder: string;
let nats: string;
beforeAll(async () => {
  nats = services.bus.connection.info === undefined ? '' : `nats://127.0.0.1:${services.bus.connection.info.port}`;
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'camt-'));
  await services.database('accounts').collection('accounts').deleteMany({});
  await services.database('accounts').collection('transactions').deleteMany({});
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);
const run = (...args: string[]) => importCamt(['--nats', nats, ...args]);
const stored = () => services.database('accounts').collection('transactions').countDocuments();
const balancesOf = async () =>
  (await services.database('accounts').collection('accounts').findOne({}))?.['balances']?.entries;

describe('an import', () => {
  it.each(['02', '08'] as const)('feeds a long statement of version %s in bounded memory', async (version) => {
    await writeCamtFile(path('a.xml'), { iban: IBAN.private, entries: ENTRIES, version });
    const imported = await run(path('a.xml'));
    expect([imported.code, await stored()], imported.said).toEqual([0, ENTRIES]);
    expect(imported.said).toContain(`${ENTRIES} of them new or changed`);
    // A Node process with its code and the schema processor takes about 120 MiB before the first entry.
    expect(imported.peakMiB).toBeLessThan(400);
    if (process.env['ENTRIES']) console.log(version, imported);
    const last = await services
      .database('accounts')
      .collection('transactions')
      .findOne({ bankReference: `R-2026-06-10-${ENTRIES}` });
    expect(last).toMatchObject({
      bankAccountId: `${IBAN.private}-EUR`,
      bookingStatus: 'booked',
      entryDate: '2026-06-10',
      entry: {
        transactionAmount: { currency: 'EUR', amount: `-${ENTRIES}.05` },
        creditorName: 'Čvorak',
        creditorAccount: { iban: IBAN.creditor },
        remittanceInformationUnstructured: `Račun ${ENTRIES} & dalje`,
        bankTransactionCode: 'PMNT-ICDT-ESCT',
        endToEndId: `E${ENTRIES}`,
        entryReference: `R-2026-06-10-${ENTRIES}`,
      },
    });
    expect(await balancesOf()).toEqual([
      {
        balanceType: 'closingBooked',
        balanceAmount: { currency: 'EUR', amount: `${ENTRIES}.00` },
        referenceDate: '2026-06-10',
      },
    ]);
  });

  it('reads the time of a balance without an offset as local time of the bank', async () => {
    await writeCamtFile(path('a.xml'), { iban: IBAN.private, entries: 1 });
    const text = readFileSync(path('a.xml'), 'utf8');
    writeFileSync(
      path('a.xml'),
      text.replace('<Dt><Dt>2026-06-10</Dt>', '<Dt><DtTm>2026-06-10T00:00:00.000000000</DtTm>'),
    );
    expect((await run(path('a.xml'))).said).toContain('1 entries imported');
    expect(await balancesOf()).toMatchObject([{ lastChangeDateTime: '2026-06-10T00:00:00+02:00' }]);
  });

  it('changes nothing when repeated, and older statements leave newer balances alone', async () => {
    await writeCamtFile(path('new.xml'), { iban: IBAN.private, entries: 30 });
    await writeCamtFile(path('old.xml'), { iban: IBAN.private, entries: 20, day: '2026-06-09' });
    expect((await run(path('new.xml'), path('old.xml'))).code).toBe(0);
    const before = await services.database('accounts').collection('transactions').find().sort({ _id: 1 }).toArray();
    const again = await run(path('new.xml'), path('old.xml'));
    expect(again.said).toContain('30 entries imported, 0 of them new or changed');
    expect(await services.database('accounts').collection('transactions').find().sort({ _id: 1 }).toArray()).toEqual(
      before,
    );
    expect(await balancesOf()).toMatchObject([{ referenceDate: '2026-06-10' }]);
  });

  it('keeps the order of entries within a statement, and orders statements by their date', async () => {
    await writeCamtFile(path('new.xml'), { iban: IBAN.private, entries: 3 });
    await writeCamtFile(path('old.xml'), { iban: IBAN.private, entries: 2, day: '2026-06-09' });
    await run(path('new.xml'), path('old.xml'));
    const entries = await services
      .database('accounts')
      .collection('transactions')
      .find()
      .sort({ sequence: 1 })
      .toArray();
    expect(entries.map(({ bankReference }) => String(bankReference).slice(-4))).toEqual([
      '09-1',
      '09-2',
      '10-1',
      '10-2',
      '10-3',
    ]);
  });

  it('assigns an account to the owners in the list of accounts', async () => {
    await writeCamtFile(path('a.xml'), { iban: IBAN.private, entries: 1 });
    const list = [{ account: { iban: IBAN.private }, bankAccountId: 'own-key', owners: ['psu-a'], product: 'Tekući' }];
    writeFileSync(path('accounts.json'), JSON.stringify(list));
    const imported = await run('--accounts', path('accounts.json'), path('a.xml'));
    expect(imported.said).not.toContain('no owner');
    expect(await services.database('accounts').collection('accounts').findOne({})).toMatchObject({
      bankAccountId: 'own-key',
      details: { owners: ['psu-a'], reference: { iban: IBAN.private }, currency: 'EUR', product: 'Tekući' },
    });
    expect((await run(path('a.xml'))).said).toContain('1 accounts have no owner');
  });
});

describe('a file that is broken', () => {
  it.each([
    [
      'an amount that is none',
      (xml: string) => xml.replace('.05<', ',05<'),
      /\/Document\/BkToCstmrStmt\/Stmt\/Ntry\[900\]\/Amt \(line 902\)/,
    ],
    ['a missing end', (xml: string) => xml.replace('</Ntry>', ''), /Ntry\[900\].*not expected|not well-formed/],
    [
      'an amount beyond the interface',
      (xml: string) => xml.replace('900.05', '1.23456'),
      /Ntry\[900\]\/Amt .*more digits/,
    ],
    ['a document type', (xml: string) => `<!DOCTYPE x>${xml}`, /not well-formed|document type/],
  ])('with %s is refused with its place, and nothing of it is fed', async (_, change, place) => {
    await writeCamtFile(path('good.xml'), { iban: IBAN.savings, entries: 2 });
    await writeCamtFile(path('bad.xml'), {
      iban: IBAN.private,
      entries: 1_000,
      change: (xml, index) => (index === 900 ? change(xml) : xml),
    });
    const imported = await run(path('bad.xml'), path('good.xml'));
    expect([imported.code, await stored()], imported.said).toEqual([1, 2]);
    expect(imported.said).toMatch(place);
    expect(imported.said).toContain('bad.xml');
    expect(imported.said).not.toContain(IBAN.private);
  });

  it('is refused too if it is another message, is not XML, or does not exist', async () => {
    writeFileSync(path('pain.xml'), '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"/>');
    writeFileSync(path('text.xml'), 'MT940');
    for (const [name, words] of [
      ['pain.xml', 'its namespace (xmlns) is urn:iso:std:iso:20022:tech:xsd:pain.001.001.09. Accepted: Document of '],
      ['text.xml', 'not well-formed'],
      ['none.xml', 'ENOENT'],
    ]) {
      const imported = await run(path(name ?? ''));
      expect([imported.code, imported.said], name).toEqual([1, expect.stringContaining(words ?? '')]);
    }
  });
});

describe('the command', () => {
  it('validates without importing', async () => {
    await writeCamtFile(path('a.xml'), { iban: IBAN.private, entries: 2 });
    expect([(await importCamt(['--check', path('a.xml')])).code, await stored()]).toEqual([0, 0]);
  });

  it('prints its usage for wrong arguments', async () => {
    for (const args of [
      [],
      ['--what', 'x'],
      ['--time-zone', 'Zagreb', path('a.xml')],
      ['--accounts', path('none.json'), path('a.xml')],
    ]) {
      const imported = await importCamt(args);
      expect([imported.code, imported.said]).toEqual([2, expect.stringContaining('xs2a camt import --help')]);
    }
  });

  it('continues after a kill, by its journal', async () => {
    await writeCamtFile(path('a.xml'), { iban: IBAN.private, entries: ENTRIES });
    const args = ['--nats', nats, '--journal', path('journal.json'), path('a.xml')];
    const killed = await importCamt(args, async () => (await stored()) >= 1_000);
    expect(killed.code).toBeNull();
    const done = Math.max(
      ...Object.values(JSON.parse(readFileSync(path('journal.json'), 'utf8')) as Record<string, number>),
    );
    expect(done).toBeGreaterThan(0);
    const resumed = await importCamt(args);
    expect([resumed.code, await stored()], resumed.said).toEqual([0, ENTRIES]);
    expect(resumed.said).toContain(`${ENTRIES - done} entries imported`);
  });

  it('ends with 3 if no service accepts its messages', async () => {
    await using empty = await natsServer();
    await writeCamtFile(path('a.xml'), { iban: IBAN.private, entries: 1 });
    const { code, said } = await importCamt(['--nats', empty.url, '--patience', '1', path('a.xml')]);
    expect([code, said]).toEqual([3, expect.stringContaining('repeat the command later')]);
  });
});
