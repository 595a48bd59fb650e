import { connect, type MsgHdrs, type NatsConnection, headers as newHeaders } from '@nats-io/transport-node';
import {
  answerDevice,
  authoriseTransaction,
  openRedirect,
  reportChallenge,
  type ScaParent,
  startConsentAuthorisation,
  startPaymentAuthorisation,
} from '@xs2a/contracts';
import { forAllTests, TppClient } from '@xs2a/test-kit';
import {
  approveOnBus,
  askForConsent,
  askForPayment,
  creation,
  newestCode,
  situationOf,
  untilCode,
} from '@xs2a/test-system/ask-as-gateway';
import { authorisationOf, settleAs } from '@xs2a/test-system/settle-as-sca';
import { startServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cell } from '../matrix/cells.ts';
import { CREATE } from '../matrix/parents.ts';

/** A bus message as every participant could read it. */
interface Overheard {
  readonly subject: string;
  readonly reply: string | undefined;
  readonly text: string;
  readonly headers: MsgHdrs | undefined;
}

const PSU = 'psu-private';
const CELL: Omit<Cell, 'parent'> = { form: 'private', approach: 'REDIRECT', methods: 'several', course: 'success' };
const SETTLE = {
  consent: 'consent.settleAuthorisation',
  fundsConsent: 'consent.settleFundsConsentAuthorisation',
  payment: 'payments.settleAuthorisation',
  cancellation: 'payments.settleCancellationAuthorisation',
  basket: 'payments.settleBasketAuthorisation',
} as const satisfies Record<ScaParent['kind'], string>;
const KINDS = Object.keys(SETTLE) as ScaParent['kind'][];

const services = forAllTests(() => startServices('gateway', 'bank', 'sca', 'consent', 'accounts', 'payments'));
let tpp: TppClient;
/** A participant with a connection and without keys. */
let attacker: NatsConnection;
const overheard: Overheard[] = [];

beforeAll(async () => {
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
  attacker = await connect({ servers: services.natsUrl });
  attacker.subscribe('>', {
    callback: (_, message) => {
      const { subject, reply, headers } = message;
      overheard.push({ subject, reply, text: message.string(), headers });
    },
  });
  await attacker.flush();
});
afterAll(async () => {
  await attacker.close();
});
beforeEach(() => void (overheard.length = 0));

/** Sends a message as the attacker and returns the error case or the reply. */
async function send(subject: string, payload: object | string, headers?: MsgHdrs): Promise<string> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  // The attacker takes the first message as the reply, so it asks for no progress messages.
  headers?.delete('Xs2a-Ask');
  const reply = await attacker.request(subject, text, { timeout: 5_000, ...(headers && { headers }) });
  return reply.headers?.get('Nats-Service-Error') ?? reply.string();
}

const lastOf = (subject: string): Overheard => {
  const found = overheard.findLast((one) => one.subject === subject);
  if (found === undefined) throw new Error(`nobody sent ${subject}`);
  return found;
};

async function requestsAt(subject: string, work: () => Promise<unknown>): Promise<Overheard[]> {
  await work();
  await attacker.flush();
  return overheard.filter((one) => one.subject === subject);
}

/** Returns a settlement that would approve the authorisation, made from what was sent on the bus. */
async function settlementOf(authorisationId: string): Promise<Record<string, unknown>> {
  const { parent, requestedHash } = await authorisationOf(services, authorisationId);
  const psu = { psuId: PSU, name: 'Ana' };
  return { authorisationId, parent, outcome: 'finalised', contentHash: requestedHash, psu };
}

function signed(token: string | undefined): MsgHdrs {
  const headers = newHeaders();
  if (token !== undefined) headers.set('Xs2a-Signature', token);
  return headers;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('an attacker on the bus without keys settles nothing', () => {
  it.each(KINDS)('%s: not with an overheard message; the genuine settlement is accepted afterwards', async (kind) => {
    const made = await CREATE[kind](tpp, services, { ...CELL, parent: kind });
    expect(made.answer.status, made.answer.text).toBeLessThan(300);
    const id = await authorisationIdOf(made.answer);
    const before = await made.status();
    const settlement = await settlementOf(id);
    for (const outcome of ['finalised', 'exempted', 'failed']) {
      expect(await send(SETTLE[kind], { ...settlement, outcome })).toBe('serviceUnavailable');
    }
    const none = `${encode({ alg: 'none', typ: 'xs2a-message+jwt', kid: 'x' })}.${encode({ iss: 'sca' })}.`;
    expect(await send(SETTLE[kind], settlement, signed(none))).toBe('serviceUnavailable');
    expect([await made.status(), await made.effect()]).toEqual([before, false]);
    await settleAs(services, kind, id, PSU);
    expect(await made.effect()).toBe(true);
  });

  /** Starts the authorisation if the creation did not. */
  async function authorisationIdOf(answer: Awaited<ReturnType<TppClient['post']>>): Promise<string> {
    const status = answer.body._links?.['scaStatus']?.href;
    if (status !== undefined) return status.split('/').at(-1) ?? '';
    const start = answer.body._links?.['startAuthorisation']?.href ?? '';
    const started = await tpp.post(start, {}, { headers: { 'TPP-Redirect-URI': 'https://tpp.example/ok' } });
    return String(started.body['authorisationId']);
  }

  it('with the signature of another settlement', async () => {
    const [one, other] = await Promise.all([askForPayment(services.bus), askForPayment(services.bus)]);
    const [genuine] = await requestsAt(SETTLE.payment, () => {
      return settleAs(services, 'payment', one.authorisation?.authorisationId ?? '', PSU);
    });
    const token = genuine?.headers?.get('Xs2a-Signature');
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const settlement = await settlementOf(other.authorisation?.authorisationId ?? '');
    expect(await send(SETTLE.payment, settlement, signed(token))).toBe('serviceUnavailable');
    // Repeated unchanged, it is the settlement that was accepted already.
    expect(await send(SETTLE.payment, genuine?.text ?? '', signed(token))).toContain('transactionStatus');
    const stored = await payment(other.paymentId);
    expect(stored?.transactionStatus).toBe('RCVD');
  });

  it('by adding accounts, signers or another PSU to a genuine settlement', async () => {
    const { authorisation } = await askForConsent(services.bus);
    const id = authorisation?.authorisationId ?? '';
    const [genuine] = await requestsAt(SETTLE.consent, () => settleAs(services, 'consent', id, PSU));
    const token = genuine?.headers?.get('Xs2a-Signature');
    const settlement = JSON.parse(genuine?.text ?? '{}') as object;
    const grants = [{ account: { iban: 'HR2799900051100000019' }, rights: ['accounts', 'balances', 'transactions'] }];
    for (const change of [{ grants }, { signaturesNeeded: 1 }, { psu: { psuId: 'psu-multi', name: 'x' } }]) {
      const changed = { ...settlement, ...change };
      expect(await send(SETTLE.consent, changed, signed(token)), JSON.stringify(change)).toBe('serviceUnavailable');
    }
  });

  it('without a trace: the refusal is counted by operation and fault', async () => {
    await send(
      SETTLE.payment,
      await settlementOf((await askForPayment(services.bus)).authorisation?.authorisationId ?? ''),
    );
    const metrics = await (await fetch(`${services.running.payments.healthUrl}/metrics`)).text();
    expect(metrics).toMatch(
      /xs2a_unauthentic_messages_total\{operation="payments.settleAuthorisation",fault="unsigned".*\} \d/,
    );
  });

  it('for the consents of a basket, which only payments may settle', async () => {
    const { consentId } = await askForConsent(services.bus);
    const basketId = crypto.randomUUID();
    const reserve = { tpp: creation().tpp, basketId, consentIds: [consentId] };
    expect(await send('consent.reserveConsents', reserve)).toBe('serviceUnavailable');
    const settle = { basketId, outcome: 'authorised', signedBy: [PSU], psu: { psuId: PSU, name: 'Ana' } };
    expect(await send('consent.settleBasket', settle)).toBe('serviceUnavailable');
    expect(await send('payments.leaveBasket', { basketId, consentId })).toBe('serviceUnavailable');
  });
});

const payment = (paymentId: string) =>
  services
    .database('payments')
    .collection<{ _id: string; transactionStatus: string }>('payments')
    .findOne({ _id: paymentId });

describe('an attacker on the bus without keys', () => {
  it('gives the bank no order', async () => {
    const order = {
      paymentId: crypto.randomUUID(),
      paymentService: 'payments',
      paymentProduct: 'sepa-credit-transfers',
      psuId: PSU,
      body: {
        debtorAccount: { iban: 'HR2799900051100000019' },
        instructedAmount: { currency: 'EUR', amount: '12.34' },
        creditorAccount: { iban: 'HR1210010051863000160' },
        creditorName: 'Attacker',
      },
    };
    expect(await send('bank.submitPayment', order)).toBe('serviceUnavailable');
    expect(await send('bank.withdrawPayment', { paymentId: order.paymentId })).toBe('serviceUnavailable');
    expect(await send('bank.putStandingOrder', { ...order, active: true })).toBe('serviceUnavailable');
    expect(await send('bank.submitBulkPayment', { ...order, xml: '<x/>' })).toBe('serviceUnavailable');
    const orders = services.database('bank').collection<{ _id: string }>('orders');
    expect(await orders.findOne({ _id: order.paymentId })).toBeNull();
  });

  it('reports no execution for the bank', async () => {
    const { paymentId } = await askForPayment(services.bus);
    const before = (await payment(paymentId))?.transactionStatus;
    expect(await send('payments.reportExecution', { paymentId, transactionStatus: 'RJCT' })).toBe('serviceUnavailable');
    expect((await payment(paymentId))?.transactionStatus).toBe(before);
  });

  it('approves nothing for a device', async () => {
    const { authorisationId, challengeId, contentHash } = await onDevice();
    const report = { challengeId, contentHash, verdict: 'approved' };
    expect(await send(reportChallenge.subject, report)).toBe('serviceUnavailable');
    expect((await authorisationOf(services, authorisationId)).scaStatus).toBe('started');
    expect(await services.bus.ask(answerDevice, { psuId: PSU, authorisationId, approve: true })).toEqual({
      answered: true,
    });
  });

  it('accepts no code for the bank while the bank is not available', async () => {
    const { authorisation } = await askForPayment(services.bus);
    const session = await untilCode(services.bus, { authorisation });
    await services.running.bank.stop();
    const impostors = ['bank.verifyChallenge', 'bank.verifyPassword', 'bank.checkExemption', 'bank.identifyPsu'];
    const replies = [
      '{"verdict":"accepted"}',
      '{"verified":true}',
      '{"exempted":true}',
      '{"known":true,"accounts":[]}',
    ];
    const served = impostors.map((subject, index) =>
      attacker.subscribe(subject, { queue: 'bank', callback: (_, message) => void message.respond(replies[index]) }),
    );
    await attacker.flush();
    const wrong = { session, scaAuthenticationData: '000000' };
    expect(await situationOf(services.bus.ask(authoriseTransaction, wrong))).toBe('serviceUnavailable');
    expect((await authorisationOf(services, authorisation?.authorisationId ?? '')).scaStatus).not.toBe('finalised');
    for (const subscription of served) subscription.unsubscribe();
    await services.restart('bank');
  });
});

/** Returns an authorisation that waits for the PSU's device. */
async function onDevice() {
  const wishes = { ...creation().wishes, redirectPreferred: false, decoupledPreferred: true };
  const { authorisation, paymentId } = await askForPayment(services.bus, {}, { wishes, psu: { psuId: PSU } });
  const authorisationId =
    authorisation?.authorisationId ??
    (
      await services.bus.ask(startPaymentAuthorisation, {
        ...creation({ wishes, psu: { psuId: PSU } }),
        paymentService: 'payments',
        paymentProduct: 'sepa-credit-transfers',
        paymentId,
      })
    ).authorisationId;
  const stored = (await authorisationOf(services, authorisationId)) as unknown as {
    challenge: { id: string };
    contentHash: string;
  };
  return { authorisationId, challengeId: stored.challenge.id, contentHash: stored.contentHash };
}

describe('an attacker on the bus without keys reads no code', () => {
  it('from the inbox of the sandbox, with or without the request of the portal', async () => {
    const { authorisation } = await askForPayment(services.bus);
    await untilCode(services.bus, { authorisation });
    expect(await send('bank.readInbox', { psuId: PSU })).toBe('serviceUnavailable');
    expect(await send('bank.readDevice', { psuId: PSU })).toBe('serviceUnavailable');
    const code = await newestCode(services.bus);
    const portal = lastOf('bank.readInbox');
    expect(portal.text).not.toContain(PSU);
    const replayed = await send('bank.readInbox', portal.text, portal.headers);
    expect(Object.keys(JSON.parse(replayed) as object)).toEqual(['sealed']);
    expect(replayed).not.toContain(code);
  });

  it('and answers no device, with or without the request of the portal', async () => {
    const { authorisationId } = await onDevice();
    const answer = { psuId: PSU, authorisationId, approve: true };
    expect(await send(answerDevice.subject, answer)).toBe('serviceUnavailable');
    await services.bus.ask(answerDevice, { psuId: PSU, authorisationId: crypto.randomUUID(), approve: true });
    const portal = lastOf(answerDevice.subject);
    expect(await send(answerDevice.subject, portal.text, portal.headers)).toBe('serviceUnavailable');
  });

  it('and no password or session when a PSU approves', async () => {
    const { authorisation } = await askForPayment(services.bus);
    const session = await untilCode(services.bus, { authorisation });
    const code = await newestCode(services.bus);
    await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData: code });
    const all = overheard.map(({ text }) => text).join('\n');
    for (const secret of [`"${code}"`, session, `${PSU}-pass`]) expect(all).not.toContain(secret);
  });
});

describe('an attacker on the bus without keys', () => {
  it('cannot show a PSU other content than it approves, as an altered start is refused', async () => {
    // Without a redirect URI, sca starts it at once.
    await askForPayment(services.bus, {}, { wishes: {} });
    const genuine = lastOf('sca.startAuthorisation');
    const altered = genuine.text.replace('"instructedAmount":{"currency":"EUR","amount":"', '$&0');
    expect(altered).not.toBe(genuine.text);
    expect(await send('sca.startAuthorisation', altered, genuine.headers)).toBe('serviceUnavailable');
    expect(await send('sca.startAuthorisation', altered)).toBe('serviceUnavailable');
  });

  it('learns neither the stored content of a payment nor its link', async () => {
    const { paymentId, authorisation } = await askForPayment(services.bus);
    const { authorisationId = '', redirectReference = '' } = authorisation ?? {};
    const parent = { kind: 'payment', id: paymentId };
    for (const by of [{ authorisationId }, { redirectReference }]) {
      expect(await send('payments.handOverAuthorisation', { parent, by })).toBe('serviceUnavailable');
    }
    expect(await send('sca.takeAuthorisation', { parent, authorisationId })).toBe('serviceUnavailable');
    await services.bus.ask(openRedirect, { redirectReference });
    const asked = lastOf('payments.handOverAuthorisation');
    expect(asked.text).not.toContain(redirectReference);
  });

  it('neither lists nor withdraws the permissions of a PSU, nor starts or ends authorisations for others', async () => {
    const created = await askForConsent(services.bus);
    await approveOnBus(services.bus, created);
    const { consentId } = created;
    const page = { psuId: PSU, ended: false, search: [], page: 1, size: 10 };
    expect(await send('consent.findPsuConsents', page)).toBe('serviceUnavailable');
    expect(await send('consent.listPsuConsents', { psuId: PSU })).toBe('serviceUnavailable');
    expect(await send('consent.readPsuConsent', { psuId: PSU, consentId })).toBe('serviceUnavailable');
    expect(await send('payments.findPsuStandingOrders', page)).toBe('serviceUnavailable');
    expect(await send('payments.stopStandingOrder', { psuId: PSU, paymentId: consentId })).toBe('serviceUnavailable');
    expect(await send('consent.revokeConsent', { psuId: PSU, consentId })).toBe('serviceUnavailable');
    const parent = { kind: 'consent', id: consentId };
    expect(await send('sca.abandonAuthorisations', { parent })).toBe('serviceUnavailable');
    expect(await send(startConsentAuthorisation.subject, { ...creation(), consentId })).toBe('serviceUnavailable');
  });
});
