import { forAllTests, hrefOf, pain001 } from '@xs2a/test-kit';
import { IBAN, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices } from '@xs2a/test-system/start/start-services';
import { Bulk, transfersOf } from '@xs2a/test-system/tpp/bulk-messages';
import { describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('payments', 'sca', 'bank', 'gateway', 'accounts'));
const bulk = forAllTests(() => new Bulk(services));

describe('the message of a bulk payment', () => {
  const xml = pain001({ blocks: [{ debtorIban: IBAN.savings, transfers: transfersOf('5.00') }] });

  it('is read back byte by byte, with its byte order mark and its line ends', async () => {
    const posted = `\uFEFF${xml.replaceAll('\n', '\r\n')}<!-- kraj -->\n`;
    const created = await bulk.post(posted);
    expect(created.status, created.text).toBe(201);
    const response = await fetch(new URL(hrefOf(created, 'self'), services.running.gateway.httpUrl), {
      headers: { 'X-Request-ID': crypto.randomUUID() },
    });
    expect(response.headers.get('content-type')).toContain('application/xml');
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(posted))).toBe(true);
  });

  it('is stored exactly once', async () => {
    const created = await bulk.post(xml);
    const paymentId = String(created.body['paymentId']);
    await bulk.approve(created, 'psu-private');
    // Otherwise it would be booked while a later test compares balances.
    await bulk.until(created, 'ACSC');
    const stored = await services
      .database('payments')
      .collection<{ _id: string; xml: string }>('bulkMessages')
      .findOne({ _id: paymentId });
    expect(stored?.xml).toBe(xml);
    const payment = await services
      .database('payments')
      .collection<{ _id: string }>('payments')
      .findOne({ _id: paymentId });
    expect(
      JSON.stringify(payment, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('CstmrCdtTrfInitn');
  });

  it('is served as XML, and its status as JSON, whatever the TPP accepts', async () => {
    const created = await bulk.post(xml);
    for (const accept of ['application/json', 'image/png']) {
      const answer = await bulk.tpp.follow(created, 'self', { headers: { Accept: accept } });
      expect([answer.status, answer.text]).toEqual([200, xml]);
      const status = await bulk.tpp.follow(created, 'status', { headers: { Accept: accept } });
      expect([status.status, status.body]).toEqual([200, { transactionStatus: 'RCVD' }]);
    }
  });

  it('binds its approval to the number, the totals and every payee', async () => {
    const contents = async (change: (text: string) => string) => {
      const created = await bulk.post(
        change(pain001({ blocks: [{ transfers: transfersOf(...Array.from({ length: 20 }, () => '1.00')) }] })),
      );
      const payment = await services
        .database('payments')
        .collection<{ _id: string; contentHash: string }>('payments')
        .findOne({ _id: String(created.body['paymentId']) });
      return payment?.contentHash;
    };
    const same = await contents((text) => text);
    expect(await contents((text) => text.replace('M-1', 'M-2'))).toBe(same);
    // The PSU is not shown the twentieth payee.
    expect(await contents((text) => text.replace('<Nm>Primatelj 20<', '<Nm>Netko drugi<'))).not.toBe(same);
  });

  it.each([
    'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
    'urn:iso:std:iso:20022:tech:xsd:scthr:pain.001.001.03',
    'urn:iso:std:iso:20022:tech:xsd:scthr:pain.001.001.09',
  ])('may be of %s', async (namespace) => {
    const blocks = [
      { transfers: [{ amount: '1.00', creditorName: namespace.includes('scthr') ? 'Šime Đurić' : 'Sime' }] },
    ];
    const created = await bulk.post(pain001({ namespace, blocks }));
    expect(created.status, created.text).toBe(201);
    const report = await bulk.tpp.follow(created, 'status', { headers: { Accept: 'application/xml' } });
    expect(report.text).toContain(`<OrgnlMsgNmId>${namespace.split(':').at(-1)}</OrgnlMsgNmId>`);
  });
});

describe('a bulk payment', () => {
  it('is accepted as one payment, approved once, and each of its transfers is booked to the cent', async () => {
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

  it('with batch booking is one entry in the statement, without it one entry for each transfer', async () => {
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

  it('with some transfers without funds ends PART, and a pain.002 names these transfers', async () => {
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

  it('without any executed transfer ends RJCT with the reason', async () => {
    const created = await bulk.executed(
      [{ debtorIban: IBAN.empty, transfers: transfersOf('100.00', '200.00') }],
      'psu-empty',
      'RJCT',
    );
    expect((await bulk.tpp.follow(created, 'status')).text).toContain('AM04');
    expect(await bulk.debits(created, 'A1401-EUR')).toEqual([]);
  });

  it('is executed block by block, each on its day, and reported after the last one', async () => {
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

  it('for a future day waits for it, and is not submitted earlier', async () => {
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

describe('the approval of a bulk payment', () => {
  const later = () => new Date(services.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);

  it('requires as many PSUs as its accounts, and nothing is booked earlier', async () => {
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
