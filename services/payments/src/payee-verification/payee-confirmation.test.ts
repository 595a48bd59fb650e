import { forAllTests, hrefOf, type TppAnswer } from '@xs2a/test-kit';
import { newestCode } from '@xs2a/test-system/ask-as-gateway';
import { PAYEE, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { linkNames, startPaymentServices } from '@xs2a/test-system/start/payment-services';
import { describe, expect, it } from 'vitest';

const ASKED = { 'Client-VOP-Requested': 'true' } as const;
const EMBEDDED = { ...ASKED, 'TPP-Redirect-Preferred': 'false', 'PSU-IP-Address': '192.0.2.10' } as const;

const START_LINKS = ['startAuthorisationWithPsuAuthentication', 'startAuthorisationWithEncryptedPsuAuthentication'];

const system = forAllTests(() => startPaymentServices());
const payTo = (iban: string, headers: Record<string, string> = EMBEDDED) =>
  system.pay({ creditorAccount: { iban } }, headers);
const statusOf = async (created: TppAnswer) => (await system.tpp.follow(created, 'status')).body;
const toldOf = async (created: TppAnswer) => (await statusOf(created))['transactionStatus'];
async function whenVerified(created: TppAnswer, status: string): Promise<void> {
  await expect.poll(() => toldOf(created), { timeout: 10_000 }).toBe(status);
}
const confirm = (created: TppAnswer) => system.tpp.put(hrefOf(created, 'creditorNameConfirmation'), undefined);
const start = (created: TppAnswer) =>
  system.tpp.post(
    hrefOf(created, 'startAuthorisationWithPsuAuthentication'),
    { psuData: { password: 'psu-private-pass' } },
    { headers: { 'PSU-ID': 'psu-private' } },
  );

describe('a TPP that asks for the verification of the payee', () => {
  it('sees at once that the check runs, whatever the bank does', async () => {
    const headers = { ...EMBEDDED, 'X-Request-ID': crypto.randomUUID() };
    const created = await payTo(PAYEE.match, headers);
    expect([created.status, created.body['transactionStatus']]).toEqual([201, 'RVNC']);
    expect(created.headers.get('aspsp-vop-supported')).toBe('true');
    await whenVerified(created, 'RCVC');
    expect((await payTo(PAYEE.match, headers)).body).toEqual(created.body);
  });

  it.each([
    [PAYEE.closeMatch, { creditorNameMatch: 'CMTC', matchedCreditorName: 'Marija Kovačević' }],
    [PAYEE.noMatch, { creditorNameMatch: 'NMTC' }],
    [PAYEE.notPossible, { creditorNameMatch: 'NOAP' }],
  ])('of %s sees the result, and authorises once the PSU has confirmed the payee', async (iban, match) => {
    const created = await payTo(iban);
    expect(linkNames(created)).toEqual([...START_LINKS, 'self', 'status', 'creditorNameConfirmation']);
    await whenVerified(created, 'RVCM');
    const { originalTransactionInformationAndVopStatus: told } = await statusOf(created);
    expect(told).toEqual([
      {
        transactionStatus: 'RVCM',
        originalTransactionReference: {
          instructedAmount: { currency: 'EUR', amount: '12.50' },
          creditor: { name: 'Ana Anić' },
          creditorAccount: { iban },
        },
        ...match,
      },
    ]);
    const refused = await start(created);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('RVCM')]);
    const confirmed = await confirm(created);
    expect([confirmed.status, confirmed.body['transactionStatus']]).toEqual([200, 'RCVC']);
    expect(linkNames(confirmed)).toEqual([...START_LINKS, 'self', 'status']);
    expect((await confirm(created)).body).toEqual(confirmed.body);
    expect(await statusOf(created)).toEqual({ transactionStatus: 'RCVC' });
    const started = await start(created);
    const chosen = await system.tpp.put(hrefOf(started, 'selectAuthenticationMethod'), {
      authenticationMethodId: 'sms',
    });
    const scaAuthenticationData = await newestCode(system.services.bus, 'psu-private');
    await system.tpp.put(hrefOf(chosen, 'authoriseTransaction'), { scaAuthenticationData });
    await expect.poll(() => toldOf(created), { timeout: 10_000 }).toBe('ACSC');
    expect((await confirm(created)).status).toBe(409);
  });

  it('confirms nothing while the check runs', async () => {
    const created = await payTo(PAYEE.late);
    const [refused, early] = [await confirm(created), await start(created)];
    expect([refused.status, early.status]).toEqual([409, 409]);
    await whenVerified(created, 'RVCM');
  });

  it('confirms nothing in the redirect approach: the PSU sees the result on the page', async () => {
    const created = await payTo(PAYEE.noMatch, { ...REDIRECT_HEADERS, ...ASKED });
    expect(created.body['transactionStatus']).toBe('RVNC');
    expect(linkNames(created)).toEqual(['scaRedirect', 'self', 'status', 'scaStatus']);
    await whenVerified(created, 'RCVC');
    expect(await statusOf(created)).toEqual({ transactionStatus: 'RCVC' });
    await system.approve(created);
    await expect.poll(() => toldOf(created), { timeout: 10_000 }).toBe('ACSC');
  });

  it('puts no payment into a basket before its payee is confirmed', async () => {
    const created = await payTo(PAYEE.noMatch);
    await whenVerified(created, 'RVCM');
    const refused = await system.group([created.body['paymentId']]);
    expect(refused.text).toContain('payee is not confirmed');
    await confirm(created);
    expect((await system.group([created.body['paymentId']])).status).toBe(201);
  });

  it('may cancel a payment whose payee is not confirmed', async () => {
    const created = await payTo(PAYEE.noMatch);
    await whenVerified(created, 'RVCM');
    expect((await system.tpp.delete(hrefOf(created, 'self'))).status).toBe(202);
    expect((await confirm(created)).status).toBe(409);
  });

  it('sees in a header that the bank verifies no payee of the product', async () => {
    const headers = { ...EMBEDDED };
    const body = { creditorAccount: { iban: PAYEE.noMatch } };
    const created = await system.tpp.post('/v1/payments/target-2-payments', paymentOrder(body), { headers });
    expect(created.body['transactionStatus']).toBe('RCVD');
    expect(created.headers.get('aspsp-vop-supported')).toBe('false');
  });
});

it('a bank that verifies no payees has no confirmation, and ignores the wish', async () => {
  await using basic = await startPaymentServices('hr-basic');
  const created = await basic.pay({}, EMBEDDED);
  expect(created.body['transactionStatus']).toBe('RCVD');
  expect((await basic.tpp.put(`${hrefOf(created, 'self')}/creditor-confirmation`, undefined)).status).toBe(404);
});

it('a bank that verifies payees when requested does so only then', async () => {
  await using bank = await startPaymentServices('berlin-group');
  const payments = bank.services.database('payments').collection('payments');
  const checksOf = async (headers: Record<string, string>) => {
    const created = await bank.pay({ creditorAccount: { iban: PAYEE.noMatch } }, headers);
    const stored = await payments.findOne({ _id: created.body['paymentId'] as never });
    return [created.body['transactionStatus'], stored?.['payeeChecks']?.length];
  };
  expect(await checksOf(REDIRECT_HEADERS)).toEqual(['RCVD', undefined]);
  expect(await checksOf({ ...REDIRECT_HEADERS, 'Client-VOP-Requested': 'false' })).toEqual(['RCVD', undefined]);
  expect(await checksOf({ ...REDIRECT_HEADERS, ...ASKED })).toEqual(['RVNC', 1]);
});
