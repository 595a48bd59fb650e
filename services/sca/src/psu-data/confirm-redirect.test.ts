import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authoriseTransaction, readSession, type ScaView } from '@xs2a/contracts';
import { askForPayment, newestCode, situationOf, TPP, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { startServicesOf, type TestServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  const profile = join(await mkdtemp(join(tmpdir(), 'profile-')), 'confirming.yaml');
  await writeFile(profile, 'authorisationConfirmation: true\n');
  services = await startServicesOf(profile, 'bank', 'sca', 'payments');
});
afterAll(() => services[Symbol.asyncDispose]());

/** A redirect up to the right code: what the browser is sent back with. */
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
  it('a redirect ends unconfirmed, and the code that the browser brought finalises it', async () => {
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

  it('another code fails it, and the right one is too late', async () => {
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

  it('without it the authorisation fails after its time', async () => {
    const { authorisation } = await approved();
    services.clock.forward({ minutes: 11 });
    await services.running.sca.kit.jobs.runNow('expireAuthorisations');
    expect((await authorisation.status()).scaStatus).toBe('failed');
  });

  it('the payment waits for it', async () => {
    const created = await askForPayment(services.bus);
    const session = await untilCode(services.bus, created);
    const scaAuthenticationData = await newestCode(services.bus);
    const { view } = await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
    const payments = services.database('payments').collection<{ _id: string; transactionStatus: string }>('payments');
    expect((await payments.findOne({ _id: created.paymentId }))?.transactionStatus).toBe('RCVD');
    const { paymentId: id, authorisation: started } = created;
    const of = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
    const parent = { kind: 'payment', id, ...of } as const;
    const authorisation = new TppAuthorisation(services.bus, { parent });
    const own = { parent, authorisationId: started?.authorisationId ?? '' };
    await authorisation.update({ kind: 'confirmation', confirmationCode: codeIn(view) }, own);
    expect((await payments.findOne({ _id: id }))?.transactionStatus).not.toBe('RCVD');
  });
});
