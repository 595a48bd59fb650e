import {
  downloadTransactions,
  type FeedTransaction,
  putBalances,
  putTransactions,
  reportTransactions,
} from '@xs2a/contracts';
import { childrenOf, textAt, type XmlElement } from '@xs2a/iso20022';
import { checkSchema, readXml } from '@xs2a/iso20022/with-libxml2';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CURRENT,
  contextOfFile,
  FOREIGN,
  fedAccount,
  fedEntry,
  fedPending,
  feed,
  NOON,
  READING,
  refusalOf,
} from '../../test/test-context.ts';

const context = contextOfFile(beforeAll);

let accountId: string;
let foreignId: string;

const MANY = 1_250;
const FULL: FeedTransaction = fedEntry({
  bankReference: 'full',
  sequence: 5_000,
  bookingDate: '2026-06-12',
  valueDate: '2026-06-13',
  entryReference: 'E-1',
  endToEndId: 'E2E-1',
  mandateId: 'M-1',
  creditorName: 'Čvorak & <Sinovi> d.o.o.',
  creditorAccount: { iban: FOREIGN },
  debtorName: 'x'.repeat(150),
  debtorAccount: { other: { identification: '4-1', schemeNameProprietary: 'OWN' } },
  remittanceInformationUnstructured: `${'r'.repeat(150)} ]]> "quoted"`,
  remittanceInformationStructured: 'HR00 123-456',
  purposeCode: 'SALA',
  bankTransactionCode: 'PMNT-ICDT-ESCT',
  transactionAmount: { currency: 'EUR', amount: '-1234.5' },
});

beforeAll(async () => {
  accountId = await feed(context, fedAccount(), [
    FULL,
    fedEntry({ bankReference: 'plain', sequence: 1, bankTransactionCode: 'own', endToEndId: 'e'.repeat(36) }),
    fedPending({ bankReference: 'pending', sequence: 9_000, transactionAmount: { currency: 'EUR', amount: '7' } }),
  ]);
  foreignId = await feed(
    context,
    fedAccount({ bankAccountId: 'foreign', owners: ['psu-b'], reference: { iban: FOREIGN } }),
  );
  await context.ask(putBalances, {
    bankAccountId: 'current',
    version: 1,
    balances: [
      {
        balanceType: 'closingBooked',
        balanceAmount: { currency: 'EUR', amount: '-5.00' },
        referenceDate: '2026-06-14',
      },
      {
        balanceType: 'interimAvailable',
        balanceAmount: { currency: 'EUR', amount: '7.00' },
        creditLimitIncluded: true,
        lastChangeDateTime: '2026-06-15T08:00:00.000Z',
      },
    ],
  });
});
beforeEach(() => {
  context.moment = NOON;
  context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'balances', 'transactions'] }];
  context.consent.uses.length = 0;
});

const QUERY = { bookingStatus: 'booked', dateFrom: '2026-06-01', message: 'camt.053' } as const;
const ask = (query: object = {}) => context.ask(reportTransactions, { ...READING, accountId, ...QUERY, ...query });

/** Returns the only statement of a message that conforms to its schema. */
function statementOf(xml: string | undefined): XmlElement {
  const document = readXml(Buffer.from(xml ?? ''), undefined);
  checkSchema(document);
  const [statement] = document.root.children[0]?.children.slice(1) ?? [];
  return statement ?? expect.fail('no statement');
}

describe('a report', () => {
  it('is a camt.053 of the booked entries with the balances, oldest first, that conforms to its schema', async () => {
    const { xml } = await ask();
    expect(xml).toContain('urn:iso:std:iso:20022:tech:xsd:camt.053.001.08');
    const statement = statementOf(xml);
    expect(statement.name).toBe('Stmt');
    expect(textAt(statement, 'Acct', 'Id', 'IBAN')).toBe(CURRENT);
    expect(textAt(statement, 'FrToDt', 'FrDtTm')).toBe('2026-06-01T00:00:00');
    const balances = childrenOf(statement, 'Bal').map((balance) => [
      textAt(balance, 'Tp', 'CdOrPrtry', 'Cd'),
      textAt(balance, 'Amt'),
      textAt(balance, 'CdtDbtInd'),
      textAt(balance, 'CdtLine', 'Incl'),
      textAt(balance, 'Dt', 'Dt') ?? textAt(balance, 'Dt', 'DtTm'),
    ]);
    expect(balances).toEqual([
      ['CLBD', '5.00', 'DBIT', undefined, '2026-06-14'],
      ['ITAV', '7.00', 'CRDT', 'true', '2026-06-15T08:00:00Z'],
    ]);
    const [plain, full] = childrenOf(statement, 'Ntry');
    expect([plain, full].map((entry) => textAt(entry, 'BookgDt', 'Dt'))).toEqual(['2026-06-10', '2026-06-12']);
    const details = full?.children.at(-1)?.children[0];
    expect(textAt(details, 'RltdPties', 'Cdtr', 'Pty', 'Nm')).toBe(FULL.creditorName);
    expect(childrenOf(details?.children.at(-1), 'Ustrd').map(({ text }) => text.length)).toEqual([140, 23]);
    expect([textAt(full, 'Amt'), textAt(full, 'CdtDbtInd')]).toEqual(['1234.5', 'DBIT']);
    // A reference without context for the message is left out, not cut.
    expect(textAt(plain, 'NtryDtls')).toBeUndefined();
    expect(textAt(plain, 'BkTxCd', 'Prtry', 'Cd')).toBe('own');
  });

  it('is a camt.052 if it includes pending entries, which follow the booked ones', async () => {
    const statement = statementOf((await ask({ bookingStatus: 'both', message: 'camt.052' })).xml);
    expect(statement.name).toBe('Rpt');
    const entries = childrenOf(statement, 'Ntry');
    expect(entries.map((entry) => textAt(entry, 'Sts', 'Cd'))).toEqual(['BOOK', 'BOOK', 'PDNG']);
    expect(textAt(entries[2], 'BookgDt', 'Dt')).toBeUndefined();
    expect(childrenOf(statementOf((await ask({ message: 'camt.052' })).xml), 'Ntry')).toHaveLength(2);
  });

  it('of pending entries is never a statement', async () => {
    for (const bookingStatus of ['pending', 'both']) {
      expect((await refusalOf(ask({ bookingStatus }))).situation).toBe('acceptNotServable');
    }
    expect(context.consent.uses).toEqual([]);
  });

  it('shows no balance if the consent grants none, and still conforms to its schema', async () => {
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['transactions'] }];
    const { xml } = await ask();
    const [balance, ...more] = childrenOf(statementOf(xml), 'Bal');
    expect([textAt(balance, 'Tp', 'CdOrPrtry', 'Prtry'), textAt(balance, 'Amt'), more]).toEqual([
      'NOTPROVIDED',
      '0',
      [],
    ]);
    const report = statementOf((await ask({ message: 'camt.052' })).xml);
    expect(childrenOf(report, 'Bal')).toEqual([]);
  });

  it('for a period without entries is a statement without entries', async () => {
    expect(childrenOf(statementOf((await ask({ dateTo: '2026-06-02' })).xml), 'Ntry')).toEqual([]);
  });

  it('follows the rules of the list: consent, period, history, and it is counted once', async () => {
    expect((await refusalOf(ask({ dateFrom: '2026-07-01' }))).situation).toBe('periodInvalid');
    expect((await refusalOf(ask({ dateFrom: '2025-06-01' }))).situation).toBe('periodInvalid');
    expect((await refusalOf(ask({ accountId: foreignId }))).situation).toBe('accountUnknown');
    context.consent.uses.length = 0;
    await ask();
    expect(context.consent.uses.map(({ kind, counted }) => [kind, counted])).toEqual([['transactions', true]]);
  });
});

describe('a report that is too long for one response', () => {
  beforeAll(async () => {
    const transactions = Array.from({ length: MANY }, (_, index) =>
      fedEntry({
        bankReference: `many-${index}`,
        sequence: 10_000 + index,
        bookingDate: '2026-04-15',
        endToEndId: `${index}`,
      }),
    );
    for (const start of [0, 1_000]) {
      await context.ask(putTransactions, {
        bankAccountId: 'current',
        transactions: transactions.slice(start, start + 1_000),
      });
    }
  });
  const LONG = { dateFrom: '2026-04-01' };
  const download = (downloadId: string, reading: object = {}) =>
    context.ask(downloadTransactions, { ...READING, accountId, downloadId, ...reading });

  async function downloadAll(downloadId: string | undefined): Promise<string[]> {
    const pieces: string[] = [];
    for (let next = downloadId; next !== undefined; ) {
      const piece = await download(next);
      pieces.push(piece.xml);
      ({ next } = piece);
    }
    return pieces;
  }

  it('is offered as a download, which is one valid message with every entry once, oldest first', async () => {
    const { xml, downloadId, account } = await ask(LONG);
    expect([xml, account]).toEqual([undefined, { iban: CURRENT }]);
    const pieces = await downloadAll(downloadId);
    expect(pieces).toHaveLength(3);
    const statement = statementOf(pieces.join(''));
    expect(childrenOf(statement, 'Bal')).toHaveLength(2);
    const ids = childrenOf(statement, 'Ntry').map((entry) => textAt(entry, 'NtryDtls', 'TxDtls', 'Refs', 'EndToEndId'));
    expect(ids).toEqual([...Array.from({ length: MANY }, (_, index) => String(index)), undefined, 'E2E-1']);
  });

  it('belongs to one access: its pieces are not counted', async () => {
    const { downloadId } = await ask(LONG);
    await downloadAll(downloadId);
    expect(context.consent.uses.map(({ counted }) => counted)).toEqual([true, false, false, false]);
  });

  it('shows the remaining accesses, as every read does', async () => {
    const accessQuota = { limit: 4, remaining: 3, resetSeconds: 60 };
    context.consent.accessQuota = accessQuota;
    const { downloadId = '', ...offered } = await ask(LONG);
    expect([offered, await download(downloadId), await ask()]).toMatchObject([
      { accessQuota },
      { accessQuota },
      { accessQuota },
    ]);
    delete context.consent.accessQuota;
  });

  it('is not offered if the entries fit: the profile sets the limit', async () => {
    expect((await ask()).downloadId).toBeUndefined();
  });

  it('gets the same answer for another TPP, consent or account, after a change, and after its expiry', async () => {
    const { downloadId = '' } = await ask(LONG);
    const changed = JSON.parse(Buffer.from(downloadId, 'base64url').toString()) as object;
    const forged = (change: object): string => {
      return Buffer.from(JSON.stringify({ ...changed, ...change })).toString('base64url');
    };
    const situations = [
      await refusalOf(download(downloadId, { tpp: { ...READING.tpp, id: 'PSDHR-HNB-2' } })),
      await refusalOf(download(downloadId, { consentId: 'consent-2' })),
      await refusalOf(download(downloadId, { accountId: foreignId })),
      await refusalOf(download(forged({ dateFrom: '2020-01-01' }))),
      await refusalOf(download(forged({ bookingStatus: 'pending', message: 'camt.052' }))),
      await refusalOf(download('nothing')),
      await refusalOf(download('x'.repeat(2_000))),
    ];
    context.moment = '2026-06-15T11:00:01Z';
    situations.push(await refusalOf(download(downloadId)));
    expect(situations.map(({ situation, path, text }) => [situation, path, text])).toEqual(
      situations.map(() => ['downloadUnknown', undefined, undefined]),
    );
  });

  it('ends with the consent', async () => {
    const { downloadId = '' } = await ask(LONG);
    const { next = '' } = await download(downloadId);
    context.consent.refusal = 'consentExpired';
    expect((await refusalOf(download(next))).situation).toBe('consentExpired');
    delete context.consent.refusal;
  });
});
