import {
  type AuthorisationState,
  type ConsentStatus,
  createBasket,
  listPsuConsents,
  readConsent,
  readConsentStatus,
  readPaymentStatus,
  revokeConsent,
  startConsentAuthorisation,
  startPaymentAuthorisation,
  type TransactionStatus,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { askForConsent, askForPayment, creation, situationOf, TPP } from '@xs2a/test-system/ask-as-gateway';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { authorisationOf, settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('sca', 'payments', 'consent'));

const tpp = { ...TPP, roles: [...TPP.roles] };
const ADDRESS = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const [ONE, TWO, THREE] = ['psu-corporate-1', 'psu-corporate-2', 'psu-corporate-3'] as const;
const company = { iban: IBAN.corporate };
const THE_COMPANYS = { access: { balances: [company] } };

/** The two kinds of resource that several PSUs approve: the same steps, different statuses. */
interface Approvable {
  create(): Promise<string>;
  start(id: string, overrides?: object): Promise<AuthorisationState>;
  settle(authorisationId: string, psuId: string, more?: object): Promise<string>;
  status(id: string): Promise<string>;
}

const payment: Approvable = {
  create: async () => (await askForPayment(services.bus, { debtorAccount: company })).paymentId,
  start: (paymentId, overrides) =>
    services.bus.ask(startPaymentAuthorisation, { ...creation(overrides), ...ADDRESS, paymentId }),
  settle: async (id, psuId, more) => (await settleAs(services, 'payment', id, psuId, more)).transactionStatus,
  status: async (paymentId) =>
    (await services.bus.ask(readPaymentStatus, { tpp, ...ADDRESS, paymentId })).transactionStatus,
};
const consent: Approvable = {
  create: async () => (await askForConsent(services.bus, THE_COMPANYS)).consentId,
  start: (consentId, overrides) => services.bus.ask(startConsentAuthorisation, { ...creation(overrides), consentId }),
  settle: async (id, psuId, more) => (await settleAs(services, 'consent', id, psuId, more)).consentStatus,
  status: async (consentId) => (await services.bus.ask(readConsentStatus, { tpp, consentId })).consentStatus,
};

type Statuses = Record<'open' | 'partly' | 'done' | 'rejected', TransactionStatus | ConsentStatus>;
const CASES: [string, Approvable, Statuses][] = [
  ['payment', payment, { open: 'RCVD', partly: 'PATC', done: 'ACCP', rejected: 'RJCT' }],
  ['consent', consent, { open: 'received', partly: 'partiallyAuthorised', done: 'valid', rejected: 'rejected' }],
];

interface StoredPayment {
  _id: string;
  submitted: boolean;
  history: { to: string }[];
  outbox: unknown[];
}

describe('a payment that one PSU must approve', () => {
  type Created = Awaited<ReturnType<typeof askForPayment>>;
  const settle = async ({ authorisation }: Created, more?: object) =>
    (await settleAs(services, 'payment', authorisation?.authorisationId ?? '', 'psu-private', more)).transactionStatus;
  const stored = (paymentId: string) =>
    services.database('payments').collection<StoredPayment>('payments').findOne({ _id: paymentId });

  it('moves from RCVD over ACTC to ACCP once, and is submitted to the bank in the same write', async () => {
    const created = await askForPayment(services.bus);
    expect(await settle(created)).toBe('ACCP');
    expect(await settle(created)).toBe('ACCP');
    const payment = await stored(created.paymentId);
    expect(payment?.history.map(({ to }) => to)).toEqual(['RCVD', 'ACTC', 'ACCP']);
    expect(payment?.submitted).toBe(true);
    expect(payment?.outbox).toHaveLength(1);
  });

  it('is not authorised by an approval of other content', async () => {
    const created = await askForPayment(services.bus);
    expect(await situationOf(settle(created, { contentHash: 'other' }))).toBe('authorisationUnknown');
    expect(await payment.status(created.paymentId)).toBe('RCVD');
  });

  it('is rejected by a failed authorisation, and a later approval does not revive it', async () => {
    const created = await askForPayment(services.bus);
    expect(await settle(created, { outcome: 'failed' })).toBe('RJCT');
    expect(await settle(created)).toBe('RJCT');
  });
});

describe.each(CASES)('a %s that two PSUs must approve (decision 6)', (_, kind, statuses) => {
  it('is partly authorised by the first approval and authorised by the last; a repeated report changes nothing', async () => {
    const id = await kind.create();
    const first = await kind.start(id);
    expect(await kind.settle(first.authorisationId, ONE)).toBe(statuses.partly);
    expect(await kind.settle(first.authorisationId, ONE)).toBe(statuses.partly);
    const second = await kind.start(id);
    expect((await authorisationOf(services, second.authorisationId)).signedBy).toEqual([ONE]);
    expect(await kind.settle(second.authorisationId, TWO)).toBe(statuses.done);
    expect(await kind.settle(first.authorisationId, ONE)).toBe(statuses.done);
    expect(await situationOf(kind.start(id))).toBe('statusInvalid');
  });

  it('is not authorised by two approvals of the same PSU, but by one of another PSU', async () => {
    const id = await kind.create();
    const [first, again, other] = [await kind.start(id), await kind.start(id), await kind.start(id)];
    await kind.settle(first.authorisationId, ONE);
    expect(await kind.settle(again.authorisationId, ONE)).toBe(statuses.partly);
    expect(await situationOf(kind.start(id, { psu: { psuId: ONE } }))).toBe('signedAlready');
    expect(await kind.settle(other.authorisationId, TWO)).toBe(statuses.done);
  });

  it('returns the same authorisation for a repeated start, even if its PSU has approved meanwhile', async () => {
    const id = await kind.create();
    const request = { requestId: crypto.randomUUID(), psu: { psuId: ONE } };
    const { authorisationId } = await kind.start(id, request);
    await kind.settle(authorisationId, ONE);
    expect((await kind.start(id, request)).authorisationId).toBe(authorisationId);
  });

  it('counts each PSU once, also when approvals arrive in parallel', async () => {
    const id = await kind.create();
    const started = await Promise.all([kind.start(id), kind.start(id), kind.start(id), kind.start(id)]);
    const by = [ONE, ONE, ONE, ONE];
    await Promise.all(started.map(({ authorisationId }, at) => kind.settle(authorisationId, by[at] ?? ONE)));
    expect(await kind.status(id)).toBe(statuses.partly);
    const other = await kind.create();
    const two = await Promise.all([kind.start(other), kind.start(other)]);
    await Promise.all(two.map(({ authorisationId }, at) => kind.settle(authorisationId, [ONE, TWO][at] ?? ONE)));
    expect(await kind.status(other)).toBe(statuses.done);
  });

  it('is rejected by a PSU who declines, before or after the other approved; open authorisations fail', async () => {
    for (const approvedBefore of [false, true]) {
      const id = await kind.create();
      const [first, second, third] = [await kind.start(id), await kind.start(id), await kind.start(id)];
      if (approvedBefore) await kind.settle(first.authorisationId, ONE);
      expect(await kind.settle(second.authorisationId, TWO, { outcome: 'failed' })).toBe(statuses.rejected);
      expect(await kind.settle(third.authorisationId, THREE)).toBe(statuses.rejected);
      await eventually(
        () => authorisationOf(services, third.authorisationId),
        ({ scaStatus }) => scaStatus === 'failed',
      );
      expect(await situationOf(kind.start(id))).toBe('statusInvalid');
    }
  });

  it('is open to the access token of a further PSU until it has ended, and then only to those of its PSUs', async () => {
    const id = await kind.create();
    const [first, second] = [await kind.start(id), await kind.start(id)];
    const startFor = (psuId: string) => situationOf(kind.start(id, { tpp: { ...tpp, onBehalfOf: { psuId } } }));
    await kind.settle(first.authorisationId, ONE);
    expect(await startFor(THREE)).toBeUndefined();
    await kind.settle(second.authorisationId, TWO, { outcome: 'failed' });
    expect([await startFor(THREE), await startFor(ONE)]).toEqual(['tokenInvalid', 'statusInvalid']);
  });

  it('needs the number of PSUs that the bank states at a sign-in, if that is higher', async () => {
    const id = await kind.create();
    const three = { signaturesNeeded: 3 };
    const [first, second, third] = [await kind.start(id), await kind.start(id), await kind.start(id)];
    expect(await kind.settle(first.authorisationId, ONE, three)).toBe(statuses.partly);
    expect(await kind.settle(second.authorisationId, TWO)).toBe(statuses.partly);
    expect(await kind.settle(third.authorisationId, THREE)).toBe(statuses.done);
  });

  it('is not authorised by an approval of other content, nor by one without a PSU', async () => {
    const id = await kind.create();
    const { authorisationId } = await kind.start(id);
    const foreign = kind.settle(authorisationId, ONE, { contentHash: 'other' });
    expect(await situationOf(foreign)).toBe('authorisationUnknown');
    expect(await situationOf(kind.settle(authorisationId, ONE, { psu: undefined }))).toBe('fieldInvalid');
    expect(await kind.status(id)).toBe(statuses.open);
  });

  it('expects the PSU that its creation named for the first authorisation only', async () => {
    const more = { psu: { psuId: ONE } };
    const created =
      kind === payment
        ? askForPayment(services.bus, { debtorAccount: company }, more)
        : askForConsent(services.bus, THE_COMPANYS, more);
    const reply = await created;
    const id = 'paymentId' in reply ? reply.paymentId : reply.consentId;
    const named = async () => (await authorisationOf(services, (await kind.start(id)).authorisationId)).namedPsu?.psuId;
    expect(await named()).toBe(ONE);
    expect(await named()).toBeUndefined();
  });
});

describe('a consent of several PSUs', () => {
  const grantsOf = (...ibans: string[]) =>
    ibans.map((iban) => ({ account: { iban }, rights: ['accounts', 'balances', 'transactions'] }));
  const openChoice = async () =>
    (
      await askForConsent(
        services.bus,
        { access: { balances: [], transactions: [] } },
        { wishes: { explicitAuthorisationPreferred: true } },
      )
    ).consentId;
  const two = { signaturesNeeded: 2 };

  it('without accounts: the second PSU approves the accounts that the first one named', async () => {
    const id = await openChoice();
    const first = await consent.start(id);
    const grants = grantsOf(IBAN.corporate);
    expect(await consent.settle(first.authorisationId, ONE, { ...two, grants })).toBe('partiallyAuthorised');
    expect((await services.bus.ask(readConsent, { tpp, consentId: id })).access).toEqual({
      balances: [],
      transactions: [],
    });
    const again = { requestId: crypto.randomUUID() };
    const second = await consent.start(id, again);
    expect((await authorisationOf(services, second.authorisationId)).content).toMatchObject({
      model: 'detailed',
      grants,
    });
    expect(await consent.start(id, again)).toEqual(second);
    expect(await consent.settle(second.authorisationId, TWO)).toBe('valid');
    const { access } = await services.bus.ask(readConsent, { tpp, consentId: id });
    expect(access).toEqual({ balances: [company], transactions: [company] });
  });

  it('in parallel authorisations they must name the same accounts; an approval of other accounts does not count', async () => {
    const id = await openChoice();
    const [first, second, third] = [await consent.start(id), await consent.start(id), await consent.start(id)];
    const grants = grantsOf(IBAN.corporate);
    await consent.settle(first.authorisationId, ONE, { ...two, grants });
    const others = { grants: grantsOf(IBAN.corporate, IBAN.private) };
    expect(await consent.settle(second.authorisationId, TWO, others)).toBe('partiallyAuthorised');
    expect(await consent.settle(third.authorisationId, TWO, { grants })).toBe('valid');
  });

  it('supersedes an older consent with the last approval, not before', async () => {
    const sign = async (id: string, ...by: string[]) => {
      for (const psuId of by) await consent.settle((await consent.start(id)).authorisationId, psuId);
    };
    const [older, newer] = [await consent.create(), await consent.create()];
    await sign(older, ONE, TWO);
    await sign(newer, TWO);
    expect(await consent.status(older)).toBe('valid');
    await sign(newer, ONE);
    expect([await consent.status(older), await consent.status(newer)]).toEqual(['expired', 'valid']);
  });

  it('is visible to each of them, who may revoke it, and to no other PSU', async () => {
    const id = await consent.create();
    for (const psuId of [ONE, TWO]) await consent.settle((await consent.start(id)).authorisationId, psuId);
    const seenBy = async (psuId: string) =>
      (await services.bus.ask(listPsuConsents, { psuId })).consents.filter(({ consentId }) => consentId === id).length;
    expect([await seenBy(ONE), await seenBy(TWO), await seenBy(THREE)]).toEqual([1, 1, 0]);
    expect(await situationOf(services.bus.ask(revokeConsent, { psuId: THREE, consentId: id }))).toBe('resourceUnknown');
    await services.bus.ask(revokeConsent, { psuId: ONE, consentId: id });
    expect(await consent.status(id)).toBe('revokedByPsu');
  });
});

// Last, because the clock moves past the time limits of all resources above.
describe('the time for authorisations (limits.authorisationHours)', () => {
  it('rejects a payment that only one of two PSUs approved within it', async () => {
    const { paymentId } = await askForPayment(services.bus, { debtorAccount: company });
    const { consentId } = await askForConsent(services.bus, THE_COMPANYS);
    const toPay = await services.bus.ask(startPaymentAuthorisation, { ...creation(), ...ADDRESS, paymentId });
    const toRead = await services.bus.ask(startConsentAuthorisation, { ...creation(), consentId });
    await settleAs(services, 'payment', toPay.authorisationId, ONE);
    await settleAs(services, 'consent', toRead.authorisationId, ONE);
    const endOverdue = async () => {
      await services.running.payments.kit.jobs.runNow('rejectUnauthorised');
      await services.running.consent.kit.jobs.runNow('rejectUnauthorised');
      const { transactionStatus } = await services.bus.ask(readPaymentStatus, { tpp, ...ADDRESS, paymentId });
      return [transactionStatus, (await services.bus.ask(readConsentStatus, { tpp, consentId })).consentStatus];
    };
    services.clock.forward({ hours: 23 });
    expect(await endOverdue()).toEqual(['PATC', 'partiallyAuthorised']);
    services.clock.forward({ hours: 2 });
    expect(await endOverdue()).toEqual(['RJCT', 'rejected']);
  });

  it('rejects a payment that is approved after it, even before the job has run: it can no longer be started or grouped', async () => {
    const { paymentId } = await askForPayment(services.bus, { debtorAccount: company });
    const address = { ...ADDRESS, paymentId };
    const { paymentId: other } = await askForPayment(
      services.bus,
      {},
      { wishes: { explicitAuthorisationPreferred: true } },
    );
    const { authorisationId } = await services.bus.ask(startPaymentAuthorisation, { ...creation(), ...address });
    services.clock.forward({ hours: 25 });
    const startOther = { ...creation(), ...ADDRESS, paymentId: other };
    expect(await situationOf(services.bus.ask(startPaymentAuthorisation, startOther))).toBe('statusInvalid');
    const body = { paymentIds: [other] };
    const grouped = services.bus.ask(createBasket, { ...creation(), body });
    expect(await situationOf(grouped)).toBe('basketMemberAuthorised');
    expect(await settleAs(services, 'payment', authorisationId, ONE)).toEqual({
      transactionStatus: 'RJCT',
      counted: false,
    });
    const payments = services.database('payments').collection<{ _id: string; signedBy: string[] }>('payments');
    expect(await payments.findOne({ _id: paymentId })).toMatchObject({ transactionStatus: 'RJCT', signedBy: [] });
  });
});
