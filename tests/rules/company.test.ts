import { authenticatePsu } from '@xs2a/contracts';
import { hrefOf, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/fixtures';
import { startServices, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let services: TestServices;
let tpp: TppClient;
beforeAll(async () => {
  services = await startServices('gateway', 'bank', 'sca', 'payments');
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
});
afterAll(() => services[Symbol.asyncDispose]());
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

const EMBEDDED = { ...REDIRECT_HEADERS, 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' };
const COMPANY = { 'PSU-Corporate-ID': 'corp-1' };

function pay(headers: Record<string, string>, iban: string = IBAN.private): Promise<TppAnswer> {
  const order = paymentOrder({ debtorAccount: { iban } });
  return tpp.post('/v1/payments/sepa-credit-transfers', order, { headers });
}

/** What the page says to a PSU who signs in with the right password. */
async function problemOf(started: TppAnswer, psuId: string, corporateId?: string) {
  const redirectReference = hrefOf(started, 'scaRedirect').split('/').at(-1) ?? '';
  const credentials = { redirectReference, psuId, password: `${psuId}-pass` };
  const { view } = await services.bus.ask(authenticatePsu, { ...credentials, ...(corporateId && { corporateId }) });
  return view.problem;
}

function saidBy({ status, body }: TppAnswer): [number, string | undefined, string | undefined] {
  const [message] = (body['tppMessages'] ?? []) as { code: string; path?: string }[];
  return [status, message?.code, message?.path];
}

describe('a company that the TPP names (PSU-Corporate-ID; decision 11)', () => {
  it('with the PSU or without it: one whom it does not have is refused on the page, its own is not', async () => {
    for (const psu of [{}, { 'PSU-ID': 'psu-private' }]) {
      const started = await pay({ ...REDIRECT_HEADERS, ...COMPANY, ...psu });
      expect(await problemOf(started, 'psu-private')).toBe('otherCompanyExpected');
    }
    const own = await pay({ ...REDIRECT_HEADERS, ...COMPANY }, IBAN.corporate);
    const started = await tpp.post(hrefOf(own, 'startAuthorisation'), {});
    expect(await problemOf(started, 'psu-corporate-1')).toBeUndefined();
  });

  it('is compared with the one that the PSU types: another one is a wrong input, whichever is right', async () => {
    const own = await pay({ ...REDIRECT_HEADERS, ...COMPANY }, IBAN.corporate);
    const started = await tpp.post(hrefOf(own, 'startAuthorisation'), {});
    expect(await problemOf(started, 'psu-corporate-1', 'corp-nobody')).toBe('corporateIdInvalid');
    expect(await problemOf(started, 'psu-private', 'corp-1')).toBe('credentialsInvalid');
    expect(await problemOf(started, 'psu-corporate-1', 'corp-1')).toBeUndefined();
  });

  it('and none that is named leaves the PSU of a company free to sign in', async () => {
    expect(await problemOf(await pay(REDIRECT_HEADERS), 'psu-private')).toBeUndefined();
  });

  it('alone, and unknown to the bank, is CORPORATE_ID_INVALID: at the creation, at the start and at an update', async () => {
    const unknown = { 'PSU-Corporate-ID': 'corp-nobody' };
    const refused = [401, 'CORPORATE_ID_INVALID'];
    expect(saidBy(await pay({ ...REDIRECT_HEADERS, ...unknown })).slice(0, 2)).toEqual(refused);
    const created = await pay(EMBEDDED);
    const link = hrefOf(created, 'startAuthorisationWithPsuAuthentication');
    expect(saidBy(await tpp.post(link, {}, { headers: unknown })).slice(0, 2)).toEqual(refused);
    const started = await tpp.post(link, {}, { headers: { 'PSU-ID': 'psu-private' } });
    const password = { psuData: { password: 'psu-private-pass' } };
    const update = hrefOf(started, 'updatePsuAuthentication');
    expect(saidBy(await tpp.put(update, password, { headers: unknown })).slice(0, 2)).toEqual(refused);
    expect((await tpp.put(update, password)).status).toBe(200);
  });

  it('alone, beside a password, is that of the PSU or refused as wrong credentials', async () => {
    const started = async (psuId: string, iban: string) => {
      const created = await pay(EMBEDDED, iban);
      return tpp.post(hrefOf(created, 'startAuthorisationWithPsuAuthentication'), {}, { headers: { 'PSU-ID': psuId } });
    };
    const send = async (answer: TppAnswer, psuId: string) =>
      tpp.put(
        hrefOf(answer, 'updatePsuAuthentication'),
        { psuData: { password: `${psuId}-pass` } },
        { headers: COMPANY },
      );
    const wrong = await send(await started('psu-private', IBAN.private), 'psu-private');
    expect(saidBy(wrong).slice(0, 2)).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
    expect((await send(await started('psu-corporate-1', IBAN.corporate), 'psu-corporate-1')).status).toBe(200);
  });

  it('is the same throughout an authorisation: another one is refused, and nothing is judged', async () => {
    const created = await pay(EMBEDDED, IBAN.corporate);
    const headers = { 'PSU-ID': 'psu-corporate-1', ...COMPANY };
    const started = await tpp.post(hrefOf(created, 'startAuthorisationWithPsuAuthentication'), {}, { headers });
    const password = { psuData: { password: 'psu-corporate-1-pass' } };
    const link = hrefOf(started, 'updatePsuAuthentication');
    const other = await tpp.put(link, password, { headers: { 'PSU-Corporate-ID': 'corp-2' } });
    expect(saidBy(other)).toEqual([401, 'PSU_CREDENTIALS_INVALID', 'PSU-Corporate-ID']);
    expect((await tpp.put(link, password, { headers: COMPANY })).status).toBe(200);
  });
});
