import {
  authenticatePsu,
  authoriseTransaction,
  createBasket,
  deleteBasket,
  readSession,
  type ScaView,
  startPaymentAuthorisation,
} from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { askForPayment, creation, newestCode, situationOf, TPP, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesOf } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { describe, expect, it } from 'vitest';

const OF_PAYMENT = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;

const services = forAllTests(() =>
  startServicesOf(profileFile('authorisationConfirmation: true'), 'bank', 'sca', 'payments'),
);

/** Takes a redirect up to the right code. Returns the parameters with which the browser is sent back. */
async function approved(redirectUri: string = RETURN.ok) {
  const authorisation = new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT', wishes: { redirectUri } });
  const started = await authorisation.start();
  const session = await untilCode(services.bus, { authorisation: started });
  const scaAuthenticationData = await newestCode(services.bus);
  const { view, session: last = '' } = await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
  return { authorisation, started, view, session: last };
}

function codeIn({ returnUri = '' }: ScaView): string {
  return new URL(returnUri).searchParams.get('confirmationCode') ?? '';
}

function confirm(authorisation: TppAuthorisation, confirmationCode: string) {
  return authorisation.update({ kind: 'confirmation', confirmationCode });
}

describe('if the bank requires a confirmation (decision 22)', () => {
  it('a redirect ends unconfirmed, and the code that the browser returned with finalises it', async () => {
    const { authorisation, started, view, session } = await approved('https://tpp.example/ok?a=b%20c');
    expect(started.confirmationNeeded).toBe(true);
    expect(view).toMatchObject({ step: 'result', scaStatus: 'unconfirmed' });
    expect(view.returnUri).toMatch(/^https:\/\/tpp\.example\/ok\?a=b%20c&confirmationCode=[\w-]{43}$/);
    expect((await services.bus.ask(readSession, { session })).view.returnUri).toBe(view.returnUri);
    expect(await confirm(authorisation, codeIn(view))).toMatchObject({ scaStatus: 'finalised' });
    const stored = await services.database('sca').collection('authorisations').findOne({ scaStatus: 'finalised' });
    const moves = stored?.['history'] as object[];
    expect(moves.at(-1)).toMatchObject({ event: 'confirmed', by: TPP.id });
    expect(await situationOf(confirm(authorisation, codeIn(view)))).toBe('statusInvalid');
  });

  it('another code fails it, and the right one is then too late', async () => {
    const { authorisation, view } = await approved();
    const { view: other } = await approved();
    expect(await confirm(authorisation, codeIn(other))).toMatchObject({ scaStatus: 'failed' });
    expect(await situationOf(confirm(authorisation, codeIn(view)))).toBe('authorisationFailed');
  });

  it('only the TPP of the authorisation confirms it', async () => {
    const { authorisation, view } = await approved();
    const input = { kind: 'confirmation', confirmationCode: codeIn(view) } as const;
    const other = { tpp: { ...TPP, id: 'PSDHR-HNB-OTHER', roles: [...TPP.roles] } };
    expect(await situationOf(authorisation.update(input, other))).toBe('authorisationUnknown');
    expect((await authorisation.status()).scaStatus).toBe('unconfirmed');
  });

  it('the access token of a PSU other than the one who approved confirms nothing (decision 97)', async () => {
    const { authorisation, view } = await approved();
    const input = { kind: 'confirmation', confirmationCode: codeIn(view) } as const;
    const other = { psuId: 'psu-empty' };
    const more = { tpp: { ...TPP, roles: [...TPP.roles], onBehalfOf: other }, psu: other };
    expect(await situationOf(authorisation.update(input, more))).toBe('tokenInvalid');
    expect((await authorisation.status()).scaStatus).toBe('unconfirmed');
  });

  it('without a confirmation the authorisation fails after its time-out', async () => {
    const { authorisation } = await approved();
    services.clock.forward({ minutes: 11 });
    await services.running.sca.kit.jobs.runNow('expireAuthorisations');
    expect((await authorisation.status()).scaStatus).toBe('failed');
  });

  it('a late confirmation fails it, whether or not the job has run', async () => {
    const { authorisation, view } = await approved();
    services.clock.forward({ minutes: 11 });
    expect(await situationOf(confirm(authorisation, codeIn(view)))).toBe('authorisationFailed');
    expect((await authorisation.status()).scaStatus).toBe('failed');
  });

  it('an approval that failed before its confirmation no longer counts: its PSU may approve the payment again (decision 6)', async () => {
    const { paymentId, authorisation } = await askForPayment(services.bus);
    const session = await untilCode(services.bus, { authorisation });
    const scaAuthenticationData = await newestCode(services.bus);
    await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
    // Instead of confirming, the TPP groups the payment and then deletes the basket: the payment is as it was (decision 23).
    const { basketId } = await services.bus.ask(createBasket, { ...creation(), body: { paymentIds: [paymentId] } });
    const authorisations = services.database('sca').collection<{ _id: string; scaStatus: string }>('authorisations');
    await eventually(
      () => authorisations.findOne({ _id: authorisation?.authorisationId ?? '' }),
      (stored) => stored?.scaStatus === 'failed',
    );
    await services.bus.ask(deleteBasket, { ...creation(), basketId });
    const again = await services.bus.ask(startPaymentAuthorisation, { ...creation(), ...OF_PAYMENT, paymentId });
    const { view } = await services.bus.ask(authenticatePsu, {
      redirectReference: again.redirectReference ?? '',
      psuId: 'psu-private',
      password: 'psu-private-pass',
    });
    expect([view.problem, view.step]).toEqual([undefined, 'methodSelection']);
  });

  it('the payment waits for it', async () => {
    const created = await askForPayment(services.bus);
    const session = await untilCode(services.bus, created);
    const scaAuthenticationData = await newestCode(services.bus);
    const { view } = await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
    const payments = services.database('payments').collection<{ _id: string; transactionStatus: string }>('payments');
    expect((await payments.findOne({ _id: created.paymentId }))?.transactionStatus).toBe('RCVD');
    const { paymentId: id, authorisation: started } = created;
    const parent = { kind: 'payment', id, ...OF_PAYMENT } as const;
    const authorisation = new TppAuthorisation(services.bus, { parent });
    const own = { parent, authorisationId: started?.authorisationId ?? '' };
    await authorisation.update({ kind: 'confirmation', confirmationCode: codeIn(view) }, own);
    expect((await payments.findOne({ _id: id }))?.transactionStatus).not.toBe('RCVD');
  });
});
