import { type TppAnswer, TppClient } from '@xs2a/test-kit';
import { approveOnBus } from '@xs2a/test-system/ask-as-gateway';
import { IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/fixtures';
import { startServices, startServicesOf, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PAYMENTS = '/v1/payments/sepa-credit-transfers';
const LATER = { requestedExecutionDate: '2027-02-05' };
const EXPLICIT = { ...REDIRECT_HEADERS, 'TPP-Explicit-Authorisation-Preferred': 'true' };

let services: TestServices;
let tpp: TppClient;
beforeAll(async () => {
  services = await startServices('gateway', 'bank', 'sca', 'payments', 'consent');
  services.clock.moveTo('2027-02-02T10:00:00Z');
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
});
afterAll(() => services[Symbol.asyncDispose]());

const linksOf = ({ body }: TppAnswer) => body['_links'] as Record<string, { href: string }>;
const codeOf = ({ status, body }: TppAnswer) => [
  status,
  (body['tppMessages'] as { code: string }[] | undefined)?.[0]?.code,
];
const pay = (body: object = {}, headers: Record<string, string> = REDIRECT_HEADERS) =>
  tpp.post(PAYMENTS, paymentOrder({ ...body }), { headers });

/** The PSU's way through an answer's scaRedirect link. */
function approve(answer: TppAnswer, psuId?: string): Promise<void> {
  const redirectReference = linksOf(answer)['scaRedirect']?.href.split('/').at(-1) ?? '';
  return approveOnBus(services.bus, { authorisation: { redirectReference } }, psuId);
}

describe('DELETE on a payment (decision 16)', () => {
  it('202 with CANC and no link to start an authorisation, where nothing was authorised', async () => {
    const created = await pay();
    const path = linksOf(created)['self']?.href ?? '';
    for (let time = 0; time < 2; time++) {
      const answer = await tpp.delete(path);
      expect([answer.status, answer.body['transactionStatus']]).toEqual([202, 'CANC']);
      expect(Object.keys(linksOf(answer))).toEqual(['self', 'status']);
    }
    expect((await tpp.get(`${path}/status`)).body).toEqual({ transactionStatus: 'CANC' });
  });

  it('204 without a body in the preset of the standard', async () => {
    await using home = await startServicesOf('berlin-group', 'gateway', 'sca', 'payments');
    const client = new TppClient(home.running.gateway.httpUrl ?? '');
    const created = await client.post(PAYMENTS, paymentOrder(), { headers: REDIRECT_HEADERS });
    const answer = await client.delete(linksOf(created)['self']?.href ?? '');
    expect([answer.status, answer.text]).toEqual([204, '']);
  });

  it('202 with a link to start the authorisation where the PSU must approve; then CANC', async () => {
    const created = await pay(LATER);
    await approve(created);
    const path = linksOf(created)['self']?.href ?? '';
    const start = { headers: REDIRECT_HEADERS };
    expect(codeOf(await tpp.post(`${path}/cancellation-authorisations`, {}, start))).toEqual([409, 'STATUS_INVALID']);
    const answer = await tpp.delete(path);
    expect([answer.status, answer.body['transactionStatus']]).toEqual([202, 'ACCP']);
    expect(Object.keys(linksOf(answer))).toEqual(['startAuthorisation', 'self', 'status']);
    const href = linksOf(answer)['startAuthorisation']?.href ?? '';
    expect(href).toBe(`${path}/cancellation-authorisations`);
    const started = await tpp.post(href, {}, start);
    expect(started.status, started.text).toBe(201);
    const id = started.body['authorisationId'];
    expect((await tpp.get(href)).body).toEqual({ authorisationIds: [id], cancellationIds: [id] });
    await approve(started);
    expect((await tpp.get(`${href}/${String(id)}`)).body).toMatchObject({ scaStatus: 'finalised' });
    expect((await tpp.get(`${path}/status`)).body).toEqual({ transactionStatus: 'CANC' });
  });

  it('405 where it is too late, 404 where it is unknown', async () => {
    const created = await pay();
    await approve(created);
    const path = linksOf(created)['self']?.href ?? '';
    await expect
      .poll(async () => (await tpp.get(`${path}/status`)).body['transactionStatus'], { timeout: 15_000 })
      .toBe('ACSC');
    expect(codeOf(await tpp.delete(path))).toEqual([405, 'CANCELLATION_INVALID']);
    expect(codeOf(await tpp.delete(`${PAYMENTS}/${crypto.randomUUID()}`))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });
});

describe('several signers (decision 20)', () => {
  it('the creation has no SCA-bound link; each PSU has an authorisation of its own', async () => {
    const created = await pay({ debtorAccount: { iban: IBAN.corporate } });
    expect(Object.keys(linksOf(created))).toEqual(['startAuthorisation', 'self', 'status']);
    const status = async () => (await tpp.follow(created, 'status')).body['transactionStatus'];
    const href = linksOf(created)['startAuthorisation']?.href ?? '';
    const sign = async (psuId: string) => approve(await tpp.post(href, {}, { headers: REDIRECT_HEADERS }), psuId);
    await sign('psu-corporate-1');
    expect(await status()).toBe('PATC');
    await sign('psu-corporate-2');
    await expect.poll(status, { timeout: 15_000 }).toBe('ACSC');
    expect(codeOf(await tpp.post(href, {}, { headers: REDIRECT_HEADERS }))).toEqual([409, 'STATUS_INVALID']);
  });
});

describe('signing baskets (decision 23)', () => {
  const group = (paymentIds: unknown[], headers: Record<string, string> = EXPLICIT) =>
    tpp.post('/v1/signing-baskets', { paymentIds }, { headers });
  const posted = async () => (await pay({}, EXPLICIT)).body['paymentId'];

  it('group payments, are read, authorised with one SCA, and not deletable then', async () => {
    const paymentIds = [await posted(), await posted()];
    const created = await group(paymentIds);
    expect([created.status, created.body['transactionStatus']]).toEqual([201, 'RCVD']);
    expect(Object.keys(linksOf(created))).toEqual(['startAuthorisation', 'self', 'status']);
    const path = linksOf(created)['self']?.href ?? '';
    expect((await tpp.get(path)).body).toMatchObject({ transactionStatus: 'RCVD', payments: paymentIds });
    const alone = await tpp.post(`${PAYMENTS}/${String(paymentIds[0])}/authorisations`, {}, { headers: EXPLICIT });
    expect(codeOf(alone)).toEqual([400, 'RESOURCE_BLOCKED']);
    const href = linksOf(created)['startAuthorisation']?.href ?? '';
    await approve(await tpp.post(href, {}, { headers: REDIRECT_HEADERS }));
    expect((await tpp.get(`${path}/status`)).body).toEqual({ transactionStatus: 'ACTC' });
    expect(codeOf(await tpp.delete(path))).toEqual([409, 'STATUS_INVALID']);
    expect(codeOf(await group([paymentIds[0]]))).toEqual([409, 'REFERENCE_STATUS_INVALID']);
  });

  it('are deleted with 204 while nothing was authorised', async () => {
    const path = linksOf(await group([await posted()]))['self']?.href ?? '';
    expect((await tpp.delete(path)).status).toBe(204);
    expect((await tpp.get(`${path}/status`)).body).toEqual({ transactionStatus: 'CANC' });
  });

  it.each([
    ['no members', {}, [400, 'FORMAT_ERROR']],
    ['an empty list', { paymentIds: [] }, [400, 'FORMAT_ERROR']],
    ['an unknown payment', { paymentIds: ['unknown'] }, [400, 'RESOURCE_UNKNOWN']],
  ])('%s is refused', async (_, body, refusal) => {
    expect(codeOf(await tpp.post('/v1/signing-baskets', body, { headers: EXPLICIT }))).toEqual(refusal);
  });

  it('need TPP-Explicit-Authorisation-Preferred to be true where it is sent', async () => {
    const paymentIds = [await posted()];
    const implicit = { ...REDIRECT_HEADERS, 'TPP-Explicit-Authorisation-Preferred': 'false' };
    expect(codeOf(await group(paymentIds, implicit))).toEqual([400, 'FORMAT_ERROR']);
    expect((await group(paymentIds, REDIRECT_HEADERS)).status).toBe(201);
  });
});
