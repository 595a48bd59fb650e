import {
  authenticatePsu,
  authoriseTransaction,
  declineAuthorisation,
  openRedirect,
  readPaymentStatus,
  readSession,
  selectMethod,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { askForPayment, newestCode, otherThan, situationOf, TPP, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'payments'));
let created: Awaited<ReturnType<typeof askForPayment>>;

beforeEach(async () => {
  // Failures of earlier tests count for the PSU, not only for their authorisations.
  await services.database('sca').collection('psuAttempts').deleteMany({});
  created = await askForPayment(services.bus);
});

const reference = (): string => created.authorisation?.redirectReference ?? '';

function signIn(password = 'psu-private-pass', psuId = 'psu-private', redirectReference = reference()) {
  return services.bus.ask(authenticatePsu, { redirectReference, psuId, password });
}

function enter(session: string, code: string) {
  return services.bus.ask(authoriseTransaction, { session, scaAuthenticationData: code });
}

async function passwordsVerified(): Promise<number> {
  const { operations } = services.running.bank.kit.metrics;
  const counted = (await operations.get()).values.filter(
    ({ metricName, labels }) => metricName?.endsWith('_count') && labels.operation === 'bank.verifyPassword',
  );
  return counted.reduce((sum, { value }) => sum + value, 0);
}

async function statusOf(paymentId = created.paymentId): Promise<string> {
  const address = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
  const tpp = { ...TPP, roles: [...TPP.roles] };
  return (await services.bus.ask(readPaymentStatus, { tpp, ...address, paymentId })).transactionStatus;
}

describe('the first factor', () => {
  it('a wrong password and an unknown PSU have one answer, and the third failure ends the authorisation', async () => {
    const wrongPassword = await signIn('wrong');
    const unknownPsu = await signIn('wrong', 'psu-nobody');
    expect(wrongPassword.view.problem).toBe('credentialsInvalid');
    expect({ ...unknownPsu.view, attemptsLeft: 0 }).toEqual({ ...wrongPassword.view, attemptsLeft: 0 });
    expect(await statusOf()).toBe('RCVD');
    expect((await signIn('wrong')).view).toMatchObject({
      step: 'result',
      scaStatus: 'failed',
      returnUri: 'https://tpp.example/nok',
    });
    expect(await situationOf(signIn())).toBe('redirectLinkUnknown');
    expect(await statusOf()).toBe('RJCT');
  });

  it('of fifty guesses at the same moment no more than the permitted number is verified', async () => {
    const before = await passwordsVerified();
    await Promise.all(Array.from({ length: 50 }, (_, guess) => signIn(`guess-${guess}`).catch(() => undefined)));
    // Verifications by the bank matter, not the answers.
    expect((await passwordsVerified()) - before).toBe(3);
    expect(await situationOf(signIn())).toBe('redirectLinkUnknown');
  });

  it('nothing of the PSU is shown before it has signed in, not even to a second visitor of the link', async () => {
    await signIn();
    const { view } = await services.bus.ask(openRedirect, { redirectReference: reference() });
    expect(view.step).toBe('authentication');
    expect(Object.keys(view).filter((field) => ['psu', 'accountNames', 'scaMethods'].includes(field))).toEqual([]);
  });
});

describe('the second factor', () => {
  it('the right code authorises the payment once; entered again it changes nothing', async () => {
    const session = await untilCode(services.bus, created);
    const code = await newestCode(services.bus);
    expect((await enter(session, code)).view).toMatchObject({
      step: 'result',
      scaStatus: 'finalised',
      returnUri: 'https://tpp.example/ok',
    });
    expect((await enter(session, code)).view).toMatchObject({ step: 'result', scaStatus: 'finalised' });
    await eventually(statusOf, (status) => status === 'ACSC');
  });

  it('a code whose response was lost when a process died is right again after a new sign-in', async () => {
    const session = await untilCode(services.bus, created);
    const code = await newestCode(services.bus);
    const authorisations = services.database('sca').collection<{ _id: string }>('authorisations');
    const _id = created.authorisation?.authorisationId ?? '';
    const before = await authorisations.findOne({ _id });
    expect((await enter(session, code)).view.scaStatus).toBe('finalised');
    // Restores the state in which sca died after the bank accepted the code, and before it stored that.
    await authorisations.replaceOne({ _id }, before ?? {});

    const again = await signIn();
    expect(again.view.step).toBe('transactionAuthorisation');
    expect((await enter(again.session ?? '', code)).view.scaStatus).toBe('finalised');
    expect((await authorisations.findOne({ _id })) ?? {}).toMatchObject({ scaStatus: 'finalised' });
  });

  it('a code sent for another payment is wrong here', async () => {
    const session = await untilCode(services.bus, created);
    await untilCode(services.bus, await askForPayment(services.bus, { creditorName: 'Netko Drugi' }));
    const codeOfOther = await newestCode(services.bus);
    expect((await enter(session, codeOfOther)).view).toMatchObject({ problem: 'codeInvalid', attemptsLeft: 2 });
    expect(await statusOf()).toBe('RCVD');
  });

  it('of fifty guesses at the same moment no more than the permitted number is verified; then the right code is too late', async () => {
    const session = await untilCode(services.bus, created);
    const code = await newestCode(services.bus);
    const wrong = Array.from({ length: 50 }, (_, guess) => otherThan(code, guess + 1));
    await Promise.all(wrong.map((guess) => enter(session, guess).catch(() => undefined)));
    // Verifications by the bank matter, not the answers.
    const challenges = services.database('bank').collection<{ attempts: unknown[] }>('challenges');
    const [challenge] = await challenges.find().sort({ sentAt: -1 }).limit(1).toArray();
    expect(challenge?.attempts).toHaveLength(3);
    const after = await enter(session, code).catch(() => undefined);
    expect(after?.view.scaStatus ?? 'failed').toBe('failed');
    expect(await statusOf()).toBe('RJCT');
  });

  it("a method that is not the PSU's is unknown", async () => {
    const { session } = await signIn();
    const asked = services.bus.ask(selectMethod, { session: session ?? '', authenticationMethodId: 'chip' });
    expect(await situationOf(asked)).toBe('scaMethodUnknown');
  });
});

describe('session and link', () => {
  it('each step issues a new token; the previous one still shows the present page, older ones are invalid', async () => {
    const first = (await signIn()).session ?? '';
    const second =
      (await services.bus.ask(selectMethod, { session: first, authenticationMethodId: 'sms' })).session ?? '';
    expect(second).not.toBe(first);
    expect((await services.bus.ask(readSession, { session: first })).view.step).toBe('transactionAuthorisation');
    await services.bus.ask(selectMethod, { session: second, authenticationMethodId: 'sms' });
    expect(await situationOf(services.bus.ask(readSession, { session: first }))).toBe('scaSessionOver');
  });

  it('a PSU whose browser lost the session continues through the link with its password, another PSU does not', async () => {
    await untilCode(services.bus, created);
    expect((await signIn('psu-multi-pass', 'psu-multi')).view.problem).toBe('otherPsuExpected');
    const { session, view } = await signIn();
    expect(view.step).toBe('transactionAuthorisation');
    expect((await enter(session ?? '', await newestCode(services.bus))).view.scaStatus).toBe('finalised');
  });

  it('a declined authorisation fails, with the session and with the link alone', async () => {
    const { session } = await signIn();
    const declined = await services.bus.ask(declineAuthorisation, { session: session ?? '' });
    expect(declined.view).toMatchObject({ scaStatus: 'failed', returnUri: 'https://tpp.example/nok' });
    const other = await askForPayment(services.bus);
    await services.bus.ask(declineAuthorisation, { redirectReference: other.authorisation?.redirectReference ?? '' });
    expect([await statusOf(), await statusOf(other.paymentId)]).toEqual(['RJCT', 'RJCT']);
  });
});

describe('the owner of the parent', () => {
  it('receives an approval given during its outage once it is back', async () => {
    const session = await untilCode(services.bus, created);
    await services.running.payments.stop();
    const done = await enter(session, await newestCode(services.bus));
    expect(done.view.scaStatus).toBe('finalised');
    const authorisations = services.database('sca').collection<{ _id: string }>('authorisations');
    const undelivered = { _id: done.view.authorisationId, 'outbox.0': { $exists: true } };
    expect(await authorisations.countDocuments(undelivered)).toBe(1);
    await services.restart('payments');
    const payments = services.database('payments').collection<{ _id: string; transactionStatus: string }>('payments');
    await eventually(
      () => payments.findOne({ _id: created.paymentId }),
      (stored) => stored?.transactionStatus === 'ACSC',
    );
    expect(await authorisations.countDocuments(undelivered)).toBe(0);
  });
});
