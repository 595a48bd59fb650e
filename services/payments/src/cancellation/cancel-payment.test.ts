import {
  type AuthorisationState,
  cancelPayment,
  listCancellationAuthorisations,
  readPaymentStatus,
  reportExecution,
  startCancellationAuthorisation,
  startPaymentAuthorisation,
  submitPayment,
  withdrawPayment,
} from '@xs2a/contracts';
import { forAllTests, profileFile, standIn } from '@xs2a/test-kit';
import { askForPayment, creation, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { authorisationOf, settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices, startServicesOf } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('sca', 'payments'));
beforeAll(async () => {
  services.clock.moveTo(TUESDAY);
});

const tpp = { ...TPP, roles: [...TPP.roles] };
const ADDRESS = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const PSU = 'psu-private';
/** A banking day in the morning: a payment approved then is submitted at once. */
const TUESDAY = '2027-02-02T10:00:00Z';
const dayAhead = (days: number) => `2027-02-0${2 + days}`;

function cancel(paymentId: string, home = services, more: object = {}) {
  const request = { requestId: crypto.randomUUID(), wishes: {}, tpp, ...more };
  return home.bus.ask(cancelPayment, { ...request, ...ADDRESS, paymentId });
}

function start(paymentId: string, home = services, overrides: object = {}): Promise<AuthorisationState> {
  return home.bus.ask(startCancellationAuthorisation, { ...creation(overrides), ...ADDRESS, paymentId });
}

async function statusOf(paymentId: string, home = services) {
  return (await home.bus.ask(readPaymentStatus, { tpp, ...ADDRESS, paymentId })).transactionStatus;
}

/** Returns an authorised payment: for a later day, or submitted at once. */
async function authorised(when: 'later' | 'submitted', home = services): Promise<string> {
  const body = when === 'later' ? { requestedExecutionDate: dayAhead(3) } : {};
  const { paymentId, authorisation } = await askForPayment(home.bus, body);
  await settleAs(home, 'payment', authorisation?.authorisationId ?? '', PSU);
  return paymentId;
}

const report = (paymentId: string, transactionStatus: 'ACSP' | 'ACSC' | 'RJCT' | 'CANC', home = services) =>
  home.bus.ask(reportExecution, { paymentId, transactionStatus });

const execute = (home = services) => home.running.payments.kit.jobs.runNow('executeDuePayments');

/** A bank that accepts payments and answers whether it could stop one. */
async function bankThatAnswers(reply: { withdrawn: boolean }): Promise<AsyncDisposable> {
  const subscriptions = [
    standIn(services.bus, withdrawPayment, () => reply),
    standIn(services.bus, submitPayment, () => ({ accepted: true as const })),
  ];
  await services.bus.connection.flush();
  return {
    [Symbol.asyncDispose]: async () => void (await Promise.all(subscriptions.map((one) => one.drain()))),
  };
}

describe('DELETE on a payment that is not authorised', () => {
  it('cancels it at once, answers the same again, and fails its open authorisations', async () => {
    const { paymentId, authorisation } = await askForPayment(services.bus);
    for (let time = 0; time < 2; time++) {
      expect(await cancel(paymentId)).toEqual({
        transactionStatus: 'CANC',
        authorisationNeeded: false,
        psuKnown: false,
      });
    }
    const { scaStatus } = await authorisationOf(services, authorisation?.authorisationId ?? '');
    expect(scaStatus).toBe('failed');
    expect(await settleAs(services, 'payment', authorisation?.authorisationId ?? '', PSU)).toEqual({
      transactionStatus: 'CANC',
      counted: false,
    });
  });

  it('cancels it even if one of two PSUs has approved', async () => {
    const { paymentId } = await askForPayment(services.bus, { debtorAccount: { iban: IBAN.corporate } });
    const request = { ...creation(), ...ADDRESS, paymentId };
    const { authorisationId } = await services.bus.ask(startPaymentAuthorisation, request);
    await settleAs(services, 'payment', authorisationId, 'psu-corporate-1');
    expect(await cancel(paymentId)).toMatchObject({ transactionStatus: 'CANC', authorisationNeeded: false });
  });

  it('in parallel with its approval: one of the two takes effect', async () => {
    for (let round = 0; round < 5; round++) {
      const { paymentId, authorisation } = await askForPayment(services.bus, { requestedExecutionDate: dayAhead(2) });
      const [answer] = await Promise.all([
        cancel(paymentId),
        settleAs(services, 'payment', authorisation?.authorisationId ?? '', PSU),
      ]);
      expect(await statusOf(paymentId)).toBe(answer.authorisationNeeded ? 'ACCP' : 'CANC');
    }
  });
});

describe('DELETE on an authorised payment', () => {
  it('changes nothing until the PSU approves, and answers the same when repeated', async () => {
    const paymentId = await authorised('later');
    const answer = { transactionStatus: 'ACCP', authorisationNeeded: true, scaApproach: 'REDIRECT', psuKnown: false };
    expect(await cancel(paymentId)).toEqual(answer);
    expect(await cancel(paymentId)).toEqual(answer);
    const { authorisationId } = await start(paymentId);
    expect(await cancel(paymentId)).toEqual(answer);
    const { parent, content } = await authorisationOf(services, authorisationId);
    expect(parent).toEqual({ kind: 'cancellation', id: paymentId, ...ADDRESS });
    expect(content).toMatchObject({ kind: 'cancellation', payment: { instructedAmount: { amount: '12.50' } } });
    const listed = await services.bus.ask(listCancellationAuthorisations, { tpp, ...ADDRESS, paymentId });
    expect(listed).toEqual({ authorisationIds: [authorisationId] });
    const settled = () => settleAs(services, 'cancellation', authorisationId, PSU);
    const CANCELLED = { transactionStatus: 'CANC', counted: true };
    expect([await settled(), await settled()]).toEqual([CANCELLED, CANCELLED]);
    expect(await cancel(paymentId)).toMatchObject({ transactionStatus: 'CANC', authorisationNeeded: false });
    expect(await situationOf(start(paymentId))).toBe('statusInvalid');
  });

  it('cancels at once if the bank requires no approval for the product', async () => {
    await using home = await startServicesOf(profileFile('cancellationNeedsSca: []'), 'sca', 'payments');
    home.clock.moveTo(TUESDAY);
    const paymentId = await authorised('later', home);
    expect(await cancel(paymentId, home)).toMatchObject({ transactionStatus: 'CANC', authorisationNeeded: false });
    home.clock.forward({ days: 4 });
    await execute(home);
    expect(await statusOf(paymentId, home)).toBe('CANC');
  });

  it.each(['ACSP', 'ACSC', 'RJCT'] as const)('is too late at %s', async (transactionStatus) => {
    const paymentId = await authorised('submitted');
    await report(paymentId, transactionStatus);
    expect(await situationOf(cancel(paymentId))).toBe('cancellationImpossible');
    expect(await statusOf(paymentId)).toBe(transactionStatus);
  });

  it('accepts no other TPP-Redirect-URI than that of the payment', async () => {
    const paymentId = await authorised('later');
    const elsewhere = { wishes: { redirectUri: 'https://tpp.example/elsewhere' } };
    expect(await situationOf(cancel(paymentId, services, elsewhere))).toBe('headerInvalid');
    await cancel(paymentId);
    expect(await situationOf(start(paymentId, services, elsewhere))).toBe('headerInvalid');
  });
});

describe('the authorisation of a cancellation', () => {
  it('cannot be started before a DELETE requested it, nor if none is needed', async () => {
    const paymentId = await authorised('later');
    expect(await situationOf(start(paymentId))).toBe('cancellationNotRequested');
    const { paymentId: open } = await askForPayment(services.bus);
    expect(await situationOf(start(open))).toBe('cancellationNotRequested');
  });

  it('started again under its X-Request-ID is the same', async () => {
    const paymentId = await authorised('later');
    await cancel(paymentId);
    const again = { requestId: crypto.randomUUID() };
    expect(await start(paymentId, services, again)).toEqual(await start(paymentId, services, again));
  });

  it('that fails leaves the payment unchanged; the TPP may start another one', async () => {
    const paymentId = await authorised('later');
    await cancel(paymentId);
    const [failed, other] = [await start(paymentId), await start(paymentId)];
    const told = await settleAs(services, 'cancellation', failed.authorisationId, PSU, { outcome: 'failed' });
    expect(told).toEqual({ transactionStatus: 'ACCP' });
    await eventually(
      () => authorisationOf(services, other.authorisationId),
      ({ scaStatus }) => scaStatus === 'failed',
    );
    const { authorisationId } = await start(paymentId);
    expect(await settleAs(services, 'cancellation', authorisationId, PSU)).toEqual({
      transactionStatus: 'CANC',
      counted: true,
    });
  });

  it('with two signers needs both, each once, and a refusal voids earlier approvals', async () => {
    const paymentId = await authorised('later');
    await cancel(paymentId);
    const two = { signaturesNeeded: 2 };
    const approve = async (psuId: string, outcome: 'finalised' | 'failed' = 'finalised') => {
      const { authorisationId } = await start(paymentId);
      return (await settleAs(services, 'cancellation', authorisationId, psuId, { ...two, outcome })).transactionStatus;
    };
    expect(await approve('one')).toBe('ACCP');
    expect(await approve('one')).toBe('ACCP');
    expect(await approve('two', 'failed')).toBe('ACCP');
    expect(await approve('two')).toBe('ACCP');
    expect(await approve('one')).toBe('CANC');
  });
});

describe('cancelling and executing in parallel', () => {
  it.each([
    [true, 'CANC'],
    [false, 'ACCP'],
  ] as const)('what was handed over is stopped where the bank still can (%s)', async (withdrawn, transactionStatus) => {
    await using _bank = await bankThatAnswers({ withdrawn });
    const paymentId = await authorised('submitted');
    await cancel(paymentId);
    const { authorisationId } = await start(paymentId);
    const settled = await settleAs(services, 'cancellation', authorisationId, PSU);
    expect(settled).toEqual({ transactionStatus, counted: withdrawn });
    if (withdrawn) expect(await report(paymentId, 'ACSP')).toEqual({ transactionStatus: 'CANC' });
    expect(await situationOf(report(paymentId, 'ACSC'))).toBe(withdrawn ? 'statusInvalid' : undefined);
  });

  it('an approval after the execution started is stored and has no effect', async () => {
    const paymentId = await authorised('submitted');
    await cancel(paymentId);
    const { authorisationId } = await start(paymentId);
    await report(paymentId, 'ACSP');
    expect(await settleAs(services, 'cancellation', authorisationId, PSU)).toEqual({
      transactionStatus: 'ACSP',
      counted: false,
    });
    await report(paymentId, 'ACSC');
    expect(await settleAs(services, 'cancellation', authorisationId, PSU)).toEqual({
      transactionStatus: 'ACSC',
      counted: false,
    });
  });

  it.each(['ACSP', 'ACSC', 'RJCT', 'CANC'] as const)(
    'what is open fails when the bank reports %s: nothing is left to approve',
    async (transactionStatus) => {
      await using _bank = await bankThatAnswers({ withdrawn: false });
      const paymentId = await authorised('submitted');
      await cancel(paymentId);
      const { authorisationId } = await start(paymentId);
      await report(paymentId, transactionStatus);
      await eventually(
        () => authorisationOf(services, authorisationId),
        ({ scaStatus }) => scaStatus === 'failed',
      );
    },
  );

  it('an approval must be repeated while the bank is unavailable', async () => {
    const paymentId = await authorised('submitted');
    await cancel(paymentId);
    const { authorisationId } = await start(paymentId);
    expect(await situationOf(settleAs(services, 'cancellation', authorisationId, PSU))).toBe('serviceUnavailable');
    expect(await statusOf(paymentId)).toBe('ACCP');
  });

  // Last, because the clock moves to the execution day of all payments above.
  it('is decided by one write: a payment is either cancelled or submitted', async () => {
    await using _bank = await bankThatAnswers({ withdrawn: false });
    const ids = await Promise.all(Array.from({ length: 8 }, () => authorised('later')));
    const started = await Promise.all(
      ids.map(async (paymentId) => {
        await cancel(paymentId);
        return start(paymentId);
      }),
    );
    services.clock.forward({ days: 3 });
    const approvals = started.map(({ authorisationId }) => settleAs(services, 'cancellation', authorisationId, PSU));
    await Promise.all([execute(), ...approvals]);
    const payments = services.database('payments').collection<{ _id: string; submitted: boolean }>('payments');
    for (const paymentId of ids) {
      const submitted = (await payments.findOne({ _id: paymentId }))?.submitted;
      expect([paymentId, await statusOf(paymentId)]).toEqual([paymentId, submitted ? 'ACCP' : 'CANC']);
    }
  });
});
