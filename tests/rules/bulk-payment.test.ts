import { hrefOf, pain001 } from '@xs2a/test-kit';
import { Bulk, transfersOf } from '@xs2a/test-system/bulk-messages';
import { eventually } from '@xs2a/test-system/eventually';
import { IBAN, REDIRECT_HEADERS } from '@xs2a/test-system/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
let bulk: Bulk;
beforeAll(async () => {
  services = await startServices('payments', 'sca', 'bank', 'gateway', 'accounts');
  bulk = new Bulk(services);
});
afterAll(() => services[Symbol.asyncDispose]());

describe('a bulk payment', () => {
  it('is accepted as one payment, approved once, and every transfer of it is booked to the cent', async () => {
    const before = await bulk.balance('A1102-EUR');
    const amounts = ['12.34', '0.01', '99.99'];
    const created = await bulk.executed(
      [{ debtorIban: IBAN.savings, transfers: transfersOf(...amounts) }],
      'psu-private',
      'ACSC',
    );
    expect(created.body).toMatchObject({ transactionStatus: 'RCVD' });
    expect(before - (await bulk.balance('A1102-EUR'))).toBe(11_234n);
    expect(await bulk.debits(created, 'A1102-EUR')).toEqual([-1234n, -1n, -9999n]);
    expect(new Set(await bulk.ledgerSums())).toEqual(new Set([0n]));
  });

  it('with batch booking is one entry of the statement, and without it one for each transfer', async () => {
    const of = (batchBooking: boolean) =>
      bulk.executed(
        [{ debtorIban: IBAN.savings, batchBooking, transfers: transfersOf('1.00', '2.00', '3.00') }],
        'psu-private',
        'ACSC',
      );
    expect(await bulk.debits(await of(true), 'A1102-EUR')).toEqual([-600n]);
    expect(await bulk.debits(await of(false), 'A1102-EUR')).toHaveLength(3);
    expect(new Set(await bulk.ledgerSums())).toEqual(new Set([0n]));
  });

  it('of which some transfers find no funds ends PART, and a pain.002 names them', async () => {
    const blocks = [{ debtorIban: IBAN.empty, transfers: transfersOf('1.00', '3.00', '2.00') }];
    const created = await bulk.executed(blocks, 'psu-empty', 'PART');
    const report = await bulk.tpp.follow(created, 'status', { headers: { Accept: 'application/xml' } });
    expect(report.headers.get('content-type')).toContain('application/xml');
    expect(report.text).toContain('<GrpSts>PART</GrpSts>');
    expect(report.text).toContain('<PmtInfSts>PART</PmtInfSts>');
    const refused = '<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf>';
    expect(report.text).toContain(`<OrgnlEndToEndId>E-2</OrgnlEndToEndId>${refused}`);
    expect(report.text.match(/<TxSts>ACSC/g)).toHaveLength(2);
    expect(new Set(await bulk.ledgerSums())).toEqual(new Set([0n]));
  });

  it('of which no transfer can be executed ends RJCT with their reason', async () => {
    const created = await bulk.executed(
      [{ debtorIban: IBAN.empty, transfers: transfersOf('100.00', '200.00') }],
      'psu-empty',
      'RJCT',
    );
    expect((await bulk.tpp.follow(created, 'status')).text).toContain('AM04');
    expect(await bulk.debits(created, 'A1401-EUR')).toEqual([]);
  });

  it('is executed block by block, each on its day, and reported when the last one is', async () => {
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const blocks = [
      { debtorIban: IBAN.savings, transfers: transfersOf('1.11') },
      { debtorIban: IBAN.private, day: later, transfers: transfersOf('2.22') },
    ];
    const created = await bulk.executed(blocks, 'psu-private', 'ACSP');
    await eventually(
      () => bulk.debits(created, 'A1102-EUR'),
      ([debit]) => debit === -111n,
    );
    expect(await bulk.debits(created, 'A1101-EUR')).toEqual([]);
    services.clock.forward({ days: 4 });
    await eventually(
      () => bulk.tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === 'ACSC',
    );
    expect(await bulk.debits(created, 'A1101-EUR')).toEqual([-222n]);
  });

  it('of a coming day waits for it, and is not handed over before', async () => {
    const day = new Date(services.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
    const created = await bulk.post(
      pain001({ blocks: [{ debtorIban: IBAN.savings, day, transfers: transfersOf('4.44') }] }),
    );
    await bulk.approve(created, 'psu-private');
    expect(['ACCP', 'ACWC']).toContain((await bulk.tpp.follow(created, 'status')).body['transactionStatus']);
    expect(
      await services
        .database('bank')
        .collection('bulkOrders')
        .countDocuments({ _id: created.body['paymentId'] as never }),
    ).toBe(0);
  });
});

describe('a bulk payment and those who decide on it', () => {
  const later = () => new Date(services.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);

  it('is approved by as many as its accounts need, and nothing is booked before', async () => {
    const blocks = [{ debtorIban: IBAN.corporate, day: later(), transfers: transfersOf('10.00', '20.00') }];
    const created = await bulk.post(pain001({ blocks }));
    expect(Object.keys(created.body._links ?? {})).toEqual(['startAuthorisation', 'self', 'status']);
    for (const [psuId, status] of [
      ['psu-corporate-1', 'PATC'],
      ['psu-corporate-2', 'AC'],
    ] as const) {
      const headers = { ...REDIRECT_HEADERS, 'PSU-ID': psuId };
      const started = await bulk.tpp.post(hrefOf(created, 'startAuthorisation'), {}, { headers });
      expect(started.status, started.text).toBe(201);
      await bulk.approve(started, psuId);
      await eventually(
        () => bulk.tpp.follow(created, 'status'),
        ({ body }) => String(body['transactionStatus']).startsWith(status) && body['transactionStatus'] !== 'RCVD',
      );
    }
    expect(await bulk.debits(created, 'A1301-EUR')).toEqual([]);
  });

  it('is cancelled as a whole, and its report says so', async () => {
    const created = await bulk.post(
      pain001({ blocks: [{ debtorIban: IBAN.savings, day: later(), transfers: transfersOf('1.00') }] }),
    );
    const cancelled = await bulk.tpp.delete(hrefOf(created, 'self'));
    expect([202, 204]).toContain(cancelled.status);
    const report = await bulk.tpp.follow(created, 'status', { headers: { Accept: 'application/xml' } });
    expect(report.text).toContain('<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>DS02</Cd></Rsn></StsRsnInf>');
  });
});
