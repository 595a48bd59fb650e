import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putTransactions } from '@xs2a/contracts';
import { service as gateway } from '@xs2a/sandbox-gateway';
import { type RunningService, startService } from '@xs2a/service-kit';
import { forAllTests, freshDatabaseName, TppClient, testKeys, testServers } from '@xs2a/test-kit';
import { approveOnBus, askForConsent } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { importCamt } from '@xs2a/test-system/import-camt';
import { startServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'consent', 'accounts'));
let door: RunningService;
let tpp: TppClient;
let nats: string;

beforeAll(async () => {
  nats = `nats://127.0.0.1:${services.bus.connection.info?.port}`;
  const env = {
    NATS_URL: nats,
    MONGO_URL: testServers().mongoUrl,
    MONGO_DATABASE: freshDatabaseName(),
    GATEWAY_PORT: '0',
    SANDBOX: 'true',
    PORTAL_URL: 'http://portal.test',
    LOG_LEVEL: 'silent',
    ...testKeys('gateway'),
  };
  door = await startService(gateway, { env });
  tpp = new TppClient(door.httpUrl ?? '');
});
afterAll(async () => {
  await door.stop();
});

interface Entry {
  [field: string]: unknown;
}

/** Reads all booked entries by HTTP, page after page, without identifiers specific to one system. */
async function entriesOf(list: string, headers: Record<string, string>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let href: string | undefined = list; href !== undefined; ) {
    const page = await tpp.get(href, { headers });
    expect(page.status, page.text).toBe(200);
    const lists = page.body['transactions'] as { booked: Entry[]; _links: Record<string, { href: string }> };
    for (const {
      transactionId: _,
      resourceId: __,
      _links: ___,
      balanceAfterTransaction: ____,
      ...entry
    } of lists.booked) {
      entries.push(entry);
    }
    href = lists._links['next']?.href;
  }
  return entries;
}

const RATE = {
  sourceCurrency: 'CHF',
  exchangeRate: '0.9431',
  unitCurrency: 'CHF',
  targetCurrency: 'EUR',
  quotationDate: '2026-01-07',
};

it('a statement exported from one system and imported into an empty one gives the same entries', async () => {
  const { consentId, ...started } = await askForConsent(services.bus);
  await approveOnBus(services.bus, started);
  const headers = { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.1' };
  const accounts = services.database('accounts');
  const addressOf = async () => {
    const listed = await tpp.get('/v1/accounts', { headers });
    return `/v1/accounts/${(listed.body['accounts'] as { resourceId: string }[])[0]?.resourceId}`;
  };
  const before = await eventually(addressOf, (address) => !address.endsWith('undefined'));
  const source = await accounts.collection('accounts').findOne({ _id: before.split('/').at(-1) as never });
  const bankAccountId = String(source?.['bankAccountId']);
  const inBank = services.database('bank').collection('entries');
  await eventually(
    async () => [
      await accounts.collection('transactions').countDocuments({ bankAccountId }),
      await inBank.countDocuments({ ledgerAccountId: bankAccountId }),
    ],
    ([fed = 0, known]) => fed > 100 && fed === known,
  );
  await services.bus.ask(putTransactions, {
    bankAccountId,
    transactions: [
      {
        bankReference: 'hard',
        bookingStatus: 'booked',
        sequence: 1e12,
        bookingDate: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
        entryReference: 'HARD-1',
        endToEndId: 'E2E-1',
        mandateId: 'M-1',
        transactionAmount: { currency: 'EUR', amount: '-0.1' },
        creditorName: 'Čvorak & "Sinovi" <d.o.o.>',
        creditorAccount: { bban: '123456' },
        remittanceInformationUnstructured: `${'duga svrha '.repeat(30)}kraj`,
        remittanceInformationStructured: 'HR00 1-2-3',
        purposeCode: 'SALA',
        bankTransactionCode: 'PMNT-ICDT-ESCT',
        creditorId: 'HR11ZZZ12345678901',
        creditorAgent: 'KVRNHR2X',
        ultimateCreditor: 'Krajnji primatelj',
        ultimateDebtor: 'Krajnji platitelj',
        checkId: 'CHQ-1',
        currencyExchange: [RATE, { ...RATE, sourceCurrency: 'USD', exchangeRate: '1.0842' }],
        additionalInformation: 'Naknada banke uključena',
        proprietaryBankTransactionCode: 'NALOG-7',
      },
      {
        bankReference: 'texts',
        bookingStatus: 'booked',
        sequence: 1e12 + 1,
        bookingDate: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
        entryReference: 'TEXTS-1',
        transactionAmount: { currency: 'EUR', amount: '5.00' },
        debtorName: 'Ivo Marić',
        debtorAgent: 'SLVNHR2X',
        remittanceInformationUnstructured: 'Račun 17/2026 rata 2',
        remittanceInformationUnstructuredArray: ['Račun 17/2026', 'rata 2'],
        remittanceInformationStructured: 'RF18539007547034',
        remittanceInformationStructuredArray: [
          { reference: 'RF18539007547034', referenceType: 'SCOR', referenceIssuer: 'ISO' },
          { reference: '17-2026', referenceType: 'RACUN' },
        ],
      },
      {
        bankReference: 'batch',
        bookingStatus: 'booked',
        sequence: 1e12 + 2,
        bookingDate: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
        entryReference: 'BATCH-1',
        transactionAmount: { currency: 'EUR', amount: '-30.00' },
        batchIndicator: true,
        batchNumberOfTransactions: 2,
        remittanceInformationUnstructured: 'Skupno plaćanje',
        additionalInformation: 'Skupno plaćanje',
        entryDetails: [
          { transactionAmount: { currency: 'EUR', amount: '-10.00' }, endToEndId: 'E2E-A', creditorName: 'Prvi' },
          {
            transactionAmount: { currency: 'EUR', amount: '-20.00' },
            creditorName: 'Drugi',
            creditorAccount: { iban: IBAN.savings },
            creditorAgent: 'KVRNHR2X',
            currencyExchange: [RATE],
            remittanceInformationUnstructured: 'svrha',
          },
        ],
      },
    ],
  });
  const from = new Date(Date.now() - 80 * 86_400_000).toISOString().slice(0, 10);
  const list = (address: string): string => `${address}/transactions?bookingStatus=booked&dateFrom=${from}`;
  const entries = await entriesOf(list(before), headers);
  expect(entries.length).toBeGreaterThan(100);
  const { balances } = (await tpp.get(`${before}/balances`, { headers })).body;
  const report = await tpp.get(list(before), { headers: { ...headers, Accept: 'application/xml' } });
  expect([report.status, report.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);

  // An empty system: the former account service has gone, and the bank sends nothing more.
  await services.running.bank.stop();
  await services.running.accounts.stop();
  await accounts.dropDatabase();
  await services.restart('accounts');
  expect((await tpp.get('/v1/accounts', { headers })).body).toEqual({ accounts: [] });
  const folder = await mkdtemp(join(tmpdir(), 'camt-'));
  writeFileSync(join(folder, 'out.xml'), report.text);
  writeFileSync(
    join(folder, 'accounts.json'),
    JSON.stringify([{ account: { iban: IBAN.private }, owners: ['psu-private'] }]),
  );
  const imported = await importCamt([
    '--nats',
    nats,
    '--accounts',
    join(folder, 'accounts.json'),
    join(folder, 'out.xml'),
  ]);
  await rm(folder, { recursive: true });
  expect(imported.code, imported.said).toBe(0);

  const after = await addressOf();
  expect(after).not.toBe(before);
  expect(await entriesOf(list(after), headers)).toEqual(entries);
  expect((await tpp.get(`${after}/balances`, { headers })).body['balances']).toEqual(balances);
});
