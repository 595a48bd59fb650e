import { readFileSync } from 'node:fs';
import { hrefOf, pain001 } from '@xs2a/test-kit';
import { Bulk, transfersOf } from '@xs2a/test-system/bulk-messages';
import { IBAN } from '@xs2a/test-system/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
let bulk: Bulk;
beforeAll(async () => {
  services = await startServices('payments', 'sca', 'bank', 'gateway', 'accounts');
  bulk = new Bulk(services);
});
afterAll(() => services[Symbol.asyncDispose]());

describe('the message of a bulk payment', () => {
  const xml = pain001({ blocks: [{ debtorIban: IBAN.savings, transfers: transfersOf('5.00') }] });

  it('is read back byte by byte, with its mark of byte order and its line ends', async () => {
    const posted = `\uFEFF${xml.replaceAll('\n', '\r\n')}<!-- kraj -->\n`;
    const created = await bulk.post(posted);
    expect(created.status, created.text).toBe(201);
    const response = await fetch(new URL(hrefOf(created, 'self'), services.running.gateway.httpUrl), {
      headers: { 'X-Request-ID': crypto.randomUUID() },
    });
    expect(response.headers.get('content-type')).toContain('application/xml');
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(posted))).toBe(true);
  });

  it('of the documentation is accepted, with a day to come', async () => {
    const page = readFileSync(new URL('../../docs/bulk-payments.md', import.meta.url), 'utf8');
    const example = /```xml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const created = await bulk.post(example.replace(/<Dt>.*<\/Dt>/, `<Dt>${tomorrow}</Dt>`));
    expect(created.status, created.text).toBe(201);
  });

  it('is stored exactly once', async () => {
    const created = await bulk.post(xml);
    const paymentId = String(created.body['paymentId']);
    await bulk.approve(created, 'psu-private');
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

  it('may be asked for as JSON alone no more than as a picture: 406 without a body', async () => {
    const created = await bulk.post(xml);
    for (const accept of ['application/json', 'image/png']) {
      const answer = await bulk.tpp.follow(created, 'self', { headers: { Accept: accept } });
      expect([answer.status, answer.text]).toEqual([406, '']);
    }
    expect((await bulk.tpp.follow(created, 'status', { headers: { Accept: 'image/png' } })).status).toBe(406);
    expect((await bulk.tpp.follow(created, 'status', { headers: { Accept: 'application/json' } })).body).toEqual({
      transactionStatus: 'RCVD',
    });
  });

  it('posted again under its request id is the same payment, another one under it is refused', async () => {
    const requestId = crypto.randomUUID();
    const first = await bulk.post(xml, requestId);
    expect((await bulk.post(xml, requestId)).body).toEqual(first.body);
    const other = await bulk.post(xml.replace('Racun 1', 'Racun 2'), requestId);
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('X-Request-ID')]);
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
    // The twentieth is not among those that are shown.
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
