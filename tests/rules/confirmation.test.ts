import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authoriseTransaction, readSession, type ScaView } from '@xs2a/contracts';
import { JOBS, type Jobs } from '@xs2a/service-kit';
import { askForPayment, newestCode, situationOf, TPP, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { TppAuthorisation } from '@xs2a/test-system/authorise-as-tpp';
import { RETURN } from '@xs2a/test-system/fixtures';
import { startServices, startServicesOf, type TestServices } from '@xs2a/test-system/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let profile: string;
let services: TestServices;
beforeAll(async () => {
  profile = join(await mkdtemp(join(tmpdir(), 'profile-')), 'confirming.yaml');
  await writeFile(profile, 'authorisationConfirmation: true\n');
  services = await startServicesOf(profile, 'bank', 'sca');
});
afterAll(() => services[Symbol.asyncDispose]());

/** A redirect up to the right code: what the browser is sent back with. */
async function approved(home: TestServices = services, redirectUri: string = RETURN.ok) {
  const authorisation = new TppAuthorisation(home.bus, { scaApproach: 'REDIRECT', wishes: { redirectUri } });
  const started = await authorisation.start();
  const session = await untilCode(home.bus, { authorisation: started });
  const scaAuthenticationData = await newestCode(home.bus);
  const { view, session: last = '' } = await home.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
  return { authorisation, started, view, session: last };
}

function codeIn({ returnUri = '' }: ScaView): string {
  return new URL(returnUri).searchParams.get('confirmationCode') ?? '';
}

function confirm(authorisation: TppAuthorisation, confirmationCode: string) {
  return authorisation.update({ kind: 'confirmation', confirmationCode });
}

describe('where the bank wants a confirmation (decision 22)', () => {
  it('a redirect ends unconfirmed, and the code that the browser brought finalises it', async () => {
    const { authorisation, started, view, session } = await approved(services, 'https://tpp.example/ok?a=b%20c');
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

  it('without it in time the authorisation fails', async () => {
    await using home = await startServicesOf(profile, 'bank', 'sca');
    const { authorisation } = await approved(home);
    home.clock.forward({ minutes: 11 });
    await home.running.sca.get<Jobs>(JOBS).runNow('expireAuthorisations');
    expect((await authorisation.status()).scaStatus).toBe('failed');
  });

  it('the payment waits for it', async () => {
    await using home = await startServicesOf(profile, 'bank', 'sca', 'payments');
    const created = await askForPayment(home.bus);
    const session = await untilCode(home.bus, created);
    const scaAuthenticationData = await newestCode(home.bus);
    const { view } = await home.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
    const payments = home.database('payments').collection<{ _id: string; transactionStatus: string }>('payments');
    expect((await payments.findOne({ _id: created.paymentId }))?.transactionStatus).toBe('RCVD');
    const { paymentId: id, authorisation: started } = created;
    const of = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
    const parent = { kind: 'payment', id, ...of } as const;
    const authorisation = new TppAuthorisation(home.bus, { parent });
    const own = { parent, authorisationId: started?.authorisationId ?? '' };
    await authorisation.update({ kind: 'confirmation', confirmationCode: codeIn(view) }, own);
    expect((await payments.findOne({ _id: id }))?.transactionStatus).not.toBe('RCVD');
  });
});

it('where the bank wants none, a redirect is finalised at once', async () => {
  await using home = await startServices('bank', 'sca');
  const { started, view } = await approved(home);
  expect(started.confirmationNeeded).toBeUndefined();
  expect(view).toMatchObject({ scaStatus: 'finalised', returnUri: RETURN.ok });
});
